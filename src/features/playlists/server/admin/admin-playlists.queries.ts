import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, PlaylistId, UserId } from '#shared/ids.ts'
import type { PlaylistDraft } from '../../playlists.schemas.ts'

/** A playlist that an admin changes, locked until the transaction ends. */
export interface LockedPlaylist {
  id: PlaylistId
  title: string
  slug: string
  is_published: boolean
  published_at: Date | null
  updated_at: Date
}

/** Locks a playlist that is not deleted. */
export async function lockPlaylist(db: Db, id: PlaylistId): Promise<LockedPlaylist | undefined> {
  const { rows } = await sql<LockedPlaylist>`
    select id, title, slug, is_published, published_at, updated_at from playlists
    where id = ${id} and deleted_at is null
    for no key update`.execute(db)
  return rows[0]
}

/** The slug of a playlist is claimed before its row exists. */
export async function makeId(db: Db): Promise<PlaylistId> {
  const { rows } = await sql<{ id: PlaylistId }>`select uuidv7() as id`.execute(db)
  return rows[0]?.id as PlaylistId
}

export interface PlaylistFields extends Omit<PlaylistDraft, 'games'> {
  slug: string
  gamesCount: number
}

const columnsOf = ({ title, description, type, coverImage, isPublished, metadata, slug, ...rest }: PlaylistFields) => ({
  title,
  description,
  type,
  cover_image: coverImage,
  is_published: isPublished,
  start_date: rest.startDate,
  end_date: rest.endDate,
  metadata: JSON.stringify(metadata),
  slug,
  games_count: rest.gamesCount,
})

export async function insertPlaylist(
  db: Db,
  id: PlaylistId,
  fields: PlaylistFields,
  { by, at }: { by: UserId; at: Date },
): Promise<void> {
  const published_at = fields.isPublished ? at : null
  await db
    .insertInto('playlists')
    .values({ id, ...columnsOf(fields), published_at, created_by: by, created_at: at, updated_at: at })
    .execute()
}

/** Each version gets a later time, also if two follow within a millisecond. */
const laterThanBefore = (at: Date) => sql<Date>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`

/** The time of publication changes when a draft becomes public. */
const publishedAt = (isPublished: boolean, at: Date) =>
  sql<Date | null>`case when ${isPublished} and not is_published then ${at}::timestamptz else published_at end`

export async function updatePlaylist(db: Db, id: PlaylistId, fields: PlaylistFields, at: Date): Promise<void> {
  await db
    .updateTable('playlists')
    .set({
      ...columnsOf(fields),
      published_at: publishedAt(fields.isPublished, at),
      updated_at: laterThanBefore(at),
    })
    .where('id', '=', id)
    .execute()
}

export async function setPublished(db: Db, id: PlaylistId, isPublished: boolean, at: Date): Promise<void> {
  await db
    .updateTable('playlists')
    .set({ is_published: isPublished, published_at: publishedAt(isPublished, at), updated_at: laterThanBefore(at) })
    .where('id', '=', id)
    .execute()
}

/** Replaces the games of a playlist. Remaining games retain the time of their addition. Returns false if nothing changed. */
export async function replaceGames(db: Db, id: PlaylistId, gameIds: readonly GameId[], at: Date): Promise<boolean> {
  const { rows: before } = await sql<{ game_id: GameId; added_at: Date }>`
    select game_id, added_at from playlist_games where playlist_id = ${id} order by display_order`.execute(db)
  if (before.length === gameIds.length && before.every(({ game_id }, at) => game_id === gameIds[at])) return false
  const addedAt = new Map(before.map(({ game_id, added_at }) => [game_id, added_at]))
  await db.deleteFrom('playlist_games').where('playlist_id', '=', id).execute()
  await sql`
    insert into playlist_games (playlist_id, game_id, display_order, added_at)
    select ${id}::uuid, game_id, display_order, added_at
    from unnest(${gameIds}::text[], ${gameIds.map((game) => addedAt.get(game) ?? at)}::timestamptz[])
      with ordinality as given (game_id, added_at, display_order)`.execute(db)
  return true
}

/** Marks a locked playlist as deleted. */
export async function markDeleted(db: Db, id: PlaylistId, at: Date): Promise<void> {
  await db.updateTable('playlists').set({ deleted_at: at }).where('id', '=', id).execute()
}

/** Restores a playlist that was deleted after `since`. Returns undefined if there is none. */
export async function restoreDeleted(
  db: Db,
  id: PlaylistId,
  since: Date,
): Promise<{ title: string; is_published: boolean } | undefined> {
  return db
    .updateTable('playlists')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', since)
    .returning(['title', 'is_published'])
    .executeTakeFirst()
}

/** Deletes the playlists that were marked as deleted before this time, with their games and slugs. */
export async function deleteMarkedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('playlists').where('deleted_at', '<=', before).execute()
}

/** Locks these playlists in a fixed order, and returns those that exist. */
export async function lockPlaylists(db: Db, ids: readonly PlaylistId[]): Promise<PlaylistId[]> {
  const { rows } = await sql<{ id: PlaylistId }>`
    select id from playlists where id = any(${ids}::uuid[]) and deleted_at is null
    order by id for no key update`.execute(db)
  return rows.map(({ id }) => id)
}

/** Stores the order of playlists, and returns those whose place has changed. */
export async function updateOrder(db: Db, ids: readonly PlaylistId[]): Promise<PlaylistId[]> {
  const { rows } = await sql<{ id: PlaylistId }>`
    update playlists set display_order = given.place
    from unnest(${ids}::uuid[]) with ordinality as given (id, place)
    where playlists.id = given.id and playlists.display_order <> given.place
    returning playlists.id`.execute(db)
  return rows.map(({ id }) => id)
}
