import { createHash } from 'node:crypto'
import { gameModes, genres, platforms, themes } from '../../src/features/catalogue/server/sources/vocabulary.ts'
import type { Row } from '../../src/features/query-proxy/server/apicalypse/query.ts'
import { addFakeFacts } from './fake-igdb-facts.ts'
import { FAMOUS, type FakeGame, ODD, type OddGame } from './fake-igdb-games.ts'

type Table = Map<number, Record<string, unknown>>

/**
 * The rows of every endpoint. References are the referenced objects themselves, so a query can follow them to any
 * depth.
 */
export type FakeWorld = ReadonlyMap<string, readonly Row[]>

const GAME_TYPES = [
  'Main Game',
  'DLC',
  'Expansion',
  'Bundle',
  'Standalone Expansion',
  'Mod',
  'Episode',
  'Season',
  'Remake',
  'Remaster',
  'Expanded Game',
  'Port',
  'Fork',
  'Pack / Addon',
  'Update',
]
const PLATFORM_TYPES = ['Console', 'Arcade', 'Platform', 'Operating_system', 'Portable_console', 'Computer']
const KIND_OF_PLATFORM: Record<number, readonly number[]> = {
  2: [52, 79],
  3: [82, 113, 132, 163, 170],
  4: [3, 6, 13, 14, 34, 39, 73, 74, 405, 417, 472],
  5: [20, 22, 24, 33, 35, 37, 38, 42, 44, 46, 57, 61, 123, 137, 159],
  6: [15, 16, 25, 26, 27, 63, 65, 69, 71, 75, 77, 93, 94, 115, 116, 118, 121, 125, 126, 129, 134, 149, 409],
}
/** IGDB too has several platforms with the same name. */
const TWIN_PLATFORM = { id: 992, name: 'Arcade' }
const POPULARITY_TYPES = ['Visits', 'Want to Play', 'Playing', 'Played']
/** Company 1's founding date, as IGDB sends it when nobody knows the year. */
const YEAR_ONE = -62_135_683_200
/** The ids of a release date and of a game without rows: expanded arrays contain such bare ids. */
const BARE_RELEASE_DATE = 164_715
const BARE_GAME = 299_999
const CREATED = 1_500_000_000
/** Rows of /game_time_to_beats in seconds, as IGDB has them: most games have none, and some lack a time or have nonsense. */
const TIMES = new Map<number, Record<string, number>>([
  [1942, { hastily: 183_600, normally: 370_800, completely: 622_800, count: 41 }],
  [71, { normally: 10_800, count: 7 }],
  [20, { hastily: 0, normally: 3_600_000_000, completely: 0, count: 1 }],
])

/**
 * Builds about seventy games with all objects that they refer to. The result is always the same, except for the dates
 * that count from `now`.
 */
export function buildFakeWorld(now: Date): FakeWorld {
  const tables = new Map<string, Table>()
  const table = (name: string): Table => {
    const rows = tables.get(name) ?? new Map()
    tables.set(name, rows)
    return rows
  }
  const put = (name: string, id: number, facts: Record<string, unknown>) => {
    const row: Record<string, unknown> = { id, ...facts, checksum: checksumOf(`${name} ${id}`) }
    table(name).set(id, row)
    return row
  }
  const next = (name: string, from: number) => from + table(name).size

  for (const [at, type] of GAME_TYPES.entries()) put('game_types', at, { type })
  for (const [at, name] of PLATFORM_TYPES.entries()) put('platform_types', at + 1, { name })
  for (const [at, name] of POPULARITY_TYPES.entries()) put('popularity_types', at + 1, { name })
  const term = (endpoint: string, { id, name }: { id: number; name: string }) =>
    put(endpoint, id, { name, slug: slugOf(name), url: `https://www.igdb.com/${endpoint}/${slugOf(name)}` })
  for (const genre of genres.terms) term('genres', genre)
  for (const theme of [...themes.terms, { id: 42, name: 'Erotic' }]) term('themes', theme)
  for (const mode of gameModes.terms) term('game_modes', mode)
  for (const { id, name } of [...platforms.terms, TWIN_PLATFORM]) {
    const type = Number(Object.entries(KIND_OF_PLATFORM).find(([, ids]) => ids.includes(id))?.[0] ?? 1)
    put('platforms', id, { name, slug: slugOf(`${name} ${id}`), platform_type: table('platform_types').get(type) })
  }

  const companies = new Map<string, Row>()
  const company = (name: string): Row => {
    const id = 10 + companies.size
    const known = companies.get(name) ?? put('companies', id, { name, slug: slugOf(name), start_date: YEAR_ONE })
    companies.set(name, known)
    return known
  }
  const all = (endpoint: string, ids: readonly number[] = []) =>
    ids.map((id) => table(endpoint).get(id) ?? fail(`${endpoint} ${id} is not in the fake`))
  const cover = (game: Row, imageId: string | null | undefined) =>
    imageId && put('covers', Number.parseInt(imageId.slice(2), 36), { ...picture(imageId), game })
  const pictures = (endpoint: string, game: Row, count: number) =>
    Array.from({ length: count }, (_, at) => {
      const id = next(endpoint, 5000)
      return put(endpoint, id, { ...picture(`${endpoint.slice(0, 2)}${id.toString(36)}${at}`), game })
    })
  const makers = (game: Row, developer?: string, publisher?: string) =>
    [...new Set([developer, publisher])].flatMap((name) =>
      name === undefined
        ? []
        : put('involved_companies', next('involved_companies', 70_000), {
            company: company(name),
            developer: name === developer,
            publisher: name === publisher,
            porting: false,
            supporting: false,
            game,
          }),
    )
  const otherNames = (game: Row, names: readonly string[]) =>
    names.map((name) => put('alternative_names', next('alternative_names', 30_000), { name, game }))
  const releases = (game: Row, date: number | null, ids: readonly number[] = []) =>
    all('platforms', ids).map((platform) =>
      put('release_dates', next('release_dates', 90_000), { date, game, platform, human: dayOf(date) }),
    )
  const startGame = (id: number, name: string, facts: Record<string, unknown>) =>
    put('games', id, {
      name,
      slug: slugOf(table('games').size > 0 && hasName(table('games'), name) ? `${name} ${id}` : name),
      url: `https://www.igdb.com/games/${slugOf(name)}`,
      created_at: CREATED + id,
      updated_at: CREATED + 2 * id,
      ...facts,
    })

  function addFamous(given: FakeGame): void {
    const [id, name, released, on, kinds, moods, modes, developer, publisher, rating, renown, image, series, names] =
      given
    const date = Date.parse(`${released}T00:00:00Z`) / 1000
    const players = rating === null ? {} : { rating: rating - 1.28063658556339, rating_count: renown * 31 }
    const critics =
      rating === null ? {} : { aggregated_rating: Math.min(100, rating + 0.5), aggregated_rating_count: renown % 19 }
    const game = startGame(id, name, {
      summary: `${name} is told here in the fake's own words, first released on ${released}.`,
      ...(renown > 92 && { storyline: `What happens in ${name}, from the beginning to the end.` }),
      first_release_date: date,
      ...players,
      ...critics,
      ...(rating !== null && { total_rating: rating, total_rating_count: renown * 31 + (renown % 19) }),
      ...(renown % 3 === 0 && { hypes: renown % 40 }),
      game_type: table('game_types').get(0),
      platforms: all('platforms', on),
      genres: all('genres', kinds),
      themes: all('themes', moods),
      game_modes: all('game_modes', modes),
    })
    game.cover = cover(game, image)
    game.involved_companies = makers(game, developer, publisher)
    game.alternative_names = otherNames(game, names)
    game.release_dates = releases(game, date, on)
    game.screenshots = pictures('screenshots', game, 3)
    if (renown > 90) game.artworks = pictures('artworks', game, 2)
    game.videos = ['Trailer', 'Gameplay'].map((title, at) =>
      put('game_videos', next('game_videos', 8000), { name: title, video_id: videoId(id, at), game }),
    )
    game.websites = [
      put('websites', next('websites', 2000), {
        url: `https://example.com/${slugOf(name)}`,
        type: 1,
        trusted: true,
        game,
      }),
    ]
    if (series !== null) {
      const known = [...table('collections').values()].find((each) => each.name === series)
      const collection = known ?? put('collections', next('collections', 100), { name: series, slug: slugOf(series) })
      game.collections = [collection]
      collection.games = [...((collection.games as Row[]) ?? []), game]
    }
    const times = TIMES.get(id)
    if (times)
      put('game_time_to_beats', next('game_time_to_beats', 9_000), { game_id: id, ...times, created_at: CREATED })
    for (const at of POPULARITY_TYPES.keys())
      put('popularity_primitives', next('popularity_primitives', 15_000), {
        game_id: id,
        popularity_type: table('popularity_types').get(at + 1),
        // Gives each type its own order, with few equal values.
        value: Math.round(renown ** 3 / (at + 1) + (id % 97)) / 1e8,
        external_popularity_source: 121,
        calculated_at: Math.floor(now.getTime() / 1000 / 86_400) * 86_400,
      })
  }

  function addOdd(odd: OddGame): void {
    const { id, name, released, isBare = false } = odd
    if (isBare) {
      table('games').set(id, { id, name })
      return
    }
    const days = typeof released === 'number' ? Math.floor(now.getTime() / 86_400_000) + released : null
    const date = days !== null ? days * 86_400 : released === null ? null : Date.parse(`${released}T00:00:00Z`) / 1000
    const game = startGame(id, name, {
      summary: `${name}, in the fake's own words.`,
      first_release_date: date,
      hypes: odd.hypes,
      rating: odd.rating,
      rating_count: odd.rating === undefined ? undefined : odd.ratings,
      aggregated_rating: odd.criticRating,
      aggregated_rating_count: odd.critics,
      total_rating: odd.rating ?? odd.criticRating,
      total_rating_count: odd.rating === undefined ? odd.critics : odd.ratings,
      game_type: table('game_types').get(odd.type ?? 0),
      platforms: all('platforms', odd.platforms),
      genres: all('genres', odd.genres),
      themes: all('themes', odd.themes),
      game_modes: all('game_modes', odd.modes ?? [1]),
      parent_game: odd.parent && table('games').get(odd.parent),
      version_parent: odd.versionParent && table('games').get(odd.versionParent),
      version_title: odd.versionParent && 'Game of the Year Edition',
    })
    game.cover = cover(game, odd.cover)
    game.involved_companies = makers(game, odd.developer ?? 'Sparrow Works')
    game.release_dates = releases(game, date, odd.platforms)
  }

  for (const game of FAMOUS) addFamous(game)
  for (const game of ODD) addOdd(game)
  const games = [...table('games').values()]
  for (const game of games) {
    const alike = games.filter((other) => other !== game && shareAny(game.genres, other.genres)).slice(0, 10)
    if (alike.length > 0) game.similar_games = alike
    const parts = games.filter((other) => other.parent_game === game)
    if (parts.length > 0) game.expansions = parts
  }
  addFakeFacts(
    put,
    (id) => table('games').get(id),
    (id) => table('platforms').get(id),
  )
  const witcher = table('games').get(1942) as Record<string, unknown>
  witcher.release_dates = [...(witcher.release_dates as Row[]).slice(0, 2), BARE_RELEASE_DATE]
  witcher.similar_games = [BARE_GAME, ...(witcher.similar_games as Row[])]

  for (const game of games)
    put('search', next('search', 40_000), {
      name: game.name,
      alternative_name: (game.alternative_names as Row[] | undefined)?.map((each) => each.name).join(' '),
      game,
      published_at: game.first_release_date,
    })
  for (const collection of [...table('collections').values()])
    put('search', next('search', 40_000), { name: collection.name, collection })
  for (const rows of tables.values()) for (const row of rows.values()) clean(row)
  return new Map([...tables].map(([endpoint, rows]) => [endpoint, [...rows.values()]]))
}

/** Removes absent fields. Works in place, because other rows refer to the same object. */
function clean(row: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(row)) if (isAbsent(value)) delete row[name]
}

function isAbsent(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

const picture = (imageId: string) => ({
  image_id: imageId,
  url: `//images.igdb.com/igdb/image/upload/t_thumb/${imageId}.jpg`,
  width: 600,
  height: 800,
})

const shareAny = (a: unknown, b: unknown) => Array.isArray(a) && Array.isArray(b) && a.some((each) => b.includes(each))
const hasName = (games: Table, name: string) => [...games.values()].some((game) => game.name === name)

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function dayOf(date: number | null): string {
  return date === null ? 'TBD' : new Date(date * 1000).toISOString().slice(0, 10)
}

function checksumOf(text: string): string {
  return createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const videoId = (game: number, at: number) =>
  createHash('sha1').update(`${game} ${at}`).digest('base64url').slice(0, 11)

function fail(message: string): never {
  throw new Error(message)
}
