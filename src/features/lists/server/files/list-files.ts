import type { Context } from 'hono'
import { csvLine } from '#server/csv.ts'
import type { Addresses } from '#server/feature.ts'
import type { Viewer } from '#server/session.ts'
import { ListId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Refusal } from '#shared/refusal.ts'
import { slugOf } from '#shared/slug.ts'
import { LIST_FILES, type ListFile, listFilePath } from '../../lists.rules.ts'
import { listAllGames, type PlacedGame } from '../games/list-games.service.ts'
import type { ListRow, ListsDeps } from '../lists.service.ts'

const MEDIA_TYPES: Record<ListFile, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
}

/** Serves a list with all its games as CSV and as JSON, to everybody who may see it. Others find nothing at the address. */
export function listFileAddresses(deps: ListsDeps): Addresses {
  return (app, contextOf) => {
    for (const file of LIST_FILES)
      app.get(listFilePath(':listId', file), async (c) => {
        const { session } = await contextOf(c)
        const found = await findList(deps, session?.viewer ?? null, c)
        if (!found) return c.text('Not found', 404, { 'cache-control': 'no-store' })
        const name = slugOf(found.row.title, { most: 60, nameless: 'list' })
        return c.body(file === 'csv' ? csvOf(found.games) : jsonOf(found), 200, {
          'content-type': MEDIA_TYPES[file],
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}.${file}`,
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        })
      })
  }
}

async function findList(deps: ListsDeps, viewer: Viewer | null, c: Context) {
  const id = ListId.safeParse(c.req.param('listId'))
  try {
    return id.success ? await listAllGames(deps, viewer, id.data) : null
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const placeOf = ({ row, card }: PlacedGame) => ({
  position: row.position,
  game_id: card.id,
  game: card.name,
  year: card.year,
  note: row.note,
  added_at: row.added_at.toISOString(),
})

const csvOf = (games: readonly PlacedGame[]): string =>
  [
    csvLine(['position', 'game_id', 'game', 'year', 'note', 'added_at']),
    ...games.map((game) => csvLine(Object.values(placeOf(game)).map((cell) => (cell === null ? '' : String(cell))))),
  ].join('')

const jsonOf = ({ row, games }: { row: ListRow; games: readonly PlacedGame[] }): string =>
  JSON.stringify({
    id: row.id,
    title: row.title,
    description: row.description,
    author: memberName(row),
    is_ranked: row.is_ranked,
    filters: row.smart?.filters ?? null,
    changed_at: row.changed_at.toISOString(),
    games: games.map(placeOf),
  })
