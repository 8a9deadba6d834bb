import type { Status } from './library.rules.ts'

/** The values of an entry that an import can write. */
export const VALUE_FIELDS = [
  'status',
  'user_rating',
  'is_liked',
  'play_time',
  'completion_percentage',
  'last_played_at',
  'notes',
] as const satisfies readonly (keyof EntryValues)[]
/** The values and the parts of an entry that an import can write. */
export const IMPORTED_FIELDS = [...VALUE_FIELDS, 'playthroughs', 'shelves', 'copies'] as const
export type ImportedField = (typeof IMPORTED_FIELDS)[number]

/**
 * What becomes of a field when the entry and the file differ: fill what is empty, take the larger or later value, take
 * the value of the file, or leave the entry unchanged.
 */
export const FIELD_RULES = ['fill', 'larger', 'theirs', 'mine'] as const
export type FieldRule = (typeof FIELD_RULES)[number]

/** The rules that make sense for each field. */
export const RULES_OF: Record<ImportedField, readonly FieldRule[]> = {
  status: ['fill', 'larger', 'theirs'],
  user_rating: FIELD_RULES,
  is_liked: ['fill', 'theirs', 'mine'],
  play_time: FIELD_RULES,
  completion_percentage: FIELD_RULES,
  last_played_at: FIELD_RULES,
  notes: ['fill', 'theirs', 'mine'],
  playthroughs: ['fill', 'mine'],
  shelves: ['fill', 'mine'],
  copies: ['fill', 'mine'],
}

/** The status of a game that the file names without one: by its hours, always the same one, or the game is left out. */
export const WITHOUT_STATUS = ['hours', 'want_to_play', 'playing', 'completed', 'skip'] as const
export type WithoutStatus = (typeof WITHOUT_STATUS)[number]

export type ImportRules = Record<ImportedField, FieldRule> & { without_status: WithoutStatus }

/** By default an import changes nothing that the member has typed. */
export const DEFAULT_RULES: ImportRules = {
  status: 'fill',
  user_rating: 'fill',
  is_liked: 'fill',
  play_time: 'fill',
  completion_percentage: 'fill',
  last_played_at: 'fill',
  notes: 'fill',
  playthroughs: 'fill',
  shelves: 'fill',
  copies: 'fill',
  without_status: 'hours',
}

/** The fields of an entry as it is, or as it will be. Instants are ISO texts. */
export interface EntryValues {
  status: Status
  user_rating: number | null
  is_liked: boolean
  play_time: number
  completion_percentage: number
  last_played_at: string | null
  notes: string | null
}

/** The values of a new entry about which nothing is known. */
export const EMPTY_ENTRY: Omit<EntryValues, 'status'> = {
  user_rating: null,
  is_liked: false,
  play_time: 0,
  completion_percentage: 0,
  last_played_at: null,
  notes: null,
}

/** The fields of an entry that differ. */
export const changedFields = (before: EntryValues, after: EntryValues): (keyof EntryValues)[] =>
  VALUE_FIELDS.filter((field) => before[field] !== after[field])
