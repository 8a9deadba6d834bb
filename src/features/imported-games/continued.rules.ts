import type { EntryValues, ImportedField, ImportRules } from '#features/library/imported-fields.rules.ts'
import type { ImportedPlaythrough } from '#features/play-log/imported-sessions.rules.ts'
import { daysProblem, NEW_PLAYTHROUGH, normalizePlaythrough } from '#features/play-log/logged-playthrough.rules.ts'

// What a later file of a tracker may change in an entry that an earlier file of it has written.

/** What an earlier import from the same tracker did to an entry, and has not undone. */
export interface EarlierImport {
  entryId: string
  /** Null when it added the entry. */
  before: EntryValues | null
  after: EntryValues
  /** The playthroughs that it added. */
  playthroughIds: readonly string[]
}

/** A playthrough of an entry. */
export interface OwnPlaythrough extends ImportedPlaythrough {
  id?: string
  /** An earlier import from the same tracker added it. */
  is_imported?: boolean
  /** It is as it was when it was added. */
  is_unchanged?: boolean
}

/** A playthrough of an entry that a file says more about. */
export interface ContinuedPlaythrough {
  id: string
  before: ImportedPlaythrough
  after: ImportedPlaythrough
}

/** The fields that move on with a later file. Ratings and notes are filled once. */
const MOVING = ['status', 'play_time', 'completion_percentage', 'last_played_at'] as const satisfies readonly (
  | 'status'
  | keyof EntryValues
)[]
/** The moving fields of which a row says that they stay. The last day follows from the hours. */
const NAMED: readonly ImportedField[] = ['status', 'play_time', 'completion_percentage']

/**
 * Returns the rules for an entry that earlier files of the same tracker have written. A field that still has the value of
 * one of them takes the larger or later value of this file, where the rule would only fill it: nothing goes back, because
 * the file may be an older one. A field that the member has changed since stays, and `left` names it if the file has
 * moved on, too.
 */
export function continuedRules(
  rules: ImportRules,
  mine: EntryValues,
  theirs: { readonly [Field in keyof EntryValues]: EntryValues[Field] | null },
  earlier: readonly EarlierImport[],
): { rules: ImportRules; left: ImportedField[] } {
  const continued = { ...rules }
  const left: ImportedField[] = []
  for (const field of MOVING) {
    const written = earlier.filter(({ before, after }) => before === null || before[field] !== after[field])
    if (rules[field] !== 'fill' || written.length === 0) continue
    if (written.some(({ after }) => after[field] === mine[field])) continued[field] = 'larger'
    else if (
      NAMED.includes(field) &&
      isNews(
        theirs[field],
        mine[field],
        written.map(({ after }) => after[field]),
      )
    )
      left.push(field)
  }
  return { rules: continued, left }
}

const isNews = <T>(theirs: T | null, mine: T, known: readonly T[]) =>
  theirs !== null && theirs !== mine && !known.includes(theirs)

/**
 * Compares the playthroughs of a file with those of an entry. `missing` are those that the entry lacks: dates tell
 * playthroughs apart; without dates it is the platform and how far the member came. Two alike in the file are two
 * playthroughs, of which an entry may have one. `continued` are playthroughs of the entry that began on the same day, or
 * that an earlier file added without all days, and about which the file says more. `left` counts those that an earlier
 * file added and that the member has ended differently since. `ids` names the playthroughs of
 * the entry by the keys that they have in the file.
 */
export function comparePlaythroughs(
  own: readonly OwnPlaythrough[],
  theirs: readonly ImportedPlaythrough[],
): { missing: ImportedPlaythrough[]; continued: ContinuedPlaythrough[]; left: number; ids: Map<string, string> } {
  const others = [...own]
  const take = (isOne: (one: OwnPlaythrough) => boolean): OwnPlaythrough | undefined => {
    const at = others.findIndex(isOne)
    return at === -1 ? undefined : others.splice(at, 1)[0]
  }
  const missing: ImportedPlaythrough[] = []
  const continued: ContinuedPlaythrough[] = []
  let left = 0
  const ids = new Map<string, string>()
  const isThere = (played: ImportedPlaythrough, isOne: (one: OwnPlaythrough) => boolean) => {
    const one = take(isOne)
    if (one?.id !== undefined && played.key !== undefined) ids.set(played.key, one.id)
    return one
  }
  const different = theirs.filter((played) => !isThere(played, (one) => keyOf(one) === keyOf(played)))
  for (const played of different) {
    const same = isThere(played, (one) => isContinued(one, played))
    if (same === undefined) missing.push(played)
    else if (isOpen(same) || (same.is_unchanged && !isOpen(played))) continued.push(...continuing(same, played))
    else if (!isOpen(played)) left += 1
  }
  return { missing, continued, left, ids }
}

const keyOf = ({ started_on, finished_on, platform, finish_level, is_replay }: ImportedPlaythrough) =>
  started_on || finished_on ? `${started_on}/${finished_on}` : `${platform}/${finish_level}/${is_replay}`

const isOpen = ({ finished_on, finish_level }: ImportedPlaythrough): boolean =>
  finished_on === null && finish_level === 'unfinished'

/** Whether a playthrough of a file is one of the entry, at another time. */
function isContinued(one: OwnPlaythrough, played: ImportedPlaythrough): boolean {
  if (one.platform !== null && played.platform !== null && one.platform !== played.platform) return false
  const isSameStart = one.started_on !== null && one.started_on === played.started_on
  const mayBeSame = one.is_imported === true && isOpen(one) && (one.started_on === null || played.started_on === null)
  const isOther = !(isOpen(one) || isOpen(played) || one.is_imported)
  return (isSameStart || mayBeSame) && !isOther && daysProblem(continuedBy(one, played)) === null
}

const continuedBy = (one: OwnPlaythrough, played: ImportedPlaythrough) =>
  normalizePlaythrough({
    ...NEW_PLAYTHROUGH,
    platform: one.platform ?? played.platform,
    started_on: one.started_on ?? played.started_on,
    finished_on: played.finished_on,
    finish_level: played.finish_level,
    is_replay: one.is_replay,
    is_paused: one.is_paused ?? false,
    drop_reason: played.drop_reason ?? null,
  })

function continuing(one: OwnPlaythrough, played: ImportedPlaythrough): ContinuedPlaythrough[] {
  const { id, is_imported: _, is_unchanged: __, ...before } = one
  // A file of a tracker says nothing about the rest.
  const {
    drop_reason,
    kind: _kind,
    rating: _rating,
    bookmark: _line,
    bookmarked_at: _at,
    ...rest
  } = continuedBy(one, played)
  const after = { ...rest, ...(drop_reason !== null && { drop_reason }) }
  const isSame = keyOf(before) === keyOf(after) && before.platform === after.platform
  return id === undefined || isSame ? [] : [{ id, before, after }]
}
