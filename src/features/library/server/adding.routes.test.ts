import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useLibraryApp } from '#tests/support/library-app.ts'
import { useMember } from '#tests/support/members.ts'

const games = Array.from({ length: 4 }, (_, at) => `rawg_${900 + at}`)
const [g0 = '', g1 = '', g2 = ''] = games
const UNKNOWN = 'rawg_999999'
const { t, fresh, rowsOf, shelve, log } = useLibraryApp(games)
const member = useMember(t)

describe('adding a game', () => {
  test('adds a game as want_to_play [R-LIB-02]', async () => {
    const answer = await shelve(member, g0)
    expect(answer.status).toBe(201)
    expect(answer.body.entry).toMatchObject({
      user_id: member.user.id,
      game_id: g0,
      status: 'want_to_play',
      play_time: 0,
      completion_percentage: 0,
      user_rating: null,
      is_liked: false,
      last_played_at: null,
    })
  })

  test('adds a game with the status, rating and heart of a quick action', async () => {
    const answer = await shelve(member, g1, { status: 'completed', user_rating: 9, is_liked: true })
    expect(answer.body.entry).toMatchObject({ status: 'completed', user_rating: 9, is_liked: true })
  })

  test('a second add returns 409 with code 23505 and the unchanged entry [R-LIB-05] [C21]', async () => {
    const who = await fresh()
    await shelve(who, g0, { status: 'playing' })
    await log(who, g0, { play_time: 5, completion_percentage: 40 })
    const again = await shelve(who, g0)
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      error: 'Game is already in your library (duplicate)',
      code: '23505',
      entry: { game_id: g0, status: 'playing', play_time: 5, completion_percentage: 40 },
    })
    expect(await rowsOf(who)).toMatchObject([{ status: 'playing', play_time: 5 }])
  })

  test('a game of a source that is not stored is fetched first (C59)', async () => {
    const answer = await shelve(member, '1942')
    expect(answer.status).toBe(201)
    expect(answer.body.entry.game_id).toBe('igdb_1942')
  })

  test('a visitor is refused with the documented sentence, and nothing is written [R-LIB-12]', async () => {
    const before = await t.db.selectFrom('user_games').selectAll().execute()
    const answer = await t.visitor().post('/api/library', { game_id: g2 })
    expect(answer.status).toBe(401)
    expect(answer.body.error).toBe('Please sign in to add games to your library')
    expect(await t.db.selectFrom('user_games').selectAll().execute()).toHaveLength(before.length)
  })

  test('an unknown game is refused with 404', async () => {
    const answer = await shelve(member, UNKNOWN)
    expect(answer.status).toBe(404)
    expect(answer.body).toMatchObject({ error: 'Game not found', code: 'game_not_found' })
  })

  test('a missing or invalid game id, status or rating is refused with 400, and nothing is written [R-PROG-19] [R-LIB-01]', async () => {
    const who = await fresh()
    expect((await who.post('/api/library', {})).body).toMatchObject({ error: 'Game ID is required' })
    for (const draft of [
      {},
      { game_id: '' },
      { game_id: 'steam_1' },
      { game_id: g0, status: 'finished' },
      { game_id: g0, user_rating: 11 },
    ])
      expect((await who.post('/api/library', draft)).status).toBe(400)
    expect(await rowsOf(who)).toEqual([])
  })

  test('two concurrent adds create one entry: one gets 201, one 409 [R-LIB-22]', async () => {
    const who = await fresh()
    const answers = await Promise.all(games.slice(0, 4).flatMap((id) => [shelve(who, id), shelve(who, id)]))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(4)
    expect(statuses.filter((status) => status === 409)).toHaveLength(4)
    expect(await rowsOf(who)).toHaveLength(4)
  })

  test('an entry that is removed between the insert and the lookup is added again', async () => {
    const who = await fresh()
    await shelve(who, g0, { status: 'dropped' })
    // The trigger removes the entry right after the insert has found it, once.
    await sql`
      create function remove_entry() returns trigger language plpgsql as $$
      begin
        delete from user_games where user_id = ${sql.lit(who.user.id)} and status = 'dropped';
        return null;
      end $$`.execute(t.db)
    await sql`create trigger remove_entry after insert on user_games execute function remove_entry()`.execute(t.db)
    const again = await shelve(who, g0, { status: 'playing' })
    await sql`drop trigger remove_entry on user_games`.execute(t.db)
    expect([again.status, again.body.entry]).toMatchObject([201, { game_id: g0, status: 'playing' }])
    expect(await rowsOf(who)).toMatchObject([{ game_id: g0, status: 'playing' }])
  })
})
