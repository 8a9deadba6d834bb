import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { ascending } from '#shared/order.ts'
import { waitForMerges } from '../merged/merged-games.queries.ts'
import { searchTextOf } from '../names/names.ts'
import type { PageFacts, SourceGame } from '../sources/source.ts'
import { storeExternalIds } from './external-ids.queries.ts'
import { factColumnsOf, pageFactsOf } from './game-columns.ts'
import { nameKeyOf } from './same-name.ts'
import { HAS_CHANGED, MERGED, OTHERS_CHANGED } from './stored-facts.ts'

export type Origin = 'local' | 'igdb' | 'rawg' | 'import'

/**
 * Writes games in one statement, each fact with its origin (decision 0013), and their ids elsewhere in another. Only the source of a game overwrites it, or
 * a live source that takes over a built-in or imported game. A response does not erase facts that it omits. Rows from a
 * live source's list are due for a complete fetch at once. A game that an admin has merged into another one is not stored
 * again: only its ids elsewhere are, as those of the game that stays (decision 0119). Returns the ids of the games that were stored before and have
 * changed, and of those to which a game is related now or no longer, for the caller to announce.
 */
export async function storeGames(db: Db, games: readonly SourceGame[], origin: Origin): Promise<GameId[]> {
  if (games.length === 0) return []
  await waitForMerges(db)
  const rows = inOrder(games).map((game) => ({
    id: game.id,
    data_source: game.id.slice(0, game.id.indexOf('_')),
    source_id: Number(game.id.slice(game.id.indexOf('_') + 1)),
    name: game.name,
    name_key: nameKeyOf(game.name),
    search_text: searchTextOf(game.name, game.alternativeNames, game.renown),
    ...factColumnsOf(game),
    renown: game.renown,
    details: {
      summary: game.summary,
      storyline: game.storyline,
      themes: game.themes,
      gameModes: game.gameModes,
      developers: game.developers,
      publishers: game.publishers,
      alternativeNames: game.alternativeNames,
      backgroundUrl: game.backgroundUrl,
      artworks: game.artworks,
      screenshots: game.screenshots,
      videos: game.videos,
      isWhole: game.isWhole,
      ...pageFactsOf(game),
      ...(game.timeToBeat === undefined && { isWithoutTimes: true }),
    } satisfies GameDetails,
  }))
  const { rows: stored } = await sql<{ id: GameId; has_changed: boolean; others: GameId[] | null }>`
    insert into games (
      id, data_source, source_id, name, name_key, search_text, cover_image_id, cover_url, first_release_date, platforms,
      genres, platform_ids, genre_ids, theme_ids, game_mode_ids, rating, total_rating, total_rating_count, critic_rating,
      critic_rating_count, hypes, game_type, parent_id, time_to_beat, renown, developer, series, details, origin, provenance,
      refreshed_at
    )
    select given.*, ${origin},
      jsonb_build_object('*', jsonb_build_object('origin', ${origin}::text, 'at', floor(extract(epoch from now())))),
      case when ${origin} in ('igdb', 'rawg') and not (given.details -> 'isWhole')::boolean then 'epoch' else now() end
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as given (
      id text, data_source text, source_id bigint, name text, name_key text, search_text text, cover_image_id text,
      cover_url text, first_release_date bigint, platforms jsonb, genres jsonb, platform_ids integer[],
      genre_ids integer[], theme_ids integer[], game_mode_ids integer[], rating numeric, total_rating numeric,
      total_rating_count integer, critic_rating numeric, critic_rating_count integer, hypes integer, game_type smallint,
      parent_id text, time_to_beat jsonb, renown smallint, developer text, series text, details jsonb
    )
    where not exists (select from game_merges merge where merge.from_id = given.id)
    on conflict (id) do update set ${MERGED}
    where games.origin = excluded.origin
      or (games.origin in ('local', 'import') and excluded.origin in ('igdb', 'rawg'))
    returning new.id, ${HAS_CHANGED} as has_changed, ${OTHERS_CHANGED} as others`.execute(db)
  await storeExternalIds(db, games)
  return [
    ...new Set(stored.flatMap(({ id, has_changed, others }) => [...(has_changed ? [id] : []), ...(others ?? [])])),
  ]
}

/**
 * Returns each game once, the most complete and latest of several, ordered by id, so that two batches never deadlock.
 */
function inOrder(games: readonly SourceGame[]): SourceGame[] {
  const byId = new Map<string, SourceGame>()
  for (const game of games) {
    const known = byId.get(game.id)
    if (!known || game.isWhole || !known.isWhole) byId.set(game.id, game)
  }
  return [...byId.values()].sort(ascending(({ id }) => id))
}

/** Removes NUL and lone surrogates, which PostgreSQL rejects; one of them would fail the whole batch. */
function jsonOf(rows: readonly unknown[]): string {
  const json = JSON.stringify(rows)
  if (!/\\u(?:0000|d[89a-f])/.test(json)) return json
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}

/** The column `details`. */
export interface GameDetails
  extends Pick<
      SourceGame,
      | 'summary'
      | 'storyline'
      | 'themes'
      | 'gameModes'
      | 'developers'
      | 'publishers'
      | 'alternativeNames'
      | 'backgroundUrl'
      | 'artworks'
      | 'screenshots'
      | 'videos'
      | 'isWhole'
    >,
    Partial<PageFacts> {
  /** The response lacks the times, because the source did not answer that part; they stay as they are. */
  isWithoutTimes?: true
}
