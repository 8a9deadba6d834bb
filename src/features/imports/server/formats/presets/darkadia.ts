import type { ImportedRecord, ReadRow, RecordCopy } from '../../../imported-record.rules.ts'
import type { Meaning } from '../../../mapping.rules.ts'
import type { Table } from '../reading/table.ts'
import { columnsOf } from '../records/columns.ts'
import { addNote, addPlatforms, dayOf, newCopy, setReview, type Writing } from '../records/draft.ts'
import { type RowDraft, readTableRow, type TableFormat } from '../records/table-format.ts'

/** The flags are cumulative; the first one that is set counts. Shelved means given up. */
const FLAGS: readonly (readonly [column: string, meaning: Meaning])[] = [
  ['dominated', 'completionist'],
  ['mastered', 'completionist'],
  ['finished', 'completed'],
  ['shelved', 'dropped'],
  ['playing', 'playing'],
  ['played', 'paused'],
  ['owned', 'owned'],
]
const CONDITION = [
  'box',
  'box condition',
  'box notes',
  'manual',
  'manual condition',
  'manual notes',
  'complete',
  'complete notes',
]
const COPY = [
  'label',
  'release',
  'platform',
  'media',
  'media other',
  'source',
  'source other',
  'purchase date',
  'notes',
]

export const darkadia: TableFormat = {
  preset: 'darkadia',
  signature: ['name', 'added', 'loved', 'owned', 'dominated', 'shelved', 'copy platform', 'copy source'],
  columns: {
    name: 'title',
    added: 'added',
    loved: 'liked',
    ...Object.fromEntries(FLAGS.map(([column]) => [column, 'own' as const])),
    rating: 'rating',
    platforms: 'own',
    notes: 'notes',
    tags: 'tags',
    'time played': 'hours',
    'review subject': 'own',
    review: 'own',
    ...Object.fromEntries(COPY.map((column) => [`copy ${column}`, 'own' as const])),
    ...Object.fromEntries(CONDITION.map((column) => [`copy ${column}`, 'unstored' as const])),
  },
  writing: { ratingMax: 5 },
  separator: /,/,
  complete: (draft) => {
    const { record, cell } = draft
    const flag = FLAGS.find(([column]) => cell(column) === '1')
    if (flag) draft.meaning = { meaning: flag[1], word: flag[0] }
    setReview(record, cell('review'), { title: cell('review subject') })
    addCopy(record, cell, draft.writing)
  },
}

/** Yields the games of a Darkadia file: a row without a name is a further copy of the game above it. */
export async function* darkadiaRows(table: Table, writing: Writing): AsyncGenerator<ReadRow> {
  const columns = columnsOf(table.header, darkadia)
  let game: { record: ImportedRecord; owned: string } | null = null
  for await (const row of table.rows()) {
    const cell = (name: string) => row.cells[columns.places.get(name) ?? -1]?.trim() ?? ''
    if (cell('name') === '' && game) {
      game.record.rows.push(row.line)
      addCopy(game.record, cell, writing)
      continue
    }
    if (game) yield ended(game)
    game = null
    const read = readTableRow(darkadia, columns, row, writing)
    if ('record' in read) game = { record: read.record, owned: cell('platforms') }
    else yield read
  }
  if (game) yield ended(game)
}

/** Adds a copy for each platform that the member owns the game for and that no copy describes. */
function ended({ record, owned }: { record: ImportedRecord; owned: string }): ReadRow {
  const names = owned.split(/,\s*/).filter((name) => name !== '')
  const described = new Set(record.copies.map(({ platform }) => platform?.toLowerCase()))
  for (const platform of names) if (!described.has(platform.toLowerCase())) record.copies.push(newCopy({ platform }))
  addPlatforms(record, names)
  return { record }
}

function addCopy(record: ImportedRecord, cell: RowDraft['cell'], writing: Writing): void {
  const source = cell('copy source')
  const copy: RecordCopy = {
    platform: cell('copy platform') || null,
    store: (/^other$/i.test(source) ? cell('copy source other') : source) || cell('copy source other') || null,
    edition: cell('copy release') || cell('copy label') || null,
    is_physical: /physical/i.test(cell('copy media')) ? true : /digital/i.test(cell('copy media')) ? false : null,
    acquired_on: dayOf(record, 'Copy purchase date', cell('copy purchase date'), writing),
    price: null,
  }
  addNote(record, cell('copy notes'), copy.platform ?? undefined)
  if (copy.platform) addPlatforms(record, [copy.platform])
  if (Object.values(copy).some((value) => value !== null)) record.copies.push(copy)
}
