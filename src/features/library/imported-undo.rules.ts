import { changedFields, EMPTY_ENTRY, type EntryValues } from './imported-fields.rules.ts'

/** The part of an entry's past that an undo of an import needs. `undated_*` are the parts without play sessions. */
export interface EntrySnapshot extends EntryValues {
  undated_hours: number
  undated_played_at: string | null
  stopped_playing_at: string | null
  first_completed_at: string | null
  updated_at: string
}

/**
 * Returns the fields of an entry that an undo restores: those that still have the value of the import. This is the rule of
 * what an undo of an import restores: what the member has changed since stays, and everything else is as it was.
 * `undoImported` follows it for entries with their sessions, playthroughs, copies and shelves, and `undoParts` and
 * `undoItems` of imports for reviews, ticks, lists and the journal. Hours and the last
 * day are compared and restored without play sessions, which stay. A status that the import wrote into a new entry stays,
 * because an entry has one.
 */
export function restoredFields(
  now: EntrySnapshot,
  { before, after }: { before: EntrySnapshot | null; after: EntrySnapshot },
  sessionHours: number,
): EntrySnapshot {
  const was = before ?? {
    ...EMPTY_ENTRY,
    status: now.status,
    undated_hours: 0,
    undated_played_at: null,
    stopped_playing_at: null,
    first_completed_at: null,
    updated_at: now.updated_at,
  }
  const back = <K extends keyof EntrySnapshot>(field: K): EntrySnapshot[K] =>
    now[field] === after[field] ? was[field] : now[field]
  const isHoursBack = now.undated_hours === after.undated_hours
  const isPlayedBack = now.undated_played_at === after.undated_played_at
  return {
    status: back('status'),
    user_rating: back('user_rating'),
    is_liked: back('is_liked'),
    completion_percentage: back('completion_percentage'),
    notes: back('notes'),
    play_time: isHoursBack ? Math.max(0, hundredths(sessionHours + was.undated_hours)) : now.play_time,
    undated_hours: isHoursBack ? was.undated_hours : now.undated_hours,
    last_played_at: isPlayedBack ? was.undated_played_at : now.last_played_at,
    undated_played_at: isPlayedBack ? was.undated_played_at : now.undated_played_at,
    stopped_playing_at: back('stopped_playing_at'),
    first_completed_at: back('first_completed_at'),
    updated_at: back('updated_at'),
  }
}

const hundredths = (hours: number) => Math.round(hours * 100) / 100

/** Whether an entry still has exactly the values that an import wrote. */
export const isUntouched = (now: EntrySnapshot, after: EntrySnapshot): boolean =>
  changedFields(now, after).length === 0 &&
  now.undated_hours === after.undated_hours &&
  now.undated_played_at === after.undated_played_at
