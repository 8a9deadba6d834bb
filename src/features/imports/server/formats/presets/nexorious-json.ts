import type { ImportedRecord } from '../../../imported-record.rules.ts'
import {
  addNote,
  addPlatforms,
  addTags,
  dayOf,
  halfStarsOf,
  momentOf,
  newCopy,
  setIgdbId,
  setStatus,
  timeOf,
  type Writing,
} from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { listOf, namesIn, objectOf, textOf } from '../records/json-values.ts'
import { platformOfSlug } from './nexorious-words.ts'

type Fields = Record<string, unknown>

/** The JSON of nexorious, version 2.0. */
export const nexoriousJson: JsonFormat = {
  preset: 'nexorious-json',
  fields: [
    'igdb_id',
    'title',
    'play_status',
    'personal_rating',
    'is_loved',
    'personal_notes',
    'created_at',
    'updated_at',
    'platforms',
    'tags',
  ],
  listIn: ({ values }) => (values.get('format') === 'nexorious-library' ? 'games' : null),
  read: (item, place, writing) => {
    const fields = objectOf(item)
    return game(place, textOf(fields.title), (record) => readGame(record, fields, writing))
  },
}

function readGame(record: ImportedRecord, fields: Fields, writing: Writing): void {
  setIgdbId(record, 'igdb_id', textOf(fields.igdb_id))
  setStatus(record, 'play_status', textOf(fields.play_status))
  record.rating = halfStarsOf(record, 'personal_rating', textOf(fields.personal_rating), 5)
  if (typeof fields.is_loved === 'boolean') record.is_liked = fields.is_loved
  addNote(record, textOf(fields.personal_notes))
  record.added_at = momentOf(record, 'created_at', textOf(fields.created_at), writing)
  for (const item of listOf(fields.platforms)) readCopy(record, objectOf(item), writing)
  addTags(record, namesIn(fields.tags, 'name'))
}

function readCopy(record: ImportedRecord, fields: Fields, writing: Writing): void {
  const slug = textOf(fields.platform)
  const platform = slug === '' ? null : platformOfSlug(slug)
  if (platform) addPlatforms(record, [platform])
  const hours = timeOf(record, 'hours_played', textOf(fields.hours_played), writing)
  if (hours !== null) record.hours = (record.hours ?? 0) + hours
  const store = textOf(fields.storefront) || null
  const ownership = textOf(fields.ownership_status) || 'owned'
  if (ownership !== 'owned') addNote(record, [ownership, platform, store].filter(Boolean).join(', '), 'Ownership')
  if (ownership === 'no_longer_owned') return
  record.copies.push(
    newCopy({
      platform,
      store: store === 'physical' ? null : store,
      is_physical: store === null ? null : store === 'physical',
      acquired_on: dayOf(record, 'acquired_date', textOf(fields.acquired_date), writing),
    }),
  )
}
