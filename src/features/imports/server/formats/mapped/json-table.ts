import { IMPORT_MAX_RECORDS } from '../../../imported-record.rules.ts'
import { itemsOf } from '../reading/json-lists.ts'
import { refuseFile } from '../reading/refuse-file.ts'
import type { Table } from '../reading/table.ts'
import { listOf, objectOf, storable, textOf } from '../records/json-values.ts'

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
        .map((item) => textOf(item) || textOf(objectOf(item).name))
        .filter((name) => name !== '')
        .join('; ')
    : textOf(value) || textOf(objectOf(value).name)
