import { parse as parseAtOnce } from 'csv-parse/sync'
import { platforms } from '#features/catalogue/server/sources/sources.service.ts'
import { withoutEntities } from '#server/html-entities.ts'
import { EXPORT_COLUMNS } from '../games/exported-game.ts'
import type { Understood } from './entry.ts'
import { IGDB_COLUMNS, igdbCells, readIgdbRow } from './igdb-rows.ts'
import { ImportError } from './import-error.ts'
import type { InputFile } from './input-file.ts'
import { LIBRETRO_COLUMNS, readLibretroRow } from './libretro-rows.ts'
import { type MappedFormat, type Mapping, readMappedRow } from './mapped-rows.ts'
import { readOwnCells, readOwnRow } from './own-rows.ts'
import type { Cut } from './records.ts'

export interface Format {
  /** A name for people: 'the libretro database (CSV)'. */
  name: string
  cut: Cut
  read: (value: unknown) => Understood
}

const PC = 6

/**
 * The list of Steam's games with reviews and owners. Its share of positive reviews is not comparable with a rating of 0
 * to 100 and is not used as one.
 */
const STEAM_COLUMNS = ['name', 'release_date', 'app_id', 'positive', 'negative', 'max_owners']
const STEAM: MappedFormat = {
  mapping: {
    name: { column: 'name', pattern: null },
    key: { column: 'app_id', pattern: null },
    steam: { column: 'app_id', pattern: null },
    released: { column: 'release_date', pattern: 'MMM D, YYYY|MMM YYYY' },
  },
  collection: 'steam',
  platform: { id: PC, name: platforms.nameOf(PC) as string },
  // A hundred reviews are 28, a million 84.
  renownOf: (cell) => {
    const reviews = Number(cell('positive')) + Number(cell('negative'))
    return Math.min(90, Math.round(14 * Math.log10(1 + (Number.isFinite(reviews) ? reviews : 0))))
  },
}

/**
 * Detects the format of a file by its header or its first row.
 *
 * @throws ImportError
 */
export function detectFormat(file: InputFile, mapping: Mapping | null, now: Date): Format {
  const text = file.beginning.replace(/^\uFEFF/, '').trimStart()
  if (text.startsWith('{')) return jsonFormat(file, text, mapping)
  if (text.startsWith('['))
    throw new ImportError(`${file.path} is one JSON array. Convert it to one row per line first: jq -c '.[]'.`)
  return csvFormat(file, text, mapping, now)
}

function jsonFormat(file: InputFile, text: string, mapping: Mapping | null): Format {
  if (mapping) throw new ImportError('--map works only with CSV, and this file is NDJSON.')
  // A first row that is invalid, or longer than the inspected text, is recognised by its first id only.
  const id = /^\{\s*"id"\s*:\s*("?)/.exec(text) ?? /"id"\s*:\s*("?)/.exec(text.split('\n', 1)[0] as string)
  if (!id) throw new ImportError(`${file.path} is NDJSON, but its first row has no id.`)
  const isOurs = id[1] === '"'
  return {
    name: isOurs ? 'games exported by Savepoint (NDJSON)' : "IGDB's games (NDJSON)",
    cut: { kind: 'ndjson' },
    read: isOurs ? readOwnRow : readIgdbRow,
  }
}

function csvFormat(file: InputFile, text: string, mapping: Mapping | null, now: Date): Format {
  const { columns, delimiter } = headerOf(file, text)
  const cut = { kind: 'csv' as const, delimiter, columns }
  const has = (wanted: readonly string[]) => wanted.every((column) => columns.includes(column))
  const places = new Map(columns.map((column, at) => [column, at]))
  /** Returns a reader of rows by column names. */
  const byColumn = (read: (cell: (column: string) => string) => Understood) => (value: unknown) => {
    const cells = value as string[]
    return read((column) => withoutEntities(cells[places.get(column) ?? -1] ?? ''))
  }
  if (mapping) {
    const missing = Object.values(mapping).find(({ column }) => !places.has(column))
    if (missing) throw new ImportError(`${file.path} has no column '${missing.column}'; it has ${columns.join(', ')}.`)
    // Keys from a file are unique only within their column.
    const collection = mapping.key ? `csv/${mapping.key.column}` : 'csv'
    const format: MappedFormat = { mapping, collection, platform: null, renownOf: () => 0 }
    return { name: 'CSV with your mapping', cut, read: byColumn((cell) => readMappedRow(format, cell)) }
  }
  // Files of earlier versions have no ids of other sites.
  if (has(EXPORT_COLUMNS.filter((column) => column !== 'externalIds')))
    return {
      name: 'games exported by Savepoint (CSV)',
      cut,
      read: (value) => readOwnCells(columns, value as string[]),
    }
  if (has(LIBRETRO_COLUMNS))
    return { name: 'the libretro database (CSV)', cut, read: byColumn((cell) => readLibretroRow(cell, now)) }
  if (has(STEAM_COLUMNS))
    return { name: "Steam's games (CSV)", cut, read: byColumn((cell) => readMappedRow(STEAM, cell)) }
  if (has(IGDB_COLUMNS))
    return { name: "IGDB's dump (CSV)", cut, read: (value) => readIgdbRow(igdbCells(columns, value as string[])) }
  throw new ImportError(
    `${file.path} does not begin with a known header (${columns.slice(0, 8).join(', ')}…). Map its columns: --map name=title,released=…`,
  )
}

function headerOf(file: InputFile, text: string): { columns: string[]; delimiter: string } {
  const line = text.split(/\r?\n/, 1)[0] as string
  const count = (delimiter: string) => line.split(delimiter).length
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] as string
  try {
    const [columns = []] = parseAtOnce(line, { delimiter, relax_quotes: true }) as string[][]
    if (new Set(columns).size < columns.length)
      throw new ImportError(`${file.path} has two columns with the same name.`)
    return { columns, delimiter }
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError(`${file.path} has no valid CSV header.`)
  }
}
