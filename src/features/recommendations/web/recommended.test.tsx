// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { MemberDialogHost } from '#features/accounts/web/member-dialog-host.tsx'
import { memberDialogs } from '#features/accounts/web/member-dialogs.api.ts'
import type { GameId } from '#shared/ids.ts'
import { declined, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { askToRecommend } from './recommend.api.ts'
import { Recommended } from './recommended.widgets.tsx'

const ID = (n: number) => `01900000-0000-7000-8000-00000000010${n}`
const RECEIVED = 'GET /api/recommendations'
const CREATE = 'POST /api/recommendations'
const SENT = 'GET /api/recommendations/sent'
const FRIENDS = 'GET /api/friends'
const answerOf = (n: number) => `POST /api/recommendations/${ID(n)}/answer`

const server = fakeServer()
const hades = { id: 'igdb_7' as GameId, name: 'Hades', year: 2020, genre: null, developer: null, cover_url: null }
const person = (n: number, name: string) => ({
  ...{ id: `01900000-0000-7000-8000-00000000000${n}`, username: name.toLowerCase(), display_name: name },
  avatar_url: null,
})
const waiting = (n: number, more: object = {}) => ({
  ...{ id: ID(n), sender: person(2, 'Juno'), game: hades, line: 'The ending!' },
  ...{ state: 'open', finished: false, created_at: '2026-03-01T12:00:00.000Z', ...more },
})
const received = (...data: object[]) => json(200, { data, nextCursor: null })
const friend = (n: number, name: string) => ({
  ...person(n, name),
  ...{ link_id: ID(n), bio: null, status: 'accepted', sender_id: ID(1), created_at: '2026-03-01T12:00:00.000Z' },
  ...{ online_status: 'offline', currentGame: null, presence: { status: 'offline', currentGame: null } },
})

afterEach(() => memberDialogs.set(null))

test('a recommendation is answered and leaves the tray', async () => {
  let list = received(waiting(1))
  server.answers[RECEIVED] = () => list
  server.answers[answerOf(1)] = () => {
    list = received()
    return json(200, { state: 'accepted' })
  }
  server.answers['GET /api/library/marks'] = () => json(200, { marks: {} })
  const { user } = showPage(<Recommended />)
  await user.click(await screen.findByRole('button', { name: 'To my backlog: Hades' }))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Recommended to you' })).toBeNull())
  expect(server.bodies(answerOf(1))).toEqual([{ answer: 'backlog' }])
  expect(lastToast()?.title).toBe('Hades is in your backlog')
})

test('an answer that is refused says why, and the recommendation stays', async () => {
  server.answers[RECEIVED] = () => received(waiting(1))
  server.answers[answerOf(1)] = () => declined(409, 'You have answered this recommendation already')
  const { user } = showPage(<Recommended />)
  await user.click(await screen.findByRole('button', { name: 'Thanks, no: Hades' }))
  await waitFor(() => expect(lastToast()?.description).toBe('You have answered this recommendation already'))
  expect(screen.getByRole('button', { name: 'To my backlog: Hades' })).toHaveProperty('disabled', false)
})

test.each([
  ['is open', {}, ['To my backlog', 'Thanks, no']],
  ['is finished, open', { finished: true }, ['Finished it: thanks', 'Thanks, no']],
  ['is finished, accepted', { finished: true, state: 'accepted' }, ['Finished it: thanks', 'Hide']],
])('the answers to what %s', async (_, more, answers) => {
  server.answers[RECEIVED] = () => received(waiting(1, more))
  showPage(<Recommended />)
  const item = within(await screen.findByRole('listitem'))
  const names = item.getAllByRole('button').map((button) => button.textContent)
  expect(names.filter((name) => name !== '')).toEqual(answers)
})

test('two stand there at first, and a button shows the others', async () => {
  server.answers[RECEIVED] = () => received(waiting(1), waiting(2), waiting(3))
  const { user } = showPage(<Recommended />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Show 1 more' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
})

async function open() {
  server.answers[FRIENDS] = () =>
    json(200, { data: [friend(2, 'Juno'), friend(3, 'Tobi')], total: 2, nextCursor: null })
  server.answers[SENT] = () => json(200, { data: [{ id: ID(9), recipient_id: person(3, '').id, state: 'accepted' }] })
  const shown = showPage(<MemberDialogHost />)
  askToRecommend(hades)
  const dialog = within(await screen.findByRole('dialog', { name: 'Recommend Hades' }))
  await dialog.findByRole('radio', { name: /Juno/ })
  return { ...shown, dialog }
}

test('a game is recommended to the chosen friend with a line; who knows it already cannot be chosen', async () => {
  server.answers[CREATE] = () => json(201, { id: ID(1) })
  server.answers[`DELETE /api/recommendations/${ID(1)}`] = () => json(204)
  const { dialog, user } = await open()
  const tobi = await dialog.findByRole('radio', { name: /Tobi.*Wants to play it/ })
  expect(tobi).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('button', { name: 'Recommend' }))
  expect(dialog.getByText('Choose a friend')).toBeDefined()
  expect(document.activeElement).toBe(dialog.getByRole('radio', { name: /Juno/ }))
  await user.click(dialog.getByRole('radio', { name: /Juno/ }))
  expect(dialog.queryByText('Choose a friend')).toBeNull()
  await user.type(dialog.getByRole('textbox'), ' For the train ')
  await user.click(dialog.getByRole('button', { name: 'Recommend' }))
  await waitFor(() => expect(lastToast()?.title).toBe('Recommended Hades to Juno'))
  expect(server.bodies(CREATE)).toEqual([{ game_id: 'igdb_7', recipient_id: person(2, '').id, line: 'For the train' }])
  lastToast()?.undo?.()
  await waitFor(() => expect(lastToast()?.title).toBe('The recommendation is withdrawn'))
})

test('a refusal stands in the dialog, and what was typed stays', async () => {
  server.answers[CREATE] = () => declined(403, 'You can recommend games to your friends only')
  const { dialog, user } = await open()
  await user.click(dialog.getByRole('radio', { name: /Juno/ }))
  await user.type(dialog.getByRole('textbox'), 'For the train')
  await user.click(dialog.getByRole('button', { name: 'Recommend' }))
  expect(await dialog.findByText('You can recommend games to your friends only')).toBeDefined()
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('For the train')
})

test('a member without friends here finds people', async () => {
  server.answers[FRIENDS] = () => json(200, { data: [], total: 0, nextCursor: null })
  server.answers[SENT] = () => json(200, { data: [] })
  showPage(<MemberDialogHost />)
  askToRecommend(hades)
  expect((await screen.findByRole('link', { name: 'Find people' })).getAttribute('href')).toBe('/profile/friends')
  expect(screen.queryByRole('button', { name: 'Recommend' })).toBeNull()
})

test('a name is looked for among all friends, and not only among the first hundred', async () => {
  server.answers[FRIENDS] = ({ query }) =>
    query.cursor
      ? json(200, { data: [friend(9, 'Zoe')], total: 9, nextCursor: null })
      : json(200, {
          data: Array.from({ length: 8 }, (_, at) => friend(at + 1, `Person ${at}`)),
          ...{ total: 9, nextCursor: 'next' },
        })
  server.answers[SENT] = () => json(200, { data: [] })
  const { user } = showPage(<MemberDialogHost />)
  askToRecommend(hades)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByRole('searchbox'), 'zo')
  expect(await dialog.findByRole('radio', { name: /Zoe/ })).toBeDefined()
  expect(dialog.getAllByRole('radio')).toHaveLength(1)
})
