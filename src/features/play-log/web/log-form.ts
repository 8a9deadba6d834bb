import * as z from 'zod/mini'
import { tooManyAchievements } from '#features/library/entry-values.texts.ts'
import type { Entry } from '#features/library/library.contract.ts'
import {
  activityOfLog,
  isFinished,
  ratingOf,
  type Status,
  starsOf,
  statusOfProgress,
} from '#features/library/library.rules.ts'
import { problemsOfSchema } from '#web/schema-problems.ts'
import { isSharedByDefault } from '../log.rules.ts'
import type { LoggedPlaythrough } from '../play-session-draft.schemas.ts'
import type { Playthrough } from '../play-sessions.contract.ts'
import { partialDayFrom } from '../play-sessions.rules.ts'
import { SESSION_TEXTS } from '../play-sessions.texts.ts'
import { ProgressDraft } from '../progress.schemas.ts'

/** The data that the log form starts with. */
export interface LogFormContext {
  entry: Entry | null
  /** The current playthrough, null for none. */
  current: Playthrough | null
  /** The status that was chosen in a menu before the form opened. */
  preset: 'completed' | undefined
  /** The member's day, 'YYYY-MM-DD'. */
  today: string
}

/** The values of the fields. Numbers are stored as typed text: "4." may become 4.5. Null: not touched. */
export interface Fields {
  /** The status that was chosen by hand; null derives it from the figures. */
  status: Status | null
  stars: number | null
  isLiked: boolean
  percentage: string
  hours: string
  achievements: string
  notes: string
  platform: string | null
  date: string | null
  isReplay: boolean | null
  isPaused: boolean | null
  dropReason: string | null
  bookmark: string | null
  isShared: boolean | null
}

export function fieldsOf(entry: Entry | null, preset: 'completed' | undefined): Fields {
  return {
    status: preset ?? null,
    stars: starsOf(entry?.user_rating ?? null),
    isLiked: entry?.is_liked ?? false,
    percentage: preset === 'completed' ? '100' : String(entry?.completion_percentage ?? 0),
    hours: String(entry?.play_time ?? 0),
    achievements: String(entry?.achievements_completed ?? 0),
    notes: entry?.notes ?? '',
    platform: null,
    date: null,
    isReplay: null,
    isPaused: null,
    dropReason: null,
    bookmark: null,
    isShared: null,
  }
}

/** Converts typed text to a number; empty text is NaN. No other code converts. */
export const toNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

const PROGRESS = ['percentage', 'hours', 'achievements'] as const

/**
 * Returns the status that saving will set (C06): the one chosen by hand, else the one that changed figures imply, else
 * the current one. A game that is new to the library and only rated counts as played.
 */
export function statusAfterSave(fields: Fields, entry: Entry | null): Status {
  if (fields.status) return fields.status
  const before = fieldsOf(entry, undefined)
  const hours = toNumber(fields.hours) || 0
  const percentage = toNumber(fields.percentage) || 0
  if (!entry) return fields.stars !== null && !hours && !percentage ? 'completed' : statusOfProgress(hours, percentage)
  const hasMoved = fields.percentage !== before.percentage || fields.hours !== before.hours
  return hasMoved ? statusOfProgress(hours, percentage) : entry.status
}

export interface Played {
  platform: string
  /** The date as it was typed. */
  date: string
  isReplay: boolean
  isPaused: boolean
  dropReason: string
  bookmark: string
  /** The current playthrough has ended. */
  isOver: boolean
  /** The form describes a new playthrough instead of the current one. */
  isNew: boolean
}

/**
 * Returns platform, date and replay as the form shows them: the typed values, else those of the current playthrough.
 */
export function playedOf(fields: Fields, { entry, current, today }: LogFormContext, status: Status): Played {
  const isOver = current !== null && current.finish_level !== 'unfinished' && current.finish_level !== 'endless'
  // After a playthrough has ended, Replay means a new playthrough. It is preselected when the member starts to play
  // again.
  const beginsAgain = status === 'playing' && entry?.status !== 'playing'
  const isReplay = fields.isReplay ?? (isOver ? beginsAgain : (current?.is_replay ?? false))
  const isNew = isOver && isReplay
  const finishesNow = isFinished(status) && entry?.status === 'playing'
  const storedDate = isNew ? null : dateOf(current, status)
  return {
    platform: fields.platform ?? current?.platform ?? '',
    date: fields.date ?? storedDate ?? (finishesNow ? today : ''),
    isReplay,
    isPaused: fields.isPaused ?? (isNew ? false : (current?.is_paused ?? false)),
    dropReason: fields.dropReason ?? (isNew ? '' : (current?.drop_reason ?? '')),
    bookmark: fields.bookmark ?? (isNew ? '' : (current?.bookmark ?? '')),
    isOver,
    isNew,
  }
}

/** Returns the last day for a finished game, and the first day for a game that is being played. */
const dateOf = (current: Playthrough | null, status: Status) =>
  (status === 'playing' ? current?.started_on : current?.finished_on) ?? null

/** Returns the differences from the current playthrough; undefined when there are none. */
function playthroughDraft(played: Played, { current }: LogFormContext, status: Status): LoggedPlaythrough | undefined {
  if (status === 'want_to_play') return undefined
  const base = played.isNew ? null : current
  const platform = played.platform.trim() || null
  // Text that is no date is sent unchanged, so that the validation of the contract reports it.
  const date = played.date.trim() === '' ? null : (partialDayFrom(played.date) ?? played.date.trim())
  const draft = {
    ...(platform !== (base?.platform ?? null) && { platform }),
    ...(date !== dateOf(base, status) && { date }),
    ...(played.isNew && { is_replay: true, is_new: true }),
    ...(!played.isNew &&
      !played.isOver &&
      played.isReplay !== (base?.is_replay ?? false) && { is_replay: played.isReplay }),
  }
  const reason = played.dropReason.trim() || null
  const bookmark = played.bookmark.trim() || null
  const marks = {
    ...(status === 'playing' && played.isPaused !== (base?.is_paused ?? false) && { is_paused: played.isPaused }),
    ...(status === 'playing' && played.isPaused && bookmark !== (base?.bookmark ?? null) && { bookmark }),
    ...(status === 'dropped' && reason !== (base?.drop_reason ?? null) && { drop_reason: reason }),
  }
  return Object.keys({ ...draft, ...marks }).length > 0 ? { ...draft, ...marks } : undefined
}

/**
 * Returns the differences from the entry to be sent; a new entry is sent whole. The status is sent only when it differs
 * (R-PROG-04).
 */
export function draftOf(fields: Fields, known: LogFormContext): ProgressDraft {
  const { entry } = known
  const before = entry && fieldsOf(entry, undefined)
  const status = statusAfterSave(fields, entry)
  const playthrough = playthroughDraft(playedOf(fields, known, status), known, status)
  const has = (field: keyof Fields) => fields[field] !== (before ?? fieldsOf(null, undefined))[field]
  return {
    ...((!before || has('hours')) && { play_time: toNumber(fields.hours) }),
    ...((!before || has('percentage')) && { completion_percentage: toNumber(fields.percentage) }),
    ...(has('achievements') && { achievements_completed: toNumber(fields.achievements) }),
    ...(status !== entry?.status && { status }),
    ...(has('stars') && { user_rating: ratingOf(fields.stars) }),
    ...(has('isLiked') && { is_liked: fields.isLiked }),
    ...(has('notes') && { notes: fields.notes.trim() || null }),
    ...(playthrough && { playthrough }),
  }
}

/**
 * Returns the validation errors of a draft by field; `date` for the date. `achievements`: how many the game has, 0 if that
 * is unknown.
 */
export function problemsOf(
  draft: ProgressDraft,
  { today, achievements }: { today: string; achievements: number },
): Partial<Record<string, string>> {
  // A draft without progress is valid here: then only rating, heart or notes are saved.
  const { '': _whole, ...found } = problemsOfSchema(z.safeParse(ProgressDraft, draft), (path) =>
    String(path.at(-1) ?? ''),
  )
  const problems: Partial<Record<string, string>> = found
  if (achievements > 0 && (draft.achievements_completed ?? 0) > achievements)
    problems.achievements_completed ??= tooManyAchievements(achievements)
  const date = draft.playthrough?.date
  if (date && !problems.date && date > today) problems.date = SESSION_TEXTS.dayInFuture
  return problems
}

/** Returns whether figures or status have changed, which can be shared. A playthrough alone is private. */
function hasMoved(fields: Fields, draft: ProgressDraft, entry: Entry | null): boolean {
  const before = fieldsOf(entry, undefined)
  return draft.status !== undefined || PROGRESS.some((field) => fields[field] !== before[field])
}

/**
 * Returns what saving does beyond the draft: whether it writes progress, and which activity it can share with friends.
 */
export function saveEffects(fields: Fields, draft: ProgressDraft, known: LogFormContext) {
  const { entry, preset, today } = known
  const status = statusAfterSave(fields, entry)
  const isMoved = hasMoved(fields, draft, entry)
  const type = isMoved
    ? activityOfLog({
        status,
        previous: entry?.status ?? null,
        completion: toNumber(fields.percentage) || 0,
        isStatusChosen: fields.status !== null || (entry === null && status === 'completed'),
      })
    : null
  const { date } = playedOf(fields, known, status)
  const suggestsSharing = isSharedByDefault({
    status,
    previous: entry?.status ?? null,
    date: partialDayFrom(date),
    isChosen: preset !== undefined,
    today,
  })
  return { isProgress: isMoved || draft.playthrough !== undefined, type, isShared: fields.isShared ?? suggestsSharing }
}
