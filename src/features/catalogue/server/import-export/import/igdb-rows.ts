import { gamesOf } from '../../sources/igdb/igdb-answers.ts'
import type { Understood } from './entry.ts'

/** What tells a table of IGDB's dumps from other tables with an id and a name. */
export const IGDB_COLUMNS = ['id', 'name', 'first_release_date', 'platforms', 'genres']

/**
 * A game as IGDB gives it out: a row of its answers, or one of a dump after `igdbCells`. Which fields were asked for is
 * not known, and a dump refers to tables that are not here: what is absent is not known to be absent.
 */
export function readIgdbRow(value: unknown): Understood {
  const [game] = gamesOf([value], false)
  if (!game) return { reason: 'is no game of IGDB: it needs a name, and an id of 1 to 500000' }
  const { id, ...facts } = game
  return { id, key: id, facts, early: null, kept: null }
}

const TEXTS = new Set(['name', 'summary', 'storyline', 'slug', 'url', 'checksum'])

/**
 * The cells of a dump as the values that they stand for: '' is nothing, {1,2} and [1,2] are lists, digits are numbers, and
 * instants are Unix seconds.
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
