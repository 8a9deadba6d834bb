import { afterEach, describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import type { GameFacts } from '../../game-facts.contract.ts'
import { NOTHING_KNOWN, type SourceGame } from '../sources/source.ts'
import type { Origin } from '../stored-games/store-games.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { storeAndAnnounce } from '../stored-games/store-source-games.ts'

const app = useTestApp()
afterEach(async () => {
  await app.db.deleteFrom('game_merges').execute()
  await app.db.deleteFrom('games').execute()
})

const id = (number: number) => `igdb_${number}` as GameId
const year = (at: number) => Date.UTC(at, 0, 1) / 1000
const game = (number: number, facts: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  id: id(number),
  name: `Game ${number}`,
  isWhole: true,
  ...facts,
})
async function store(games: SourceGame[], origin: Origin = 'igdb'): Promise<GameId[]> {
  const changed = await storeGames(app.db, games, origin)
  await app.settle([tag.games])
  return changed
}
async function factsOf(number: number): Promise<GameFacts> {
  const answer = await app.visitor().get(`/api/games/${id(number)}/facts`)
  expect(answer.status).toBe(200)
  return answer.body.data
}
const shelvesOf = async (number: number) =>
  (await factsOf(number)).relations.map(({ role, kind, total, games }) => [
    role,
    kind,
    total,
    games.map((each) => Number(each.id.slice(5))),
  ])
const related = (kind: 'dlc' | 'remake' | 'similar', role: 'part' | 'whole', number: number) => ({
  kind,
  role,
  id: id(number),
})

const FACTS = {
  status: 'early_access',
  franchise: 'A franchise',
  ratingCount: 12,
  releases: [{ platform: 'Linux', region: 'japan', status: null, date: '2020-Q2' }],
  multiplayer: [{ platform: null, online: 4, couch: 2, onlineCoop: null, couchCoop: null, kinds: ['campaign'] }],
  ageRatings: [{ board: 'PEGI', rating: '12', descriptors: ['Violence'] }],
  languages: [{ name: 'German', audio: false, subtitles: true, interface: true }],
  links: [{ kind: 'gog', url: 'https://www.gog.com/game/one' }],
  engines: ['An engine'],
  perspectives: ['First person'],
} as const satisfies Partial<SourceGame>

describe('the facts of a game', () => {
  test('are stored with their source, and returned', async () => {
    await store([game(1, { ...FACTS, criticRating: 80, criticRatingCount: 7, rating: 75 })])
    expect(await factsOf(1)).toEqual({
      status: 'early_access',
      releases: FACTS.releases,
      multiplayer: FACTS.multiplayer,
      age_ratings: FACTS.ageRatings,
      languages: FACTS.languages,
      links: FACTS.links,
      engines: FACTS.engines,
      perspectives: FACTS.perspectives,
      critics: { rating: 80, count: 7 },
      players: { rating: 75, count: 12 },
      relations: [],
      series: null,
      franchise: null,
    })
  })

  test('are all unknown for a game of which nothing is known, and take no room in its row', async () => {
    await store([game(1)])
    expect(await factsOf(1)).toEqual({
      status: null,
      releases: [],
      multiplayer: [],
      age_ratings: [],
      languages: [],
      links: [],
      engines: [],
      perspectives: [],
      critics: null,
      players: null,
      relations: [],
      series: null,
      franchise: null,
    })
    const { details } = await app.db.selectFrom('games').select('details').executeTakeFirstOrThrow()
    for (const key of ['releases', 'relations', 'status']) expect(details).not.toHaveProperty(key)
  })

  test('are not erased by a list, nor by another source, and go when their own source no longer has them', async () => {
    await store([game(1, { ...FACTS, relations: [related('dlc', 'part', 2)] })])
    await store([game(1, { isWhole: false })])
    expect((await factsOf(1)).releases).toEqual(FACTS.releases)
    const { engines, ...others } = FACTS
    await store([game(1, others)])
    expect(await factsOf(1)).toMatchObject({ engines: [], languages: FACTS.languages })
    await store([game(1)])
    expect(await factsOf(1)).toMatchObject({ releases: [], status: null, age_ratings: [], links: [] })
    expect(await app.db.selectFrom('game_relations').selectAll().execute()).toEqual([])
    expect(engines).toHaveLength(1)
  })

  test('of the built-in catalogue stay, as its own, when a live source does not know them', async () => {
    await store([game(1, FACTS)], 'local')
    await store([game(1, { engines: ['Of the source'] })])
    expect(await factsOf(1)).toMatchObject({ engines: ['Of the source'], releases: FACTS.releases })
    const { provenance } = await app.db.selectFrom('games').select('provenance').executeTakeFirstOrThrow()
    expect(provenance).toMatchObject({
      '*': { origin: 'igdb' },
      releases: { origin: 'local' },
      age_ratings: { origin: 'local' },
    })
    expect(provenance).not.toHaveProperty('engines')
  })

  test('are missing for a game that does not exist', async () => {
    expect((await app.visitor().get('/api/games/igdb_7/facts')).status).toBe(404)
  })
})

describe('relations', () => {
  test('are read from both ends, also if both state them, each once and in the order of release', async () => {
    await store([
      game(1, { relations: [related('dlc', 'part', 3), related('dlc', 'part', 2), related('remake', 'part', 4)] }),
      game(2, { firstReleaseDate: year(2001), gameType: 1, parentId: id(1), relations: [related('dlc', 'whole', 1)] }),
      game(3, { firstReleaseDate: year(2002) }),
      game(4),
      game(5, { gameType: 2, parentId: id(1) }),
    ])
    expect(await shelvesOf(1)).toEqual([
      ['part', 'dlc', 2, [2, 3]],
      ['part', 'expansion', 1, [5]],
      ['part', 'remake', 1, [4]],
    ])
    expect(await shelvesOf(2)).toEqual([['whole', 'dlc', 1, [1]]])
    expect(await shelvesOf(4)).toEqual([['whole', 'remake', 1, [1]]])
    expect(await shelvesOf(5)).toEqual([['whole', 'expansion', 1, [1]]])
  })

  test('in circles, to the game itself and to nowhere are no error', async () => {
    await store([
      game(1, { relations: [related('dlc', 'part', 2), related('dlc', 'part', 1), related('dlc', 'part', 99)] }),
      game(2, { relations: [related('dlc', 'part', 1)] }),
    ])
    expect(await shelvesOf(1)).toEqual([
      ['whole', 'dlc', 1, [2]],
      ['part', 'dlc', 1, [2]],
    ])
  })

  test('of forty-five games show forty and count all', async () => {
    const numbers = Array.from({ length: 45 }, (_, at) => at + 10)
    await store([
      game(1, { relations: numbers.map((number) => related('dlc', 'part', number)) }),
      ...numbers.map((number) => game(number, { firstReleaseDate: year(1970 + number) })),
    ])
    const [shelf] = (await factsOf(1)).relations
    expect(shelf?.total).toBe(45)
    expect(shelf?.games.map((each) => each.id)).toEqual(numbers.slice(0, 40).map(id))
  })

  test('to a game that was merged lead to the one that stays', async () => {
    await store([game(1, { relations: [related('dlc', 'part', 2)] }), game(3)])
    await app.db
      .insertInto('game_merges')
      .values({ from_id: id(2), into_id: id(3), name: 'Game 2', moved: '{}' })
      .execute()
    await app.settle([tag.games])
    expect(await shelvesOf(1)).toEqual([['part', 'dlc', 1, [3]]])
    expect(await shelvesOf(3)).toEqual([['whole', 'dlc', 1, [1]]])
  })

  test('show the new name of a related game', async () => {
    await store([game(1, { relations: [related('dlc', 'part', 2)] }), game(2)])
    const nameOf = async () => (await factsOf(1)).relations[0]?.games[0]?.name
    expect(await nameOf()).toBe('Game 2')
    await storeAndAnnounce(app.db, [game(2, { name: 'Renamed' })], 'igdb')
    await app.settle()
    expect(await nameOf()).toBe('Renamed')
  })

  test('say which other pages have changed', async () => {
    await store([game(1), game(2), game(3)])
    expect(await store([game(1, { relations: [related('dlc', 'part', 2), related('similar', 'part', 3)] })])).toEqual([
      id(1),
      id(2),
    ])
    expect(await store([game(1, { relations: [related('dlc', 'part', 2), related('similar', 'part', 3)] })])).toEqual(
      [],
    )
    expect((await store([game(1)])).sort()).toEqual([id(1), id(2)])
    expect(await store([game(4, { gameType: 1, parentId: id(2) })])).toEqual([id(2)])
  })
})

describe('a series', () => {
  test('has its main games in the order of release, without editions and DLC, and this one in any case', async () => {
    await store([
      game(1, { series: 'Saga', firstReleaseDate: year(2005) }),
      game(2, { series: 'Saga', firstReleaseDate: year(2001) }),
      game(3, { series: 'Saga', gameType: 1, parentId: id(1) }),
      game(4, { series: 'Saga', gameType: 8, parentId: id(2), firstReleaseDate: year(2020) }),
      game(5, { series: 'Saga', parentId: id(1) }),
      game(6, { series: 'Other' }),
    ])
    expect((await factsOf(1)).series).toMatchObject({
      name: 'Saga',
      total: 3,
      games: [2, 1, 4].map((n) => ({ id: id(n) })),
    })
    expect((await factsOf(3)).series?.games.map((each) => each.id)).toEqual([2, 1, 4, 3].map(id))
    expect((await factsOf(6)).series).toBeNull()
  })

  test('of ninety games shows the forty around this one', async () => {
    await store(
      Array.from({ length: 90 }, (_, at) => game(at + 1, { series: 'Long', firstReleaseDate: year(1930 + at) })),
    )
    const shelf = (await factsOf(60)).series
    expect(shelf?.total).toBe(90)
    expect(shelf?.games.map((each) => each.id)).toEqual(Array.from({ length: 40 }, (_, at) => id(at + 40)))
  })

  test('of a franchise is another shelf only if it has more games', async () => {
    const both = { series: 'Saga', franchise: 'World' }
    await store([game(1, both), game(2, both), game(3, { franchise: 'World' }), game(4, { franchise: 'Alone' })])
    expect((await factsOf(1)).franchise).toMatchObject({ name: 'World', total: 3 })
    expect((await factsOf(4)).franchise).toBeNull()
    await app.db.deleteFrom('games').where('id', '=', id(3)).execute()
    await app.settle([tag.games])
    expect((await factsOf(2)).franchise).toBeNull()
  })
})
