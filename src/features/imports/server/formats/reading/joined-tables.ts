import { IMPORT_MAX_RECORDS } from '../../../imported-record.rules.ts'
import { isTitleName } from '../words/column-names.ts'
import type { FileContent } from './read-file.ts'
import { refuseFile } from './refuse-file.ts'
import { sectionNamed } from './sections.ts'
import type { Table, TableRow } from './table.ts'

type TableContent = Extract<FileContent, { kind: 'table' }>

const LONGEST_NAME = 200

/**
 * Returns the tables of an archive or a workbook that are one library: those whose names are statuses, years or platforms ('completed.csv', '2021', 'PS5'),
 * and those with the same columns. Their names become the first column. Null where no two belong together.
 */
export function joinedTables(tables: readonly TableContent[]): TableContent | null {
  const titled = tables.filter(({ table }) => table.header.length === 1 || table.header.some(isTitleName))
  const named = titled.filter(({ name }) => sectionNamed(nameIn(name)) !== null)
  const [first] = named.length > 0 ? named : mostAlike(titled)
  if (!first) return null
  const alike = titled.filter((each) => named.includes(each) || keyOf(each) === keyOf(first))
  const parts = alike.filter((each) => !alike.some((other) => other !== each && isPartOf(each, other)))
  if (parts.length < 2) return null
  const isOfFiles = parts.some(({ name }) => /\.\w{2,4}$/.test(name))
  const table = tableOf(isOfFiles ? 'File' : 'Sheet', parts)
  return {
    ...first,
    name: parts
      .map(({ name }) => name)
      .join(' + ')
      .slice(0, LONGEST_NAME),
    table,
  }
}

/** Of the tables with the same columns the largest group: a summary may stand before them. */
const mostAlike = (tables: readonly TableContent[]): readonly TableContent[] =>
  [...Map.groupBy(tables, keyOf).values()].reduce((most, group) => (group.length > most.length ? group : most), [])

/** Notion writes a table twice, as 'Games.csv' and 'Games_all.csv', and a copy is named after its file. */
const isPartOf = (one: TableContent, other: TableContent): boolean => nameIn(other.name).startsWith(nameIn(one.name))

/** The name of a file without its folder and ending, with spaces. */
const nameIn = (name: string): string =>
  name
    .replace(/\.\w{2,5}$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()

const keysOf = ({ table }: TableContent): string[] =>
  table.header.length === 1 ? ['title'] : table.header.map((name) => name.trim().toLowerCase())
const keyOf = (content: TableContent): string => keysOf(content).toSorted().join('\n')

function tableOf(column: string, parts: readonly TableContent[]): Table {
  const names = new Map<string, string>()
  for (const part of parts)
    for (const [at, key] of keysOf(part).entries())
      if (!names.has(key)) names.set(key, part.table.header[at] || 'Title')
  const places = [...names.keys()]
  return {
    header: [column, ...names.values()],
    partColumn: 0,
    hasFewLines: () => parts.every(({ table }) => table.hasFewLines()),
    rows: async function* (): AsyncGenerator<TableRow> {
      let count = 0
      for (const part of parts) {
        const keys = keysOf(part)
        const from = places.map((key) => keys.indexOf(key))
        for await (const { cells } of part.table.rows()) {
          count += 1
          if (count > IMPORT_MAX_RECORDS) refuseFile('import_too_many_rows')
          yield { line: count, cells: [nameIn(part.name), ...from.map((at) => cells[at] ?? '')] }
        }
      }
    },
  }
}
