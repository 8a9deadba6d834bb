import { IMPORT_MAX_RECORDS } from '../../../imported-record.rules.ts'
import { BY_KEY, itemsOf, type JsonOutline } from '../reading/json-lists.ts'
import { refuseFile } from '../reading/refuse-file.ts'
import type { Table } from '../reading/table.ts'
import { listOf, objectOf, storable, textOf } from '../records/json-values.ts'
import { COLUMN_NAMES, countNames, nameOf } from '../words/column-names.ts'
import { meaningOf } from '../words/status-words.ts'

/** The number of items at the beginning whose keys become columns. */
const SAMPLE = 100
const MAX_COLUMNS = 200
/** So many keys of an object inside of an item become columns. */
const MOST_INSIDE = 20

/** The column for the list in which an item stands. */
const LIST_COLUMN = 'status'

/**
 * Returns lists of JSON objects that no preset knows as a table: each key is a column, a list is one value, and an object
 * without a name has its keys as columns. Of several lists, the key of each is its status.
 */
export function tableOfLists(text: Buffer, paths: readonly string[]): Table {
  const names = new Set<string>(paths.length > 1 ? [LIST_COLUMN] : [])
  let count = 0
  for (const { item } of itemsOf(text, ...paths)) {
    count += 1
    if (count > SAMPLE) break
    for (const name of fieldsIn(item).keys()) if (names.size < MAX_COLUMNS) names.add(name)
  }
  const keys = [...names]
  return {
    header: keys.map(storable),
    hasFewLines: () => false,
    rows: async function* () {
      let rows = 0
      for (const { list, place, item } of itemsOf(text, ...paths)) {
        const fields = fieldsIn(item)
        if (paths.length > 1) fields.set(LIST_COLUMN, list.split('.').at(-1))
        const cells = keys.map((name) => cellOf(fields.get(name)))
        if (cells.every((cell) => cell.trim() === '')) continue
        rows += 1
        if (rows > IMPORT_MAX_RECORDS) refuseFile('import_too_many_rows')
        yield { line: place, cells }
      }
    },
  }
}

/** Returns the fields of an item; those of an object inside that is no thing with a name are its own. */
function fieldsIn(item: unknown): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [name, value] of Object.entries(objectOf(item))) {
    const inside = Array.isArray(value) || nameIn(value) !== '' ? [] : Object.entries(objectOf(value))
    if (inside.length === 0) fields.set(name, value)
    else for (const [key, part] of inside.slice(0, MOST_INSIDE)) fields.set(`${name} ${key}`, part)
  }
  return fields
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

/** Returns the lists of games of a JSON file that nobody knows: several if their keys are words for a status. */
export function listsOfGames(outline: JsonOutline): string[] {
  const best = listOfGames(outline)
  if (best === null) return []
  const [parent, key] = [best.split('.').slice(0, -1).join('.'), best.split('.').at(-1) as string]
  if (meaningOf(key) === undefined) return [best]
  const isBeside = (path: string) => path.split('.').slice(0, -1).join('.') === parent
  return [...outline.lists.keys()].filter((path) => isBeside(path) && meaningOf(path.split('.').at(-1) as string))
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
