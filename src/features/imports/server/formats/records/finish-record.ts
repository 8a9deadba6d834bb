import { MAX_ACHIEVEMENTS } from '#features/catalogue/game-achievements.contract.ts'
import { COPIES_MAX, COPY_TEXT_MAX } from '#features/copies/copies.rules.ts'
import { MAX_IMPORTED_POINTS } from '#features/library/imported-history.rules.ts'
import { MAX_HOURS, NOTES_LENGTH } from '#features/library/library.rules.ts'
import { MAX_IMPORTED_SESSIONS } from '#features/play-log/imported-sessions.rules.ts'
import { isBefore, MAX_PLAYTHROUGHS, PLATFORM_LENGTH } from '#features/play-log/play-sessions.rules.ts'
import { REVIEW_LENGTH } from '#features/reviews/reviews.rules.ts'
import { SHELF_NAME_MAX, SHELVES_OF_GAME_MAX } from '#features/shelves/own-shelves.rules.ts'
import { ascending } from '#shared/order.ts'
import { lengthOf, readText } from '#shared/text.ts'
import type { ImportedRecord, RecordCopy, RecordPlaythrough } from '../../../imported-record.rules.ts'
import { priceIn } from '../../../price.rules.ts'
import { noteLoss } from './draft.ts'

const FINISHED_LEVELS = { completed: 'main_story', dropped: 'dropped' } as const

/** Brings a record within the limits of the app, and names in its losses what is outside. */
export function finishRecord(record: ImportedRecord): ImportedRecord {
  record.platforms = unique(record.platforms, (name) => name.toLowerCase())
  record.tags = unique(record.tags, (tag) => tag.toLowerCase())
  // Of our own export two copies that are alike are two.
  if (!record.is_exact) record.copies = unique(record.copies, (copy) => JSON.stringify(copy))
  limitCopies(record)
  limitShelves(record)
  limitAchievements(record)
  limitPlaythroughs(record)
  if (record.is_exact) delete record.said
  else settleStatus(record)
  limitSessions(record)
  limitHistory(record)
  limitPlatforms(record)
  limitHours(record)
  limitTexts(record)
  return record
}

function limitPlaythroughs(record: ImportedRecord): void {
  for (const played of record.playthroughs) orderDays(record, played)
  for (const played of record.playthroughs.splice(MAX_PLAYTHROUGHS))
    noteLoss(record, 'playthroughs', described(played), 'too-many')
}

function limitSessions(record: ImportedRecord): void {
  const overLimit = Math.max(0, (record.sessions?.length ?? 0) - MAX_IMPORTED_SESSIONS)
  if (overLimit === 0) return
  record.sessions?.sort(ascending(({ ended_at }) => ended_at)).splice(0, overLimit)
  noteLoss(record, 'sessions', String(overLimit), 'too-many')
}

function limitHistory(record: ImportedRecord): void {
  const overLimit = Math.max(0, (record.history?.length ?? 0) - MAX_IMPORTED_POINTS)
  if (overLimit === 0) return
  // The newest ones stay, in whatever order the file has them: the entry has their hours.
  record.history?.sort(ascending(({ at }) => at)).splice(0, overLimit)
  noteLoss(record, 'game_progress_history', String(overLimit), 'too-many')
}

function limitCopies(record: ImportedRecord): void {
  const overLimit = record.copies.splice(COPIES_MAX)
  if (overLimit.length > 0) noteLoss(record, 'copies', String(overLimit.length), 'too-many')
  for (const copy of record.copies) {
    for (const field of ['platform', 'store', 'edition', 'lent_to'] as const) {
      const text = lineOf(copy[field] ?? '')
      if (lengthOf(text) > COPY_TEXT_MAX) noteLoss(record, field, text, 'too-long')
      const kept = text === '' || lengthOf(text) > COPY_TEXT_MAX ? null : text
      if (field === 'lent_to') setLoan(copy, kept)
      else copy[field] = kept
    }
    if (copy.price === null || priceIn(copy.price)) continue
    noteLoss(record, 'price', copy.price, /^[\d.,\s]+$/.test(copy.price) ? 'no-currency' : 'unknown-value')
    copy.price = null
  }
}

function setLoan(copy: RecordCopy, lentTo: string | null): void {
  if (lentTo !== null) copy.lent_to = lentTo
  else {
    delete copy.lent_to
    delete copy.lent_on
  }
}

/** Texts that stand in one line. */
const lineOf = (text: string): string => readText(text).replace(/\s+/g, ' ')

/** A tag becomes a shelf, so that it has a shelf's name. */
function limitShelves(record: ImportedRecord): void {
  record.tags = record.tags.map(lineOf).filter((tag) => {
    const isShort = lengthOf(tag) <= SHELF_NAME_MAX
    if (!isShort) noteLoss(record, 'tags', tag, 'too-long')
    return isShort && tag !== ''
  })
  for (const list of [record.tags, record.shelves ?? []]) {
    const overLimit = list.splice(SHELVES_OF_GAME_MAX).length
    if (overLimit > 0) noteLoss(record, 'shelves', String(overLimit), 'too-many')
  }
}

function limitAchievements(record: ImportedRecord): void {
  const overLimit = record.achievements?.splice(MAX_ACHIEVEMENTS).length ?? 0
  if (overLimit > 0) noteLoss(record, 'achievements', String(overLimit), 'too-many')
}

/** A playthrough cannot end before it started, and one that has ended is not unfinished. */
function orderDays(record: ImportedRecord, played: RecordPlaythrough): void {
  const { started_on, finished_on } = played
  if (started_on && finished_on && isBefore(finished_on, started_on)) {
    noteLoss(record, 'started', started_on, 'out-of-range')
    played.started_on = null
  }
  if (finished_on && played.finish_level === 'unfinished')
    played.finish_level = record.status === 'dropped' ? FINISHED_LEVELS.dropped : FINISHED_LEVELS.completed
}

/** A game that has an end is not one that waits. A run that ended as dropped says so, too. */
function settleStatus(record: ImportedRecord): void {
  const ended = record.playthroughs.filter(({ finished_on }) => finished_on !== null)
  if (ended.length === 0 || (record.status !== null && record.status !== 'want_to_play')) return
  if (record.status !== null) record.or_status = record.status
  record.status = ended.every(({ finish_level }) => finish_level === 'dropped') ? 'dropped' : 'completed'
}

const described = ({ platform, started_on, finished_on, hours }: RecordPlaythrough) =>
  [platform, started_on, finished_on, hours === null ? null : `${hours} h`].filter((part) => part !== null).join(', ')

function limitPlatforms(record: ImportedRecord): void {
  for (const part of record.playthroughs) {
    if (part.platform === null || lengthOf(part.platform) <= PLATFORM_LENGTH) continue
    noteLoss(record, 'platform', part.platform, 'too-long')
    part.platform = null
  }
}

function limitHours(record: ImportedRecord): void {
  for (const played of record.playthroughs) {
    if (played.hours === null || played.hours <= MAX_HOURS) continue
    noteLoss(record, 'hours', String(played.hours), 'out-of-range')
    played.hours = null
  }
  const sum = record.playthroughs.reduce((hours, played) => hours + (played.hours ?? 0), 0)
  if (record.hours !== null && record.hours > MAX_HOURS) {
    noteLoss(record, 'hours', String(record.hours), 'out-of-range')
    record.hours = null
  }
  const hours = Math.min(MAX_HOURS, Math.max(record.hours ?? 0, sum))
  record.hours = hours > 0 ? Math.round(hours * 100) / 100 : null
}

function limitTexts(record: ImportedRecord): void {
  record.notes = limited(record, 'notes', record.notes, NOTES_LENGTH)
  for (const review of [record.review, ...(record.more_reviews ?? [])])
    if (review) review.text = limited(record, 'review', review.text, REVIEW_LENGTH) as string
}

/** Cuts a text at its limit; the rest is a loss. */
function limited(record: ImportedRecord, field: string, text: string | null, most: number): string | null {
  if (text === null || text.length <= most || lengthOf(text) <= most) return text
  const letters = [...text]
  noteLoss(record, field, letters.slice(most).join(''), 'too-long')
  return letters.slice(0, most).join('')
}

function unique<T>(list: readonly T[], keyOf: (item: T) => string): T[] {
  return list.length < 2
    ? [...list]
    : [...new Map(list.toReversed().map((item) => [keyOf(item), item])).values()].toReversed()
}
