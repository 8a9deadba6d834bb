import { type FakeRawgGame, RAWG_GAMES, RAWG_GENRES, RAWG_PLATFORMS } from './fake-rawg-games.ts'
import { type FakeUpstream, startFakeUpstream, type UpstreamAnswer, type UpstreamRequest } from './fake-upstream.ts'

export interface FakeRawg extends FakeUpstream {
  apiKey: string
  /** Marks the plan's monthly requests as used up, or as available again. */
  useUp: (isUsedUp: boolean) => void
}

/** Old address → new address of its game. Two of them redirect to each other. */
const MOVED: Record<string, string> = {
  '777': 'witcher-3',
  'witcher-3': 'the-witcher-3-wild-hunt',
  '778': 'round',
  round: 'about',
  about: 'round',
}
const LARGEST_PAGE = 40

/**
 * Starts a RAWG server as section 2 of the reference describes it: key, paging, filters, redirects, and the key in
 * `next`.
 */
export async function startFakeRawg(
  options: { apiKey?: string; games?: readonly FakeRawgGame[] } = {},
): Promise<FakeRawg> {
  const { apiKey = 'rawg-key-of-the-tests-0123456789', games = RAWG_GAMES } = options
  let isUsedUp = false

  const fake: FakeUpstream = await startFakeUpstream((request) => {
    const { path, query } = request
    const key = query.get('key')
    if (!key) return refusal('The key parameter is not provided')
    if (key !== apiKey) return refusal('The API key is not found')
    if (isUsedUp) return refusal('The monthly API limit reached')
    if (request.method !== 'GET') return { status: 405, body: { detail: 'Method not allowed.' } }
    if (path === '/games') return list(request, find(games, query).map(rowOf))
    if (path === '/genres') return list(request, dictionary(RAWG_GENRES))
    if (path === '/platforms') return list(request, dictionary(RAWG_PLATFORMS))
    const [, handle, part] = /^\/games\/([^/]+)(?:\/(\w+))?$/.exec(path) ?? []
    if (!handle) return MISSING
    if (!part && MOVED[handle]) return { body: { redirect: true, slug: MOVED[handle] } }
    const game = games.find((each) => String(each.id) === handle || each.slug === handle)
    if (!game) return MISSING
    return part ? partOf(request, game, part) : { body: detailOf(game) }
  })

  function list(request: UpstreamRequest, all: readonly unknown[]): UpstreamAnswer {
    const page = Number(request.query.get('page') ?? 1)
    const size = Math.min(LARGEST_PAGE, Number(request.query.get('page_size') ?? 20))
    const results = all.slice((page - 1) * size, page * size)
    if (page < 1 || (page > 1 && results.length === 0)) return { status: 404, body: { detail: 'Invalid page.' } }
    return {
      body: {
        count: all.length,
        next: page * size < all.length ? addressOf(request, page + 1) : null,
        previous: page > 1 ? addressOf(request, page - 1) : null,
        results,
        seo_title: 'All Games',
        filters: { years: [] },
        nofollow_collections: ['stores'],
      },
    }
  }

  /** Includes the key, as the real server does. */
  function addressOf(request: UpstreamRequest, page: number): string {
    const query = new URLSearchParams(request.query)
    query.set('page', String(page))
    return `${fake.url}${request.path}?${query}`
  }

  function partOf(request: UpstreamRequest, game: FakeRawgGame, part: string): UpstreamAnswer {
    const times = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
    if (part === 'screenshots')
      return list(
        request,
        times(game.screenshots, (at) => ({
          id: game.id * 100 + at,
          image: picture('screenshots', `${game.slug}-${at}`),
          hidden: at === 1,
          width: 1920,
          height: 1080,
        })),
      )
    if (part === 'stores')
      return list(request, [
        { id: game.id, game_id: game.id, store_id: 1, url: `https://store.steampowered.com/app/${game.id}` },
      ])
    if (part === 'achievements')
      return list(
        request,
        times(game.achievements, (at) => ({
          id: game.id * 1000 + at,
          name: `Feat ${at + 1}`,
          description: at === 0 ? '' : `Do it ${at + 1} times.`,
          image: picture('achievements', `${game.slug}-${at}`),
          percent: (99.5 - at).toFixed(2),
        })),
      )
    if (part === 'movies') return list(request, [])
    return MISSING
  }

  return {
    ...fake,
    apiKey,
    useUp(now) {
      isUsedUp = now
    },
  }
}

const MISSING: UpstreamAnswer = { status: 404, body: { detail: 'Not found.' } }
const refusal = (error: string): UpstreamAnswer => ({ status: 401, body: { error } })
const picture = (folder: string, name: string) => `https://media.rawg.io/media/${folder}/abc/${name}.jpg`

const FIELDS: Record<string, (game: FakeRawgGame) => string | number | null> = {
  name: (game) => game.name,
  released: (game) => game.released,
  added: (game) => game.added,
  rating: (game) => game.rating,
  metacritic: (game) => game.metacritic,
}

function find(games: readonly FakeRawgGame[], query: URLSearchParams): FakeRawgGame[] {
  const ids = (name: string) => query.get(name)?.split(',') ?? null
  const [platforms, genres, tags] = [ids('platforms'), ids('genres'), ids('tags')]
  const ranges = query
    .get('dates')
    ?.split('.')
    .map((range) => range.split(','))
  const [worst, best] = query.get('metacritic')?.split(',').map(Number) ?? []
  const words = query.get('search')?.toLowerCase().split(/\s+/).filter(Boolean)
  const found = games.filter(
    (game) =>
      (!words || words.every((word) => game.name.toLowerCase().includes(word))) &&
      (!platforms || game.platforms.some((id) => platforms.includes(String(id)))) &&
      (!genres ||
        game.genres.some((id) => genres.includes(String(id)) || genres.includes(RAWG_GENRES[id]?.[1] ?? ''))) &&
      (!tags || game.tags.some((tag) => tags.includes(tag))) &&
      (!ranges ||
        ranges.some(
          ([from = '', to = '']) => game.released !== null && game.released >= from && game.released <= to,
        )) &&
      (worst === undefined ||
        (game.metacritic !== null && game.metacritic >= worst && game.metacritic <= (best ?? 100))),
  )
  const ordering = query.get('ordering') ?? '-added'
  const field = FIELDS[ordering.replace('-', '')]
  if (!field) return found
  const direction = ordering.startsWith('-') ? -1 : 1
  return found.toSorted((a, b) => direction * compare(field(a), field(b)) || a.id - b.id)
}

/** Sorts rows without a value first in ascending order. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  return a < b ? -1 : 1
}

function dictionary(entries: Record<number, readonly [string, string]>) {
  return Object.entries(entries).map(([id, [name, slug]]) => ({ id: Number(id), name, slug, games_count: 1 }))
}

/** Returns a row of a list: without developers and description, and with null for unknown facts. */
function rowOf(game: FakeRawgGame) {
  const shot = game.hasPicture ? picture('games', game.slug) : null
  return {
    id: game.id,
    slug: game.slug,
    name: game.name,
    released: game.released,
    tba: game.tba,
    background_image: shot,
    rating: game.rating,
    rating_top: game.rating > 0 ? 5 : 0,
    ratings: [],
    ratings_count: game.ratings_count,
    reviews_text_count: 0,
    added: game.added,
    added_by_status: game.toplay > 0 ? { toplay: game.toplay } : null,
    metacritic: game.metacritic,
    playtime: 0,
    suggestions_count: 0,
    updated: '2026-08-10T17:43:58',
    user_game: null,
    clip: null,
    esrb_rating: null,
    platforms: game.platforms.map((id) => ({
      platform: { id, name: RAWG_PLATFORMS[id]?.[0] ?? '', slug: RAWG_PLATFORMS[id]?.[1] ?? '', image: null },
      released_at: game.released,
      requirements_en: null,
      requirements_ru: null,
    })),
    parent_platforms: [],
    genres: game.genres.map((id) => ({ id, name: RAWG_GENRES[id]?.[0] ?? '', slug: RAWG_GENRES[id]?.[1] ?? '' })),
    tags: game.tags.map((slug, at) => ({ id: at + 1, name: slug, slug, language: 'eng', games_count: 1 })),
    stores: [],
    short_screenshots: shot ? [{ id: -1, image: shot }] : [],
  }
}

function detailOf(game: FakeRawgGame) {
  const { short_screenshots: _, ...row } = rowOf(game)
  const companies = (names: readonly string[]) => names.map((name, at) => ({ id: at + 1, name, slug: name }))
  return {
    ...row,
    name_original: game.name,
    description: `<p>${game.description_raw}</p>`,
    description_raw: game.description_raw,
    metacritic_platforms: [],
    background_image_additional: game.hasPicture ? picture('screenshots', `${game.slug}-more`) : null,
    website: '',
    reactions: null,
    screenshots_count: game.screenshots,
    achievements_count: game.achievements,
    alternative_names: game.alternative_names,
    developers: companies(game.developers),
    publishers: companies(game.publishers),
  }
}
