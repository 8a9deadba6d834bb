import { sql } from 'kysely'
import type { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
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
