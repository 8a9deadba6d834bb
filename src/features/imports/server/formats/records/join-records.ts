import { normaliseForSearch } from '#features/catalogue/search-name.rules.ts'
import { NOTES_LENGTH, type Status } from '#features/library/library.rules.ts'
import { IMPORT_MAX_RECORDS, type ImportedRecord, type ReadRow } from '../../../imported-record.rules.ts'
import { refuseFile } from '../reading/refuse-file.ts'
import { addNote, noteLoss, noteSaid } from './draft.ts'
import { finishRecord } from './finish-record.ts'

/** The status of a game with several rows: what the member plays now, else the furthest. */
const STRONGEST: readonly Status[] = ['playing', 'completed', 'dropped', 'want_to_play']

/**
 * Rows that share an id and a title are the same game, because an id may be wrong; rows without an id, those with the same title, year and
 * platforms: each is matched by its platform. An id of this catalogue, in our own export, needs no title.
 */
function keysOf({ ids, title, release_year, platforms }: ImportedRecord): string[] {
  const name = normaliseForSearch(title) || title
  if (ids.own !== undefined) return [`own:${ids.own}`]
  const named = (['igdb', 'steam', 'slug', 'rawg'] as const).filter((kind) => ids[kind] !== undefined)
  if (named.length > 0) return named.map((kind) => `${kind}:${ids[kind]}|${name}`)
  return [`${name}|${release_year ?? ''}|${platforms.join('|').toLowerCase()}`]
}

/** Returns a function that counts rows, and refuses a file of more than an import may have. */
function createRowLimit(): (row: ReadRow) => void {
  let count = 0
  return (row) => {
    // Of our own export the parts of a game are rows of their own.
    if ('skipped' in row || row.record.rows.length > 0) count += 1
    if (count > IMPORT_MAX_RECORDS) refuseFile('import_too_many_rows')
  }
}

/** Reads all rows of a file, and refuses more of them than an import may have. */
export async function refuseTooManyRows(rows: AsyncIterable<ReadRow>): Promise<void> {
  const limit = createRowLimit()
  for await (const row of rows) limit(row)
}

/** Returns the group of each record, and the number of records in each group. */
async function grouped(rows: AsyncIterable<ReadRow>): Promise<{ groups: number[]; sizes: number[] }> {
  const known = new Map<string, number>()
  const groups: number[] = []
  const sizes: number[] = []
  const limit = createRowLimit()
  for await (const row of rows) {
    limit(row)
    if (sizes.length > IMPORT_MAX_RECORDS) refuseFile('import_too_many_rows')
    if ('skipped' in row) continue
    const keys = keysOf(row.record)
    const group = keys.map((key) => known.get(key)).find((found) => found !== undefined) ?? sizes.length
    for (const key of keys) known.set(key, group)
    sizes[group] = (sizes[group] ?? 0) + 1
    groups.push(group)
  }
  return { groups, sizes }
}

/**
 * Joins the rows of one game into one record, and yields it at its last row. The rows are read twice: the first time
 * only for the keys, so that memory holds only records whose rows are still to come.
 */
export async function* joined(rows: () => AsyncIterable<ReadRow>): AsyncGenerator<ReadRow> {
  const { groups, sizes } = await grouped(rows())
  const open = new Map<number, ImportedRecord>()
  let at = 0
  for await (const row of rows()) {
    if ('skipped' in row) {
      yield row
      continue
    }
    const group = groups[at] as number
    at += 1
    const first = open.get(group)
    if (first) merge(first, row.record)
    const record = first ?? row.record
    sizes[group] = (sizes[group] as number) - 1
    if (sizes[group] > 0) open.set(group, record)
    else {
      open.delete(group)
      yield { record: finishRecord(record) }
    }
  }
}

function merge(record: ImportedRecord, more: ImportedRecord): void {
  record.rows.push(...more.rows)
  record.ids = { ...more.ids, ...record.ids }
  record.release_year ??= more.release_year
  if (more.or_status) record.or_status ??= more.or_status
  record.status = STRONGEST.find((status) => status === record.status || status === more.status) ?? null
  mergeRating(record, more)
  mergeReview(record, more)
  if (more.hours !== null) record.hours = (record.hours ?? 0) + more.hours
  if (more.completion !== null) record.completion = Math.max(record.completion ?? 0, more.completion)
  if (more.is_liked !== null) record.is_liked = record.is_liked === true || more.is_liked
  mergeNotes(record, more)
  if (more.added_at && !(record.added_at && record.added_at <= more.added_at)) record.added_at = more.added_at
  if (more.last_played_at && !(record.last_played_at && record.last_played_at >= more.last_played_at))
    record.last_played_at = more.last_played_at
  if (!more.has_no_entry) delete record.has_no_entry
  for (const part of ['sessions', 'history', 'achievements', 'shelves'] as const) {
    if (!more[part]) continue
    record[part] ??= []
    append(record[part], more[part])
  }
  for (const part of ['playthroughs', 'copies', 'tags', 'platforms', 'losses'] as const)
    append(record[part], more[part])
  for (const { field, text } of more.said ?? []) noteSaid(record, field, text)
}

/** Appends in place: a file can have half a million rows of one game, and a copy for each of them takes minutes. */
function append(list: unknown[], more: readonly unknown[]): void {
  for (const item of more) list.push(item)
}

/** Further notes are appended, until no more fit. */
function mergeNotes(record: ImportedRecord, { notes }: ImportedRecord): void {
  if (notes === null) return
  if ((record.notes?.length ?? 0) > NOTES_LENGTH) noteLoss(record, 'notes', notes, 'too-long')
  else if (!record.notes?.includes(notes)) addNote(record, notes)
}

/** The first rating stays; a different one of a later row is a loss. */
function mergeRating(record: ImportedRecord, { rating }: ImportedRecord): void {
  if (record.rating === null) record.rating = rating
  else if (rating !== null && rating !== record.rating) noteLoss(record, 'rating', String(rating), 'second-value')
}

/** The reviews of our own export are of several playthroughs. Of another file the first one stays. */
function mergeReview(record: ImportedRecord, more: ImportedRecord): void {
  if (record.review === null) record.review = more.review
  else if (more.review?.own && record.review.own) {
    record.more_reviews ??= []
    append(record.more_reviews, [more.review, ...(more.more_reviews ?? [])])
  } else if (more.review !== null && more.review.text !== record.review.text)
    noteLoss(record, 'review', more.review.text, 'second-value')
}
