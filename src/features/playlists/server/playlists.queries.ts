import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { escapeLike } from '#db/like.ts'
import { facetOfLists } from '#features/catalogue/server/catalogue.service.ts'
import { UUID } from '#shared/canonical-ids.ts'
import type { GameId, PlaylistId, UserId } from '#shared/ids.ts'
import { GAMES_SHOWN, type PlaylistType } from '../playlists.rules.ts'

export interface PlaylistRow {
  id: PlaylistId
  title: string
  description: string
  type: string
  cover_image: string | null
  slug: string
  is_published: boolean
  start_date: string | null
  end_date: string | null
  metadata: unknown
  display_order: number
  games_count: number
  created_at: Date
  updated_at: Date
  /** The admin who made it, also a disabled one; only for tags. */
  made_by: UserId | null
  /** The same admin with public facts; null if the account is disabled or deleted. */
  created_by: UserId | null
  username: string | null
  display_name: string | null
  avatar_url: string | null
  /** The first games, in their order. */
  game_ids: GameId[]
}

/** The columns of a row with its first `most` games: a statement of their own would cost more than reading them. */
const columns = (most: number) => sql`
  playlist.id, playlist.title, playlist.description, playlist.type, playlist.cover_image, playlist.slug,
  playlist.is_published, playlist.start_date, playlist.end_date, playlist.metadata, playlist.display_order,
  playlist.games_count, playlist.created_at, playlist.updated_at, playlist.created_by as made_by,
  creator.id as created_by, creator.username, creator.display_name, creator.avatar_url,
  array(
    select game_id from playlist_games
    where playlist_id = playlist.id and display_order <= ${most}
    order by display_order
  ) as game_ids`

/** A disabled admin counts as deleted. */
const CREATOR = sql`left join profiles creator on creator.id = playlist.created_by and creator.disabled_at is null`
const FROM = sql`from playlists playlist ${CREATOR}`

const IS_PUBLIC = sql`playlist.is_published and playlist.deleted_at is null`
/** The order that admins chose, then the newest first. */
const IN_ORDER = sql`playlist.display_order, playlist.created_at desc, playlist.id desc`

export interface Part {
  limit: number
  offset: number
}

type Listed = { rows: PlaylistRow[]; total: number }

/** Lists public playlists, of one type or all. */
export const listPublic = (db: Db, type: PlaylistType | undefined, part: Part): Promise<Listed> =>
  listPart(db, sql`${IS_PUBLIC} ${type === undefined ? sql`` : sql`and playlist.type = ${type}`}`, part)

/** Lists all playlists, drafts too, of one type or all, with a part of the title. */
export function listAll(
  db: Db,
  { type, search }: { type: PlaylistType | undefined; search: string },
  part: Part,
): Promise<Listed> {
  const inTitle = `%${escapeLike(search.toLowerCase())}%`
  const wanted = sql`playlist.deleted_at is null
    ${type === undefined ? sql`` : sql`and playlist.type = ${type}`}
    ${search === '' ? sql`` : sql`and lower(playlist.title) like ${inTitle}`}`
  return listPart(db, wanted, part)
}

/** Reads a part of a list and its total in one statement; a page after the last one takes a second. */
async function listPart(db: Db, wanted: RawBuilder<unknown>, { limit, offset }: Part): Promise<Listed> {
  const count = sql`select count(*)::int as total from playlists playlist where ${wanted}`
  const { rows } = await sql<PlaylistRow & { total: number }>`
    select ${columns(GAMES_SHOWN)}, (${count}) as total
    from (
      select * from playlists playlist where ${wanted} order by ${IN_ORDER} limit ${limit} offset ${offset}
    ) playlist
    ${CREATOR}
    order by ${IN_ORDER}`.execute(db)
  if (rows[0] || offset === 0) return { rows, total: rows[0]?.total ?? 0 }
  const counted = await sql<{ total: number }>`${count}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Lists public playlists of the type featured that have games. */
export async function listFeatured(db: Db, limit: number): Promise<PlaylistRow[]> {
  const { rows } = await sql<PlaylistRow>`
    select ${columns(GAMES_SHOWN)} ${FROM}
    where ${IS_PUBLIC} and playlist.type = 'featured' and playlist.games_count > 0
    order by ${IN_ORDER}
    limit ${limit}`.execute(db)
  return rows
}

/** Finds the public playlist with games that was published last. */
export async function findLatest(db: Db): Promise<PlaylistRow | undefined> {
  const { rows } = await sql<PlaylistRow>`
    select ${columns(GAMES_SHOWN)} ${FROM}
    where ${IS_PUBLIC} and playlist.games_count > 0
    order by playlist.published_at desc, playlist.id desc
    limit 1`.execute(db)
  return rows[0]
}

/** Finds a playlist by its id, or by a present or former slug (C08), with its first `most` games. */
export async function findPlaylist(
  db: Db,
  idOrSlug: string,
  { seesDrafts, most }: { seesDrafts: boolean; most: number },
): Promise<PlaylistRow | undefined> {
  const wanted = UUID.test(idOrSlug)
    ? sql`playlist.id = ${idOrSlug}::uuid`
    : sql`playlist.id = (select playlist_id from playlist_slugs where slug = ${idOrSlug.toLowerCase()})`
  const { rows } = await sql<PlaylistRow>`
    select ${columns(most)} ${FROM}
    where ${wanted} and playlist.deleted_at is null and (playlist.is_published or ${seesDrafts})`.execute(db)
  return rows[0]
}

/** Lists the games of a playlist that no list of the catalogue shows. */
export async function listUnlistedGames(db: Db, id: PlaylistId): Promise<GameId[]> {
  const { rows } = await sql<{ game_id: GameId }>`
    select place.game_id
    from playlist_games place join games on games.id = place.game_id
    where place.playlist_id = ${id} and ${facetOfLists('erotic')} <> all(games.facets)
    order by place.display_order`.execute(db)
  return rows.map(({ game_id }) => game_id)
}

export interface Progress {
  games: number
  in_library: number
  /** Completed, playing or dropped (C03). */
  played: number
}

/** Counts the member's games in a playlist; undefined if there is none that the member may see. */
export async function findProgress(
  db: Db,
  { id, userId, seesDrafts }: { id: PlaylistId; userId: UserId; seesDrafts: boolean },
): Promise<Progress | undefined> {
  const { rows } = await sql<Progress>`
    select count(place.game_id)::int as games, count(entry.id)::int as in_library,
      (count(entry.id) filter (where entry.status <> 'want_to_play'))::int as played
    from playlists playlist
    left join playlist_games place on place.playlist_id = playlist.id
    left join user_games entry on entry.game_id = place.game_id and entry.user_id = ${userId}
    where playlist.id = ${id} and playlist.deleted_at is null and (playlist.is_published or ${seesDrafts})
    group by playlist.id`.execute(db)
  return rows[0]
}
