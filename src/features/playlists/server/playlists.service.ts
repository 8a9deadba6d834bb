import { isFollowed, partOf } from '#db/page-numbers.ts'
import type { AdminDeps } from '#features/admin/server/admin.service.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import type { Config } from '#server/config.ts'
import type { Reply, Shown, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, PlaylistId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { GAMES_MAX, GAMES_SHOWN, type PlaylistType } from '../playlists.rules.ts'
import { PLAYLIST_TEXTS } from '../playlists.texts.ts'
import * as queries from './playlists.queries.ts'

export interface PlaylistsDeps extends AdminDeps, WithCatalogue {
  config: Pick<Config, 'secret' | 'images' | 'productName'>
  /** The patterns of all addresses. */
  paths: readonly string[]
}
type Reading = Pick<PlaylistsDeps, 'db' | 'clock' | 'catalogue'>

export type PlaylistRow = queries.PlaylistRow

export const refuseMissing = () => refuse('not_found', 'playlist_not_found', PLAYLIST_TEXTS.missing)

interface PageRequest {
  page: number
  limit: number
}

/** A list of playlists with the first games of each. */
export interface Listed {
  rows: readonly PlaylistRow[]
  games: ReadonlyMap<PlaylistId, readonly GameCard[]>
}

/** Lists public playlists of one type or all, with their first five games (R-PLDATA-10). */
export async function listPlaylists(
  deps: PlaylistsDeps,
  { type, ...page }: PageRequest & { type?: PlaylistType | undefined },
  reply: Reply,
): Promise<Listed & { total: number; hasMore: boolean }> {
  reply.shows(tag.playlists)
  const part = partOf(page)
  const { rows, total } = await queries.listPublic(deps.db, type, part)
  return { ...(await withFirstGames(deps, rows, reply)), total, hasMore: isFollowed(part, rows, total) }
}

/** Lists featured playlists; without any the one that was published last. Omits those without games (C71, R-SHOW-05). */
export async function listFeatured(deps: PlaylistsDeps, limit: number, reply: Reply): Promise<Listed> {
  reply.shows(tag.playlists)
  const featured = await queries.listFeatured(deps.db, limit)
  const latest = featured.length > 0 ? undefined : await queries.findLatest(deps.db)
  return withFirstGames(deps, latest ? [latest] : featured, reply)
}

/** Lists all playlists for admins, drafts too. */
export async function listAll(
  deps: PlaylistsDeps,
  { type, search, ...page }: PageRequest & { type?: PlaylistType | undefined; search: string },
): Promise<Listed & { total: number; hasMore: boolean }> {
  const part = partOf(page)
  const { rows, total } = await queries.listAll(deps.db, { type, search }, part)
  return { ...(await withFirstGames(deps, rows)), total, hasMore: isFollowed(part, rows, total) }
}

/** Returns a playlist with all of its games. Refuses with 404 if the viewer may not see it: a draft is for admins. */
export async function requirePlaylist(deps: PlaylistsDeps, viewer: Viewer | null, idOrSlug: string, reply?: Reply) {
  const isAdmin = viewer?.role === 'admin'
  const row =
    (await queries.findPlaylist(deps.db, idOrSlug, { seesDrafts: isAdmin, most: GAMES_MAX })) ?? refuseMissing()
  reply?.shows(tag.playlist(row.id))
  const [games, unlisted] = await Promise.all([
    loadGames(deps, [row], reply),
    isAdmin ? queries.listUnlistedGames(deps.db, row.id) : [],
  ])
  return { row, games: games.get(row.id) ?? [], unlisted }
}

/** Returns what everybody may see of a playlist, for its picture. */
export async function requirePublic(
  deps: PlaylistsDeps,
  id: PlaylistId,
): Promise<{ row: PlaylistRow; games: readonly GameCard[] }> {
  const row = (await queries.findPlaylist(deps.db, id, { seesDrafts: false, most: GAMES_SHOWN })) ?? refuseMissing()
  return { row, games: (await loadGames(deps, [row])).get(id) ?? [] }
}

/** Counts the member's games in a playlist. Refuses with 404 if the member may not see it. */
export async function progressIn(
  { db }: Pick<PlaylistsDeps, 'db'>,
  viewer: Viewer,
  id: PlaylistId,
): Promise<queries.Progress> {
  const wanted = { id, userId: viewer.id, seesDrafts: viewer.role === 'admin' }
  return (await queries.findProgress(db, wanted)) ?? refuseMissing()
}

async function withFirstGames(deps: Reading, rows: readonly PlaylistRow[], reply?: Shown): Promise<Listed> {
  return { rows, games: await loadGames(deps, rows, reply) }
}

/** Loads the cards of the games of each playlist, in one query for any number of playlists. */
async function loadGames(
  deps: Reading,
  rows: readonly PlaylistRow[],
  reply?: Shown,
): Promise<Map<PlaylistId, GameCard[]>> {
  const cards = await loadGameCards(
    deps,
    rows.flatMap(({ game_ids }) => game_ids),
    deps.clock(),
  )
  reply?.shows(
    tag.allPlaylists,
    ...[...cards.keys()].map((id: GameId) => tag.game(id)),
    ...rows.flatMap(({ made_by }) => (made_by === null ? [] : [tag.member(made_by)])),
  )
  return new Map(rows.map(({ id, game_ids }) => [id, game_ids.flatMap((game) => cards.get(game) ?? [])]))
}
