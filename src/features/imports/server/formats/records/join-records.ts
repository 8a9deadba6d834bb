import { normaliseForSearch } from '#features/catalogue/search-name.rules.ts'
import { NOTES_LENGTH, type Status } from '#features/library/library.rules.ts'
import type { ImportedRecord, ReadRow } from '../../../imported-record.rules.ts'
import { addNote, lose } from './draft.ts'
import { finishRecord } from './finish-record.ts'

/** The status of a game with several rows: what the member plays now, else the furthest. */
const STRONGEST: readonly Status[] = ['playing', 'completed', 'dropped', 'want_to_play']

/** Rows with the same key are the same game: the first id that a row has, else its title and year. */
function keyOf({ ids, title, release_year }: ImportedRecord): string {
  const named = (['own', 'igdb', 'steam', 'slug', 'rawg'] as const).find((kind) => ids[kind] !== undefined)
  return named ? `${named}:${ids[named]}` : `${normaliseForSearch(title) || title}|${release_year ?? ''}`
}

/**
 * Joins the rows of one game into one record and yields the records in the order of their first rows, then each row
 * that is no game as it comes. Only records are held in memory, never the text of the file.
 */
export async function* joined(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow> {
  const records = new Map<string, ImportedRecord>()
  for await (const row of rows) {
    if ('skipped' in row) {
      yield row
      continue
    }
    const key = keyOf(row.record)
    const first = records.get(key)
    if (first) merge(first, row.record)
    else records.set(key, row.record)
  }
  for (const [key, record] of records) {
    records.delete(key)
    yield { record: finishRecord(record) }
  }
}

function merge(record: ImportedRecord, more: ImportedRecord): void {
  record.rows.push(...more.rows)
  record.ids = { ...more.ids, ...record.ids }
  record.release_year ??= more.release_year
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
  for (const part of ['playthroughs', 'copies', 'tags', 'platforms', 'losses'] as const)
    for (const item of more[part]) (record[part] as unknown[]).push(item)
}

/** Further notes are appended, until no more fit. */
function mergeNotes(record: ImportedRecord, { notes }: ImportedRecord): void {
  if (notes === null) return
  if ((record.notes?.length ?? 0) > NOTES_LENGTH) lose(record, 'notes', notes, 'too-long')
  else if (!record.notes?.includes(notes)) addNote(record, notes)
}

/** The first rating stays; a different one of a later row is a loss. */
function mergeRating(record: ImportedRecord, { rating }: ImportedRecord): void {
  if (record.rating === null) record.rating = rating
  else if (rating !== null && rating !== record.rating) lose(record, 'rating', String(rating), 'second-value')
}

function mergeReview(record: ImportedRecord, more: ImportedRecord): void {
  if (record.review === null) record.review = more.review
  else if (more.review !== null && more.review.text !== record.review.text)
    lose(record, 'review', more.review.text, 'second-value')
}
