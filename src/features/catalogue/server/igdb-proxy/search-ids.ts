import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { listGames, NO_FILTER } from '../catalogue.queries.ts'
import { queryForms } from '../search/names.ts'

/** The ids of the catalogue's best matches, best first. */
export async function searchIds(db: Db, text: string, most: number): Promise<GameId[]> {
  const forms = queryForms(text)
  if (forms.length === 0) return []
  const rows = await listGames(db, { filter: NO_FILTER, forms }, { order: 'relevance', limit: most, offset: 0 })
  return rows.map((row) => row.id as GameId)
}
