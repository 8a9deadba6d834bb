import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { hasWords, isWholeTitle, titleRank } from '#server/title-search.ts'
import type { GameId, PlaylistId } from '#shared/ids.ts'

export interface FoundPlaylistRow {
  id: PlaylistId
  slug: string
  title: string
  games_count: number
  first_game: GameId | null
}

/** Limits the playlists to rank, so that a common word does not sort all of them. */
const CANDIDATES = 200

const candidates = (isMeant: RawBuilder<boolean>) => sql`
  select id from playlists where is_published and deleted_at is null and ${isMeant} limit ${CANDIDATES}`

/** Finds public playlists by the words of their titles: best title first, then in the order that admins chose. */
export async function findPlaylists(db: Db, words: readonly string[], most: number): Promise<FoundPlaylistRow[]> {
  const { rows } = await sql<FoundPlaylistRow>`
    with candidates as (
      (${candidates(hasWords(sql`title_words`, words, { keepsPlan: true }))})
      union (${candidates(isWholeTitle(sql`title_words`, words, { keepsPlan: true }))})
    )
    select playlist.id, playlist.slug, playlist.title, playlist.games_count,
      (select game_id from playlist_games where playlist_id = playlist.id and display_order = 1) as first_game
    from candidates
    join playlists playlist using (id)
    order by ${titleRank(sql`playlist.title_words`, words)}, playlist.display_order, playlist.created_at desc,
      playlist.id desc
    limit ${most}`.execute(db)
  return rows
}
