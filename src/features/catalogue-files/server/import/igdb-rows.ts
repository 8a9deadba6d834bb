import { gamesOf } from '#features/catalogue/server/sources/sources.service.ts'
import { IGDB_MAX_ID } from '#shared/ids.ts'
import type { Understood } from './entry.ts'

/** The columns that distinguish IGDB's dumps from other tables with an id and a name. */
export const IGDB_COLUMNS = ['id', 'name', 'first_release_date', 'platforms', 'genres']

/**
 * Reads an IGDB game: a row of its API, or a row of a dump after `igdbCells`. The requested fields are unknown, and a
 * dump refers to tables that are missing here, so an absent fact may still exist.
 */
export function readIgdbRow(value: unknown): Understood {
  const [game] = gamesOf([value], false)
  if (!game) return { reason: `is no game of IGDB: it needs a name, and an id of 1 to ${IGDB_MAX_ID}` }
  const { id, ...facts } = game
  return { id, key: id, facts, early: null, storedOrigin: null }
}

const TEXTS = new Set(['name', 'summary', 'storyline', 'slug', 'url', 'checksum'])

/**
 * Converts the cells of a dump to values: '' is null, {1,2} and [1,2] are lists, digits are numbers, and instants are
 * Unix seconds.
 */
export function igdbCells(columns: readonly string[], cells: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(columns.map((column, at) => [column, cellValue(column, cells[at] ?? '')]))
}

function cellValue(column: string, cell: string): unknown {
  if (TEXTS.has(column)) return cell
  if (cell === '') return undefined
  const list = /^[{[](.*)[}\]]$/.exec(cell)?.[1]
  if (list !== undefined) return list.trim() === '' ? [] : list.split(',').map(Number)
  if (/^-?\d+(?:\.\d+)?$/.test(cell)) return Number(cell)
  const instant = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)\S*)?$/.exec(cell)
  return instant ? Date.parse(`${instant[1]}T${instant[2] ?? '00:00:00'}Z`) / 1000 : cell
}
