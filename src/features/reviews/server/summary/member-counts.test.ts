import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOwnGames } from '#features/catalogue/server/catalogue.service.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { useMember } from '#tests/support/members.ts'
import { newScript } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const ann = useMember(app, { username: 'ann' })
const bob = useMember(app, { username: 'bob' })
const GAMES = ['igdb_1', 'igdb_2', 'igdb_3'] as const
const [ONE, TWO] = GAMES

beforeAll(() => addGames(app, [...GAMES]))
beforeEach(async () => {
  await app.db.deleteFrom('user_games').execute()
})

const countsOf = async (game: string, who = app.visitor()) => {
  await app.settle([tag.reviewsOf(game)])
  const { added, playing, finished, dropped } = (await who.get(`/api/games/${game}/reviews/summary`)).body.members
  return [added, playing, finished, dropped]
}
const shelve = async (game_id: string, status: string, who = ann) =>
  expect((await who.post('/api/library', { game_id, status })).status).toBe(201)
const disable = (disabled_at: Date | null) =>
  app.db.updateTable('profiles').set({ disabled_at }).where('id', '=', bob.user.id).execute()

/** Returns the stored counts that differ from the entries of enabled members. */
async function wrong(): Promise<unknown[]> {
  const { rows } = await sql`
    select * from game_member_counts stored
    full join (
      select game_id, count(*) as added, count(*) filter (where status = 'playing') as playing,
        count(*) filter (where status = 'completed') as finished, count(*) filter (where status = 'dropped') as dropped
      from user_games join profiles on profiles.id = user_id and disabled_at is null
      where not is_own_game(game_id) group by game_id
    ) counted using (game_id)
    where (coalesce(stored.added, 0), coalesce(stored.playing, 0), coalesce(stored.finished, 0), coalesce(stored.dropped, 0))
      <> (coalesce(counted.added, 0), coalesce(counted.playing, 0), coalesce(counted.finished, 0), coalesce(counted.dropped, 0))`.execute(
    app.db,
  )
  return rows
}

describe('how many members have a game', () => {
  test('is counted by status, the same for everybody', async () => {
    expect(await countsOf(ONE)).toEqual([0, 0, 0, 0])
    await shelve(ONE, 'playing')
    await shelve(ONE, 'want_to_play', bob)
    expect(await countsOf(ONE)).toEqual([2, 1, 0, 0])
    expect(await countsOf(ONE, ann)).toEqual([2, 1, 0, 0])
    await ann.put(`/api/library/${ONE}/progress`, { status: 'completed' })
    await bob.put(`/api/library/${ONE}/progress`, { status: 'dropped' })
    expect(await countsOf(ONE, bob)).toEqual([2, 0, 1, 1])
    const script = await newScript(app, ann)
    expect((await script.get(`/api/v1/games/${ONE}`)).body.data.members).toEqual({
      ...{ added: 2, playing: 0, finished: 1, dropped: 1 },
    })
    expect((await ann.delete(`/api/library/${ONE}`)).status).toBe(204)
    expect(await countsOf(ONE)).toEqual([1, 0, 0, 1])
    expect(await wrong()).toEqual([])
  })

  test('leaves out members who are disabled, until they are enabled, and those whose account is gone', async () => {
    await shelve(ONE, 'completed')
    await shelve(ONE, 'playing', bob)
    await disable(app.time.now)
    expect(await countsOf(ONE)).toEqual([1, 0, 1, 0])
    await app.db.updateTable('user_games').set({ status: 'dropped' }).where('user_id', '=', bob.user.id).execute()
    expect(await countsOf(ONE)).toEqual([1, 0, 1, 0])
    await disable(null)
    expect(await countsOf(ONE)).toEqual([2, 0, 1, 1])
    await app.db.deleteFrom('profiles').where('id', '=', bob.user.id).execute()
    expect(await countsOf(ONE)).toEqual([1, 0, 1, 0])
    expect(await wrong()).toEqual([])
  })

  test('is right after changes of many entries, and moves with entries', async () => {
    for (const game of GAMES) await shelve(game, 'want_to_play')
    await app.db.updateTable('user_games').set({ status: 'playing' }).execute()
    await app.db.updateTable('user_games').set({ is_liked: true }).execute()
    expect([await countsOf(ONE), await wrong()]).toEqual([[1, 1, 0, 0], []])
    await app.db.deleteFrom('user_games').where('game_id', '<>', ONE).execute()
    await app.db.updateTable('user_games').set({ game_id: TWO }).execute()
    expect([await countsOf(ONE), await countsOf(TWO), await wrong()]).toEqual([[0, 0, 0, 0], [1, 1, 0, 0], []])
  })

  test('does not count games of one’s own', async () => {
    const [game = ''] = await createOwnGames(app.db, ann.user.id as UserId, [
      { name: 'Mine', platform: null, year: 1998 },
    ])
    await shelve(game, 'playing')
    expect(await app.db.selectFrom('game_member_counts').where('game_id', '=', game).selectAll().execute()).toEqual([])
    expect(await wrong()).toEqual([])
  })
})
