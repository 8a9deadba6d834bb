import { STATUSES } from '#features/library/library.rules.ts'
import { FINISH_LEVELS } from '#features/library/play-sessions.rules.ts'
import type { ImportedRecord } from '../../../imported-record.rules.ts'
import {
  addPlatforms,
  halfStarsOf,
  idOf,
  lose,
  momentOf,
  newPlaythrough,
  setOwnId,
  setReview,
  slugOf,
  timeOf,
} from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { listOf, namesIn, objectOf, textOf } from '../records/json-values.ts'

type Fields = Record<string, unknown>

/** What an entry has besides the values of the member: the game, and what the app computes. */
const FACTS = [
  'id',
  'user_id',
  'game_id',
  'game_name',
  'game_year',
  'game_platforms',
  'game_igdb_slugs',
  'game_steam_ids',
  'progress',
  'updated_at',
  'finished_on',
  'first_completed_at',
  'stopped_playing_at',
  'last_session_at',
  'session_minutes',
  'undated_hours',
  'undated_played_at',
]

/**
 * Our own export as JSON (docs/data-export.md). An entry, its playthroughs and its review are in three lists, which the
 * id of the game joins.
 */
export const savepoint: JsonFormat = {
  preset: 'savepoint',
  fields: [
    ...FACTS,
    'status',
    'user_rating',
    'play_time',
    'completion_percentage',
    'is_liked',
    'notes',
    'created_at',
    'last_played_at',
  ],
  listIn: ({ values }) =>
    values.get('format') === 'savepoint-export' && values.get('version') === 1 ? 'data.user_games' : null,
  read: (item, place, writing) => {
    const fields = objectOf(item)
    return game(place, textOf(fields.game_name) || textOf(fields.game_id), (record) => {
      record.is_exact = true
      setGame(record, fields)
      const status = textOf(fields.status)
      record.status = STATUSES.find((known) => known === status) ?? null
      if (record.status === null && status !== '') lose(record, 'status', status, 'unknown-value')
      record.rating = halfStarsOf(record, 'user_rating', textOf(fields.user_rating), 10)
      record.hours = timeOf(record, 'play_time', textOf(fields.play_time), writing)
      record.completion = percentOf(record, fields.completion_percentage)
      record.is_liked = typeof fields.is_liked === 'boolean' ? fields.is_liked : null
      // Not trimmed: the member's own text comes back as it was.
      record.notes = textOf(fields.notes) || null
      record.added_at = momentOf(record, 'created_at', textOf(fields.created_at), writing)
      record.last_played_at = momentOf(record, 'last_played_at', textOf(fields.last_played_at), writing)
    })
  },
  others: {
    'data.playthroughs': (item, place) => {
      const fields = objectOf(item)
      return ofGame(place, fields, (record) => {
        record.playthroughs.push(
          newPlaythrough({
            platform: textOf(fields.platform) || null,
            started_on: partialDayOf(fields.started_on, fields.started_precision),
            finished_on: partialDayOf(fields.finished_on, fields.finished_precision),
            finish_level: FINISH_LEVELS.find((level) => level === fields.finish_level) ?? 'unfinished',
            is_replay: fields.is_replay === true,
          }),
        )
      })
    },
    'data.reviews': (item, place) => {
      const fields = objectOf(item)
      return ofGame(place, fields, (record) =>
        setReview(record, textOf(fields.review_text), { isSpoiler: fields.spoils_to != null }),
      )
    },
  },
}

/** Reads an item of another list. Its place says nothing about the entry, whose list is another one. */
function ofGame(place: number, fields: Fields, fill: (record: ImportedRecord) => void) {
  return game(place, textOf(fields.game_name) || textOf(fields.game_id), (record) => {
    record.rows = []
    setOwnId(record, 'game_id', textOf(fields.game_id))
    fill(record)
  })
}

function setGame(record: ImportedRecord, fields: Fields): void {
  setOwnId(record, 'game_id', textOf(fields.game_id))
  const [slug, steam] = [fields.game_igdb_slugs, fields.game_steam_ids].map((ids) => textOf(listOf(ids)[0]))
  const ids = {
    slug: slugOf(record, 'game_igdb_slugs', slug ?? ''),
    steam: idOf(record, 'game_steam_ids', steam ?? ''),
  }
  if (ids.slug) record.ids.slug = ids.slug
  if (ids.steam) record.ids.steam = ids.steam
  record.release_year = typeof fields.game_year === 'number' ? fields.game_year : null
  addPlatforms(record, namesIn(fields.game_platforms, 'name'))
}

/** Returns a percentage with the two decimals that the library stores. */
function percentOf(record: ImportedRecord, value: unknown): number | null {
  if (typeof value !== 'number') return null
  if (value >= 0 && value <= 100) return Math.round(value * 100) / 100
  lose(record, 'completion_percentage', String(value), 'out-of-range')
  return null
}

/** How much of 'YYYY-MM-DD' is known. */
const KNOWN: Readonly<Record<string, number>> = { year: 4, month: 7, day: 10 }

function partialDayOf(day: unknown, precision: unknown): string | null {
  const text = /^\d{4}-\d{2}-\d{2}/.exec(textOf(day))?.[0]
  return text?.slice(0, KNOWN[textOf(precision)] ?? 10) ?? null
}
