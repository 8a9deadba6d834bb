import { POSTS_PAGE_SIZE } from '#features/forum/forum.endpoints.ts'
import { CATEGORY_SLUGS, THREAD_SORTS } from '#features/forum/forum.rules.ts'
import { REVIEW_SORTS } from '#features/reviews/reviews.endpoints.ts'
import { searchOf } from '#shared/endpoint.ts'
import { longThread } from './data-set/data-set-forum.ts'
import { PLAYED_YEAR } from './data-set/data-set-journals.ts'
import { articleSlug } from './data-set/data-set-news.ts'
import { READERS } from './data-set/data-set-tables.ts'
import type { Actor, World } from './world.ts'

/** A path to request, and its name in the report. */
export interface Place {
  name: string
  path: string
}

/** IGDB's ids of the commonest genres: a visitor of the catalogue sets two filters at a time. */
const GENRES = [12, 31, 5, 8, 32]
const PLATFORMS = [6, 48, 130, 19]
const SORTS = ['popularity', 'rating', 'release', 'name']

/** Returns a game that is neither famous nor obscure. */
export function knownGame({ gameIds }: World): string {
  return gameIds[Math.floor(gameIds.length / 20)] ?? ''
}

/** Returns the best known game. */
export function mostReviewedGame({ gameIds }: World): string {
  return gameIds[0] ?? ''
}

export function anonymousPages(world: World): Place[] {
  return [
    { name: '/', path: '/' },
    { name: '/all-games', path: '/all-games' },
    { name: '/all-games with two filters', path: `/all-games?platform=${PLATFORMS[0]}&genre=${GENRES[0]}` },
    { name: '/game/:id', path: `/game/${knownGame(world)}` },
    { name: '/game/:id with the most reviews', path: `/game/${mostReviewedGame(world)}` },
    { name: '/reviews/:id', path: `/reviews/${world.reviewIds[0]}` },
    { name: '/playlists/:id', path: `/playlists/${world.playlistIds[0]}` },
    { name: '/playlists/category/:type', path: '/playlists/category/genre' },
    { name: '/info/news', path: '/info/news' },
    { name: '/news/:slug', path: `/news/${articleSlug(0)}` },
    { name: '/forum', path: '/forum' },
    { name: '/forum/:category', path: '/forum/general' },
    { name: '/forum/thread/:id', path: `/forum/thread/${longThreadOf(world)}` },
    { name: '/forum/thread/:id, a late page', path: `/forum/thread/${longThreadOf(world)}?page=${latePage(world)}` },
  ]
}

export function signedInPages(world: World): Place[] {
  return [
    { name: '/', path: '/' },
    { name: '/all-games', path: '/all-games' },
    { name: '/game/:id', path: `/game/${knownGame(world)}` },
    { name: '/profile/games', path: '/profile/games' },
    { name: '/forum/:category', path: '/forum/general' },
    { name: '/forum/thread/:id', path: `/forum/thread/${longThreadOf(world)}` },
  ]
}

export function jsonReads(world: World): Place[] {
  return [
    { name: 'a game', path: `/api/games/${knownGame(world)}` },
    { name: 'suggestions', path: '/api/games/suggestions?query=zelda' },
    { name: 'list of 48', path: '/api/games?limit=48' },
    { name: 'list of 24 playlists', path: '/api/playlists' },
    { name: 'a playlist of 100 games', path: `/api/playlists/${world.playlistIds[0]}` },
  ]
}

export const FEED = '/api/social/activity-feed'

export const UNREAD = '/api/notifications/unread'
export const NEW_ACTIVITY = '/api/friends/activities/create'

/** Returns the reads about members and their activities, for the members whose reads are the most expensive. */
export function socialReads({ cast }: World): (Place & { headers: Record<string, string> })[] {
  const [few, many, stale, famous] = [cast.few[0], cast.many[0], cast.stale[0], cast.famous[0]]
  if (!few || !many || !stale || !famous) return []
  const as = (cookie: string) => ({ headers: { cookie } })
  const of = (part: string) => `/api/profiles/${famous.id}${part}`
  const reader = as(few.visitor.cookie())
  const follower = as(many.visitor.cookie())
  const star = as(famous.visitor.cookie())
  return [
    { name: 'feed of one who follows 50', path: FEED, ...reader },
    { name: 'feed of one who follows 5,000', path: FEED, ...follower },
    { name: 'feed of one who follows 5,000 silent members', path: FEED, ...as(stale.visitor.cookie()) },
    { name: 'feed of a visitor', path: FEED, headers: {} },
    { name: 'feed of everyone', path: `${FEED}?from=everyone`, ...follower },
    { name: 'feed of friends', path: `${FEED}?from=friends`, ...follower },
    { name: 'feed of the followed', path: `${FEED}?from=followed`, ...follower },
    { name: 'circle', path: '/api/social/circle', ...follower },
    { name: 'profile', path: of(''), ...reader },
    { name: 'profile stats', path: of('/stats'), ...reader },
    { name: 'profile followers', path: of('/followers'), ...reader },
    { name: 'profile followers, page 500', path: of('/followers?page=500'), ...reader },
    { name: 'profile activities', path: of('/activities'), ...reader },
    { name: 'profile games', path: of('/games'), ...reader },
    { name: 'unread notifications', path: UNREAD, ...star },
    { name: 'notifications', path: '/api/notifications', ...star },
    { name: 'own followers', path: '/api/followers?list=followers', ...star },
    { name: 'friends', path: '/api/friends', ...follower },
    { name: 'suggested members', path: '/api/profiles/suggestions', ...follower },
    { name: 'member search', path: '/api/profiles?search=player', ...follower },
    { name: 'member search of three letters', path: '/api/profiles?search=mem', ...follower },
  ]
}

export const reviewsOf = (gameId: string) => `/api/games/${gameId}/reviews`

/** Stars and platforms from the most frequent to the rarest; '' filters nothing. */
const STARS = ['', '5', '2.5', '0.5']
const REVIEWED_ON = ['', 'PC', 'Nintendo Switch', 'Sega Saturn']

/** Returns the first page of the most reviewed game's reviews in every order, for each pair of filters. */
export function filteredReviews(world: World): string[] {
  return REVIEW_SORTS.flatMap((sort) =>
    STARS.flatMap((rating) =>
      REVIEWED_ON.map((platform) => reviewsOf(mostReviewedGame(world)) + searchOf({ sort, rating, platform })),
    ),
  )
}

/** Returns pages of about 24 playlists, with hundreds of different addresses, so that few responses are cached. */
export function playlistLists(): string[] {
  const pages = Array.from({ length: 15 }, (_, at) => at + 1)
  return ['featured', 'collection', 'event', 'genre', 'custom'].flatMap((type) =>
    pages.flatMap((page) =>
      [20, 21, 22, 23, 24, 25, 26].map((limit) => `/api/playlists${searchOf({ type, page, limit })}`),
    ),
  )
}

export function journalMonths(): string[] {
  return Array.from(
    { length: 12 },
    (_, month) => `/api/journal/month?month=${PLAYED_YEAR}-${String(month + 1).padStart(2, '0')}`,
  )
}

/** Returns the year in which the members who played 2,000 games did so. */
export const yearOf = ({ id }: Pick<Actor, 'id'>): string => `/api/profiles/${id}/years/${PLAYED_YEAR}`

/** Returns the reads of reviews, lists and journals, for the games and members whose reads are the most expensive. */
export function writingReads(world: World): (Place & { headers: Record<string, string> })[] {
  const [player, many] = [world.cast.players[0], world.cast.many[0]]
  if (!player || !many) return []
  const as = ({ visitor }: Actor) => ({ headers: { cookie: visitor.cookie() } })
  const reviews = reviewsOf(mostReviewedGame(world))
  return [
    ...REVIEW_SORTS.flatMap((sort) =>
      ['', '&rating=2.5', '&platform=Sega+Saturn', '&rating=2.5&platform=PC'].map((filter) => ({
        name: `reviews, ${sort}${filter}`,
        path: `${reviews}?sort=${sort}${filter}`,
        ...as(player),
      })),
    ),
    { name: 'reviews for a visitor', path: reviews, headers: {} },
    { name: 'histogram for a visitor', path: `${reviews}/summary`, headers: {} },
    { name: 'histogram with blocks', path: `${reviews}/summary`, ...as(player) },
    { name: 'friends’ ratings', path: `${reviews}/summary`, ...as(many) },
    { name: 'one review', path: `/api/reviews/${world.reviewIds[0]}`, ...as(player) },
    { name: 'profile reviews', path: `/api/profiles/${player.id}/reviews`, ...as(many) },
    { name: 'saved reviews', path: '/api/reviews?saved=1', ...as(player) },
    { name: 'profile lists', path: `/api/profiles/${player.id}/lists`, ...as(many) },
    { name: 'own lists', path: '/api/lists/mine', ...as(player) },
    { name: 'journal', path: '/api/journal', ...as(player) },
    { name: 'journal of a type', path: '/api/journal?type=daily', ...as(player) },
    { name: 'journal search', path: '/api/journal?search=door', ...as(player) },
    { name: 'journal search without a result', path: '/api/journal?search=xylophone', ...as(player) },
    { name: 'journal month', path: journalMonths()[5] ?? '', ...as(player) },
    { name: 'journal year', path: `/api/journal/year?year=${PLAYED_YEAR}`, ...as(player) },
    { name: 'on this day', path: `/api/journal/on-this-day?date=${PLAYED_YEAR + 1}-06-15`, ...as(player) },
    { name: 'year', path: yearOf(player), ...as(many) },
    { name: 'own year', path: yearOf(player), ...as(player) },
    { name: 'playlists', path: '/api/playlists', headers: {} },
    { name: 'playlists of a type', path: '/api/playlists?type=genre&page=3', headers: {} },
    { name: 'featured playlists', path: '/api/playlists/featured', headers: {} },
    { name: 'a playlist', path: `/api/playlists/${world.playlistIds[0]}`, ...as(player) },
    { name: 'a playlist by its slug', path: '/api/playlists/playlist-10', ...as(player) },
    { name: 'progress in a playlist', path: `/api/playlists/${world.playlistIds[0]}/progress`, ...as(player) },
  ]
}

export const THREAD_LISTS = '/api/forum/threads'
export const POSTS_OF = (threadId: string) => `${THREAD_LISTS}/${threadId}/posts`

/** Returns the thread with the most subscribers. */
export const longThreadOf = ({ threadIds }: World): string => threadIds[0] ?? ''

/** Returns a page in the last fifth of the long thread: page 4,000 of 100,000 posts. */
export const latePage = ({ options }: World): number =>
  Math.max(1, Math.floor((longThread(options.shape) * 4) / 5 / POSTS_PAGE_SIZE))

/** Returns the first, the second and a later page of each category, in each order. */
export function threadLists(): string[] {
  return CATEGORY_SLUGS.flatMap((category) =>
    THREAD_SORTS.flatMap((sort) => [1, 2, 20].map((page) => THREAD_LISTS + searchOf({ category, sort, page }))),
  )
}

/** Returns the reads of the forum, for the members and the thread whose reads are the most expensive. */
export function forumReads(world: World): (Place & { headers: Record<string, string> })[] {
  const player = world.cast.players[0]
  if (!player) return []
  const blocking = { headers: { cookie: player.visitor.cookie() } }
  const reader = { headers: { cookie: cookieOf(world, 0) } }
  const long = longThreadOf(world)
  return [
    { name: 'categories', path: '/api/forum/categories', ...reader },
    { name: 'categories with blocks', path: '/api/forum/categories', ...blocking },
    { name: 'threads for a visitor', path: `${THREAD_LISTS}?category=general`, headers: {} },
    { name: 'threads of a category', path: `${THREAD_LISTS}?category=general`, ...reader },
    { name: 'threads of a category with blocks', path: `${THREAD_LISTS}?category=general`, ...blocking },
    { name: 'threads of a category, top', path: `${THREAD_LISTS}?category=general&sort=top`, ...blocking },
    { name: 'threads of a category, page 20', path: `${THREAD_LISTS}?category=general&page=20`, ...reader },
    { name: 'threads about a game', path: `${THREAD_LISTS}?game_id=${mostReviewedGame(world)}`, ...blocking },
    { name: 'followed threads', path: `${THREAD_LISTS}?subscribed=1`, ...reader },
    { name: 'latest threads', path: `${THREAD_LISTS}?latest=1`, ...blocking },
    { name: 'a thread', path: `${THREAD_LISTS}/${long}`, ...reader },
    { name: 'posts for a visitor', path: POSTS_OF(long), headers: {} },
    { name: 'posts', path: POSTS_OF(long), ...reader },
    { name: 'posts of a late page', path: `${POSTS_OF(long)}?page=${latePage(world)}`, ...blocking },
    { name: 'search for threads', path: '/api/search?q=castle%20puzzle', ...reader },
  ]
}

/** Returns the first pages of the catalogue for each pair of filters, in every order. */
export function filteredLists(): string[] {
  return GENRES.flatMap((genre) =>
    PLATFORMS.flatMap((platform) =>
      SORTS.flatMap((sort) =>
        [1, 2].map((page) => `/api/games?genre=${genre}&platform=${platform}&sort=${sort}&page=${page}`),
      ),
    ),
  )
}

/** Returns filtered lists with more pages, years and modes; several measurements use them. */
export function allFilteredLists(): string[] {
  const filters = [
    ...GENRES.flatMap((genre) => PLATFORMS.map((platform) => `genre=${genre}&platform=${platform}`)),
    ...GENRES.flatMap((genre) => [1995, 2010, 2022].map((year) => `genre=${genre}&year=${year}`)),
    ...PLATFORMS.flatMap((platform) => [1995, 2010, 2022].map((year) => `platform=${platform}&year=${year}`)),
    ...GENRES.map((genre) => `genre=${genre}&multiplayer=true`),
    ...PLATFORMS.map((platform) => `platform=${platform}&minRating=70`),
  ]
  return filters.flatMap((filter) =>
    SORTS.flatMap((sort) =>
      Array.from({ length: 10 }, (_, page) => `/api/games?${filter}&sort=${sort}&page=${page + 1}`),
    ),
  )
}

/** Returns texts as people type them: beginnings of names, some with a typing error. */
export function suggestions({ gameNames }: World): string[] {
  return gameNames.map((name, at) => {
    const typed = name.slice(0, 2 + (at % 9)).toLowerCase()
    const slipped = at % 10 === 0 && typed.length > 5 ? typed.slice(0, 3) + typed.slice(4) : typed
    return `/api/games/suggestions?query=${encodeURIComponent(slipped)}`
  })
}

/** Returns the cookie of the readers in turn. */
export function cookieOf({ cookies }: World, turn: number): string {
  return cookies[turn % READERS] ?? ''
}
