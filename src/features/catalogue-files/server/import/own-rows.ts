import * as z from 'zod/mini'
import type { PageFacts } from '#features/catalogue/server/sources/sources.service.ts'
import { storedPageFacts } from '#features/catalogue/server/stored-games/stored-games.service.ts'
import { withoutEntitiesIn } from '#server/html-entities.ts'
import { ExportedGame, valueOfCell } from '../games/exported-game.ts'
import type { Understood } from './entry.ts'

/** Reads a game from a file that `export` wrote. */
export function readOwnRow(value: unknown): Understood {
  const result = z.safeParse(ExportedGame, withoutEntitiesIn(value))
  if (!result.success) {
    const issue = result.error.issues[0]
    return { reason: `is no exported game (${issue?.path.join('.')}: ${issue?.message})` }
  }
  const { id, origin, provenance, refreshedAt, pageFacts, ...others } = result.data
  const facts = { ...others, ...storedPageFacts(pageFacts as Partial<PageFacts>) }
  return { id, key: id, facts, early: null, storedOrigin: { origin, provenance, refreshedAt } }
}

export function readOwnCells(columns: readonly string[], cells: readonly string[]): Understood {
  try {
    return readOwnRow(Object.fromEntries(columns.map((column, at) => [column, valueOfCell(column, cells[at] ?? '')])))
  } catch {
    return { reason: 'has a cell that should hold JSON and does not' }
  }
}
