import type { ImportedPoint } from '#features/library/imported-history.rules.ts'
import { MAX_HOURS } from '#features/library/library.rules.ts'
import type { ImportedSession } from '#features/play-log/imported-sessions.rules.ts'
import { MAX_MINUTES, ORIGINS, SESSION_NOTE_LENGTH } from '#features/play-log/play-sessions.rules.ts'
import { lengthOf } from '#shared/text.ts'
import type { ImportedRecord } from '../../../imported-record.rules.ts'
import { instantIn } from '../records/dates.ts'
import { momentOf, noteLoss, type Writing } from '../records/draft.ts'
import { textOf } from '../records/json-values.ts'

// The play sessions and the history of the hours in our own export.

type Fields = Record<string, unknown>

/** Returns a play session; one without a day or with other minutes than a day can have is a loss. */
export function sessionOf(record: ImportedRecord, fields: Fields, writing: Writing): ImportedSession | null {
  const { minutes } = fields
  const played_on = /^\d{4}-\d{2}-\d{2}/.exec(textOf(fields.played_on))?.[0]
  const isDay = played_on !== undefined && played_on >= '1970-01-01' && !Number.isNaN(Date.parse(played_on))
  if (!isDay || !Number.isInteger(minutes) || (minutes as number) < 1 || (minutes as number) > MAX_MINUTES) {
    noteLoss(record, 'play_sessions', `${textOf(fields.played_on)} ${textOf(minutes)}`, 'out-of-range')
    return null
  }
  const note = textOf(fields.note).trim()
  if (lengthOf(note) > SESSION_NOTE_LENGTH) noteLoss(record, 'note', note, 'too-long')
  return {
    playthrough: textOf(fields.playthrough_id),
    played_on,
    minutes: minutes as number,
    note: note !== '' && lengthOf(note) <= SESSION_NOTE_LENGTH ? note : null,
    origin: ORIGINS.find((origin) => origin === fields.origin) ?? 'typed',
    ended_at: momentOf(record, 'ended_at', textOf(fields.ended_at), writing) ?? `${played_on}T12:00:00.000Z`,
  }
}

/** Returns a point of the history of the hours; one that no entry can have is a loss. */
export function pointOf(record: ImportedRecord, fields: Fields, writing: Writing): ImportedPoint | null {
  const { play_time, completion_percentage, undated_hours } = fields
  const at = instantIn(fields.created_at, writing)
  const isHours = isBetween(play_time, 0, MAX_HOURS) && isBetween(undated_hours ?? 0, -MAX_HOURS, MAX_HOURS)
  if (at === null || !isHours || !isBetween(completion_percentage, 0, 100)) {
    noteLoss(record, 'game_progress_history', `${textOf(fields.created_at)} ${textOf(play_time)}`, 'out-of-range')
    return null
  }
  return { at, play_time, completion_percentage, undated_hours: (undated_hours as number | undefined) ?? play_time }
}

const isBetween = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most
