// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { expectEscapeAsks } from '#tests/browser/typed-words.ts'
import type { AdminBadge } from '../badges.contract.ts'
import { BADGE_TEXTS } from '../badges.texts.ts'
import { BadgeForm } from './badge-form.tsx'

const server = fakeServer()
const BADGE = {
  id: '0197a1b2-0000-7000-8000-0000000000b1',
  name: 'Night owl',
  description: 'Plays late.',
  icon: 'award',
  level: 1,
} as unknown as AdminBadge

test('Escape closes the dialog of a badge, and asks before typed words are lost', async () => {
  const onClose = vi.fn()
  const { user } = showPage(<BadgeForm badge={null} onClose={onClose} />)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await expectEscapeAsks(name, 'Night owl')
  expect(onClose).not.toHaveBeenCalled()
  await user.clear(name)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a save over a badge that another admin has changed says so, and the next one replaces it', async () => {
  const PUT = `PUT /api/admin/badges/${BADGE.id}`
  server.answers[PUT] = ({ body }) =>
    body.seen ? declined(409, BADGE_TEXTS.changed, 'changed_by_somebody') : json(200, { data: BADGE })
  const onClose = vi.fn()
  const { user } = showPage(<BadgeForm badge={BADGE} onClose={onClose} />)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 's')
  const save = () => user.click(screen.getByRole('button', { name: 'Save badge' }))
  await save()
  await waitFor(() => expect(lastToast()?.description).toBe(BADGE_TEXTS.changed))
  expect(onClose).not.toHaveBeenCalled()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const typed = { name: 'Night owls', description: 'Plays late.' }
  expect(server.bodies(PUT)).toEqual([{ ...typed, seen: { ...typed, name: 'Night owl' } }, typed])
})
