import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertImported } from '#features/library/server/imported/imported.queries.ts'
import { DAY_MS } from '#shared/durations.ts'
import type { UserId } from '#shared/ids.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// Which actions count as progress (decision 0043), before and after joining.
const app = useTestApp({ ACTIVITY_COOLDOWN_MINUTES: '0' })
const START = new Date('2026-12-01T10:00:00.000Z')
let root: Member
let ann: Member
let id = ''

beforeAll(async () => {
  app.time.now = START
  root = await signUp(app, { username: 'the-root', becomeAdmin: true })
  ann = await signUp(app, { username: 'ann-one' })
  await addGames(app, ['igdb_101', 'igdb_102', 'igdb_103'])
  // The database dates an account by its own clock.
  const dayBefore = new Date(START.getTime() - DAY_MS)
  await app.db.updateTable('profiles').set({ created_at: dayBefore }).execute()
})
beforeEach(async () => {
  for (const table of [
    'challenges',
    'user_games',
    'reviews',
    'game_progress_history',
    'game_achievement_history',
    'library_bulk_changes',
  ] as const)
    await app.db.deleteFrom(table).execute()
  app.time.now = START
})

type Goal = { type: string; target: number; game_id?: string }
const GOALS: Goal[] = [
  { type: 'play_time', target: 20 },
  { type: 'games_completed', target: 3 },
  { type: 'games_added', target: 3 },
  { type: 'achievements', target: 30 },
]
const later = (minutes = 1) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000)
}
/** Joins a challenge with these goals, a minute after the actions before and a minute before those after. */
async function join(goals: readonly Goal[] = GOALS): Promise<void> {
  const made = await root.post('/api/admin/challenges', {
    title: 'Everything',
    starts_at: '2026-12-01T00:00:00.000Z',
    ends_at: '2026-12-05T00:00:00.000Z',
    goals,
  })
  id = made.body.data.id
  later()
  expect((await ann.post(`/api/challenges/${id}/join`)).status).toBe(201)
  later()
}
/** Returns the stored amounts in the order of the goals; asserts that recomputing changes nothing. */
async function amounts(): Promise<number[]> {
  const read = async () => {
    const [row] = (await ann.get('/api/challenges/mine')).body.data
    return row.challenge.goals.map((goal: { id: string }) => row.progress[goal.id] ?? 0)
  }
  const stored = await read()
  await ann.post(`/api/challenges/${id}/progress`, {})
  expect(await read()).toEqual(stored)
  return stored
}
const hours = async () => (await amounts())[0]
const log = async (game: string, body: object) => {
  const answer = await ann.put(`/api/library/${game}/progress`, body)
  expect(answer.status).toBe(200)
  return answer.body
}
const addSession = async (game: string, minutes: number, played_on?: string) =>
  (await ann.post(`/api/user/games/${game}/sessions`, { minutes, ...(played_on && { played_on }) })).body.session

describe('hours', () => {
  test('a typed total counts by its growth', async () => {
    await log('igdb_101', { play_time: 40 })
    await join()
    await log('igdb_101', { play_time: 42.25 })
    await log('igdb_102', { play_time: 3 })
    expect(await hours()).toBe(5.25)
  })

  test('a typed mistake that is corrected counts with the corrected value', async () => {
    await log('igdb_101', { play_time: 10 })
    await join()
    await log('igdb_101', { play_time: 19 })
    await log('igdb_101', { play_time: 12 })
    expect(await hours()).toBe(2)
    await log('igdb_101', { play_time: 4 })
    expect(await hours()).toBe(0)
  })

  test('sessions count by their day: sessions added for earlier days do not count', async () => {
    await addSession('igdb_101', 600)
    await join()
    await addSession('igdb_101', 120, '2026-11-20')
    expect(await hours()).toBe(0)
    const session = await addSession('igdb_101', 90)
    expect(await hours()).toBe(1.5)
    await ann.patch(`/api/user/games/igdb_101/sessions/${session.id}`, { minutes: 30 })
    expect(await hours()).toBe(0.5)
    await ann.delete(`/api/user/games/igdb_101/sessions/${session.id}`)
    expect(await hours()).toBe(0)
  })

  test('deleting an earlier session does not reduce the hours played since joining', async () => {
    const old = await addSession('igdb_101', 300)
    await join()
    await addSession('igdb_101', 60)
    await ann.delete(`/api/user/games/igdb_101/sessions/${old.id}`)
    expect(await hours()).toBe(1)
  })

  test('+ 30 min counts half an hour, and its undo removes it', async () => {
    await log('igdb_101', { play_time: 7 })
    await join()
    const { session } = await log('igdb_101', { play_time: 7.5, played: { minutes: 30 } })
    expect(await hours()).toBe(0.5)
    await log('igdb_101', { play_time: 7, correct: true, take_back: session.id })
    expect(await hours()).toBe(0)
  })

  test('a total below its sessions counts no more than its growth', async () => {
    await addSession('igdb_101', 180)
    await log('igdb_101', { play_time: 1 })
    await join()
    // Two of the three hours were subtracted before; a later session counts in full.
    await addSession('igdb_101', 60)
    expect(await hours()).toBe(1)
    await log('igdb_101', { play_time: 2.5 })
    expect(await hours()).toBe(1.5)
    await log('igdb_101', { play_time: 0.5 })
    expect(await hours()).toBe(0.5)
  })

  test('deleting the sessions of such a total adds no hours', async () => {
    const old = await addSession('igdb_101', 180)
    await log('igdb_101', { play_time: 1 })
    await join()
    await ann.delete(`/api/user/games/igdb_101/sessions/${old.id}`)
    expect(await hours()).toBe(0)
  })

  test('timer hours count when the timer is stopped', async () => {
    await join()
    await ann.post('/api/user/timer', { game_id: 'igdb_101' })
    later(45)
    expect((await ann.post('/api/user/timer/stop', {})).status).toBe(200)
    expect(await hours()).toBe(0.75)
  })

  test('with a game in the goal, only that game counts', async () => {
    await join([{ type: 'play_time', target: 5, game_id: 'igdb_102' }])
    await log('igdb_101', { play_time: 3 })
    expect(await hours()).toBe(0)
    await log('igdb_102', { play_time: 2 })
    expect(await hours()).toBe(2)
  })

  test('hours are removed with their game', async () => {
    await join()
    await log('igdb_101', { play_time: 3 })
    await log('igdb_102', { play_time: 1 })
    await ann.delete('/api/library/igdb_101')
    expect(await hours()).toBe(1)
  })
})

describe('games', () => {
  test('games count as added when they were added since and still exist', async () => {
    await ann.post('/api/library', { game_id: 'igdb_101' })
    await join()
    await log('igdb_101', { play_time: 1 })
    await ann.post('/api/library', { game_id: 'igdb_102' })
    await ann.post('/api/library', { game_id: 'igdb_103' })
    expect((await amounts())[2]).toBe(2)
    await ann.post('/api/library/bulk/remove', { game_ids: ['igdb_103'] })
    expect((await amounts())[2]).toBe(1)
  })

  test('games count as completed when they were first completed since and still are', async () => {
    await ann.post('/api/library', { game_id: 'igdb_101', status: 'completed' })
    await ann.post('/api/library', { game_id: 'igdb_102' })
    await join()
    // Unmarking and marking again does not complete a game again that was completed before.
    for (const status of ['playing', 'completed']) await ann.patch('/api/library/igdb_101/status', { status })
    expect((await amounts())[1]).toBe(0)
    await ann.patch('/api/library/igdb_102/status', { status: 'playing' })
    await log('igdb_102', { completion_percentage: 100 })
    expect((await amounts())[1]).toBe(1)
    await ann.patch('/api/library/igdb_102/status', { status: 'playing' })
    expect((await amounts())[1]).toBe(0)
  })

  test('a game completed since counts, whether it was wanted, being played or new, with or without a date', async () => {
    await ann.post('/api/library', { game_id: 'igdb_101' })
    await ann.post('/api/library', { game_id: 'igdb_102', status: 'playing' })
    await join()
    await ann.patch('/api/library/igdb_101/status', { status: 'completed' })
    expect((await amounts())[1]).toBe(1)
    await log('igdb_102', { status: 'completed', playthrough: { date: '2026' } })
    expect((await amounts())[1]).toBe(2)
    await log('igdb_103', { status: 'completed', play_time: 60, achievements_completed: 20 })
    expect(await amounts()).toEqual([60, 3, 1, 20])
    // A date says when it was, and not whether it counts.
    await log('igdb_103', { playthrough: { date: '2012' } })
    expect(await amounts()).toEqual([60, 3, 1, 20])
  })

  test('an added game that a member completed long ago counts when it is logged since', async () => {
    await join()
    await log('igdb_101', { status: 'completed', playthrough: { date: '2012-05-17' } })
    await ann.post('/api/library', { game_id: 'igdb_102', status: 'completed' })
    expect((await amounts())[1]).toBe(2)
  })

  test('completed games of an import count by the day of the file, because an import is no log', async () => {
    await join()
    const added = {
      user_id: ann.user.id as UserId,
      is_liked: false,
      notes: null,
      user_rating: null,
      completion_percentage: 100,
    }
    const completed = { ...added, status: 'completed', play_time: 30, last_played_at: null }
    await insertImported(
      app.db,
      ann.user.id as UserId,
      [
        { ...completed, game_id: 'igdb_101', created_at: app.time.now.toISOString(), completed_at: null },
        {
          ...completed,
          game_id: 'igdb_102',
          created_at: app.time.now.toISOString(),
          completed_at: '2012-05-17T12:00:00Z',
        },
      ],
      app.time.now,
    )
    await log('igdb_103', { play_time: 1 })
    expect(await amounts()).toEqual([1, 0, 3, 0])
    await log('igdb_101', { completion_percentage: 99 })
    expect(await amounts()).toEqual([1, 0, 3, 0])
  })

  test('games of a bulk change count, and no longer after its undo', async () => {
    const game_ids = ['igdb_101', 'igdb_102']
    for (const game_id of game_ids) await ann.post('/api/library', { game_id, status: 'playing' })
    await join()
    const { undo_id } = (await ann.post('/api/library/bulk/status', { game_ids, status: 'completed' })).body
    expect((await amounts())[1]).toBe(2)
    await ann.post('/api/library/bulk/undo', { undo_id })
    expect((await amounts())[1]).toBe(0)
  })

  test('wanted games that a bulk change completes count', async () => {
    const game_ids = ['igdb_101', 'igdb_102']
    for (const game_id of game_ids) await ann.post('/api/library', { game_id })
    await join()
    await ann.post('/api/library/bulk/status', { game_ids, status: 'completed' })
    expect((await amounts())[1]).toBe(2)
  })

  test('games of a bulk addition count as added, and no longer after its undo', async () => {
    await join()
    const game_ids = ['igdb_101', 'igdb_102', 'igdb_103']
    const { undo_id } = (await ann.post('/api/library/bulk/add', { game_ids })).body
    expect((await amounts())[2]).toBe(3)
    later()
    await ann.patch('/api/library/igdb_101', { status: 'playing' })
    await ann.post('/api/library/bulk/add/undo', { undo_id })
    expect((await amounts())[2]).toBe(1)
  })
})

test('achievements count those earned since', async () => {
  await log('igdb_101', { achievements_completed: 12 })
  await join()
  await log('igdb_101', { achievements_completed: 15 })
  await log('igdb_102', { achievements_completed: 4 })
  expect((await amounts())[3]).toBe(7)
  await log('igdb_101', { achievements_completed: 3, correct: true })
  expect((await amounts())[3]).toBe(4)
})

test('two concurrent changes of a library both count', async () => {
  await join()
  await Promise.all(['igdb_101', 'igdb_102', 'igdb_103'].map((game) => log(game, { play_time: 2 })))
  expect(await hours()).toBe(6)
})

test('without challenges, a change of the library takes one extra query', async () => {
  await log('igdb_101', { play_time: 1 })
  const without = await app.countQueries(() => log('igdb_101', { play_time: 2 }))
  await join()
  const within = await app.countQueries(() => log('igdb_101', { play_time: 3 }))
  // The amounts, the stored progress, and the publish.
  expect(within - without).toBe(3)
})

test('public and private reviews since the start count, until they are deleted', async () => {
  const write = async (game_id: string, is_public = true): Promise<string> =>
    (await ann.post('/api/reviews', { game_id, rating: 4, review_text: 'Fine.', is_public })).body.review.id
  await write('igdb_101')
  await join([
    { type: 'reviews_written', target: 3 },
    { type: 'reviews_written', target: 1, game_id: 'igdb_103' },
  ])
  expect(await amounts()).toEqual([0, 0])
  const own = await write('igdb_102', false)
  expect(await amounts()).toEqual([1, 0])
  await write('igdb_103')
  expect(await amounts()).toEqual([2, 1])
  await ann.put(`/api/reviews/${own}`, { rating: 2, review_text: 'Changed.' })
  expect(await amounts()).toEqual([2, 1])
  await ann.delete(`/api/reviews/${own}`)
  expect(await amounts()).toEqual([1, 1])
})
