import {
  type DateOrder,
  type HoursUnit,
  type ImportField,
  type Mapping,
  meaningOf,
  plainWords,
} from '../../../mapping.rules.ts'
import { COLUMN_NAMES } from './column-names.ts'
import type { ColumnSurvey } from './survey-table.ts'

/** What the values of a column must look like for a field; the others take any text. */
const FITS: Partial<Record<ImportField, (column: ColumnSurvey) => boolean>> = {
  igdb_id: (column) => mostly(column, column.numbers),
  steam_id: (column) => mostly(column, column.numbers),
  rawg_id: (column) => mostly(column, column.numbers),
  rating: (column) => mostly(column, column.numbers),
  completion: (column) => mostly(column, column.numbers),
  hours: (column) => mostly(column, column.times),
  added: (column) => mostly(column, column.dates),
  last_played: (column) => mostly(column, column.dates),
  started: (column) => mostly(column, column.dates),
  finished: (column) => mostly(column, column.dates),
  acquired: (column) => mostly(column, column.dates),
}

const mostly = ({ sampled }: ColumnSurvey, count: number) => sampled === 0 || count * 2 > sampled

/**
 * Guesses what the columns of a table mean: first by their exact names in several languages, then by names that they
 * contain. A column whose values do not fit its name is left out.
 */
export function guessMapping(columns: readonly ColumnSurvey[]): Mapping {
  const found = new Map<ImportField, number>()
  const take = (matches: (name: string, alias: string) => boolean) => {
    for (const [field, names] of COLUMN_NAMES)
      for (const alias of names) {
        if (found.has(field)) break
        const at = columns.findIndex(
          (column, place) =>
            ![...found.values()].includes(place) &&
            matches(plainWords(column.name), alias) &&
            (FITS[field]?.(column) ?? true),
        )
        if (at !== -1) found.set(field, at)
      }
  }
  take((name, alias) => name === alias)
  take((name, alias) => ` ${name} `.includes(` ${alias} `))
  const at = (field: ImportField) => columns[found.get(field) ?? -1]
  return {
    columns: Object.fromEntries([...found].map(([field, place]) => [place, field])),
    statuses: guessStatuses(at('status')?.values ?? []),
    rating_max: guessRatingMax(at('rating')),
    hours_unit: guessUnit(at('hours')?.name ?? ''),
    date_order: guessDateOrder(columns),
  }
}

/** Returns the meanings of the values of a status column, as far as they are known. */
function guessStatuses(values: readonly string[]): Mapping['statuses'] {
  return Object.fromEntries(
    values.flatMap((value) => {
      const meaning = meaningOf(value)
      return meaning ? [[value.toLowerCase(), meaning]] : []
    }),
  )
}

/** Returns the best rating of a column: the one in its name ('Score /10'), else from its largest one 5, 10 or 100. */
export function guessRatingMax(column: ColumnSurvey | undefined): number {
  const named = /(?:\/|\bof|\bvon|\bsur|\bde|1\s*-|0\s*-)\s*(5|10|20|100)\b/i.exec(column?.name ?? '')?.[1]
  if (named) return Number(named)
  const largest = column?.largest ?? 0
  return largest <= 5 ? 5 : largest <= 10 ? 10 : 100
}

const guessUnit = (name: string): HoursUnit =>
  /min/i.test(name) ? 'minutes' : /sec|sek/i.test(name) ? 'seconds' : 'hours'

/** Returns the order of day and month that fits more of the dates that allow only one. */
export function guessDateOrder(columns: readonly ColumnSurvey[]): DateOrder {
  const dated = columns.filter((column) => mostly(column, column.dates))
  const count = (order: DateOrder) => dated.reduce((sum, { votes }) => sum + votes[order], 0)
  return count('mdy') > count('dmy') ? 'mdy' : 'dmy'
}
