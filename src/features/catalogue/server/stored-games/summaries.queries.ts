import { sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import type { SummaryRow } from '../catalogue.queries.ts'

/** The values of a summary, in the order in which PostgreSQL sends them. */
type SummaryValues = [
  id: string,
  name: string,
  firstReleaseDate: number | null,
  developer: string | null,
  coverImageId: string | null,
  coverUrl: string | null,
  ownerId: string | null,
  genre: string | null,
  dataSource: string,
  totalRating: number | null,
]

/** A summary of the row of `games` as a JSON array: its values one by one would each be read and converted (decision 0091). */
const summaryInJson = sql<SummaryValues>`json_build_array(
  games.id, games.name, games.first_release_date, games.developer, games.cover_image_id, games.cover_url, games.owner_id,
  games.genres -> 0 ->> 'name', games.data_source, games.total_rating
)`

function summaryOf(values: SummaryValues): SummaryRow {
  const [id, name, first_release_date, developer, cover_image_id, cover_url, owner_id, ...others] = values
  const [genre, data_source, total_rating] = others
  return {
    id,
    name,
    first_release_date,
    developer,
    cover_image_id,
    cover_url,
    owner_id,
    genre,
    data_source,
    total_rating,
  }
}

export async function findSummaries(db: Db, ids: readonly GameId[]): Promise<SummaryRow[]> {
  if (ids.length === 0) return []
  const [found] = await summariesOf(db, { ids })
  return found?.games?.map(summaryOf) ?? []
}

const summariesOf = compiledOnce<{ ids: readonly GameId[] }, { games: SummaryValues[] | null }>(
  (value) => sql`select json_agg(${summaryInJson}) as games from games where id = any(${value('ids')}::text[])`,
)
