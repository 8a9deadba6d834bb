import type { ImportedPoint } from '#features/library/imported-history.rules.ts'
import type { FinishLevel, Origin, PartialDay, SpecialKind } from './play-sessions.rules.ts'

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
  kind?: SpecialKind
  /** Half stars, 1 to 10. */
  rating?: number
  bookmark?: string
  /** An ISO text. */
  bookmarked_at?: string
}

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

/** What an import adds to the past of an entry. */
export interface Ledger {
  sessions: readonly ImportedSession[]
  history: readonly ImportedPoint[]
}
/** How long each of them is: a plan needs no more. */
export type LedgerSize = Record<keyof Ledger, { readonly length: number }>
/** So many sessions of one game an import adds. */
export const MAX_IMPORTED_SESSIONS = 5000
