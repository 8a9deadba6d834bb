import { priceText } from '#features/copies/copies.rules.ts'
import type { ImportedCopy } from '#features/copies/imported-copies.rules.ts'
import type { EntryPlan } from '#features/imported-games/imported.rules.ts'
import type { EntryValues, FieldRule, ImportedField } from '#features/library/imported-fields.rules.ts'
import { hoursText, STATUS_LABELS, starsOf } from '#features/library/library.rules.ts'
import type { ImportedPlaythrough } from '#features/play-log/imported-sessions.rules.ts'
import { FINISH_LABELS, partialDayText } from '#features/play-log/play-sessions.rules.ts'
import type { ImportedReview, ReviewLeft } from '#features/reviews/imported-review.rules.ts'
import { counted } from '#shared/counted.ts'
import { dayText } from '#shared/dates.ts'
import type { ItemKind } from './imported-item.rules.ts'
import type { Loss, LossReason, Preset } from './imported-record.rules.ts'
import type {
  ImportState,
  Outcome,
  REVIEW_RULES,
  RowFilter,
  RowState,
  TICK_RULES,
  WITHOUT_STATUS,
} from './imports.rules.ts'

export const IMPORT_TEXTS = {
  title: 'Import games',
  intro:
    'Bring your games from another tracker. You see everything before it is written, and can take it back for 30 days.',
  formats:
    'Savepoint’s own export, Backloggd, HowLongToBeat, Grouvee, Infinite Backlog, Yamtrack, Ryot, NeoDB, nexorious, GG, RAWG, Steam, GOG Galaxy, Playnite, Completionator, Darkadia, vglist and IGDB lists are recognised. For any other table you say what its columns mean.',
  drop: 'Drop a file here',
  choose: 'Choose file',
  reading: 'Uploading…',
  missing: 'Choose a file to import',
  open: 'Another import is not finished. Finish or discard it first.',
  notFound: 'This import does not exist',
  rowNotFound: 'This row does not exist',
  wrongState: 'This import is not at this step any more. Reload the page.',
  nothing: 'There is nothing to import. Decide a row first.',
  expired: 'This import can no longer be undone',
  withoutTitles: 'Choose the column that has the names of the games',
  fileGone: 'The file is no longer there. Upload it again.',
  isKept: 'What you have changed since is kept.',
  earlier: 'Earlier imports',
  none: 'Nothing imported yet',
  noneText: 'Your imports stay here for 30 days, and can be undone.',
  failed: 'The import could not be loaded. Your library is unchanged.',
  onlyForYou: 'Reviews and tags come in only for you: tags become shelves, and a rule can make reviews public.',
  share: 'Say in the feed how many games I imported',
  shareHint: 'One line, for those who see your activity. It goes with the undo.',
  makeOwn: 'Keep as my own game',
} as const

/** The question before an undo. */
export const UNDO_TEXTS = {
  label: 'Undo import',
  title: 'Undo this import?',
  text: 'Everything that it wrote is taken back.',
} as const
export const UNDO_SYNC_TEXTS = {
  label: 'Undo sync',
  title: 'Undo this sync?',
  text: 'The play sessions, hours and statuses that it added are taken back, and no later sync adds them again.',
} as const

export const PRESET_LABELS: Record<Preset, string> = {
  savepoint: 'Savepoint',
  'backloggd-csv': 'Backloggd',
  'backloggd-json': 'Backloggd',
  'backloggd-transfer': 'Backloggd',
  howlongtobeat: 'HowLongToBeat',
  grouvee: 'Grouvee',
  'infinite-backlog': 'Infinite Backlog',
  yamtrack: 'Yamtrack',
  ryot: 'Ryot',
  neodb: 'NeoDB',
  'nexorious-json': 'nexorious',
  'nexorious-csv': 'nexorious',
  gg: 'GG',
  rawg: 'RAWG',
  steam: 'Steam',
  gog: 'GOG Galaxy',
  playnite: 'Playnite',
  completionator: 'Completionator',
  darkadia: 'Darkadia',
  vglist: 'vglist',
  'igdb-list': 'IGDB list',
  mapped: 'Table',
}

export const STATE_LABELS: Record<ImportState, string> = {
  mapping: 'Waits for its columns',
  reading: 'Reading and matching',
  planning: 'Preparing the preview',
  ready: 'Ready to import',
  applying: 'Importing',
  done: 'Imported',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Could not be read',
}

export const FILTER_LABELS: Record<RowFilter, string> = {
  all: 'All',
  new: 'New',
  changed: 'Changed',
  same: 'Unchanged',
  doubtful: 'To decide',
  unknown: 'Not found',
  skipped: 'Left out',
  failed: 'Failed',
}

export const OUTCOME_LABELS: Record<Outcome, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Unchanged',
  joined: 'Joined with another row of this game',
}

export const ROW_STATE_LABELS: Record<RowState, string> = {
  ready: 'Ready',
  doubtful: 'To decide',
  unknown: 'Not found',
  skipped: 'Left out',
  applied: 'Imported',
  failed: 'Failed',
  undone: 'Undone',
}

/** Why a row or an item is left alone, or what its undo has left. */
const REASONS: Record<string, string> = {
  'no-title': 'This row has no name.',
  'not-a-game': 'This row is not a game.',
  declined: 'You left this row out.',
  'left-out': 'Your rules leave out games without a status that are not in your library.',
  'game-gone': 'The catalogue does not have this game.',
  error: 'This could not be written. Nothing of it was changed.',
  damaged: 'Its values are not those of an export.',
  'too-many': 'There is no room for more.',
  removed: 'Taken out of your library again.',
  restored: 'As it was before the import.',
  partly: IMPORT_TEXTS.isKept,
}
export const reasonText = (reason: string | null): string | null => (reason === null ? null : (REASONS[reason] ?? null))

/** The same of an item, whose reason may be a sentence already. */
export const itemReasonText = (reason: string | null): string | null => reasonText(reason) ?? reason

const MATCHED_BY: Record<string, string> = {
  own: 'by its id here',
  igdb: 'by its id at IGDB',
  steam: 'by its id at Steam',
  slug: 'by its address at IGDB',
  name: 'by its name',
  member: 'by you',
  'own-game': 'as a game of your own',
  before: 'as you decided before',
}
export const matchedByText = (by: string | null): string | null => (by === null ? null : (MATCHED_BY[by] ?? null))

const LOSSES: Record<LossReason, string> = {
  'unknown-field': 'has no place here',
  'unknown-value': 'has an unknown meaning',
  'not-a-number': 'is not a number',
  'not-a-date': 'is not a date',
  'no-currency': 'names no currency',
  'out-of-range': 'is outside the limits',
  'too-long': 'is too long',
  'too-many': 'is more than a game can have',
  'second-value': 'differs in another row of this game',
}
export const lossText = ({ field, value, reason, is_noted }: Loss): string =>
  `${field}: “${value.length > 60 ? `${value.slice(0, 60)}…` : value}” ${LOSSES[reason]}${is_noted ? ', and is in the notes' : ''}`

export const FIELD_LABELS: Record<ImportedField, string> = {
  status: 'Status',
  user_rating: 'Rating',
  is_liked: 'Liked',
  play_time: 'Hours',
  completion_percentage: 'Completion',
  last_played_at: 'Last played',
  notes: 'Notes',
  playthroughs: 'Playthroughs',
  shelves: 'Shelves',
  copies: 'Copies',
}

/** The labels of what an import adds to a game, which no rule of the library names. */
export const SESSIONS_LABEL = 'Play sessions'
export const HISTORY_LABEL = 'Points in the history of hours'
export const REVIEW_LABEL = 'Review'
export const ACHIEVEMENTS_LABEL = 'Ticked achievements'

/** How the interface names what our own export has besides games. */
export const ITEM_LABELS: Record<ItemKind, string> = { shelf: 'Shelves', list: 'Lists', journal: 'Journal' }

const isMissingText = (what: string): string => `${what} not in the catalogue`

export const missingGamesText = (count: number): string => isMissingText(counted(count, 'game is', 'games are'))

export const REVIEW_RULE_LABELS: Record<(typeof REVIEW_RULES)[number], string> = {
  private: 'Add, only for me',
  file: 'Add, public where the file says so',
  skip: 'Leave out',
}
export const JOURNAL_RULE_LABELS: Record<(typeof TICK_RULES)[number], string> = {
  fill: 'Add what I do not have',
  skip: 'Leave out',
}
export const TICK_RULE_LABELS: Record<(typeof TICK_RULES)[number], string> = {
  fill: 'Add those that I have not ticked',
  skip: 'Leave out',
}

export const RULE_LABELS: Record<FieldRule, string> = {
  fill: 'Fill what is empty',
  larger: 'Take the larger',
  theirs: 'Take the file’s',
  mine: 'Keep mine',
}

export const WITHOUT_STATUS_LABELS: Record<(typeof WITHOUT_STATUS)[number], string> = {
  hours: 'Decide by hours',
  want_to_play: STATUS_LABELS.want_to_play,
  playing: STATUS_LABELS.playing,
  completed: STATUS_LABELS.completed,
  skip: 'Leave out',
}

/** A value of an entry in words; null for an empty one. */
export function valueText(field: keyof EntryValues, values: EntryValues): string | null {
  switch (field) {
    case 'status':
      return STATUS_LABELS[values.status]
    case 'user_rating': {
      const stars = starsOf(values.user_rating)
      return stars === null ? null : counted(stars, 'star')
    }
    case 'is_liked':
      return values.is_liked ? 'Yes' : null
    case 'play_time':
      return values.play_time === 0 ? null : hoursText(values.play_time)
    case 'completion_percentage':
      return values.completion_percentage === 0 ? null : `${values.completion_percentage} %`
    case 'last_played_at':
      return values.last_played_at && dayText(values.last_played_at.slice(0, 10))
    case 'notes':
      return values.notes && (values.notes.length > 120 ? `${values.notes.slice(0, 120)}…` : values.notes)
  }
}

export const playthroughText = (played: ImportedPlaythrough): string =>
  [
    FINISH_LABELS[played.finish_level],
    played.platform,
    played.started_on && `from ${partialDayText(played.started_on)}`,
    played.finished_on && `to ${partialDayText(played.finished_on)}`,
    played.is_replay && 'replay',
  ]
    .filter(Boolean)
    .join(', ')

/** A copy in words: 'Digital, Steam, PC, €19.99'. */
export const copyText = (copy: ImportedCopy): string =>
  [
    copy.is_physical ? 'Physical' : 'Digital',
    copy.store,
    copy.platform,
    copy.edition,
    copy.got_on && `got ${partialDayText(copy.got_on)}`,
    copy.price !== null && copy.currency !== null && priceText(copy.price, copy.currency),
    copy.lent_to && `lent to ${copy.lent_to}`,
  ]
    .filter(Boolean)
    .join(', ')

/** A review in words, with the beginning of its text. */
export const reviewText = ({ text, is_public }: Pick<ImportedReview, 'text' | 'is_public'>): string =>
  `${is_public ? 'Public' : 'Only for you'}: “${text.length > 120 ? `${text.slice(0, 120).toWellFormed()}…` : text}”`

const overLimitText = (count: number, one: string, many?: string): string[] =>
  count > 0 ? [`${counted(count, one, many)} more than fit into the game`] : []

/** What a later file of a tracker leaves alone. */
export const leftTexts = (fields: readonly (keyof typeof FIELD_LABELS)[]): string[] =>
  fields.map((field) => `${FIELD_LABELS[field]}: you have changed this since an earlier import, and it stays as it is`)

/** What of a game does not fit into the library, in sentences. */
export const overLimitTexts = ({ playthroughs, shelves, copies }: EntryPlan['overLimit']): string[] => [
  ...overLimitText(playthroughs, 'playthrough'),
  ...overLimitText(copies, 'copy', 'copies'),
  ...(shelves > 0 ? [`${counted(shelves, 'tag is', 'tags are')} left out: there is no room for more shelves`] : []),
]

/** Why a review is left alone; null for one that is there already. */
export const REVIEW_LEFT_TEXTS: Record<ReviewLeft, string | null> = {
  same: null,
  exists: 'Review: you have written one of this game, and it stays as it is',
  'no-stars': 'Review: it has no stars, and neither has the game in your library',
  'no-text': 'Review: nothing of its text can be shown',
  'own-game': 'Review: only games of the catalogue have reviews',
}

/** What would wait for a moderator is written for the member alone (decision 0135). */
export const KEPT_REVIEW_TEXT =
  'Review: it is only for you, because a moderator would read it before others. If you make it public, it waits for that'
export const KEPT_LIST_TEXT =
  'The list is only for you, because a moderator would read it before others. If you share it, it waits for that'

export const unknownTicksText = (count: number): string =>
  isMissingText(counted(count, 'ticked achievement is', 'ticked achievements are'))
