import type { FinishLevel, Origin, PartialDay } from './play-sessions.rules.ts'

// The parts of an entry that an import can add.

export interface ImportedPlaythrough {
  platform: string | null
  started_on: PartialDay | null
  finished_on: PartialDay | null
  finish_level: FinishLevel
  is_replay: boolean
  /** Names the playthrough in its file, for its sessions. Only files that are our own have this and the marks. */
  key?: string
  is_paused?: boolean
  drop_reason?: string
}

/** A shelf of the member's own, with the place of the game on it. */
export interface ImportedShelf {
  name: string
  color: string
  is_shown: boolean
  is_queue: boolean
  shelf_position: number
  added_at: string | null
  position: number | null
}

/** Whether these are one shelf: names are compared without case, and there is one queue. */
export const isSameShelf = (a: ShelfName, b: ShelfName): boolean =>
  a.is_queue || b.is_queue ? a.is_queue === b.is_queue : a.name.toLowerCase() === b.name.toLowerCase()
export type ShelfName = Pick<ImportedShelf, 'name' | 'is_queue'>

/** A play session of our own export. */
export interface ImportedSession {
  /** The key of its playthrough. */
  playthrough: string
  played_on: string
  minutes: number
  note: string | null
  origin: Origin
  /** An ISO text. */
  ended_at: string
}

/** So many sessions of one game an import adds. */
export const MOST_IMPORTED_SESSIONS = 5000
