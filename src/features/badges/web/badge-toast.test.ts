// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer, json, lastToast } from '#tests/browser/fake-server.tsx'
import { createQueryClient } from '#web/query-client.ts'
import { dismissToast, toast, toastStore } from '#web/ui/toasts.ts'
import { showNewBadges } from './badge-toast.ts'
import { badgesQuery } from './badges.api.ts'

const server = fakeServer()
const BADGES = 'GET /api/badges'
const badge = (digit: number, name: string, isNew = true) => ({
  id: `0197a1b2-0000-7000-8000-00000000000${digit}`,
  name,
  isNew,
})
const answer = (...badges: object[]) => {
  server.answers[BADGES] = () => json(200, { data: badges })
}

test('a new badge is shown once, with a link to all badges (G14)', async () => {
  const client = createQueryClient()
  answer(badge(1, 'First Game'), badge(2, '10 Games', false))
  await showNewBadges(client)
  expect(lastToast()).toMatchObject({
    title: 'You earned the badge First Game',
    action: { label: 'Show', href: '/profile/badges' },
  })
  dismissToast()
  await showNewBadges(client)
  expect(lastToast()).toBeNull()
})

test('several new badges are one toast', async () => {
  answer(badge(3, 'First Game'), badge(4, '10 Games'), badge(5, '100 Hours'))
  await showNewBadges(createQueryClient())
  expect(lastToast()?.title).toBe('You earned the badges First Game, 10 Games and 100 Hours')
})

test('it waits until another toast is gone, so that Undo stays', async () => {
  answer(badge(6, 'First Review'))
  toast({ title: 'Added', undo: () => {} })
  const showing = showNewBadges(createQueryClient())
  await Promise.resolve()
  expect(lastToast()?.title).toBe('Added')
  dismissToast()
  await showing
  expect(lastToast()?.title).toBe('You earned the badge First Review')
})

test('it waits until an open dialog is closed, because it would cover words of the dialog', async () => {
  answer(badge(7, '10 Reviews'))
  const dialog = document.createElement('div')
  dialog.className = 'dialog'
  dialog.dataset.open = ''
  document.body.append(dialog)
  const shownOverDialog: boolean[] = []
  const unsubscribe = toastStore.subscribe(() => shownOverDialog.push(dialog.isConnected))
  const client = createQueryClient()
  const showing = showNewBadges(client)
  await waitFor(() => expect(client.getQueryData(badgesQuery().queryKey)).toBeDefined())
  dialog.remove()
  await showing
  unsubscribe()
  expect(lastToast()?.title).toBe('You earned the badge 10 Reviews')
  expect(shownOverDialog).toEqual([false])
})
