import type { Status } from '#features/library/library.rules.ts'
import type { FinishLevel } from '#features/library/play-sessions.rules.ts'

/** What a column of a table can mean. A member chooses among these for a table that no preset recognises. */
export const IMPORT_FIELDS = [
  'title',
  'own_id',
  'igdb_id',
  'steam_id',
  'igdb_slug',
  'rawg_id',
  'release',
  'platform',
  'status',
  'rating',
  'hours',
  'playthrough_hours',
  'completion',
  'liked',
  'notes',
  'review',
  'spoiler',
  'added',
  'last_played',
  'started',
  'finished',
  'level',
  'replay',
  'replays',
  'store',
  'edition',
  'medium',
  'acquired',
  'price',
  'tags',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** What the status of another tracker means here. 'owned' says nothing about playing. */
export const MEANINGS = [
  'want_to_play',
  'playing',
  'paused',
  'replaying',
  'endless',
  'completed',
  'main_extras',
  'completionist',
  'dropped',
  'owned',
] as const
export type Meaning = (typeof MEANINGS)[number]

/**
 * The status and the finish level of each meaning. A paused game is playing, and a note preserves the word of the file
 * (`hasNote`).
 */
export const MEANING_PARTS: Record<Meaning, { status: Status | null; level: FinishLevel | null; hasNote?: true }> = {
  want_to_play: { status: 'want_to_play', level: null },
  playing: { status: 'playing', level: null },
  paused: { status: 'playing', level: null, hasNote: true },
  replaying: { status: 'playing', level: null },
  endless: { status: 'playing', level: 'endless' },
  completed: { status: 'completed', level: 'main_story' },
  main_extras: { status: 'completed', level: 'main_extras' },
  completionist: { status: 'completed', level: 'completionist' },
  dropped: { status: 'dropped', level: 'dropped' },
  owned: { status: null, level: null },
}

export const HOURS_UNITS = ['hours', 'minutes', 'seconds'] as const
export type HoursUnit = (typeof HOURS_UNITS)[number]
/** The order of day, month and year in dates that do not begin with the year. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** How a table becomes records: guessed from its header and values, and changed by the member. */
export interface Mapping {
  /** The place of a column (from 0) and its meaning. Other columns are not imported. */
  columns: Record<number, ImportField>
  /** Values of the column 'status', in lower case. Others are reported as unknown. */
  statuses: Record<string, Meaning>
  /** The best rating of the file. */
  rating_max: number
  hours_unit: HoursUnit
  date_order: DateOrder
}

/** Words of trackers for a status, in lower case and without punctuation. */
export const STATUS_WORDS: Record<string, Meaning> = {
  ...words('want_to_play', 'want to play', 'backlog', 'in backlog', 'wishlist', 'wish list', 'in wishlist', 'planning'),
  ...words('want_to_play', 'plan to play', 'planned', 'to play', 'toplay', 'not started', 'unplayed', 'not played'),
  ...words(
    'want_to_play',
    'want',
    'wanted',
    'new',
    'unstarted',
    'untouched',
    'queued',
    'up next',
    'todo',
    'to do',
    'yet',
  ),
  ...words('playing', 'currently playing', 'now playing', 'in progress', 'started', 'active', 'progress', 'ongoing'),
  ...words('paused', 'on hold', 'onhold', 'on a hold', 'hold', 'shelved', 'stopped', 'tried', 'suspended'),
  ...words('replaying', 'replay', 'repeating', 'replays'),
  ...words('endless', 'continuous', 'multiplayer', 'no end', 'evergreen'),
  ...words(
    'completed',
    'complete',
    'beaten',
    'beat',
    'finished',
    'done',
    'cleared',
    'played',
    'story completed',
    'won',
  ),
  ...words('completed', 'main story', 'campaign completed', 'campaigncompleted', 'finished main story'),
  ...words('main_extras', 'main story extras', 'main extras'),
  ...words('completionist', '100', '100 completed', '100 completion', 'mastered', 'platinum', 'fully completed'),
  ...words('completionist', 'dominated', 'platinumed', '100 percent'),
  ...words(
    'dropped',
    'drop',
    'abandoned',
    'quit',
    'gave up',
    'given up',
    'discarded',
    'dnf',
    'did not finish',
    'retired',
  ),
  ...words('owned', 'own', 'collection', 'not applicable', 'none', 'no status', 'uncategorized', 'null', 'unfinished'),
}

function words(meaning: Meaning, ...list: readonly string[]): Record<string, Meaning> {
  return Object.fromEntries([meaning.replaceAll('_', ' '), ...list].map((word) => [word, meaning]))
}

/** Returns the text in lower case with single spaces for everything but letters and digits: 'On-Hold' is 'on hold'. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns what a word for a status means in most trackers; undefined if it says nothing. */
export const meaningOf = (text: string): Meaning | undefined => {
  const word = plainWords(text)
  return Object.hasOwn(STATUS_WORDS, word) ? STATUS_WORDS[word] : undefined
}
