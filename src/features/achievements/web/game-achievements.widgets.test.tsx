// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signInRequests } from '#features/accounts/web/accounts.api.ts'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import { entryQuery } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import { declined, delayed, fakeServer, json, lastToast, showPage } from '#tests/browser/fake-server.tsx'
import { GameAchievements } from './game-achievements.widgets.tsx'

const GAME = { id: 'igdb_101' as GameId, name: 'Harbour', achievements: { total: 3, completed: 0 } } as Game
const ENTRY = {
  id: '0197a1b2-0000-7000-8000-0000000000e1',
  game_id: GAME.id,
  status: 'playing',
  achievements_completed: 1,
}
const [first, second, third] = ['0197a1b2-0000-7000-8000-0000000000a1', '0197a1b2-0000-7000-8000-0000000000a2', 'c']
const listed = (id: string | undefined, name: string, rarity: number | null = null) => ({
  ...{ id, name, description: null, icon_url: null, rarity },
})
const TICK = `PUT /api/achievements/${second}/unlock`
const UNTICK = `DELETE /api/achievements/${second}/unlock`
const FORMER = '2025-03-04T10:00:00.000Z'
const MEMBERS = 'GET /api/games/igdb_101/achievements/members'

const server = fakeServer()
/** The ids of the achievements that the server has as ticked, with their times. */
let ticked: Record<string, string>
/** The server's entry; null while the game is not in the library. */
let entry: typeof ENTRY | null

beforeEach(() => {
  ticked = { [first as string]: FORMER }
  entry = ENTRY
  server.answers['GET /api/games/igdb_101/achievements'] = () =>
    json(200, { data: [listed(first, 'Landfall', 62.4), listed(second, 'Low tide', 0.04), listed(third, 'Storm')] })
  server.answers[MEMBERS] = () => json(200, { members: 0, data: [] })
  server.answers['GET /api/library'] = () =>
    json(200, { data: entry ? [entry] : [], total: entry ? 1 : 0, hasMore: false })
  server.answers['GET /api/achievements'] = () =>
    json(200, { data: Object.entries(ticked).map(([id, unlocked_at]) => ({ id, unlocked_at })), nextCursor: null })
})
afterEach(() => signInRequests.set(null))

const onAdd = vi.fn()
const show = (viewer?: null) =>
  showPage(<GameAchievements game={GAME} onAdd={onAdd} />, viewer === null ? { viewer } : {})
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `${name} unlocked` })
const own = () => screen.getByText('completed', { exact: false }).textContent
/** The answer to a tick or its removal, with the number of the entry. */
const answered = (unlocked: boolean, achievements_completed: number) =>
  json(200, { unlocked, achievements_completed, entry: { ...ENTRY, achievements_completed } })

test('a tick shows at once, with the number of the entry, and its toast undoes it', async () => {
  const pending = delayed()
  server.answers[TICK] = pending.answer
  server.answers[UNTICK] = () => answered(false, 1)
  const { user, client } = show()
  await waitFor(async () => expect((await box('Landfall')).checked).toBe(true))
  expect(own()).toBe('1 of 3 completed')
  ;(await box('Low tide')).focus()
  await user.keyboard(' ')
  await waitFor(() => expect(own()).toBe('2 of 3 completed'))
  expect((await box('Low tide')).checked).toBe(true)
  expect(lastToast()).toBeNull()
  await pending.give(answered(true, 2))
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Achievement unlocked', description: 'Low tide' }))
  expect(client.getQueryData(entryQuery(GAME.id).queryKey)?.achievements_completed).toBe(2)
  lastToast()?.undo?.()
  await waitFor(() => expect(own()).toBe('1 of 3 completed'))
  expect((await box('Low tide')).checked).toBe(false)
  expect(server.bodies(TICK)).toEqual([{}])
  await waitFor(() => expect(server.sent(UNTICK)).toHaveLength(1))
})

test('the undo of an untick restores the time', async () => {
  ticked = { [second as string]: FORMER }
  server.answers[UNTICK] = () => answered(false, 0)
  server.answers[TICK] = () => answered(true, 1)
  const { user } = show()
  expect(await screen.findByText('Unlocked Mar 4, 2025')).toBeTruthy()
  await user.click(await box('Low tide'))
  await waitFor(() => expect(lastToast()).toMatchObject({ title: 'Tick removed' }))
  expect(screen.queryByText('Unlocked Mar 4, 2025')).toBeNull()
  lastToast()?.undo?.()
  await waitFor(() => expect(server.bodies(TICK)).toEqual([{ unlocked_at: FORMER }]))
  expect(await screen.findByText('Unlocked Mar 4, 2025')).toBeTruthy()
})

test('a tick that cannot be saved is rolled back, and a toast shows the reason', async () => {
  server.answers[TICK] = () => declined(404, 'This game is not in your library', 'entry_not_found')
  const { user } = show()
  await waitFor(async () => expect((await box('Low tide')).disabled).toBe(false))
  await user.click(await box('Low tide'))
  await waitFor(() =>
    expect(lastToast()).toMatchObject({
      title: 'Failed to tick the achievement',
      description: 'This game is not in your library',
    }),
  )
  expect((await box('Low tide')).checked).toBe(false)
  expect(own()).toBe('1 of 3 completed')
})

test('a member whose session has ended signs in, and then the tick is saved', async () => {
  server.answers[TICK] = () => declined(401, 'Please sign in to tick achievements', 'sign_in_required')
  const { user } = show()
  await waitFor(async () => expect((await box('Low tide')).disabled).toBe(false))
  await user.click(await box('Low tide'))
  await waitFor(() => expect(signInRequests.get()?.description).toBe('Please sign in to tick achievements'))
  server.answers[TICK] = () => answered(true, 2)
  signInRequests.get()?.onSuccess()
  await waitFor(() => expect(server.sent(TICK)).toHaveLength(2))
  expect((await box('Low tide')).checked).toBe(true)
})

test('a game outside the library has disabled ticks, the reason and a button', async () => {
  entry = null
  const { user } = show()
  const low = await box('Low tide')
  expect(low.disabled).toBe(true)
  const reason = 'This game is not in your library. Add it to tick its achievements.'
  expect(await screen.findByText(reason)).toBeTruthy()
  expect(document.getElementById(low.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
  await user.click(screen.getByRole('button', { name: 'Add as playing' }))
  expect(onAdd).toHaveBeenCalledOnce()
})

test('a visitor reads the list and may sign in', async () => {
  const { user } = show(null)
  expect(await screen.findByText('Landfall')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(signInRequests.get()?.description).toBe('Please sign in to tick achievements')
})

test('the rarity at the source and among members stand side by side', async () => {
  server.answers[MEMBERS] = () => json(200, { members: 340, data: [{ achievement_id: first, members: 41 }] })
  show()
  const rows = () => screen.getAllByRole('listitem').map((row) => within(row).queryByText(/ %/)?.textContent)
  await waitFor(() => expect(rows()[0]).toBe('62 % of players · 12 % of 340 members'))
  expect(rows().slice(1)).toEqual(['<0.1 % of players · 0 % of 340 members', '0 % of 340 members'])
  expect(screen.getByText('Members are those who have ticked at least one achievement of this game.')).toBeTruthy()
})

test('a number that was typed is explained beside fewer ticks', async () => {
  entry = { ...ENTRY, achievements_completed: 3 }
  show()
  expect(await screen.findByText(/Logged as a number,/)).toBeTruthy()
  expect(own()).toBe('3 of 3 completed')
})

test('ticks that cannot be loaded stay disabled, and can be loaded again', async () => {
  let isBroken = true
  const answer = server.answers['GET /api/achievements']
  server.answers['GET /api/achievements'] = (sent) =>
    isBroken ? declined(400, 'It is broken.') : ((answer as NonNullable<typeof answer>)(sent) as Response)
  const { user } = show()
  expect(await screen.findByText('Your ticks could not be loaded.')).toBeTruthy()
  expect((await box('Landfall')).disabled).toBe(true)
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(async () => expect((await box('Landfall')).checked).toBe(true))
})
