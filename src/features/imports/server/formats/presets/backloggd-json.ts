import { platforms } from '#features/catalogue/server/sources/platforms.service.ts'
import type { ImportedRecord, RecordPlaythrough } from '../../../imported-record.rules.ts'
import {
  addNote,
  addPlatforms,
  addTags,
  dayOf,
  halfStarsOf,
  newPlaythrough,
  noteContradiction,
  noteSaid,
  setMeaning,
  setReview,
  type Writing,
} from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { listOf, namesIn, objectOf, textOf } from '../records/json-values.ts'
import { hoursOfPair, shelfOfFlags } from './backloggd-flags.ts'

type Fields = Record<string, unknown>

/** The JSON of the extension Backloggd Plus. Ratings are half stars from 1 to 10. */
export const backloggdJson: JsonFormat = {
  preset: 'backloggd-json',
  fields: ['id', 'name', 'most_recent_playthrough_id', 'game_log', 'playthroughs'],
  listIn: ({ isList, lists }) => {
    const first = lists.get('')
    return isList && first && 'playthroughs' in first && ('game_log' in first || 'most_recent_playthrough_id' in first)
      ? ''
      : null
  },
  read: (item, place, writing) => {
    const { name, game_log, playthroughs } = objectOf(item)
    const played = Array.isArray(playthroughs) ? playthroughs : Object.values(objectOf(playthroughs))
    return game(place, textOf(name), (record) => readLog(record, objectOf(game_log), played, writing))
  },
}

/** The JSON of Backloggd Data Transfer, version 2, with the slugs of Backloggd, which are mostly IGDB's. */
export const backloggdTransfer: JsonFormat = {
  preset: 'backloggd-transfer',
  fields: [
    'game_id',
    'title',
    'slug',
    'log',
    'playthroughs',
    'dates',
    'tags',
    'status',
    'rating',
    'platform',
    'dateStart',
    'dateEnd',
    'review',
    'favorite',
  ],
  listIn: ({ values }) => (values.get('format') === 'backloggd-transfer' ? 'entries' : null),
  read: (item, place, writing) => {
    const entry = objectOf(item)
    const slug = textOf(entry.slug)
    const { log, playthroughs } = 'log' in entry ? entry : migrated(entry)
    return game(place, textOf(entry.title), (record) => {
      if (/^[a-z0-9-]+$/.test(slug)) record.ids.slug = slug
      readLog(record, objectOf(log), listOf(playthroughs), writing)
      addTags(record, namesIn(entry.tags, 'name'))
      for (const date of listOf(entry.dates)) addNote(record, textOf(objectOf(date).note))
    })
  },
}

/** Version 1 has the fields of a game's only playthrough beside its title. */
function migrated(entry: Fields): { log: Fields; playthroughs: Fields[] } {
  const { status, rating, platform, dateStart, dateEnd, review, favorite } = entry
  return {
    log: { status, game_liked: favorite },
    playthroughs: [{ rating, platform, review, start_date: dateStart, finish_date: dateEnd }],
  }
}

function readLog(record: ImportedRecord, log: Fields, playthroughs: readonly unknown[], writing: Writing): void {
  const { meaning, other, tags } = shelfOfFlags({
    isPlay: log.is_play === true,
    isPlaying: log.is_playing === true,
    isBacklog: log.is_backlog === true,
    isWishlist: log.is_wishlist === true,
    status: textOf(log.status),
  })
  const level = meaning && setMeaning(record, meaning, textOf(log.status))
  for (const flag of ['is_play', 'is_playing', 'is_backlog', 'is_wishlist'])
    if (log[flag] === true) noteSaid(record, flag, 'true')
  noteContradiction(record, other)
  addTags(record, tags)
  if (log.game_liked === true) record.is_liked = true
  record.hours = hoursOfPair(record, 'total_hours', textOf(log.total_hours), textOf(log.total_minutes))
  record.rating = halfStarsOf(record, 'rating', textOf(log.rating), 10)
  for (const item of playthroughs) {
    const fields = objectOf(item)
    // Of several playthroughs, the status is about those that have ended.
    const hasEnded = playthroughs.length === 1 || textOf(fields.finish_date) !== ''
    readPlaythrough(record, fields, (hasEnded && level) || 'unfinished', writing)
  }
}

function readPlaythrough(
  record: ImportedRecord,
  fields: Fields,
  level: RecordPlaythrough['finish_level'],
  writing: Writing,
): void {
  const platform = platformOf(fields.platform)
  if (platform) addPlatforms(record, [platform])
  const played = newPlaythrough({
    platform,
    started_on: dayOf(record, 'start_date', textOf(fields.start_date), writing),
    finished_on: dayOf(record, 'finish_date', textOf(fields.finish_date), writing),
    finish_level: fields.is_master === true ? 'completionist' : level,
    is_replay: fields.is_replay === true,
    hours: hoursOfPair(record, 'hours_played', textOf(fields.hours_played), textOf(fields.mins_played)),
  })
  if (fields.is_master === true || Object.entries(played).some(([key, value]) => key !== 'finish_level' && value))
    record.playthroughs.push(played)
  record.rating ??= halfStarsOf(record, 'rating', textOf(fields.rating), 10)
  readTexts(record, fields)
}

/** The first review is the review; another one, and the notes of the days, become notes. */
function readTexts(record: ImportedRecord, fields: Fields): void {
  const review = textOf(fields.review)
  if (record.review === null) setReview(record, review, { isSpoiler: fields.review_spoilers === true })
  else addNote(record, review, 'Review')
  for (const [label, hours, minutes] of [
    ['Time to finish', fields.hours_finished, fields.mins_finished],
    ['Time to master', fields.hours_mastered, fields.mins_mastered],
  ] as const) {
    const time = hoursOfPair(record, label, textOf(hours), textOf(minutes))
    if (time !== null) addNote(record, `${time} h`, label)
  }
  for (const date of listOf(fields.play_dates)) addNote(record, textOf(objectOf(date).note))
}

/** Platforms are numbers of IGDB; a name is taken as it is. */
function platformOf(value: unknown): string | null {
  const id = Number(textOf(value) || Number.NaN)
  if (Number.isNaN(id)) return textOf(objectOf(value).name) || textOf(value) || null
  return platforms.nameOf(id) ?? `Platform ${id}`
}
