import type { Db } from '#db/db.ts'
import { MAX_HOURS } from '#features/library/library.rules.ts'
import { refuseMissing } from '#features/library/server/library.service.ts'
import { type EntryKey, type EntryRow, findEntry } from '#features/library/server/writing/entry-writing.service.ts'
import { memberDays } from '#features/profiles/server/profiles.service.ts'
import type { PlaythroughId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { NEW_PLAYTHROUGH } from '../../logged-playthrough.rules.ts'
import { endOfSession, firstDayOf, type Origin, type PartialDay } from '../../play-sessions.rules.ts'
import { SESSION_TEXTS } from '../../play-sessions.texts.ts'
import {
  findPlaythrough,
  insertPlaythrough,
  insertSession,
  listPlaythroughs,
  type PlaySessionRow,
  type PlaythroughRow,
  resumePlaythrough,
} from './play-sessions.queries.ts'

export interface PlayedTime {
  minutes: number
  /** Defaults to the member's today. */
  played_on?: string | undefined
  note?: string | null | undefined
  /** Defaults to the open playthrough. */
  playthrough_id?: PlaythroughId | undefined
  origin: Origin
  /** The time when playing ended, if it is known. */
  endedAt?: Date
}

/**
 * Writes one session of a locked entry; the first session creates a playthrough. Refuses a day in the future and a
 * playthrough of another entry.
 */
export async function writePlaySession(db: Db, key: EntryKey, played: PlayedTime, at: Date): Promise<PlaySessionRow> {
  const { today, latest } = await memberDays(db, key.userId, at)
  if (played.origin === 'typed' && played.played_on) requirePast(played.played_on, latest)
  // A day in the future is then an error of the device's clock, not of the member.
  const played_on = played.played_on && played.played_on <= latest ? played.played_on : today
  const playthrough = played.playthrough_id
    ? await requirePlaythrough(db, key, played.playthrough_id)
    : ((await listPlaythroughs(db, key)).at(-1) ?? (await insertPlaythrough(db, key, begunOn(played_on), at)))
  // A session ends the pause.
  if (playthrough.is_paused) await resumePlaythrough(db, key, playthrough.id as PlaythroughId)
  const session = {
    playthrough_id: playthrough.id,
    played_on,
    minutes: played.minutes,
    note: played.note?.trim() || null,
    origin: played.origin,
    ended_at: played.endedAt ?? endOfSession(played_on, today, at),
  }
  return insertSession(db, key, session, at)
}

const begunOn = (day: string) => ({ ...NEW_PLAYTHROUGH, started_on: day })

/** Refuses a date whose first day is in the future: a year or month has begun when its first day has. */
export function requirePast(day: PartialDay, latest: string): void {
  if (firstDayOf(day) > latest) refuse('invalid', 'day_in_future', SESSION_TEXTS.dayInFuture)
}

export async function requirePlaythrough(db: Db, key: EntryKey, id: PlaythroughId): Promise<PlaythroughRow> {
  return (
    (await findPlaythrough(db, key, id)) ??
    refuse('not_found', 'playthrough_not_found', SESSION_TEXTS.playthroughMissing)
  )
}

/** Reads the entry after its sessions were written. Refuses when its hours exceed the limit (C04). */
export async function requireEntryWithin(db: Db, key: EntryKey): Promise<EntryRow> {
  const entry = (await findEntry(db, key)) ?? refuseMissing()
  if (entry.play_time > MAX_HOURS) refuse('invalid', 'too_many_hours', SESSION_TEXTS.tooManyHours(MAX_HOURS))
  return entry
}
