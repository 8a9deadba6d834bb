import type { ImportedRecord } from '../../../imported-record.rules.ts'
import type { Meaning } from '../../../mapping.rules.ts'
import {
  addTags,
  dayOf,
  halfStarsOf,
  newPlaythrough,
  noteLoss,
  percentOf,
  setIgdbId,
  setMeaning,
  setReview,
  timeOf,
  type Writing,
} from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { listOf, namesIn, objectOf, textOf } from '../records/json-values.ts'
import { meaningOf } from '../words/status-words.ts'

type Fields = Record<string, unknown>

/** Collections that Ryot makes itself. Others are the member's own and become tags. */
const COLLECTIONS: Readonly<Record<string, Meaning>> = {
  completed: 'completed',
  'in progress': 'playing',
  watchlist: 'want_to_play',
  owned: 'owned',
}
const INTERNAL = ['monitoring', 'custom', 'reminders']
const STRONGEST: readonly Meaning[] = ['playing', 'paused', 'completed', 'dropped', 'want_to_play', 'owned']

/** Where the list is: since 2024, in 2023, and in an export of media alone. */
const LISTS = ['metadata', 'media', '']

/** The complete export of Ryot. Only its video games are imported. */
export const ryot: JsonFormat = {
  preset: 'ryot',
  fields: ['lot', 'source', 'identifier', 'source_id', 'title', 'reviews', 'collections', 'seen_history'],
  listIn: ({ lists }) =>
    LISTS.find((path) => ['lot', 'identifier', 'seen_history'].every((key) => key in (lists.get(path) ?? {}))) ?? null,
  read: (item, place, writing) => {
    const fields = objectOf(item)
    const title = textOf(fields.source_id) || textOf(fields.title) || textOf(fields.identifier)
    if (!/^video_?game$/i.test(textOf(fields.lot))) return [{ skipped: { row: place, title, reason: 'not-a-game' } }]
    return game(place, title, (record) =>
      readGame(record, fields, { ...writing, ratingMax: 100, hoursUnit: 'seconds' }),
    )
  },
}

function readGame(record: ImportedRecord, fields: Fields, writing: Writing): void {
  if (/^igdb$/i.test(textOf(fields.source))) setIgdbId(record, 'identifier', textOf(fields.identifier))
  const meanings: { meaning: Meaning; word: string }[] = []
  for (const seen of listOf(fields.seen_history)) {
    const word = textOf(objectOf(seen).state) || (textOf(objectOf(seen).ended_on) ? 'completed' : '')
    const meaning = meaningOf(word)
    if (meaning) meanings.push({ meaning, word })
    else if (word) noteLoss(record, 'state', word, 'unknown-value')
    readSeen(record, objectOf(seen), meaning, writing)
  }
  for (const name of namesIn(fields.collections, 'collection_name', 'name')) {
    const meaning = own(COLLECTIONS, name.toLowerCase())
    if (meaning) meanings.push({ meaning, word: name })
    else if (!INTERNAL.includes(name.toLowerCase())) addTags(record, [name])
  }
  const strongest = STRONGEST.flatMap((meaning) => meanings.find((each) => each.meaning === meaning) ?? [])[0]
  if (strongest) setMeaning(record, strongest.meaning, strongest.word)
  for (const review of listOf(fields.reviews)) readReview(record, objectOf(review), writing)
}

function readSeen(record: ImportedRecord, seen: Fields, meaning: Meaning | undefined, writing: Writing): void {
  const [platform = null] = namesIn(seen.providers_consumed_on, 'name')
  const progress = percentOf(record, 'progress', textOf(seen.progress))
  record.completion = progress === null ? record.completion : Math.max(progress, record.completion ?? 0)
  record.playthroughs.push(
    newPlaythrough({
      platform,
      started_on: dayOf(record, 'started_on', textOf(seen.started_on), writing),
      finished_on: dayOf(record, 'ended_on', textOf(seen.ended_on), writing),
      finish_level: meaning === 'completed' ? 'main_story' : meaning === 'dropped' ? 'dropped' : 'unfinished',
      hours: timeOf(record, 'manual_time_spent', textOf(seen.manual_time_spent), writing),
    }),
  )
}

function readReview(record: ImportedRecord, fields: Fields, writing: Writing): void {
  const rating = halfStarsOf(record, 'rating', textOf(fields.rating), writing.ratingMax)
  if (record.rating === null) record.rating = rating
  else if (rating !== null && rating !== record.rating)
    noteLoss(record, 'rating', textOf(fields.rating), 'second-value')
  const { text, spoiler } = objectOf(fields.review)
  if (record.review === null) setReview(record, textOf(text), { isSpoiler: spoiler === true })
  else if (textOf(text)) noteLoss(record, 'review', textOf(text), 'second-value')
  // What others wrote stays with them.
  for (const comment of listOf(fields.comments))
    noteLoss(record, 'comments', textOf(objectOf(comment).text), 'unknown-field')
}

const own = <T>(table: Readonly<Record<string, T>>, key: string) => (Object.hasOwn(table, key) ? table[key] : undefined)
