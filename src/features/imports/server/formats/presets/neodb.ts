import type { ImportedRecord, ReadRow } from '../../../imported-record.rules.ts'
import type { FileContent } from '../reading/read-file.ts'
import type { TableRow } from '../reading/table.ts'
import {
  addNote,
  addTags,
  halfStarsOf,
  momentOf,
  newRecord,
  setReview,
  setStatus,
  titleOf,
  type Writing,
} from '../records/draft.ts'

/**
 * The tables of NeoDB about games, with the places of their columns: two of them have the title of the game and that of
 * the text under one name. All begin with title, info, links, timestamp.
 */
const TABLES: Readonly<Record<string, (record: ImportedRecord, cells: readonly string[]) => void>> = {
  'game_mark.csv': (record, [, , , , status = '', rating = '', comment = '', tags = '']) => {
    setStatus(record, 'status', status)
    record.rating = halfStarsOf(record, 'rating', rating, 10)
    addNote(record, comment)
    addTags(record, tags.split('|'))
  },
  'game_review.csv': (record, [, , , , title = '', content = '']) => setReview(record, content, { title }),
  'game_note.csv': (record, [, , , , progress = '', title = '', content = '']) => {
    const label = [progress, title].filter((part) => part !== '').join(', ')
    addNote(record, content === '' ? label : content, content === '' ? undefined : label || undefined)
  },
}

/** Returns whether an archive is NeoDB's: it has a table of the marks, reviews or notes of games. */
export const isNeodb = (names: readonly string[]): boolean => names.some((name) => Object.hasOwn(TABLES, name))

/** Reads the games of an archive of NeoDB. The other tables are about books, films and music. */
export async function* neodbRows(files: readonly FileContent[], writing: Writing): AsyncGenerator<ReadRow> {
  for (const file of files) {
    const fill = Object.hasOwn(TABLES, file.name) ? TABLES[file.name] : undefined
    if (!fill || file.kind !== 'table') continue
    for await (const row of file.table.rows()) yield readRow(row, fill, writing)
  }
}

function readRow({ line, cells }: TableRow, fill: (typeof TABLES)[string], writing: Writing): ReadRow {
  const [name = '', info = '', links = '', timestamp = ''] = cells
  const title = titleOf(name)
  if (title === '') return { skipped: { row: line, title, reason: 'no-title' } }
  const record = newRecord(line, title)
  readLinks(record, links)
  record.release_year = Number(/release(?:_date)?\s?:\s?(\d{4})/i.exec(info)?.[1] ?? 0) || null
  record.added_at = momentOf(record, 'timestamp', timestamp, writing)
  fill?.(record, cells)
  return { record }
}

function readLinks(record: ImportedRecord, links: string): void {
  const slug = /igdb\.com\/games\/([a-z0-9-]+)/.exec(links)?.[1]
  const steam = /store\.steampowered\.com\/app\/(\d{1,10})/.exec(links)?.[1]
  if (slug) record.ids.slug = slug
  if (steam) record.ids.steam = Number(steam)
}
