import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Db } from '#db/db.ts'
import { pageFactsOf } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import { cellOf, EXPORT_COLUMNS, type ExportedGame } from '../games/exported-game.ts'
import { storedGame } from '../games/stored-game.ts'
import { countAllGames, type ExportRow, readAllGames } from './export.queries.ts'

export type ExportFormat = 'ndjson' | 'csv'

/**
 * Writes every stored game with all facts and their origin. `import` restores the same rows from the file. Returns the
 * number of games. Fails with the stream's error when the stream cannot be written.
 */
export async function exportCatalogue(
  db: Db,
  out: Writable,
  format: ExportFormat,
  onStep: (step: { games: number; of: number }) => void = () => {},
): Promise<number> {
  const of = await countAllGames(db)
  let games = 0
  if (format === 'csv') await write(out, stringify([EXPORT_COLUMNS]))
  await readAllGames(db, async (rows) => {
    const exported = rows.map(exportedGame)
    await write(
      out,
      format === 'csv'
        ? stringify(exported.map((game) => EXPORT_COLUMNS.map((column) => cellOf(column, game[column]))))
        : exported.map((game) => `${JSON.stringify(game)}\n`).join(''),
    )
    games += rows.length
    onStep({ games, of })
  })
  return games
}

async function write(out: Writable, text: string): Promise<void> {
  // A stream that has failed already emits neither 'drain' nor its error again.
  if (out.errored) throw out.errored
  // `once` also throws an error that the stream emits while waiting.
  if (!out.write(text)) await once(out, 'drain')
}

function exportedGame(row: ExportRow): Record<keyof ExportedGame, unknown> {
  const game = storedGame(row)
  const whole = {
    ...game,
    pageFacts: pageFactsOf(game),
    origin: row.origin,
    provenance: row.provenance,
    refreshedAt: row.refreshed_at,
  }
  return Object.fromEntries(EXPORT_COLUMNS.map((column) => [column, whole[column]])) as typeof whole
}
