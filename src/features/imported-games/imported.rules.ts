import { type CopyFacts, copiesFor, type ImportedCopy } from '#features/copies/imported-copies.rules.ts'
import {
  changedFields,
  DEFAULT_RULES,
  EMPTY_ENTRY,
  type EntryValues,
  type FieldRule,
  IMPORTED_FIELDS,
  type ImportedField,
  type ImportRules,
  type WithoutStatus,
} from '#features/library/imported-fields.rules.ts'
import { completionAfter, isFinished, MAX_HOURS, NOTES_LENGTH, type Status } from '#features/library/library.rules.ts'
import type { ImportedPlaythrough, Ledger, LedgerSize } from '#features/play-log/imported-sessions.rules.ts'
import { firstDayOf, MAX_PLAYTHROUGHS } from '#features/play-log/play-sessions.rules.ts'
import {
  type ImportedShelf,
  type MemberShelves,
  type ShelfName,
  shelvesFor,
} from '#features/shelves/imported-shelves.rules.ts'
import {
  type ContinuedPlaythrough,
  comparePlaythroughs,
  continuedRules,
  type EarlierImport,
  type OwnPlaythrough,
} from './continued.rules.ts'

/** What a file says about one game. Null: it says nothing. Instants are ISO texts. */
export interface ImportedValues<L extends LedgerSize = Ledger> {
  status: Status | null
  user_rating: number | null
  is_liked: boolean | null
  play_time: number | null
  completion_percentage: number | null
  last_played_at: string | null
  notes: string | null
  /** The file has a review of it. */
  is_reviewed?: boolean
  /** Of which platforms the record is, in lower case. */
  platforms?: readonly string[]
  added_at: string | null
  playthroughs: readonly ImportedPlaythrough[]
  shelves?: readonly ImportedShelf[]
  copies?: readonly ImportedCopy[]
  sessions?: L['sessions']
  history?: L['history']
  /** Those of its sessions that are new beside the entry; null when the entry has none of the file, and no import wrote it. */
  new_sessions?: NewSessions<L> | null
  /** The file is our own and has no entry of this game, so that none is made: it has a review, for example. */
  has_no_entry?: boolean
  /** When it was last played without a session; said only together with sessions. */
  undated_played_at?: string | null
}

/** Sessions of a later export: what neither the entry nor an earlier import of an export has. */
export interface NewSessions<L extends LedgerSize = Ledger> {
  sessions: L['sessions']
  hours: number
  /** When the last of them ended, as an ISO text. */
  last_at: string
}

/** The fields of an entry, with its completion from before it was completed. */
type StandingValues = EntryValues & { completion_before?: number | null }

export interface PlannedEntry {
  values: StandingValues
  playthroughs: readonly OwnPlaythrough[]
  /** When the last play session ended: the game was not last played before that. */
  last_session_at: string | null
  shelves?: readonly ShelfName[]
  copies?: readonly CopyFacts[]
  has_history?: boolean
  /** What earlier files of the same tracker did to it. */
  earlier?: readonly EarlierImport[]
}

export interface EntryPlan<L extends LedgerSize = Ledger> {
  outcome: 'new' | 'changed' | 'same'
  values: EntryValues
  /** Only those that the entry lacks. */
  playthroughs: readonly ImportedPlaythrough[]
  /** The playthroughs of the entry by their keys in the file. */
  playthroughIds: ReadonlyMap<string, string>
  /** Those of the entry about which a later file of the same tracker says more. */
  continued: readonly ContinuedPlaythrough[]
  /** Only those on which the game is not. */
  shelves: readonly ImportedShelf[]
  /** Only those that the entry lacks. */
  copies: readonly ImportedCopy[]
  /**
   * All of them into an entry that has no hours and no playthroughs, the new ones into one that an earlier export wrote,
   * else null. The total of the hours has them already.
   */
  sessions: L['sessions'] | null
  undated_played_at: string | null
  /** Only into an entry that has none, and that has the hours of the file, else null. */
  history: L['history'] | null
  /** How many of each do not fit. */
  overLimit: { playthroughs: number; shelves: number; copies: number }
  /** What a later file of the same tracker leaves alone, because the member has changed it. */
  left: readonly ImportedField[]
}

/** How far a game has come, for the rule 'larger'. */
const RANK: Record<Status, number> = { want_to_play: 0, playing: 1, dropped: 2, completed: 3 }
const furthest = (a: Status, b: Status): Status => (RANK[b] > RANK[a] ? b : a)

/**
 * Returns what an import does to one game: nothing, a new entry, or changes of an entry by the member's rules. Returns
 * null for a game that the rules leave out. Several records of one game are joined first. The same values a second time
 * change nothing. `memberShelves` are the shelves of the member, to which it adds those that the game needs.
 */
export function planImport<L extends LedgerSize = Ledger>(
  rules: ImportRules,
  records: readonly ImportedValues<L>[],
  entry: PlannedEntry | null,
  memberShelves: MemberShelves = [],
): EntryPlan<L> | null {
  const theirs = joinValues(records)
  const given = theirs.has_no_entry ? null : (theirs.status ?? statusWithout(rules.without_status, theirs))
  if (entry === null && given === null) return null
  const ruledOut = (field: 'playthroughs' | 'shelves' | 'copies') =>
    rules[field] === 'mine' && (entry?.[field]?.length ?? 0) > 0
  const playthroughs = ruledOut('playthroughs') ? [] : theirs.playthroughs
  const compared = comparePlaythroughs(entry?.playthroughs ?? [], playthroughs)
  const { missing } = compared
  const remaining = Math.max(0, MAX_PLAYTHROUGHS - (entry?.playthroughs.length ?? 0))
  const isUnplayed = entry === null || (entry.values.play_time === 0 && entry.playthroughs.length === 0)
  const onShelves = shelvesFor(ruledOut('shelves') ? [] : (theirs.shelves ?? []), entry?.shelves ?? [], memberShelves)
  const owned = copiesFor(ruledOut('copies') ? [] : (theirs.copies ?? []), entry?.copies ?? [])
  const added = {
    sessions: isUnplayed && rules.play_time !== 'mine' ? (theirs.sessions ?? null) : null,
    undated_played_at: theirs.undated_played_at ?? null,
    playthroughs: missing.slice(0, remaining),
    continued: compared.continued,
    playthroughIds: compared.ids,
    shelves: onShelves.shelves,
    copies: owned.copies,
    overLimit: {
      playthroughs: Math.max(0, missing.length - remaining),
      shelves: onShelves.overLimit,
      copies: owned.overLimit,
    },
  }
  if (entry === null) {
    const values = applyRules(allTheirs, given as Status, EMPTY_ENTRY, theirs, given)
    return { outcome: 'new', values, ...added, left: [], history: theirs.history ?? null }
  }
  const continued = continuedRules(rules, entry.values, theirs, entry.earlier ?? [])
  const ruled = applyRules(continued.rules, entry.values.status, entry.values, theirs, theirs.status)
  const news = isUnplayed || rules.play_time === 'mine' ? null : (theirs.new_sessions ?? null)
  if (news) Object.assign(added, { sessions: news.sessions, undated_played_at: entry.values.last_played_at })
  const values = {
    ...ruled,
    // Where the member has changed the hours since, the sessions add theirs, as a logged one does.
    ...(news && continued.rules.play_time === 'fill' && { play_time: withHours(entry.values.play_time, news.hours) }),
    last_played_at: later(later(ruled.last_played_at, entry.last_session_at), news?.last_at ?? null),
  }
  const hasTheirHours =
    values.play_time === theirs.play_time && values.completion_percentage === theirs.completion_percentage
  const history = hasTheirHours && !entry.has_history && rules.play_time !== 'mine' ? (theirs.history ?? null) : null
  const isChanged =
    [added.playthroughs, added.continued, added.shelves, added.copies, added.sessions, history].some(
      (part) => part && part.length > 0,
    ) || changedFields(entry.values, values).length > 0
  const left: ImportedField[] = [...continued.left, ...(compared.left > 0 ? ['playthroughs' as const] : [])]
  return { outcome: isChanged ? 'changed' : 'same', values, ...added, left, history }
}

const allTheirs: ImportRules = {
  ...DEFAULT_RULES,
  ...Object.fromEntries(IMPORTED_FIELDS.map((field) => [field, 'theirs'])),
}

/** Returns the status of a game for which the file states none. A rated or reviewed game was played, so it is completed. */
function statusWithout(rule: WithoutStatus, theirs: ImportedValues<LedgerSize>): Status | null {
  const { play_time, completion_percentage, user_rating, last_played_at, is_reviewed } = theirs
  if (rule === 'skip') return null
  if (rule !== 'hours') return rule
  if ((completion_percentage ?? 0) >= 100 || user_rating !== null || is_reviewed) return 'completed'
  const isStarted = last_played_at !== null || theirs.playthroughs.some(({ started_on }) => started_on !== null)
  const isPlayed = (play_time ?? 0) > 0 || (completion_percentage ?? 0) > 0 || isStarted
  return isPlayed ? 'playing' : 'want_to_play'
}

function applyRules(
  rules: ImportRules,
  status: Status,
  mine: Omit<StandingValues, 'status'>,
  theirs: ImportedValues<LedgerSize>,
  theirStatus: Status | null,
): EntryValues {
  const wanted = rules.status === 'larger' ? furthest : (_: Status, other: Status) => other
  const ruled = <T>(rule: FieldRule, own: T, other: T | null, isEmpty: boolean, isLarger: boolean): T => {
    if (other === null || rule === 'mine') return own
    if (rule === 'theirs') return other
    return isEmpty || (rule === 'larger' && isLarger) ? other : own
  }
  const number = (field: 'play_time' | 'completion_percentage') =>
    ruled(rules[field], mine[field], theirs[field], mine[field] === 0, (theirs[field] ?? 0) > mine[field])
  const { user_rating, is_liked, last_played_at, notes } = theirs
  const isLater = last_played_at !== null && last_played_at > (mine.last_played_at ?? '')
  const isMore = (user_rating ?? 0) > (mine.user_rating ?? 0)
  const ruledStatus =
    theirStatus === null || rules.status === 'fill' || rules.status === 'mine' ? status : wanted(status, theirStatus)
  const completion = number('completion_percentage')
  return {
    status: ruledStatus,
    user_rating: ruled(rules.user_rating, mine.user_rating, user_rating, mine.user_rating === null, isMore),
    is_liked: ruled(rules.is_liked, mine.is_liked, is_liked, !mine.is_liked, false),
    play_time: number('play_time'),
    completion_percentage: completionAfter({
      ...{ status: ruledStatus, previous: status, before: mine.completion_percentage },
      earlier: mine.completion_before ?? null,
      said: completion === mine.completion_percentage ? null : completion,
    }),
    last_played_at: ruled(
      rules.last_played_at,
      mine.last_played_at,
      last_played_at,
      mine.last_played_at === null,
      isLater,
    ),
    notes: ruled(rules.notes, mine.notes, notes, mine.notes === null, false),
  }
}

/**
 * Joins several records of one game: the first rating and note, the furthest status, the most hours, the latest day, all
 * playthroughs. Hours are added up only if the records are of different platforms: else they may be the same game twice.
 */
function joinValues<L extends LedgerSize>(records: readonly ImportedValues<L>[]): ImportedValues<L> {
  const [first, ...others] = records
  if (first === undefined) throw new Error('A game without a record')
  return others.reduce((joined, record) => joinTwo(joined, record), first)
}

/** The records are of different platforms, so that what one of them says is not in the other. */
const areApart = <L extends LedgerSize>(a: ImportedValues<L>, b: ImportedValues<L>): boolean =>
  (a.platforms?.length ?? 0) > 0 &&
  (b.platforms?.length ?? 0) > 0 &&
  !a.platforms?.some((name) => b.platforms?.includes(name))

function notesOf(a: string | null, b: string | null, isApart: boolean): string | null {
  const both = `${a}\n${b}`
  return isApart && a !== null && b !== null && a !== b && both.length <= NOTES_LENGTH ? both : (a ?? b)
}

function joinTwo<L extends LedgerSize>(a: ImportedValues<L>, b: ImportedValues<L>): ImportedValues<L> {
  const isApart = areApart(a, b)
  const sessions = a.sessions ?? b.sessions
  const history = a.history ?? b.history
  return {
    status: a.status && b.status ? furthest(a.status, b.status) : (a.status ?? b.status),
    user_rating: a.user_rating ?? b.user_rating,
    is_liked: a.is_liked || b.is_liked || (a.is_liked ?? b.is_liked),
    play_time:
      isApart && a.play_time !== null && b.play_time !== null
        ? withHours(a.play_time, b.play_time)
        : most(a.play_time, b.play_time),
    platforms: [...(a.platforms ?? []), ...(b.platforms ?? [])],
    completion_percentage: most(a.completion_percentage, b.completion_percentage),
    last_played_at: later(a.last_played_at, b.last_played_at),
    notes: notesOf(a.notes, b.notes, isApart),
    added_at:
      a.added_at && b.added_at ? (a.added_at < b.added_at ? a.added_at : b.added_at) : (a.added_at ?? b.added_at),
    playthroughs: [...a.playthroughs, ...b.playthroughs],
    shelves: [...(a.shelves ?? []), ...(b.shelves ?? [])],
    copies: [...(a.copies ?? []), ...(b.copies ?? [])],
    has_no_entry: a.has_no_entry === true && b.has_no_entry === true,
    // Two records may be the same sessions and the same history twice.
    ...(sessions && { sessions }),
    ...(history && { history }),
    new_sessions: (a.sessions ? a.new_sessions : b.new_sessions) ?? null,
    undated_played_at: a.sessions ? (a.undated_played_at ?? null) : (b.undated_played_at ?? null),
  }
}

const withHours = (total: number, hours: number) => Math.min(MAX_HOURS, Math.round((total + hours) * 100) / 100)
const most = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.max(a, b))
const later = (a: string | null, b: string | null) => (a === null || b === null ? (a ?? b) : a > b ? a : b)

/** Returns the first day on which a game was finished according to a file, at noon and never later than now; null without one. */
export function firstFinishedIn({ playthroughs }: Pick<ImportedValues, 'playthroughs'>, now: Date): string | null {
  const [first] = finishedDays(playthroughs)
  return first === undefined ? null : atMost(noonOf(first), now)
}

/**
 * Returns when a game was last played according to a file: as it says, else the last day on which a finished game was
 * finished, at noon. Never later than now.
 */
export function lastPlayedIn(
  values: Pick<ImportedValues, 'status' | 'last_played_at' | 'playthroughs'>,
  now: Date,
): string | null {
  const last = finishedDays(values.playthroughs).at(-1)
  const at = values.last_played_at ?? (last !== undefined && isFinished(values.status) ? noonOf(last) : null)
  return at === null ? null : atMost(at, now)
}

const finishedDays = (playthroughs: readonly ImportedPlaythrough[]): string[] =>
  playthroughs
    .flatMap(({ finished_on }) => finished_on ?? [])
    .map(firstDayOf)
    .toSorted()
const noonOf = (day: string) => `${day}T12:00:00.000Z`
const atMost = (at: string, now: Date) => (at > now.toISOString() ? now.toISOString() : at)
