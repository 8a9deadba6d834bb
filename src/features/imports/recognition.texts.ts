import { counted, numberText, plural } from '#shared/counted.ts'
import type { DateOrder, HoursUnit, ImportField, Meaning } from './mapping.rules.ts'
import type { ImportRecognition } from './recognition.contract.ts'

type Question = ImportRecognition['questions'][number]
type Counts = ImportRecognition['counts']

/** Of what the server has recognised in a file. */
export const RECOGNITION_TEXTS = {
  somethingElse: 'This is something else',
  dialogTitle: 'What is this file?',
  dialogText:
    'The file is read again from its beginning. Nothing is written yet, and your answers about its rows are forgotten.',
  asTable: 'A table: I say what its columns mean',
  asTracker: (name: string) => `A file of ${name}`,
  recognised: (name: string) => `Recognised as a file of ${name}`,
  table: 'Read as a table, with the columns that you chose',
  because: (name: string, signs: readonly string[]) => `It looks like a file of ${name}: ${signs.join(', ')}.`,
  questions: 'Please decide',
  questionsAbout: 'The file does not say this clearly. Each answer is for all rows that it is about.',
  columns: 'What the columns become',
  leftOut: 'Left out',
  written: 'How values are written',
  grades: 'What the grades become',
  gradeLeftOut: 'Leave out',
  part: 'Part of the file',
  encoding: 'Encoding',
  outcome: 'What the rows become',
  firstRows: (rows: number) => `The first ${counted(rows, 'row')}`,
  toNotes: 'Into the notes',
  unreadOf: (column: string) => `What is not read of ${column}`,
  unitOf: (column: string) => `Unit of ${column}`,
} as const

export const WHY_LEFT_OUT = {
  empty: 'empty',
  others: 'about what others think',
  unknown: 'nothing that we know',
} as const satisfies Record<NonNullable<ImportRecognition['columns'][number]['left_out']>, string>

/** Returns the question in one sentence. `column` is the name of the column that it is about. */
export function questionText({ kind, count, value }: Question, column: string): string {
  if (kind === 'title') return 'Which column has the names of the games?'
  if (kind === 'column') return `What does “${column}” say, in ${counted(count, 'row')}?`
  if (kind === 'unit') return `What does “${column}” count, in ${counted(count, 'row')}?`
  if (kind === 'scale') return `What is the best rating that “${column}” can have?`
  if (kind === 'unread')
    return `${counted(count, 'value')} of “${column}” ${plural(count, 'is', 'are')} not understood. Where ${plural(count, 'does it', 'do they')} go?`
  if (kind === 'date_order') return `In which order are the parts of ${counted(count, 'date')}?`
  return `${counted(count, 'row')} ${plural(count, 'says', 'say')} “${value ?? ''}”. What does that mean?`
}

/** The counts of what rows become, in the order in which they are shown. */
export const OUTCOME_COUNTS: readonly (readonly [label: string, key: keyof Counts])[] = [
  ['Want to Play', 'want_to_play'],
  ['Currently Playing', 'playing'],
  ['Completed', 'completed'],
  ['Dropped', 'dropped'],
  ['Left out', 'skipped'],
]

/** Returns what else is worth knowing about the rows, in one sentence; null if there is nothing. */
export function countsText({ without_status, with_losses }: Counts): string | null {
  const parts = [
    without_status > 0 && `${numberText(without_status)} without a status of their own`,
    with_losses > 0 && `${numberText(with_losses)} with values that cannot be read`,
  ].filter(Boolean)
  return parts.length === 0 ? null : `${parts.join(', ')}.`
}

export const FIELD_OF_COLUMN_LABELS: Record<ImportField, string> = {
  title: 'Name of the game',
  own_id: 'Id here',
  igdb_id: 'IGDB id',
  steam_id: 'Steam id',
  igdb_slug: 'IGDB address',
  rawg_id: 'RAWG id',
  release: 'Release date',
  platform: 'Platform',
  status: 'Status',
  tick: 'Tick for a status or a shelf',
  rating: 'Rating',
  hours: 'Hours in all',
  playthrough_hours: 'Hours of the playthrough',
  completion: 'Completion in percent',
  liked: 'Liked',
  notes: 'Notes',
  review: 'Review',
  spoiler: 'Review spoils',
  added: 'Added on',
  last_played: 'Last played on',
  started: 'Started on',
  finished: 'Finished on',
  level: 'How far',
  replay: 'Is a replay',
  replays: 'Number of replays',
  store: 'Store',
  edition: 'Edition',
  medium: 'Physical or digital',
  acquired: 'Acquired on',
  price: 'Price',
  tags: 'Tags',
}

export const MEANING_LABELS: Record<Meaning, string> = {
  want_to_play: 'Want to Play',
  playing: 'Currently Playing',
  paused: 'Paused',
  replaying: 'Replaying',
  endless: 'Endless',
  completed: 'Completed',
  main_extras: 'Completed with extras',
  completionist: 'Completed in full',
  dropped: 'Dropped',
  owned: 'Owned',
}
export const HOURS_UNIT_LABELS: Record<HoursUnit, string> = { hours: 'Hours', minutes: 'Minutes', seconds: 'Seconds' }
export const DATE_ORDER_LABELS: Record<DateOrder, string> = { dmy: 'Day, month, year', mdy: 'Month, day, year' }

/** How values are written, by the mark of the mapping: what it is about, with an example of the file, and what each answer makes of it. */
export const WRITING_CHOICES = {
  is_decimal_comma: {
    about: (example: string) => `“${example}” has a point before three digits.`,
    label: 'Point before three digits',
    yes: (example: string) => `It is ${example.replace('.', '')}`,
    no: (example: string) => `It is ${Number(example).toFixed(1)}`,
  },
  is_share: {
    about: (example: string) => `“${example}” is a progress of at most 1.`,
    label: 'Progress of at most 1',
    yes: (example: string) => `It is ${Math.round(Number(example) * 100)} %`,
    no: (example: string) => `It is ${example} %`,
  },
  is_cross_no: {
    about: (example: string) => `“${example}” is a cross in a column of ticks.`,
    label: 'Cross',
    yes: () => 'It means no',
    no: () => 'It means yes',
  },
  is_hollow_no: {
    about: (example: string) => `“${example}” is an empty circle in a column of ticks.`,
    label: 'Empty circle',
    yes: () => 'It means no',
    no: () => 'It means yes',
  },
} as const

export const gradeText = (halfStars: number): string => `${halfStars / 2} ${plural(halfStars / 2, 'star', 'stars')}`
export const gradeLabel = (grade: string): string => `Grade ${grade}`

/** One question for all words and signs of the column for the status that are not known. */
export const statusWordsText = (rows: number): string =>
  `${counted(rows, 'row')} ${plural(rows, 'has a word or sign', 'have words or signs')} for the status that we are not sure of. What does each mean?`
