import { beforeEach, describe, expect, test } from 'vitest'
import { useLibraryApp } from '#tests/support/library-app.ts'
import { type Member, useMember } from '#tests/support/members.ts'

const games = Array.from({ length: 6 }, (_, at) => `rawg_${900 + at}`)
const [g0 = '', g1 = '', g2 = '', g3 = ''] = games
const { t, log, shelve } = useLibraryApp(games)
const ann = useMember(t)
const bob = useMember(t)

beforeEach(async () => {
  t.time.now = new Date('2026-03-01T12:00:00Z')
  await t.db.deleteFrom('user_games').execute()
  await t.db.deleteFrom('library_bulk_changes').execute()
})
const later = () => {
  t.time.now = new Date(t.time.now.getTime() + 60_000)
}
const add = (who: Pick<Member, 'post'>, game_ids: unknown) => who.post('/api/library/bulk/add', { game_ids })
const undo = (who: Pick<Member, 'post'>, undo_id: unknown) => who.post('/api/library/bulk/add/undo', { undo_id })
const library = async (who: Member = ann) =>
  t.db.selectFrom('user_games').selectAll().where('user_id', '=', who.user.id).orderBy('game_id').execute()
const gamesOf = async (who: Member = ann) => (await library(who)).map(({ game_id }) => game_id)

describe('adding many games', () => {
  test('adds them as want to play, and leaves those that are there (G34)', async () => {
    await shelve(ann, g1, { status: 'completed', user_rating: 9 })
    const [before] = await library()
    later()
    const { status, body } = await add(ann, [g2, g0, g1, g0])
    expect([status, body.added, typeof body.undo_id]).toEqual([200, 2, 'string'])
    expect(await library()).toMatchObject([
      { game_id: g0, status: 'want_to_play', play_time: 0 },
      before,
      { game_id: g2, status: 'want_to_play' },
    ])
    expect(await gamesOf(bob)).toEqual([])
  })

  test('publishes no activity (decision 0036)', async () => {
    await add(ann, games)
    expect(
      await t.db.selectFrom('friend_activities').where('activity_type', '<>', 'badge').selectAll().execute(),
    ).toEqual([])
  })

  test('has no undo when the library has all of them', async () => {
    await add(ann, [g0])
    expect((await add(ann, [g0])).body).toEqual({ added: 0, undo_id: null })
  })

  test.each([
    ['a game that does not exist', () => [g0, 'rawg_99999999'], 404],
    ['no id', () => [g0, 'somebody'], 400],
    ['none', () => [], 400],
    ['more than 500', () => Array.from({ length: 501 }, () => g0), 400],
  ])('%s is refused, and none is added', async (_what, ids, status) => {
    expect((await add(ann, ids())).status).toBe(status)
    expect(await library()).toEqual([])
  })

  test('refuses visitors with a sign-in message', async () => {
    const { status, body } = await add(t.visitor(), [g0])
    expect([status, body.error]).toEqual([401, 'Please sign in to update game status'])
  })

  test('by two tabs at once adds each game once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => add(ann, at % 2 ? games : games.toReversed())),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(games.length)
    expect(await gamesOf()).toEqual(games)
  })

  test('sends as many statements for six games as for one', async () => {
    // The first request looks up the session and the games.
    await add(ann, games)
    await t.db.deleteFrom('user_games').execute()
    const one = await t.countQueries(() => add(ann, [g0]))
    const five = await t.countQueries(() => add(ann, games))
    expect(five).toBe(one)
  })
})

describe('undo of an addition', () => {
  test('removes what was added, once, and only for its owner', async () => {
    await shelve(ann, g1)
    const { undo_id } = (await add(ann, games)).body
    expect((await undo(bob, undo_id)).status).toBe(404)
    expect((await undo(ann, undo_id)).body).toEqual({ removed: 5 })
    expect(await gamesOf()).toEqual([g1])
    const again = await undo(ann, undo_id)
    expect([again.status, again.body.code]).toEqual([404, 'change_not_found'])
    expect((await undo(ann, 'x')).status).toBe(400)
  })

  test('leaves games that have changed since', async () => {
    const { undo_id } = (await add(ann, games)).body
    later()
    await ann.patch(`/api/library/${g0}`, { is_liked: true })
    await ann.patch(`/api/library/${g1}`, { status: 'playing' })
    await log(ann, g2, { play_time: 2 })
    await ann.delete(`/api/library/${g3}`)
    await shelve(ann, g3)
    expect((await undo(ann, undo_id)).body).toEqual({ removed: 2 })
    expect(await gamesOf()).toEqual([g0, g1, g2, g3])
  })

  test('leaves a game that has been pinned, and one whose timer runs', async () => {
    const { undo_id } = (await add(ann, [g0, g1, g2])).body
    const entry = (await library())[0]?.id as string
    await t.db.insertInto('profile_pins').values({ user_id: ann.user.id, position: 1, entry_id: entry }).execute()
    await t.db
      .insertInto('play_timers')
      .values({ user_id: ann.user.id, game_id: g1, started_at: t.time.now, running_since: t.time.now })
      .execute()
    expect((await undo(ann, undo_id)).body).toEqual({ removed: 1 })
    expect(await gamesOf()).toEqual([g0, g1])
  })

  test('leaves a game that is on a shelf of the member, and one with a copy', async () => {
    const { undo_id } = (await add(ann, [g0, g1, g2])).body
    const { shelf } = (await ann.post('/api/library/shelves', { name: 'Co-op' })).body
    await ann.post('/api/library/bulk/shelf', { game_ids: [g0], shelf_id: shelf.id, is_on: true })
    await ann.post(`/api/library/${g1}/copies`, { is_physical: true })
    expect((await undo(ann, undo_id)).body).toEqual({ removed: 1 })
    expect(await gamesOf()).toEqual([g0, g1])
  })

  test('is not the undo of a change of status', async () => {
    const { undo_id } = (await add(ann, [g0, g1])).body
    expect((await ann.post('/api/library/bulk/undo', { undo_id })).status).toBe(404)
    const changed = (await ann.post('/api/library/bulk/status', { game_ids: [g0], status: 'playing' })).body
    expect((await undo(ann, changed.undo_id)).status).toBe(404)
    expect((await ann.post('/api/library/bulk/undo', { undo_id: changed.undo_id })).body).toEqual({ restored: 1 })
    // The restored entry is again as the addition has made it.
    expect((await undo(ann, undo_id)).body).toEqual({ removed: 2 })
  })
})
