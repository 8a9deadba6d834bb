import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'

/** Moves the places of a merged game. A playlist that has both games keeps the place of the other one. */
export async function moveMergedPlaylistPlaces(
  { db }: EventDeps,
  { from, to }: PayloadOf<typeof gameMerging>,
): Promise<void> {
  const { rows: gone } = await sql<{ playlist_id: string; display_order: number }>`
    delete from playlist_games gone using playlist_games other
    where gone.game_id = ${from} and other.game_id = ${to} and other.playlist_id = gone.playlist_id
    returning gone.playlist_id, gone.display_order`.execute(db)
  for (const { playlist_id, display_order } of gone) {
    await closeGap(playlist_id, display_order)
    await sql`update playlists set games_count = games_count - 1 where id = ${playlist_id}`.execute(db)
  }
  const { rows: moved } = await sql<{ playlist_id: string }>`
    update playlist_games set game_id = ${to} where game_id = ${from} returning playlist_id`.execute(db)
  const changed = [...gone, ...moved].map(({ playlist_id }) => playlist_id)
  if (changed.length > 0)
    await announce(db, [tag.playlists, ...changed.flatMap((id) => [tag.playlist(id), tag.playlistGames(id)])])

  /** The first game of a playlist is the one with order 1. The orders are unique at every moment, so each moves alone. */
  async function closeGap(playlistId: string, gap: number): Promise<void> {
    const { rows } = await sql<{ display_order: number }>`
      select display_order from playlist_games
      where playlist_id = ${playlistId} and display_order > ${gap} order by display_order`.execute(db)
    for (const { display_order } of rows)
      await sql`
        update playlist_games set display_order = display_order - 1
        where playlist_id = ${playlistId} and display_order = ${display_order}`.execute(db)
  }
}

/** Gives each game its places. A playlist that had both games has both again. */
export async function splitPlaylistPlaces({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  const { rows: removed } = await sql<{ id: string; gap: number }>`
    select playlist.id, least((row.before ->> 'display_order')::int, playlist.games_count + 1) as gap
    from game_merge_rows row join playlists playlist on playlist.id = split_part(row.key, '/', 1)::uuid and playlist.games_count < 100
    where row.from_id = ${split.from} and row.kind = 'playlist_games' and row.after is null
    order by playlist.id for update of playlist`.execute(db)
  for (const { id, gap } of removed) await openGap(id, gap)
  await putBack(db, split, 'playlist_games')
  for (const { id, gap } of removed)
    await sql`
      with place as (
        update playlist_games set display_order = ${gap} where playlist_id = ${id} and game_id = ${split.from}
      )
      update playlists set games_count = games_count + 1 where id = ${id}`.execute(db)
  const { rows: changed } = await sql<{ id: string }>`
    select distinct playlist_id as id from playlist_games where game_id in (${split.from}, ${split.to})`.execute(db)
  if (changed.length > 0)
    await announce(db, [tag.playlists, ...changed.flatMap(({ id }) => [tag.playlist(id), tag.playlistGames(id)])])

  /** The orders are unique at every moment, so each moves alone, the last one first. */
  async function openGap(playlistId: string, gap: number): Promise<void> {
    const { rows } = await sql<{ display_order: number }>`
      select display_order from playlist_games
      where playlist_id = ${playlistId} and display_order >= ${gap} order by display_order desc`.execute(db)
    for (const { display_order } of rows)
      await sql`
        update playlist_games set display_order = display_order + 1
        where playlist_id = ${playlistId} and display_order = ${display_order}`.execute(db)
  }
}
