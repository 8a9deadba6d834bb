import { IMPORT_MAX_RECORDS } from '../../../imported-record.rules.ts'
import { BY_KEY, itemsOf, type JsonOutline } from '../reading/json-lists.ts'
import { refuseFile } from '../reading/refuse-file.ts'
import type { Table } from '../reading/table.ts'
import { listOf, objectOf, storable, textOf } from '../records/json-values.ts'
import { COLUMN_NAMES, countNames, nameOf } from '../words/column-names.ts'

/** The number of items at the beginning whose keys become columns. */
const SAMPLE = 100
const MAX_COLUMNS = 200

/** Returns a list of JSON objects that no preset knows as a table: each key is a column, a list is one value. */
export function tableOfList(text: Buffer, path: string): Table {
  const names = new Set<string>()
  for (const { place, item } of itemsOf(text, path)) {
    if (place > SAMPLE) break
    for (const name of Object.keys(objectOf(item))) if (names.size < MAX_COLUMNS) names.add(name)
  }
  const keys = [...names]
  return {
    header: keys.map(storable),
    hasFewLines: () => false,
    rows: async function* () {
      let count = 0
      for (const { place, item } of itemsOf(text, path)) {
        const fields = objectOf(item)
        const cells = keys.map((name) => cellOf(Object.hasOwn(fields, name) ? fields[name] : null))
        if (cells.every((cell) => cell.trim() === '')) continue
        count += 1
        if (count > IMPORT_MAX_RECORDS) refuseFile('import_too_many_rows')
        yield { line: place, cells }
      }
    },
  }
}

const cellOf = (value: unknown): string =>
  Array.isArray(value)
    ? listOf(value)
        .map((item) => textOf(item) || nameIn(item))
        .filter((name) => name !== '')
        .join('; ')
    : textOf(value) || nameIn(value)

/** Returns the name of an object that stands for a thing, such as a platform or a status. */
function nameIn(value: unknown): string {
  const fields = objectOf(value)
  const key = Object.keys(fields).find((each) => /^(?:name|title|label|value)$/i.test(each))
  return key === undefined ? '' : textOf(fields[key])
}

/** Returns the list of a JSON file that nobody knows: the one whose items have most keys that are names of columns. */
export function listOfGames({ lists }: JsonOutline): string | null {
  let best: { path: string; score: number } | null = null
  for (const [path, first] of lists) {
    const keys = Object.keys(first)
    const isByKey = path.endsWith(BY_KEY)
    const hasTitle = keys.some((key) => TITLES.has(nameOf(key)))
    // An object with a name may be anything, and a list of objects with any keys may be games.
    if (isByKey && (!hasTitle || keys.length < 2)) continue
    const score = countNames(keys) + (hasTitle ? 2 : 0) + (isByKey ? 0 : 0.5)
    if (!best || score > best.score) best = { path, score }
  }
  return best?.path ?? null
}

const TITLES = new Set(COLUMN_NAMES.find(([field]) => field === 'title')?.[1])
