// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { AdminHeld } from './admin-held.tsx'

const LIST = 'GET /api/admin/held'
const DECIDE = 'POST /api/admin/held'
const { answers, sent, bodies } = fakeServer()

const held = (at: number, more: object = {}) => ({
  type: 'comment',
  name: 'comment',
  id: `01900000-0000-7000-8000-00000000000${at}`,
  reason: 'link',
  held_at: '2026-11-20T10:00:00.000Z',
  author: {
    id: '01900000-0000-7000-8000-0000000000aa',
    username: 'sol',
    display_name: 'Sol',
    avatar_url: null,
    joined_at: '2026-11-01T10:00:00.000Z',
  },
  text: `Text ${at}`,
  links: ['https://far.example/guide'],
  href: '/game/igdb_1',
  ...more,
})
const list = (data: readonly object[]) => json(200, { data, total: data.length, nextCursor: null })
async function open(...items: object[]) {
  answers[LIST] = () => list(items)
  const shown = showPage(<AdminHeld />)
  await screen.findByRole('list', { name: 'Waiting' })
  return shown
}

describe('the texts that wait', () => {
  test('show their author, why they wait and where their links lead', async () => {
    await open(held(1))
    const panel = within(screen.getByRole('article', { name: 'comment by Sol' }))
    expect(panel.getByText('Text 1')).toBeDefined()
    expect(panel.getByText('https://far.example/guide')).toBeDefined()
    expect(panel.getByText(/^New comment · /)).toBeDefined()
    expect(panel.getByRole('link', { name: 'View it' }).getAttribute('href')).toBe('/game/igdb_1')
    // With one text there is nothing to choose between.
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('say that they load, that there is none, and that they could not be loaded', async () => {
    const reading = delayed()
    answers[LIST] = reading.answer
    const { user } = showPage(<AdminHeld />)
    expect((await screen.findByRole('status')).textContent).toBe('Loading')
    await reading.give(declined(400, 'Broken'))
    expect((await screen.findByRole('alert')).textContent).toContain('What waits could not be loaded.')
    answers[LIST] = () => list([])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Nothing waits' })).toBeDefined()
  })
})

describe('a decision', () => {
  test('publishes one text, and reads the list again', async () => {
    const { user } = await open(held(1))
    const answer = delayed()
    answers[DECIDE] = answer.answer
    answers[LIST] = () => list([])
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(sent(DECIDE)).toHaveLength(1))
    await answer.give(json(200, { decided: 1, gone: 0 }))
    expect(await screen.findByRole('heading', { name: 'Nothing waits' })).toBeDefined()
    expect(bodies(DECIDE)).toEqual([{ decision: 'publish', items: [{ type: 'comment', id: held(1).id }] }])
  })

  test('declines the chosen texts with a reason', async () => {
    const { user } = await open(held(1), held(2), held(3))
    const [first, second] = screen.getAllByRole('checkbox', { name: 'Choose the comment by Sol' })
    await user.click(first as HTMLElement)
    await user.click(second as HTMLElement)
    const bar = within(screen.getByRole('group', { name: 'Chosen texts' }))
    expect(bar.getByRole('button', { name: 'Publish 2' })).toBeDefined()
    await user.click(bar.getByRole('button', { name: 'Decline 2…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Decline 2 texts?' }))
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true'))
    expect(sent(DECIDE)).toEqual([])
    answers[DECIDE] = () => json(200, { decided: 1, gone: 1 })
    await user.type(dialog.getByRole('textbox'), 'No adverts')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await waitFor(() =>
      expect(bodies(DECIDE)).toEqual([
        { decision: 'decline', note: 'No adverts', items: [1, 2].map((at) => ({ type: 'comment', id: held(at).id })) },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('chooses all and none', async () => {
    const { user } = await open(held(1), held(2))
    await user.click(screen.getByRole('button', { name: 'Choose all' }))
    expect(screen.getByRole('button', { name: 'Publish 2' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Choose none' }))
    expect(screen.queryByRole('button', { name: /^Publish \d/ })).toBeNull()
  })

  test('that fails says so, and the text stays', async () => {
    answers[DECIDE] = () => declined(403, 'Only moderators do this', '42501')
    const { user } = await open(held(1))
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    await waitFor(() =>
      expect(lastToast()).toMatchObject({ title: 'Nothing was changed', description: 'Only moderators do this' }),
    )
    expect(screen.getByText('Text 1')).toBeDefined()
  })
})
