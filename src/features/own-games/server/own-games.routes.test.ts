import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createOwnGames } from '#features/catalogue/server/catalogue.service.ts'
import type { UserId } from '#shared/ids.ts'
import { useImportsApp, yamtrack } from '#tests/support/imports-app.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const { app, ann, bob, read, step, write, stateOf, rowsOf, library } = useImportsApp()

const FILE = yamtrack(
  [1, 'Marmot Quest', 9, 12.5, 'Completed'],
  ['', 'Xyzzyplugh Unheard Of', 8, 4, 'Completed', '2020-01-02', '2020-02-03', 'Mine'],
)

beforeEach(async () => {
  await sql`delete from own_game_keys`.execute(app.db)
  await sql`delete from games where owner_id is not null`.execute(app.db)
})

/** Imports the file with the unknown row as a game of the member's own, and returns that game's id. */
async function importOwn(member: Member, file = FILE): Promise<{ importId: string; gameId: string }> {
  const importId = await read(member, file)
  const [row] = await rowsOf(member, importId, 'unknown')
  const decided = await member.put(`/api/imports/${importId}/rows/${row.n}`, { game_id: null, is_own: true })
  expect(decided.body).toMatchObject({ row: { state: 'ready', outcome: 'new', matched_by: 'as a game of your own' } })
  await step(member, importId, 'apply')
  return { importId, gameId: decided.body.row.game.id }
}

const entryOf = async (member: Member, id: string) => (await library(member)).find(({ game_id }) => game_id === id)
const ownGames = () => app.db.selectFrom('games').select('id').where('owner_id', 'is not', null).execute()

describe('a row that nobody knows', () => {
  test('becomes a game of the member’s own, which shows its name, platform and year', async () => {
    const { gameId } = await importOwn(ann)
    expect(gameId).toMatch(/^local_\d{13}$/)
    expect(await entryOf(ann, gameId)).toMatchObject({
      status: 'completed',
      user_rating: 8,
      play_time: 4,
      notes: 'Mine',
    })
    const { body } = await ann.get('/api/library')
    expect(body.data.map(({ game }: { game: { name: string } }) => game.name)).toContain('Xyzzyplugh Unheard Of')
    // The cache of cards has the game now.
    await ann.get(`/api/library/own-games/${gameId}`)
    const game = { name: 'Xyzzyplugh', platform: 'PC (Microsoft Windows)', year: 1999 }
    const edited = await ann.put(`/api/library/own-games/${gameId}`, { ...game, platform: 'PC' })
    expect(edited.body.game).toMatchObject({ ...game, card: { name: 'Xyzzyplugh', year: 1999, cover_url: null } })
    expect((await ann.get(`/api/library/own-games/${gameId}`)).body).toEqual(edited.body)
    const bad = await ann.put(`/api/library/own-games/${gameId}`, { name: ' ', platform: null, year: 12 })
    expect(bad.status).toBe(400)
    const filtered = await ann.get('/api/library?platform=PC%20(Microsoft%20Windows)&search=xyzzy')
    expect(filtered.body.data).toHaveLength(1)
  })

  test('is found again by the same file, which changes nothing, also after an edit', async () => {
    const { gameId } = await importOwn(ann)
    await ann.put(`/api/library/own-games/${gameId}`, { name: 'Another name', platform: 'Ouya', year: 2013 })
    const before = await library(ann)
    const again = await read(ann, FILE)
    expect(await stateOf(ann, again)).toMatchObject({ counts: { new: 0, changed: 0, same: 2, unknown: 0 } })
    await step(ann, again, 'apply')
    expect(await library(ann)).toEqual(before)
    expect(await ownGames()).toHaveLength(1)
    // Another member knows nothing of it.
    expect(await stateOf(bob, await read(bob, FILE))).toMatchObject({ counts: { new: 1, unknown: 1 } })
  })

  test('goes with the undo of its import, unless the member has changed the entry', async () => {
    const first = await importOwn(ann)
    await step(ann, first.importId, 'undo')
    expect([await library(ann), await ownGames()]).toEqual([[], []])
    const second = await importOwn(ann)
    await ann.patch(`/api/library/${second.gameId}`, { user_rating: 3 })
    await step(ann, second.importId, 'undo')
    expect(await entryOf(ann, second.gameId)).toMatchObject({ user_rating: 3, play_time: 0 })
  })

  test('is decided together with all others, and forgotten with the import', async () => {
    const file = yamtrack(['', 'Xyzzyplugh Unheard Of', 8, 4], ['', 'Qwertzuiop the Second', 5, 1])
    const id = await read(ann, file)
    expect((await ann.put(`/api/imports/${id}/rows`, { question: 'unknown', decision: 'own' })).body.import.state).toBe(
      'planning',
    )
    await app.work()
    expect(await stateOf(ann, id)).toMatchObject({ state: 'ready', counts: { unknown: 0, new: 2 } })
    const [row] = await rowsOf(ann, id)
    // Leaving one out again deletes its game.
    await ann.put(`/api/imports/${id}/rows/${row.n}`, { game_id: null })
    expect(await ownGames()).toHaveLength(1)
    expect((await ann.delete(`/api/imports/${id}`)).status).toBe(204)
    expect(await ownGames()).toEqual([])
  })

  test('goes with the account of its owner', async () => {
    await importOwn(bob)
    await app.db
      .transaction()
      .execute(async (db) => {
        await sql`delete from profiles where id = ${bob.user.id}`.execute(db)
        expect(await db.selectFrom('games').select('id').where('owner_id', 'is not', null).execute()).toEqual([])
        throw new Error('rolled back')
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'))
  })
})

describe('for everybody else', () => {
  test('it does not exist', async () => {
    const { gameId } = await importOwn(ann)
    const visitor = app.visitor()
    for (const client of [bob, visitor]) {
      for (const path of [`/api/games/${gameId}`, `/api/games/${gameId}/related`, `/api/games/validate/${gameId}`])
        expect(JSON.stringify((await client.get(path)).body)).not.toContain('Xyzzyplugh')
      for (const path of ['games/suggestions?query=Xyzzyplugh', 'games/search?query=Xyzzyplugh', 'search?q=Xyzzyplugh'])
        expect(JSON.stringify((await client.get(`/api/${path}`)).body)).not.toContain('Unheard')
      expect(JSON.stringify((await client.get(`/api/profiles/${ann.user.id}/games`)).body)).not.toContain('Xyzzyplugh')
    }
    expect((await visitor.get(`/game/${gameId}`)).status).toBe(404)
    const shelved = await bob.post('/api/library', { game_id: gameId })
    expect([shelved.status, shelved.body.error]).toEqual([404, 'Game not found'])
    for (const call of [
      bob.get(`/api/library/own-games/${gameId}`),
      bob.put(`/api/library/own-games/${gameId}`, { name: 'Taken', platform: null, year: null }),
      bob.post(`/api/library/own-games/${gameId}/join`, { game_id: 'igdb_5' }),
    ])
      expect((await call).status).toBe(404)
    expect((await bob.post('/api/user/timer', { game_id: gameId })).status).toBe(404)
  })

  test('nothing that others see can be about it', async () => {
    const { gameId } = await importOwn(ann)
    const review = { rating: 4, review_text: 'Words about a game that nobody else has', is_public: true }
    for (const call of [
      ann.put(`/api/games/${gameId}/review`, review),
      ann.post('/api/activities', { type: 'started_playing', game_id: gameId }),
      ann.put('/api/profiles/me/favourites', { game_ids: [gameId] }),
    ])
      expect((await call).status).toBeGreaterThanOrEqual(400)
    const [row] = (await ann.get(`/api/library?game_id=${gameId}`)).body.data
    const pinned = await ann.put('/api/profiles/me/pins', { items: [{ item_type: 'entry', item_id: row.id }] })
    expect(pinned.status).toBeGreaterThanOrEqual(400)
    for (const table of ['reviews', 'friend_activities', 'profile_favourites'] as const)
      expect(await app.db.selectFrom(table).selectAll().where('game_id', 'is not', null).execute()).toEqual([])
    expect(await app.db.selectFrom('profile_pins').selectAll().execute()).toEqual([])
  })
})

describe('joined to a game of the catalogue', () => {
  const [edition, got_on, price, currency, lent_to, lent_on] = [null, null, null, null, null, null]
  const COPY = {
    platform: null,
    store: 'Flea market',
    edition,
    is_physical: true,
    got_on,
    price,
    currency,
    lent_to,
    lent_on,
  }
  /** Gives an entry everything that it can have. */
  async function fill(gameId: string) {
    const { body } = await ann.post(`/api/user/games/${gameId}/sessions`, { minutes: 90 })
    await ann.post('/api/library/bulk/status', { game_ids: [gameId], status: 'playing' })
    const { shelf } = (await ann.post('/api/library/shelves', { name: `Shelf ${gameId}` })).body
    await ann.post('/api/library/bulk/shelf', { game_ids: [gameId], shelf_id: shelf.id, is_on: true })
    expect((await ann.post(`/api/library/${gameId}/copies`, COPY)).status).toBe(201)
    return body
  }
  const partsOf = async (gameId: string) => {
    const of = (
      table: 'playthroughs' | 'play_sessions' | 'own_shelf_games' | 'game_copies' | 'game_progress_history',
    ) => app.db.selectFrom(table).selectAll().where('game_id', '=', gameId).execute()
    const [runs, sessions, shelves, copies, history] = await Promise.all([
      of('playthroughs'),
      of('play_sessions'),
      of('own_shelf_games'),
      of('game_copies'),
      of('game_progress_history'),
    ])
    return JSON.parse(JSON.stringify({ runs, sessions, shelves, copies, history }).replaceAll(gameId, 'GAME'))
  }
  const wholeEntry = async (gameId: string) => {
    const row = await app.db.selectFrom('user_games').selectAll().where('game_id', '=', gameId).executeTakeFirst()
    const { id: _, game_id: _game, ...rest } = row ?? { id: '', game_id: '' }
    return JSON.parse(JSON.stringify(rest))
  }

  test('it keeps everything, and the undo of its import finds it there', async () => {
    const { importId, gameId } = await importOwn(ann)
    await fill(gameId)
    const [entry, parts] = [await wholeEntry(gameId), await partsOf(gameId)]
    expect(parts).toMatchObject({ sessions: [{}], shelves: [{}], copies: [{ store: 'Flea market' }] })
    const joined = await ann.post(`/api/library/own-games/${gameId}/join`, { game_id: 'igdb_5' })
    expect(joined.body).toMatchObject({ game: { id: 'igdb_5', name: 'Heron' } })
    expect(await wholeEntry('igdb_5')).toEqual(entry)
    expect(await partsOf('igdb_5')).toEqual(parts)
    expect([await entryOf(ann, gameId), await ownGames()]).toEqual([undefined, []])
    // The same file finds the game of the catalogue.
    const again = await read(ann, FILE)
    expect(await stateOf(ann, again)).toMatchObject({ counts: { new: 0, unknown: 0, same: 2 } })
    await ann.delete(`/api/imports/${again}`)
    // The session stays; what the import wrote goes.
    await step(ann, importId, 'undo')
    expect(await entryOf(ann, 'igdb_5')).toMatchObject({ user_rating: null, notes: null, play_time: 1.5 })
  })

  test('the undo of a bulk change still finds the entry', async () => {
    const { gameId } = await importOwn(ann)
    const { undo_id } = (await ann.post('/api/library/bulk/status', { game_ids: [gameId], status: 'playing' })).body
    await ann.post(`/api/library/own-games/${gameId}/join`, { game_id: 'igdb_5' })
    expect((await ann.post('/api/library/bulk/undo', { undo_id })).body).toEqual({ restored: 1 })
    expect(await entryOf(ann, 'igdb_5')).toMatchObject({ status: 'completed' })
  })

  test('of two entries the one of the catalogue stays, and takes what it lacks', async () => {
    await ann.post('/api/library', { game_id: 'igdb_5', status: 'dropped', user_rating: 2 })
    await ann.put('/api/library/igdb_5/progress', { play_time: 3 })
    const { body } = await ann.post('/api/user/games/igdb_5/sessions', { minutes: 60 })
    expect(body.entry.play_time).toBe(4)
    const before = await entryOf(ann, 'igdb_5')
    const { importId, gameId } = await importOwn(ann)
    await fill(gameId)
    await ann.post(`/api/library/own-games/${gameId}/join`, { game_id: 'igdb_5' })
    // 1 and 1.5 hours of sessions, and of 3 and 4 hours without a session the larger total.
    expect(await entryOf(ann, 'igdb_5')).toMatchObject({ user_rating: 2, notes: 'Mine', play_time: 6.5 })
    expect(await partsOf('igdb_5')).toMatchObject({ sessions: [{}, {}], copies: [{}] })
    expect(await ownGames()).toEqual([])
    // The undo of the import leaves the entry that was there before, with all sessions.
    await step(ann, importId, 'undo')
    expect(await entryOf(ann, 'igdb_5')).toMatchObject({ ...before, play_time: 5.5 })
  })

  test('a game that nobody knows is refused, and nothing changes', async () => {
    const { gameId } = await importOwn(ann)
    const before = await library(ann)
    for (const game_id of ['igdb_499999', 'local_7', gameId])
      expect((await ann.post(`/api/library/own-games/${gameId}/join`, { game_id })).status).toBeGreaterThanOrEqual(400)
    expect(await library(ann)).toEqual(before)
  })
})

test('an own game in a file of another member is not found there', async () => {
  await write(ann, FILE)
  const { gameId } = await importOwn(bob)
  const data = { user_games: [{ game_id: gameId, game_name: 'Xyzzyplugh Unheard Of', status: 'playing' }] }
  const file = JSON.stringify({ format: 'savepoint-export', version: 1, data })
  const id = await read(ann, file, 'data.json')
  expect(await stateOf(ann, id)).toMatchObject({ preset: 'savepoint', counts: { unknown: 1 } })
})

describe('while the change feed is late', () => {
  const late = useTestApp({}, { feedOf: (changes) => ({ ...changes, subscribe: () => () => {} }) })
  const cat = useMember(late)

  test('the next read after an edit shows it', async () => {
    const [id] = await createOwnGames(late.db, cat.user.id as UserId, [{ name: 'Before', platform: null, year: 1998 }])
    const address = `/api/library/own-games/${id}`
    expect((await cat.get(address)).body.game.card).toMatchObject({ name: 'Before', year: 1998 })
    await cat.put(address, { name: 'After', platform: null, year: 1999 })
    expect((await cat.get(address)).body.game.card).toMatchObject({ name: 'After', year: 1999 })
  })
})
