import type { Status } from '#features/library/library.rules.ts'
import type { FinishLevel } from '#features/play-log/play-sessions.rules.ts'
import type { Encoding } from './file-encodings.rules.ts'

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
  'tick',
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
  /** The place of a column (from 0) and its meaning. Other columns are not imported. Several can be ticks. */
  columns: Record<number, ImportField>
  /** Values of the column 'status', and names of columns of ticks, in lower case. Others are reported as unknown. */
  statuses: Record<string, Meaning>
  /** The best rating of the file. */
  rating_max: number
  /** The unit of times that name none, in columns without a unit of their own. */
  hours_unit: HoursUnit
  /** The units of columns that differ. */
  units?: Record<number, HoursUnit>
  date_order: DateOrder
  /** Numbers have a comma before their decimals, so that a point divides thousands: '1.204'. */
  is_decimal_comma?: boolean
  /** What grades in letters become, in half stars, where the member has chosen; 0 for nothing. */
  grades?: Record<string, number>
  /** The places of columns of which the cells that are not read are left out. Those of the others go into the notes. */
  unread_left_out?: number[]
  /** Progress is a share of 1: 0.45 is 45 %. */
  is_share?: boolean
  /** 'X' means no, because other cells of its column have 'O'. */
  is_cross_no?: boolean
  /** '○' means no, because other cells of its column have '●'. */
  is_hollow_no?: boolean
  /** The encoding of the text, and the part of an archive or a workbook, if the member has chosen another one. */
  encoding?: Encoding
  part?: string
}

/**
 * What a file does not say clearly: the unit of a column of times, the best rating of its scale, the order of day and month, what a
 * word for a status means, what a column counts whose name does not say it, what becomes of cells that are not read, or which column has the names. One answer, in the mapping, is for all rows that it is about.
 */
export const QUESTION_KINDS = ['title', 'column', 'unit', 'scale', 'date_order', 'status', 'unread'] as const
export interface FileQuestion {
  kind: (typeof QUESTION_KINDS)[number]
  /** The fields that the answer changes. */
  about: ImportField[]
  /** The place of the column, if it is about one. */
  column: number | null
  /** How many values it is about. */
  count: number
  /** The word for a status. */
  value: string | null
  /** Some of the values. */
  examples: string[]
}

/** Returns the text in lower case with single spaces for everything but letters, their vowels and digits: 'On-Hold' is 'on hold'. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{Script=Thai}\p{Script=Devanagari}]+/gu, ' ')
    .trim()
