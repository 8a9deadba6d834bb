import type { ImportedTick } from '#features/achievements/imported-tick.rules.ts'
import type { ImportedPoint } from '#features/library/imported-history.rules.ts'
import type { Status } from '#features/library/library.rules.ts'
import type { ImportedSession, LedgerSize } from '#features/play-log/imported-sessions.rules.ts'
import type { FinishLevel, PartialDay, SpecialKind } from '#features/play-log/play-sessions.rules.ts'
import type { ImportedReview } from '#features/reviews/imported-review.rules.ts'
import type { ImportedShelf } from '#features/shelves/imported-shelves.rules.ts'

/** The formats that a signature recognises; 'mapped' is any other table, with columns that the member maps. */
export const PRESETS = [
  'savepoint',
  'backloggd-csv',
  'backloggd-json',
  'backloggd-transfer',
  'howlongtobeat',
  'grouvee',
  'infinite-backlog',
  'yamtrack',
  'ryot',
  'neodb',
  'nexorious-json',
  'nexorious-csv',
  'gg',
  'rawg',
  'steam',
  'gog',
  'playnite',
  'completionator',
  'darkadia',
  'vglist',
  'igdb-list',
  'mapped',
] as const
export type Preset = (typeof PRESETS)[number]

/** The ids of a game that a file names. The matching uses them in this order. */
export interface RecordIds {
  /** An id of this catalogue: 'igdb_1942', 'rawg_3498', 'local_7'. */
  own?: string
  igdb?: number
  /** A Steam application id. */
  steam?: number
  /** The slug of the game at IGDB. */
  slug?: string
  rawg?: number
}

/** One playthrough that a file names. */
export interface RecordPlaythrough {
  /** The platform as the file writes it, at most 60 characters. */
  platform: string | null
  started_on: PartialDay | null
  finished_on: PartialDay | null
  finish_level: FinishLevel
  is_replay: boolean
  /** Hours of this playthrough; null if the file does not say. */
  hours: number | null
  /** The id of the playthrough in our own export, for its sessions; only it has this and the marks. */
  key?: string
  is_paused?: boolean
  drop_reason?: string
  kind?: SpecialKind
  /** Half stars, 1 to 10. */
  rating?: number
  bookmark?: string
  /** An ISO text. */
  bookmarked_at?: string
}

/** A copy of the game that the member owns. */
export interface RecordCopy {
  platform: string | null
  store: string | null
  edition: string | null
  /** Null if the file does not say. */
  is_physical: boolean | null
  acquired_on: PartialDay | null
  /** The price as the file writes it, with its currency if it has one. */
  price: string | null
  /** Who has borrowed it, and since when. Only our own export has this. */
  lent_to?: string
  lent_on?: PartialDay
}

export interface RecordReview {
  text: string
  /** The author says that it spoils. */
  is_spoiler: boolean
  /** What only our own export has. */
  own?: Pick<ImportedReview, 'rating' | 'is_public' | 'spoils_to' | 'platform'> &
    NonNullable<ImportedReview['written']> & { key?: string }
}

/**
 * One game of a file, in the terms of this app. A parser joins the rows of a file that are the same game (by id, or by
 * title and year) into one record with several playthroughs. Values outside the limits of the app are left out and
 * named in `losses`.
 */
export interface ImportedRecord<L extends LedgerSize = { sessions: ImportedSession[]; history: ImportedPoint[] }> {
  /** The rows of the file: the lines of a table (the header is line 1), or the places in a JSON list, from 1. */
  rows: number[]
  /** The name as the file writes it, without trademark signs; never empty. */
  title: string
  ids: RecordIds
  /** The year of the release, if the file names it. */
  release_year: number | null
  /** Platforms that the file names for the game, for the matching. */
  platforms: string[]
  status: Status | null
  /** What the file says, too, and what contradicts the status: one of the two is Want to Play, the other says that it is finished. */
  or_status?: Status
  /** Half stars from 1 to 10. */
  rating: number | null
  /** Hours in all, with two decimals. Where a file has both, the larger of this and the sum of the playthroughs. */
  hours: number | null
  /** Percent, 0 to 100. */
  completion: number | null
  is_liked: boolean | null
  notes: string | null
  review: RecordReview | null
  /** Further reviews of the game, of other playthroughs. Only our own export has some. */
  more_reviews?: RecordReview[]
  added_at: string | null
  last_played_at: string | null
  playthroughs: RecordPlaythrough[]
  copies: RecordCopy[]
  /** Tags, shelves and lists of the member, in the order of the file, each once. */
  tags: string[]
  /** Own shelves of our own export, with the place of the game on each. */
  shelves?: ImportedShelf[]
  /** Play sessions of our own export, and when the game was last played without one. */
  sessions?: L['sessions']
  undated_played_at?: string | null
  /** The history of the hours in our own export. */
  history?: L['history']
  /** Ticked achievements of our own export. */
  achievements?: ImportedTick[]
  /** Our own export has something about the game, but no entry of it. */
  has_no_entry?: true
  /** The file is our own export: what it leaves empty is empty, and nothing is inferred from the other values. */
  is_exact?: true
  /** What the app cannot store: the column (or field), the value as written, and why. */
  losses: Loss[]
  /** What the file has in the cells that became facts, as written. Texts that are stored as they are, are not among them. */
  said?: SaidCell[]
}

/** A value that is not imported. `is_noted`: the notes have it. */
export interface Loss {
  field: string
  value: string
  reason: LossReason
  is_noted?: true
}

/** A cell of a file: its column, and the beginning of its text. */
export interface SaidCell {
  field: string
  text: string
}
/** So many cells of a record are shown. */
export const SAID_SHOWN = 8

/** A record as its row shows it, with the number of its sessions and points. */
export type SizedRecord = ImportedRecord<LedgerSize>

/**
 * Why a value of a file is not imported. 'second-value': another row of the same game has a different value, and the
 * app stores one.
 */
export type LossReason =
  | 'unknown-field'
  | 'unknown-value'
  | 'not-a-number'
  | 'not-a-date'
  | 'no-currency'
  | 'out-of-range'
  | 'too-long'
  | 'too-many'
  | 'second-value'

/** A row that is not imported: it has no title, or it is no game (a film of a tracker of all media). */
export interface SkippedRow {
  row: number
  title: string
  reason: 'no-title' | 'not-a-game'
}

/** A part of a file: a game, or a row that is not imported. */
export type ReadRow = { record: ImportedRecord } | { skipped: SkippedRow }

/** The limits of one file. */
export const IMPORT_FILE_BYTES = 50 * 1024 * 1024
export const IMPORT_MAX_RECORDS = 100_000
/** The longest line or value of a table, in bytes. */
export const IMPORT_LONGEST_VALUE = 1024 * 1024
/** The longest item of a JSON list, in bytes: a game with tens of thousands of playthroughs. */
export const IMPORT_LONGEST_ITEM = 4 * 1024 * 1024
export const IMPORT_MAX_COLUMNS = 1000
