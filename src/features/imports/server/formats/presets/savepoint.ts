import { MAX_HOURS, STATUSES } from '#features/library/library.rules.ts'
import {
  BOOKMARK_LENGTH,
  DROP_REASON_LENGTH,
  FINISH_LEVELS,
  isPartialDay,
  SPECIAL_KINDS,
} from '#features/play-log/play-sessions.rules.ts'
import { PLATFORM_LENGTH } from '#features/reviews/reviews.rules.ts'
import type { ImportedShelf } from '#features/shelves/imported-shelves.rules.ts'
import { SHELF_COLORS, SHELF_NAME_MAX } from '#features/shelves/own-shelves.rules.ts'
import { DAY_MS } from '#shared/durations.ts'
import { lengthOf, readText } from '#shared/text.ts'
import type { ImportedRecord, RecordCopy, RecordPlaythrough, RecordReview } from '../../../imported-record.rules.ts'
import {
  addPlatforms,
  halfStarsOf,
  idOf,
  momentOf,
  newCopy,
  newPlaythrough,
  noteLoss,
  setOwnId,
  setReview,
  slugOf,
  timeOf,
  type Writing,
} from '../records/draft.ts'
import { game, type JsonFormat } from '../records/json-format.ts'
import { listOf, namesIn, objectOf, textOf } from '../records/json-values.ts'
import { SAVEPOINT_ITEMS } from './savepoint-items.ts'
import { pointOf, sessionOf } from './savepoint-ledger.ts'

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
 * Our own export as JSON (docs/data-export.md). An entry, its playthroughs, its shelves and its review are in several lists,
 * which the id of the game joins.
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
      if (record.status === null && status !== '') noteLoss(record, 'status', status, 'unknown-value')
      record.rating = halfStarsOf(record, 'user_rating', textOf(fields.user_rating), 10)
      record.hours = timeOf(record, 'play_time', textOf(fields.play_time), writing)
      record.completion = percentOf(record, fields.completion_percentage)
      record.is_liked = typeof fields.is_liked === 'boolean' ? fields.is_liked : null
      // Not trimmed: the member's own text comes back as it was.
      record.notes = textOf(fields.notes) || null
      record.added_at = momentOf(record, 'created_at', textOf(fields.created_at), writing)
      record.last_played_at = momentOf(record, 'last_played_at', textOf(fields.last_played_at), writing)
      const undated = momentOf(record, 'undated_played_at', textOf(fields.undated_played_at), writing)
      if (undated !== null) record.undated_played_at = undated
    })
  },
  items: SAVEPOINT_ITEMS,
  others: {
    'data.playthroughs': (item, place, writing) => {
      const fields = objectOf(item)
      return ofGame(place, fields, (record) => {
        record.playthroughs.push(
          newPlaythrough({
            platform: textOf(fields.platform) || null,
            started_on: partialDayOf(fields.started_on, fields.started_precision),
            finished_on: partialDayOf(fields.finished_on, fields.finished_precision),
            finish_level: FINISH_LEVELS.find((level) => level === fields.finish_level) ?? 'unfinished',
            is_replay: fields.is_replay === true,
            ...(fields.id != null && { key: textOf(fields.id) }),
            ...(fields.is_paused === true && { is_paused: true }),
            ...ownText(record, 'drop_reason', fields.drop_reason, DROP_REASON_LENGTH),
            ...runMarksOf(record, fields),
            ...bookmarkOf(record, fields, writing),
          }),
        )
      })
    },
    'data.play_sessions': (item, place, writing) => {
      const fields = objectOf(item)
      return ofGame(place, fields, (record) => {
        const session = sessionOf(record, fields, writing)
        if (session) record.sessions = [session]
      })
    },
    'data.game_progress_history': (item, place, writing) => {
      const fields = objectOf(item)
      return ofGame(place, fields, (record) => {
        const point = pointOf(record, fields, writing)
        if (point) record.history = [point]
      })
    },
    'data.own_shelf_games': (item, place, writing) => {
      const fields = objectOf(item)
      return ofGame(place, fields, (record) => {
        const shelf = shelfOf(record, fields, writing)
        if (shelf) record.shelves = [shelf]
      })
    },
    'data.reviews': (item, place, writing) => {
      const fields = objectOf(item)
      return ofGame(place, fields, (record) => {
        setReview(record, textOf(fields.review_text), { isSpoiler: fields.spoils_to != null })
        if (record.review) record.review.own = reviewOf(record, fields, writing)
      })
    },
    'data.game_copies': (item, place, writing) => {
      const fields = objectOf(item)
      return ofGame(place, fields, (record) => record.copies.push(copyOf(fields, writing)))
    },
    'data.user_achievements': (item, place, writing) => {
      const fields = objectOf(item)
      return ofGame(place, fields, (record) => {
        const unlocked_at = momentOf(record, 'unlocked_at', textOf(fields.unlocked_at), writing)
        if (unlocked_at === null) return
        const [id, name] = [textOf(fields.achievement_id), textOf(fields.achievement_name)]
        record.achievements = [{ id, name, external_id: textOf(fields.external_id) || null, unlocked_at }]
      })
    },
  },
}

/** Reads an item of another list. Its place says nothing about the entry, whose list is another one. */
function ofGame(place: number, fields: Fields, fill: (record: ImportedRecord) => void) {
  return game(place, textOf(fields.game_name) || textOf(fields.game_id), (record) => {
    record.rows = []
    record.is_exact = true
    record.has_no_entry = true
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

/** A text of a playthrough, as far as the app can store it. */
function ownText<Name extends 'drop_reason' | 'bookmark'>(
  record: ImportedRecord,
  name: Name,
  value: unknown,
  most: number,
): { [_ in Name]?: string } {
  const text = textOf(value).trim()
  if (text === '') return {}
  if (lengthOf(text) <= most) return { [name]: text } as { [_ in Name]?: string }
  noteLoss(record, name, text, 'too-long')
  return {}
}

/** Where the member was in a playthrough, with the time at which they wrote it. */
function bookmarkOf(record: ImportedRecord, fields: Fields, writing: Writing) {
  const told = ownText(record, 'bookmark', fields.bookmark, BOOKMARK_LENGTH)
  const at = momentOf(record, 'bookmarked_at', textOf(fields.bookmarked_at), writing)
  return told.bookmark !== undefined && at !== null ? { ...told, bookmarked_at: at } : {}
}

/** The kind and the stars of a playthrough. */
function runMarksOf(record: ImportedRecord, fields: Fields): Pick<RecordPlaythrough, 'kind' | 'rating'> {
  const kind = SPECIAL_KINDS.find((known) => known === fields.kind)
  if (kind === undefined && fields.kind != null) noteLoss(record, 'kind', textOf(fields.kind), 'unknown-value')
  const rating = halfStarsOf(record, 'rating', textOf(fields.rating), 10)
  return { ...(kind && { kind }), ...(rating !== null && { rating }) }
}

/** Returns a copy as the member has noted it. */
function copyOf(fields: Fields, { latest }: Writing): RecordCopy {
  const dayOf = (day: string | null) =>
    day !== null && isPartialDay(day) && day >= '1970' && day <= latest ? day : null
  const lent_to = textOf(fields.lent_to)
  const lent_on = dayOf(partialDayOf(fields.lent_on, fields.lent_precision))
  const price = typeof fields.price === 'number' ? `${textOf(fields.currency)} ${fields.price}` : null
  return newCopy({
    platform: textOf(fields.platform) || null,
    store: textOf(fields.store) || null,
    edition: textOf(fields.edition) || null,
    is_physical: typeof fields.is_physical === 'boolean' ? fields.is_physical : null,
    acquired_on: dayOf(partialDayOf(fields.got_on, fields.got_precision)),
    price,
    ...(lent_to !== '' && { lent_to }),
    ...(lent_to !== '' && lent_on !== null && { lent_on }),
  })
}

/** Returns what our own export has of a review besides its text. */
function reviewOf(record: ImportedRecord, fields: Fields, writing: Writing): NonNullable<RecordReview['own']> {
  const created_at = momentOf(record, 'created_at', textOf(fields.created_at), writing) ?? todayIn(writing)
  const updated_at = momentOf(record, 'updated_at', textOf(fields.updated_at), writing) ?? created_at
  const platform = readText(textOf(fields.platform)).replace(/\s+/g, ' ')
  return {
    rating: isHalfStars(fields.rating) ? fields.rating : null,
    is_public: fields.is_public === true,
    spoils_to: shareOf(fields.spoils_to),
    platform: platform !== '' && lengthOf(platform) <= PLATFORM_LENGTH ? platform : null,
    created_at,
    updated_at: updated_at < created_at ? created_at : updated_at,
    hours: typeof fields.hours === 'number' && fields.hours >= 0 && fields.hours <= MAX_HOURS ? fields.hours : null,
    finish_level: FINISH_LEVELS.find((level) => level === fields.finish_level) ?? null,
    written_at: shareOf(fields.written_at),
    playthrough_id: textOf(fields.playthrough_id) || null,
    ...(fields.id != null && { key: textOf(fields.id) }),
  }
}

/** The beginning of the day on which a file is read: the latest day that it can name is the next one. */
const todayIn = ({ latest }: Writing): string => new Date(Date.parse(latest) - DAY_MS).toISOString()

const isHalfStars = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0.5 && value <= 5 && Number.isInteger(value * 2)
const shareOf = (value: unknown): number | null =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100 ? (value as number) : null

function shelfOf(record: ImportedRecord, fields: Fields, writing: Writing): ImportedShelf | null {
  const name = textOf(fields.shelf_name).trim()
  const order = fields.shelf_position
  if (name === '' || lengthOf(name) > SHELF_NAME_MAX) {
    noteLoss(record, 'shelf_name', name, name === '' ? 'unknown-value' : 'too-long')
    return null
  }
  return {
    name,
    color: SHELF_COLORS.find((color) => color === fields.shelf_color) ?? 'grey',
    is_shown: fields.shelf_is_shown === true,
    is_queue: fields.shelf_is_queue === true,
    shelf_position: isPlace(order) && order < MAX_SHELF_PLACE ? order : MAX_SHELF_PLACE,
    added_at: momentOf(record, 'added_at', textOf(fields.added_at), writing),
    position: isPlace(fields.position) ? fields.position : null,
  }
}

const isPlace = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1_000_000
const MAX_SHELF_PLACE = 1000

/** Returns a percentage with the two decimals that the library stores. */
function percentOf(record: ImportedRecord, value: unknown): number | null {
  if (typeof value !== 'number') return null
  if (value >= 0 && value <= 100) return Math.round(value * 100) / 100
  noteLoss(record, 'completion_percentage', String(value), 'out-of-range')
  return null
}

/** How much of 'YYYY-MM-DD' is known. */
const KNOWN: Readonly<Record<string, number>> = { year: 4, month: 7, day: 10 }

function partialDayOf(day: unknown, precision: unknown): string | null {
  const text = /^\d{4}-\d{2}-\d{2}/.exec(textOf(day))?.[0]
  return text?.slice(0, KNOWN[textOf(precision)] ?? 10) ?? null
}
