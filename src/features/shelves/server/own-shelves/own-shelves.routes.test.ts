import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { OWN_SHELVES_MAX, QUEUE_MAX, SHELVES_OF_GAME_MAX } from '../../own-shelves.rules.ts'

const app = useTestApp()
const GAMES = ['igdb_301', 'igdb_302', 'igdb_303', 'igdb_304']
const [A = '', B = '', C = '', D = ''] = GAMES
const NOBODY = '01900000-0000-7000-8000-000000000000'
let ann: Member
let bob: Member

beforeAll(async () => {
  await addGames(app, GAMES)
  ann = await signUp(app, { username: 'ann' })
  bob = await signUp(app, { username: 'bob' })
})
beforeEach(async () => {
  app.time.now = new Date('2026-03-01T12:00:00Z')
  await app.db.deleteFrom('own_shelves').execute()
  await app.db.deleteFrom('user_games').execute()
  for (const id of [A, B, C]) await ann.post('/api/library', { game_id: id })
  await bob.post('/api/library', { game_id: D })
  later()
})
const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 60_000)
}
const make = async (name: string, more: object = {}, who = ann) =>
  (await who.post('/api/library/shelves', { name, ...more })).body.shelf
const put = (shelf: { id: string }, game_ids: string[], is_on = true, who = ann) =>
  who.post('/api/library/bulk/shelf', { game_ids, shelf_id: shelf.id, is_on })
const undo = (undo_id: string, who = ann) => who.post('/api/library/bulk/undo', { undo_id })
const shelves = async (who = ann, query = '') => (await who.get(`/api/library/shelves${query}`)).body.shelves
const names = async () => (await shelves()).map(({ name }: { name: string }) => name)
const stored = () => app.db.selectFrom('own_shelf_games').selectAll().orderBy('shelf_id').orderBy('game_id').execute()
const found = async (name: string, path = '/api/library', who: Pick<Member, 'get'> = ann) =>
  (await who.get(`${path}?sort=name&shelf=${encodeURIComponent(name)}`)).body.data.map(
    ({ game_id }: { game_id: string }) => game_id,
  )

describe('a request without a part', () => {
  test.each([
    ['is_on', { shelf_id: NOBODY }, 'Say whether the games go on the shelf or come off it'],
    ['shelf_id', { is_on: true }, 'Choose a shelf'],
    ['shelf_id', { is_on: true, shelf_id: 'x' }, 'Choose a shelf'],
    ['game_ids', { is_on: true, shelf_id: NOBODY, game_ids: undefined }, 'Game ids are required'],
  ])('%s is refused with a plain sentence', async (_part, body, error) => {
    const answer = await ann.post('/api/library/bulk/shelf', { game_ids: [A], ...body })
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })
})

describe('names in two spellings of Unicode', () => {
  const composed = 'Kämpfe'.normalize('NFC')
  const decomposed = composed.normalize('NFD')

  test('are one name: a new one is stored composed, and another spelling is taken', async () => {
    expect((await make(decomposed)).name).toBe(composed)
    expect((await ann.post('/api/library/shelves', { name: composed.toUpperCase() })).status).toBe(409)
  })

  test('a shelf that is stored decomposed is found, and its name is taken', async () => {
    const shelf = await make('Other')
    await put(shelf, [A])
    await app.db.updateTable('own_shelves').set({ name: decomposed }).execute()
    expect(await found(composed)).toEqual([A])
    expect((await ann.post('/api/library/shelves', { name: composed })).status).toBe(409)
  })
})

describe('shelves', () => {
  test('a new shelf is the last one, and only its owner sees it unless asked otherwise', async () => {
    const first = await ann.post('/api/library/shelves', { name: '  Couch \n co-op ' })
    expect([first.status, first.body.shelf]).toMatchObject([
      201,
      { name: 'Couch co-op', color: 'grey', is_shown: false, games_count: 0, has_game: false },
    ])
    await make('Lent', { color: 'red', is_shown: true })
    expect(await shelves()).toMatchObject([{ name: 'Couch co-op' }, { name: 'Lent', color: 'red', is_shown: true }])
    expect(await shelves(bob)).toEqual([])
  })

  test.each([
    ['no name', {}, 'Name is required'],
    ['an empty name', { name: ' \u200b ' }, 'Name is required'],
    ['a long name', { name: 'x'.repeat(41) }, 'Name must be 40 characters or less'],
    ['another color', { name: 'x', color: 'url(x)' }, 'Choose one of the colors'],
  ])('%s is refused with a sentence', async (_what, body, error) => {
    const answer = await ann.post('/api/library/shelves', body)
    expect([answer.status, answer.body.error]).toEqual([400, error])
    expect(await shelves()).toEqual([])
  })

  test('a name is taken once, in any case, and each member has names of their own', async () => {
    const coop = await make('Co-op')
    const solo = await make('Solo')
    for (const answer of [
      await ann.post('/api/library/shelves', { name: 'CO-OP' }),
      await ann.patch(`/api/library/shelves/${solo.id}`, { name: 'co-op' }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'shelf_exists'])
    expect((await ann.patch(`/api/library/shelves/${coop.id}`, { name: 'CO-OP' })).body.shelf.name).toBe('CO-OP')
    expect(await make('Co-op', {}, bob)).toMatchObject({ name: 'Co-op' })
  })

  test('two requests at once make one shelf of a name', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ann.post('/api/library/shelves', { name: 'Co-op' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
  })

  test(`a member has at most ${OWN_SHELVES_MAX} shelves`, async () => {
    await app.db
      .insertInto('own_shelves')
      .values(
        Array.from({ length: OWN_SHELVES_MAX }, (_, at) => ({
          user_id: ann.user.id,
          name: `Shelf ${at}`,
          color: 'grey',
          position: at,
        })),
      )
      .execute()
    const answer = await ann.post('/api/library/shelves', { name: 'One more' })
    expect([answer.status, answer.body.error]).toEqual([409, 'You can have at most 100 shelves'])
  })

  test('an edit changes only what it names', async () => {
    const { id } = await make('Co-op', { color: 'blue' })
    const answer = await ann.patch(`/api/library/shelves/${id}`, { is_shown: true })
    expect(answer.body.shelf).toMatchObject({ name: 'Co-op', color: 'blue', is_shown: true })
    expect((await ann.patch(`/api/library/shelves/${id}`, {})).body.shelf).toMatchObject({ name: 'Co-op' })
  })

  test('the order is the member’s own; shelves that are not named follow', async () => {
    const [one, two, three] = [await make('One'), await make('Two'), await make('Three')]
    expect((await ann.put('/api/library/shelves/order', { shelf_ids: [three.id, one.id] })).status).toBe(204)
    expect(await names()).toEqual(['Three', 'One', 'Two'])
    const foreign = await make('Foreign', {}, bob)
    const answer = await ann.put('/api/library/shelves/order', { shelf_ids: [two.id, foreign.id] })
    expect([answer.status, answer.body.error]).toEqual([404, 'Shelf not found'])
    expect(await names()).toEqual(['Three', 'One', 'Two'])
  })

  test('another member’s shelf cannot be read, changed, filled or deleted', async () => {
    const shelf = await make('Co-op')
    await put(shelf, [A])
    const before = [await shelves(), await stored()]
    for (const answer of [
      await bob.patch(`/api/library/shelves/${shelf.id}`, { name: 'Mine' }),
      await bob.delete(`/api/library/shelves/${shelf.id}`),
      await put(shelf, [D], true, bob),
      await put(shelf, [D], false, bob),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'shelf_not_found'])
    expect([await shelves(), await stored()]).toEqual(before)
  })

  test('a deleted shelf leaves its games in the library, and a removed game leaves its shelves', async () => {
    const [one, two] = [await make('One'), await make('Two')]
    await put(one, [A, B])
    await put(two, [A])
    expect((await ann.delete(`/api/library/shelves/${one.id}`)).status).toBe(204)
    expect((await ann.get('/api/library')).body.total).toBe(3)
    expect(await stored()).toHaveLength(1)
    await ann.delete(`/api/library/${A}`)
    expect(await shelves()).toMatchObject([{ name: 'Two', games_count: 0 }])
  })
})

describe('games of a shelf', () => {
  test('games are put on it and taken from it, and the list of the library keeps its order', async () => {
    const shelf = await make('Co-op')
    const before = (await ann.get('/api/library')).body.data
    expect((await put(shelf, [A, B])).body).toMatchObject({ changed: 2 })
    expect((await put(shelf, [B, C])).body).toMatchObject({ changed: 1 })
    expect((await put(shelf, [A], false)).body).toMatchObject({ changed: 1 })
    expect((await put(shelf, [A], false)).body).toEqual({ changed: 0, undo_id: null })
    expect((await ann.get('/api/library')).body.data).toEqual(before)
    expect(await shelves(ann, `?game_id=${B}`)).toMatchObject([{ games_count: 2, has_game: true }])
    expect(await shelves(ann, `?game_id=${A}`)).toMatchObject([{ has_game: false }])
  })

  test('a game that is not in the library is refused, and nothing changes', async () => {
    const shelf = await make('Co-op')
    const answer = await put(shelf, [A, D])
    expect([answer.status, answer.body.code]).toEqual([404, 'entry_not_found'])
    expect(await stored()).toEqual([])
    expect((await put({ id: NOBODY }, [A])).body.code).toBe('shelf_not_found')
  })

  test(`a game is on at most ${SHELVES_OF_GAME_MAX} shelves`, async () => {
    const rows = Array.from({ length: SHELVES_OF_GAME_MAX }, (_, at) => ({
      user_id: ann.user.id,
      name: `Shelf ${at}`,
      color: 'grey',
      position: at,
    }))
    const made = await app.db.insertInto('own_shelves').values(rows).returning('id').execute()
    await app.db
      .insertInto('own_shelf_games')
      .values(made.map(({ id }) => ({ shelf_id: id, user_id: ann.user.id, game_id: A, added_at: new Date() })))
      .execute()
    const answer = await put(await make('One more'), [B, A])
    expect([answer.status, answer.body.error]).toEqual([409, 'A game can be on at most 50 shelves'])
    expect(await stored()).toHaveLength(SHELVES_OF_GAME_MAX)
  })

  test('undo restores exactly what was there, once, and only for its owner', async () => {
    const shelf = await make('Co-op')
    await put(shelf, [A])
    later()
    const before = await stored()
    const added = (await put(shelf, [A, B, C])).body
    expect((await undo(added.undo_id, bob)).status).toBe(404)
    expect((await undo(added.undo_id)).body).toEqual({ restored: 2 })
    expect(await stored()).toEqual(before)
    expect((await undo(added.undo_id)).body.code).toBe('change_not_found')
    later()
    const taken = (await put(shelf, [A], false)).body
    expect((await undo(taken.undo_id)).body).toEqual({ restored: 1 })
    expect(await stored()).toEqual(before)
  })

  test('undo leaves what has changed since, and a deleted shelf stays deleted', async () => {
    const shelf = await make('Co-op')
    const first = (await put(shelf, [A, B])).body
    later()
    await put(shelf, [A], false)
    await put(shelf, [A])
    expect((await undo(first.undo_id)).body).toEqual({ restored: 1 })
    expect((await stored()).map(({ game_id }) => game_id)).toEqual([A])
    const taken = (await put(shelf, [A], false)).body
    await ann.delete(`/api/library/shelves/${shelf.id}`)
    expect((await undo(taken.undo_id)).body).toEqual({ restored: 0 })
  })

  test('the undo of an addition does not undo a change of a shelf', async () => {
    const { undo_id } = (await put(await make('Co-op'), [A])).body
    expect((await ann.post('/api/library/bulk/add/undo', { undo_id })).status).toBe(404)
  })
})

describe('the filter', () => {
  test('finds the games of a shelf by its name in any case; another name finds nothing', async () => {
    const shelf = await make('Co-op')
    await put(shelf, [A, C])
    await put(await make('Co-op', {}, bob), [D], true, bob)
    expect(await found('co-op')).toEqual([A, C])
    expect(await found('Solo')).toEqual([])
    expect(await found("' or true --")).toEqual([])
  })

  test('others find and list only the shelves that the member shows', async () => {
    const [shown, hidden] = [await make('Shown', { is_shown: true }), await make('Hidden')]
    await put(shown, [A])
    await put(hidden, [B])
    const path = '/api/profiles/ann/games'
    const facets = async (who: Pick<Member, 'get'>) => (await who.get(`${path}/facets`)).body.shelves
    for (const who of [bob, app.visitor()]) {
      expect(await found('Shown', path, who)).toEqual([A])
      expect(await found('Hidden', path, who)).toEqual([])
      expect(await facets(who)).toEqual([{ name: 'Shown', count: 1 }])
    }
    expect(await found('Hidden', path)).toEqual([B])
    // The owner's preview shows what others see.
    const preview = await ann.get(`${path}?shelf=Hidden&as=guest`)
    expect(preview.body.data).toEqual([])
    await ann.patch(`/api/library/shelves/${hidden.id}`, { is_shown: true })
    expect(await facets(app.visitor())).toHaveLength(2)
  })
})

describe('the queue', () => {
  const queue = async (who: Pick<Member, 'get'> = ann) =>
    (await who.get('/api/library/queue')).body.games.map(({ id }: { id: string }) => id)
  const line = (game_ids: string[], is_on = true) => put({ id: 'queue' }, game_ids, is_on)
  const move = (game_id: string, after: string | null, who = ann) =>
    who.put('/api/library/queue/order', { game_id, after })

  test('the first game makes it, and games keep the order in which they were put there', async () => {
    expect(await queue()).toEqual([])
    expect((await line([C, A])).body).toMatchObject({ changed: 2 })
    expect((await line([B, A])).body).toMatchObject({ changed: 1 })
    expect(await queue()).toEqual([C, A, B])
    expect((await ann.get('/api/library/queue?limit=2')).body).toMatchObject({
      games: [{ id: C }, { id: A }],
      total: 3,
    })
    expect(await shelves()).toMatchObject([{ name: 'Up next', is_queue: true, is_shown: false, games_count: 3 }])
    expect(await queue(bob)).toEqual([])
  })

  test('a shelf that has its name becomes the queue', async () => {
    const shelf = await make('up next')
    await put(shelf, [B])
    await line([A])
    expect(await shelves()).toMatchObject([{ id: shelf.id, name: 'up next', is_queue: true, games_count: 2 }])
    expect(await queue()).toEqual([A, B])
  })

  test('a game moves behind another one or to the top', async () => {
    await line([A, B, C])
    for (const [game, after, order] of [
      [C, null, [C, A, B]],
      [C, B, [A, B, C]],
      [A, B, [B, A, C]],
      [A, A, [B, A, C]],
    ] as const) {
      expect((await move(game, after)).status).toBe(204)
      expect(await queue()).toEqual(order)
    }
    for (const answer of [await move(D, null), await move(A, D), await move(A, null, bob)])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_queued'])
    expect(await queue()).toEqual([B, A, C])
  })

  test('a game that is begun leaves it, and an undo puts it back where it was', async () => {
    await line([A, B, C])
    const { undo_id } = (await ann.post('/api/library/bulk/status', { game_ids: [B], status: 'playing' })).body
    expect(await queue()).toEqual([A, C])
    expect(await found('Up next')).toEqual([A, C])
    expect(await shelves(ann, `?game_id=${B}`)).toMatchObject([{ games_count: 2, has_game: false }])
    await move(C, null)
    await undo(undo_id)
    expect(await queue()).toEqual([C, A, B])
  })

  test('a game that the member does not want to play is refused, and so is one too many', async () => {
    await ann.patch(`/api/library/${B}/status`, { status: 'completed' })
    const answer = await line([A, B])
    expect([answer.status, answer.body.error]).toEqual([409, 'Only games that you want to play can be in Up next'])
    expect(await queue()).toEqual([])
    const many = Array.from({ length: QUEUE_MAX }, (_, at) => `igdb_${5000 + at}`)
    await addGames(app, many)
    await ann.post('/api/library/bulk/add', { game_ids: many })
    await line(many)
    const more = await line([A])
    expect([more.status, more.body.error]).toEqual([409, 'Up next can contain at most 200 games'])
    expect(await queue()).toEqual(many)
  })

  test('undo of a game that was taken out restores its place', async () => {
    await line([A, B, C])
    const { undo_id } = (await line([B], false)).body
    expect(await queue()).toEqual([A, C])
    expect((await undo(undo_id)).body).toEqual({ restored: 1 })
    expect(await queue()).toEqual([A, B, C])
  })

  test('the library can have its order, which others do not see', async () => {
    await line([C, A])
    const sorted = async (path: string, who: Pick<Member, 'get'>, order = '') =>
      (await who.get(`${path}?sort=queue${order}`)).body.data.map(({ game_id }: { game_id: string }) => game_id)
    expect(await sorted('/api/library', ann)).toEqual([C, A, B])
    expect(await sorted('/api/library', ann, '&order=desc')).toEqual([A, C, B])
    const recent = (await bob.get('/api/profiles/ann/games?sort=recent&order=asc')).body.data
    expect(await sorted('/api/profiles/ann/games', bob, '&order=asc')).toEqual(
      recent.map(({ game_id }: { game_id: string }) => game_id),
    )
  })
})
