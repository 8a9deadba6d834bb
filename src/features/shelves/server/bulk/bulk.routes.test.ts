import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const games = Array.from({ length: 6 }, (_, at) => `rawg_${700 + at}`)
const [g0 = '', g1 = '', g2 = '', g3 = ''] = games
let ann: Member
let bob: Member

beforeAll(async () => {
  const rows = games.map((id, at) => ({ id, data_source: 'rawg', source_id: 700 + at, name: id, search_text: id }))
  await app.db.insertInto('games').values(rows).execute()
  ann = await signUp(app)
  bob = await signUp(app)
})
beforeEach(async () => {
  app.time.now = new Date('2026-03-01T12:00:00Z')
  await app.db.deleteFrom('user_games').execute()
  await app.db.deleteFrom('game_progress_history').execute()
  for (const [at, status] of ['want_to_play', 'playing', 'completed'].entries()) {
    app.time.now = new Date(app.time.now.getTime() + 1234)
    await ann.post('/api/library', { game_id: games[at], status })
  }
  await ann.put(`/api/library/${g1}/progress`, { play_time: 5, completion_percentage: 40 })
  await bob.post('/api/library', { game_id: g3 })
  later(10)
})
const later = (minutes: number) => {
  app.time.now = new Date(app.time.now.getTime() + minutes * 60_000)
}
const rows = () => app.db.selectFrom('user_games').selectAll().orderBy('user_id').orderBy('game_id').execute()
const statuses = async () => {
  const { data } = (await ann.get('/api/library?sort=recent')).body
  return data.map((row: { game_id: string; status: string }) => [row.game_id, row.status])
}
const change = (who: Member, game_ids: string[], status: string) =>
  who.post('/api/library/bulk/status', { game_ids, status })
const undo = (who: Member, undo_id: string) => who.post('/api/library/bulk/undo', { undo_id })

describe('a bulk change of status', () => {
  test('sets the status on all games, and leaves those that have it unchanged [R-LIB-07]', async () => {
    const before = await rows()
    const answer = await change(ann, [g0, g1, g2, g0], 'completed')
    expect([answer.status, answer.body.changed]).toEqual([200, 2])
    const after = await rows()
    const of = (list: typeof before, id: string) => list.find((row) => row.game_id === id)
    expect(of(after, g2)).toEqual(of(before, g2))
    expect(of(after, g0)).toMatchObject({ status: 'completed' })
    expect(of(after, g1)).toMatchObject({ status: 'completed', play_time: of(before, g1)?.play_time })
    expect(of(after, g3)).toEqual(of(before, g3))
  })

  test('publishes no activity (decision 0036)', async () => {
    await change(ann, [g0, g1, g2], 'playing')
    expect(
      await app.db.selectFrom('friend_activities').where('activity_type', '<>', 'badge').selectAll().execute(),
    ).toEqual([])
  })

  test('undo restores status and order exactly, once, and only for its owner', async () => {
    const before = await rows()
    const { undo_id } = (await change(ann, [g0, g1, g2], 'dropped')).body
    expect((await undo(bob, undo_id)).status).toBe(404)
    expect((await undo(ann, undo_id)).body).toEqual({ restored: 3 })
    expect(await rows()).toEqual(before)
    const again = await undo(ann, undo_id)
    expect([again.status, again.body.code]).toEqual([404, 'change_not_found'])
    expect(await rows()).toEqual(before)
  })

  test('each change has its own undo; entries that a later change has touched stay unchanged', async () => {
    const before = await rows()
    const first = (await change(ann, [g0, g1], 'dropped')).body
    later(1)
    const second = (await change(ann, [g1, g2], 'want_to_play')).body
    expect((await undo(ann, first.undo_id)).body).toEqual({ restored: 1 })
    expect(Object.fromEntries(await statuses())).toEqual({
      [g0]: 'want_to_play',
      [g1]: 'want_to_play',
      [g2]: 'want_to_play',
    })
    expect((await undo(ann, second.undo_id)).body).toEqual({ restored: 2 })
    // Undone in the order in which they were made, the changes leave only the effect of the first one on the entries
    // that both changed.
    expect((await rows()).filter(({ game_id }) => game_id !== g1)).toEqual(
      before.filter(({ game_id }) => game_id !== g1),
    )
    const third = (await change(ann, [g0], 'dropped')).body
    for (let at = 0; at < 20; at++) await change(ann, [g2], at % 2 ? 'completed' : 'dropped')
    expect((await undo(ann, third.undo_id)).status).toBe(404)
  })

  test('undo leaves entries unchanged that were changed or removed since', async () => {
    const { undo_id } = (await change(ann, [g0, g1, g2], 'dropped')).body
    later(1)
    await ann.patch(`/api/library/${g0}`, { is_liked: true })
    await ann.delete(`/api/library/${g2}`)
    expect((await undo(ann, undo_id)).body).toEqual({ restored: 1 })
    expect(await statuses()).toEqual([
      [g0, 'dropped'],
      [g1, 'playing'],
    ])
  })

  test('a change without effect has no undo', async () => {
    expect((await change(ann, [g2], 'completed')).body).toEqual({ changed: 0, undo_id: null })
  })
})

describe.each([
  [
    'status',
    (who: Pick<Member, 'post'>, game_ids: unknown) =>
      who.post('/api/library/bulk/status', { game_ids, status: 'dropped' }),
  ],
  ['remove', (who: Pick<Member, 'post'>, game_ids: unknown) => who.post('/api/library/bulk/remove', { game_ids })],
] as const)('%s changes all entries or none', (_name, send) => {
  test.each([
    ['a game of another’s library', () => [g0, g3], 404],
    ['a game in no library', () => [g0, games[5]], 404],
    ['a game that does not exist', () => [g0, 'rawg_99999999'], 404],
    ['no id', () => [g0, 'somebody'], 400],
    ['none', () => [], 400],
    ['more than 500', () => Array.from({ length: 501 }, () => g0), 400],
    ['no list', () => g0, 400],
  ])('%s is refused, and nothing changes', async (_what, ids, status) => {
    const before = await rows()
    expect((await send(ann, ids())).status).toBe(status)
    expect(await rows()).toEqual(before)
  })

  test('a visitor is refused with a sign-in message [R-LIB-11]', async () => {
    const answer = await send(app.visitor(), [g0])
    expect([answer.status, answer.body.error]).toEqual([401, 'Please sign in to update game status'])
  })
})

test('an unknown status is refused [R-LIB-01]', async () => {
  expect((await change(ann, [g0], 'finished')).status).toBe(400)
  expect((await ann.post('/api/library/bulk/status', { game_ids: [g0] })).body.error).toBe('Game status is required')
})

test('a bulk removal deletes the entries and their histories, and only those of the viewer [R-LIB-19]', async () => {
  expect((await ann.post('/api/library/bulk/remove', { game_ids: [g0, g1] })).body).toEqual({ removed: 2 })
  expect((await rows()).map(({ game_id }) => game_id).sort()).toEqual([g2, g3])
  expect(await app.db.selectFrom('game_progress_history').selectAll().execute()).toEqual([])
})

test('two concurrent bulk changes of the same games run one after the other', async () => {
  const all = [g0, g1, g2]
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, (_, at) =>
      change(ann, at % 2 ? all : all.toReversed(), at % 3 ? 'playing' : 'dropped'),
    ),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(new Set((await statuses()).map(([, status]: [string, string]) => status)).size).toBe(1)
})

test('500 games change and are undone in a bounded number of queries', async () => {
  const many = Array.from({ length: 500 }, (_, at) => `rawg_${2000 + at}`)
  await app.db
    .insertInto('games')
    .values(many.map((id, at) => ({ id, data_source: 'rawg', source_id: 2000 + at, name: id, search_text: id })))
    .execute()
  await app.db
    .insertInto('user_games')
    .values(many.map((game_id) => ({ user_id: bob.user.id, game_id, status: 'playing' })))
    .execute()
  const before = await rows()
  let undoId = ''
  const questions = await app.countQueries(async () => {
    undoId = (await change(bob, many, 'completed')).body.undo_id
  })
  // Eight of them for the badges that the change earns, and one for webhooks.
  expect(questions).toBeLessThanOrEqual(18)
  expect((await undo(bob, undoId)).body).toEqual({ restored: 500 })
  expect(await rows()).toEqual(before)
})
