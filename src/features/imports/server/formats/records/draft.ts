import { MAX_HOURS, type Status } from '#features/library/library.rules.ts'
import { type FinishLevel, MAX_PLAYTHROUGHS, type PartialDay } from '#features/play-log/play-sessions.rules.ts'
import { withoutEntities } from '#server/html-entities.ts'
import { canonicalLibraryGameId, IGDB_MAX_ID } from '#shared/canonical-ids.ts'
import { readText } from '#shared/text.ts'
import {
  type ImportedRecord,
  type LossReason,
  type RecordCopy,
  type RecordPlaythrough,
  SAID_SHOWN,
} from '../../../imported-record.rules.ts'
import { type DateOrder, type HoursUnit, MEANING_PARTS, type Meaning } from '../../../mapping.rules.ts'
import { withPlainDigits } from '../words/folded.ts'
import { meaningOf } from '../words/status-words.ts'
import { dateIn, instantOf } from './dates.ts'
import { type Clock, flagIn, hasComment, hasWords, hoursIn, numberIn, ratingIn } from './numbers.ts'
import { yearIn } from './vague-dates.ts'

/** How the values of a file are written. */
export interface Writing {
  ratingMax: number
  /** What grades in letters become, in half stars, where it is not the usual; 0 for nothing. */
  grades?: Readonly<Record<string, number>>
  hoursUnit: HoursUnit
  /** The units of columns that differ, by their place. */
  units?: Readonly<Record<number, HoursUnit>>
  dateOrder: DateOrder
  clock?: Clock
  /** The latest day that a date can have. */
  latest: PartialDay
}

/** The longest value that a loss repeats. */
const LOSS_LENGTH = 1000
const TITLE_LENGTH = 500

/** Returns the title without HTML entities, trademark signs and repeated spaces. */
export const titleOf = (text: string): string =>
  readText(withoutEntities(text)).replace(/[™®©]/g, '').replace(/\s+/g, ' ').trim()

/** Returns an empty record. The title must not be empty. */
export function newRecord(row: number, title: string): ImportedRecord {
  const record: ImportedRecord = {
    rows: [row],
    title: title.slice(0, TITLE_LENGTH).toWellFormed(),
    ids: {},
    release_year: null,
    platforms: [],
    status: null,
    rating: null,
    hours: null,
    completion: null,
    is_liked: null,
    notes: null,
    review: null,
    added_at: null,
    last_played_at: null,
    playthroughs: [],
    copies: [],
    tags: [],
    losses: [],
  }
  if (title.length > TITLE_LENGTH) noteLoss(record, 'title', title, 'too-long')
  return record
}

export const newPlaythrough = (part: Partial<RecordPlaythrough> = {}): RecordPlaythrough => ({
  platform: null,
  started_on: null,
  finished_on: null,
  finish_level: 'unfinished',
  is_replay: false,
  hours: null,
  ...part,
})

export const newCopy = (part: Partial<RecordCopy> = {}): RecordCopy => ({
  platform: null,
  store: null,
  edition: null,
  is_physical: null,
  acquired_on: null,
  price: null,
  ...part,
})

/** Names a value that the app does not store. */
export function noteLoss(record: ImportedRecord, field: string, value: string, reason: LossReason): void {
  // A cut can halve an emoji.
  record.losses.push({ field, value: value.slice(0, LOSS_LENGTH).toWellFormed(), reason })
}

/** The longest beginning of a cell that is shown. */
const SAID_LENGTH = 40

/** Remembers what a cell says that became a fact in other words. */
export function noteSaid(record: ImportedRecord, field: string, text: string): void {
  record.said ??= []
  const cell = {
    field: field.slice(0, SAID_LENGTH).toWellFormed(),
    text: text.trim().slice(0, SAID_LENGTH).toWellFormed(),
  }
  if (record.said.length < SAID_SHOWN && cell.text !== '') record.said.push(cell)
}

/** Appends a paragraph to the notes; with a label as 'Label: text'. */
export function addNote(record: ImportedRecord, text: string, label?: string): void {
  const content = readText(text)
  if (content === '') return
  const note = label ? `${label}: ${content}` : content
  record.notes = record.notes === null ? note : `${record.notes}\n${note}`
}

export function addTags(record: ImportedRecord, tags: readonly string[]): void {
  for (const tag of tags) if (tag.trim() !== '') record.tags.push(tag.trim())
}

export function addPlatforms(record: ImportedRecord, names: readonly string[]): void {
  for (const name of names) if (name.trim() !== '') record.platforms.push(name.trim())
}

/** Sets the review from its title and text. A review without text is none. */
export function setReview(record: ImportedRecord, text: string, { title = '', isSpoiler = false } = {}): void {
  const content = [readText(title), readText(text)].filter((part) => part !== '').join('\n\n')
  if (content !== '') record.review = { text: content, is_spoiler: isSpoiler }
}

/** Returns half stars from 1 to 10; 0 is no rating. A value outside the scale is a loss. */
export function halfStarsOf(record: ImportedRecord, field: string, text: string, ratingMax: number): number | null {
  if (text.trim() === '') return null
  const rated = ratingIn(text, ratingMax)
  if (!rated) noteLoss(record, field, text, 'not-a-number')
  else if (rated.value < 0 || rated.value > rated.max) noteLoss(record, field, text, 'out-of-range')
  else if (rated.value > 0) {
    noteSaid(record, field, text)
    if (hasComment(text)) addNote(record, text, field)
    return Math.max(1, Math.round((rated.value / rated.max) * 10))
  }
  return null
}

/** Returns hours with two decimals; null for none. Negative times are a loss. */
export function timeOf(record: ImportedRecord, field: string, text: string, writing: Writing): number | null {
  if (['', '-', '--'].includes(text.trim())) return null
  const hours = hoursIn(text, writing.hoursUnit, writing.clock)
  // 'Not Played' is no time.
  if (hours === null && meaningOf(text) === 'want_to_play') return null
  if (hours === null) noteLoss(record, field, text, 'not-a-number')
  else if (hours < 0 || hours > MAX_HOURS) noteLoss(record, field, text, 'out-of-range')
  else if (hours > 0) {
    noteSaid(record, field, text)
    if (hasWords(text)) addNote(record, text, field)
    return Math.round(hours * 100) / 100
  }
  return null
}

/** Returns a whole number of at least 0, such as a count of replays; null for none. */
export function countOf(record: ImportedRecord, field: string, text: string): number | null {
  if (text.trim() === '') return null
  const count = numberIn(text)
  if (count !== null && Number.isInteger(count) && count >= 0) {
    noteSaid(record, field, text)
    return count
  }
  noteLoss(record, field, text, count === null ? 'not-a-number' : 'out-of-range')
  return null
}

/** Returns a percentage from 0 to 100. */
export function percentOf(record: ImportedRecord, field: string, text: string): number | null {
  if (text.trim() === '') return null
  const percent = numberIn(text)
  if (percent !== null && percent >= 0 && percent <= 100) {
    noteSaid(record, field, text)
    return Math.round(percent)
  }
  noteLoss(record, field, text, percent === null ? 'not-a-number' : 'out-of-range')
  return null
}

/** Returns a date as exact as it is known. */
export const dayOf = (record: ImportedRecord, field: string, text: string, writing: Writing): string | null =>
  dateOf(record, field, text, writing)?.day ?? null

function dateOf(record: ImportedRecord, field: string, text: string, { dateOrder, latest }: Writing) {
  if (text.trim() === '') return null
  const found = dateIn(text, dateOrder, latest)
  if (found && 'reason' in found && found.reason === 'not-a-date') return vagueDateOf(record, field, text, latest)
  if (found && 'reason' in found) noteLoss(record, field, text, found.reason)
  if (!found || 'reason' in found) return null
  noteSaid(record, field, text)
  return found
}

/** Returns the year of a vague date such as 'spring 2019', and adds the text of the file to the notes. */
function vagueDateOf(record: ImportedRecord, field: string, text: string, latest: PartialDay) {
  const year = yearIn(text)
  const isKnown = year !== null && year <= latest.slice(0, 4)
  if (isKnown) addNote(record, text, field)
  else noteLoss(record, field, text, 'not-a-date')
  if (!isKnown) return null
  noteSaid(record, field, text)
  return { day: year, time: null }
}

/** Returns an instant as ISO 8601, in UTC unless the file says otherwise. */
export function momentOf(record: ImportedRecord, field: string, text: string, writing: Writing): string | null {
  const found = dateOf(record, field, text, writing)
  return found && instantOf(found)
}

export function flagOf(record: ImportedRecord, field: string, text: string): boolean {
  const flag = flagIn(text)
  if (flag === null) noteLoss(record, field, text, 'unknown-value')
  else if (flag) noteSaid(record, field, text)
  return flag === true
}

/** Returns a positive id of another catalogue. */
export function idOf(record: ImportedRecord, field: string, text: string): number | null {
  const typed = text.trim().replace(/\.0$/, '')
  if (typed === '' || typed === '0') return null
  if (/^\d{1,10}$/.test(typed)) return Number(typed)
  noteLoss(record, field, text, 'unknown-value')
  return null
}

/** Sets the id of IGDB. A number above IGDB's ids is a loss. */
export function setIgdbId(record: ImportedRecord, field: string, text: string): void {
  const id = idOf(record, field, text)
  if (id !== null && id <= IGDB_MAX_ID) record.ids.igdb = id
  else if (id !== null) noteLoss(record, field, text, 'out-of-range')
}

/** Sets an id of this app, such as 'rawg_3498'. */
export function setOwnId(record: ImportedRecord, field: string, text: string): void {
  const id = canonicalLibraryGameId(text)
  if (id) record.ids.own = id
  else noteLoss(record, field, text, 'unknown-value')
}

const SLUG = /^[a-z0-9][a-z0-9-]{0,199}$/

/** Returns the slug in an address such as 'https://…/games/elden-ring/', or the slug itself. */
export function slugOf(record: ImportedRecord, field: string, text: string): string | null {
  const typed = text.trim()
  if (typed === '') return null
  const slug = /\/games\/([^/?#]+)/.exec(typed)?.[1] ?? typed
  if (SLUG.test(slug)) return slug
  noteLoss(record, field, text, 'unknown-value')
  return null
}

/** Returns the year of a release date, which may be in the future; null if there is none. */
export function releaseYearOf(text: string): number | null {
  const year = Number(/(?<!\d)(?:19[5-9]\d|20\d\d)(?=\d{4}(?:T|$)|(?!\d))/.exec(withPlainDigits(text))?.[0] ?? 0)
  return year || null
}

/**
 * Sets the status of a meaning and returns the finish level that it implies. `word` is the status as written in the column of this
 * name; null if it is noted already.
 */
export function setMeaning(
  record: ImportedRecord,
  meaning: Meaning,
  word: string,
  column: string | null = 'Status',
): FinishLevel | null {
  const { status, level, hasNote } = MEANING_PARTS[meaning]
  if (column !== null) noteSaid(record, column, word)
  if (status !== null) record.status = status
  if (hasNote) addNote(record, word, 'Status')
  return level
}

/** Sets the status that a word of a file means, and returns the finish level that it implies. An unknown word is a loss. */
export function setStatus(record: ImportedRecord, field: string, word: string): FinishLevel | null {
  const meaning = meaningOf(word)
  if (meaning) return setMeaning(record, meaning, word)
  if (word !== '') noteLoss(record, field, word, 'unknown-value')
  return null
}

/** Notes that a file says of a game that it waits and that it is finished: its other status beside the one that is set. */
export function noteContradiction(record: ImportedRecord, meanings: readonly Meaning[]): void {
  const { status } = record
  const others = meanings.flatMap((meaning) => MEANING_PARTS[meaning].status ?? [])
  const other = others.find((each) => (status === 'want_to_play' ? isEnd(each) : each === 'want_to_play'))
  if (other && (isEnd(status) || status === 'want_to_play')) record.or_status = other
}

const isEnd = (status: Status | null) => status === 'completed' || status === 'dropped'

/** Adds a playthrough for each replay that the file counts but does not describe. */
export function addReplays(record: ImportedRecord, count: number): void {
  for (let at = 0; at < Math.min(count, MAX_PLAYTHROUGHS); at += 1)
    record.playthroughs.push(newPlaythrough({ is_replay: true, finish_level: 'main_story' }))
  if (count > MAX_PLAYTHROUGHS) noteLoss(record, 'replays', String(count), 'too-many')
}
