/** Where changes are heard of as they happen (G42, endpoint 78). */
export const REALTIME_PATH = '/api/realtime'

/** What happened, and to what (G42). Nothing private: whoever hears it asks for what they may see. */
export interface LiveEvent {
  /** The table of the row. */
  table: string
  action: 'INSERT' | 'UPDATE'
  /** Of the row; null where it is enough that there is something. */
  id: string | null
}

/** What the stream says of itself, beside the events, which are named for their channels. */
export const STREAM_EVENTS = {
  /** The channels that are heard from here on. */
  ready: 'ready',
  /** Something may have been missed: what is on screen is to be asked for again. */
  reset: 'reset',
  /** The node stops: come back at some moment `withinMs` milliseconds from now on. */
  moving: 'moving',
  /** The session has ended, and coming back is of no use. */
  end: 'end',
} as const

/** So many channels one stream may hear. */
export const MOST_CHANNELS = 80
/** So many activities on screen are followed at a time. */
export const MOST_FOLLOWED = 60

/** The browser's patience, in milliseconds. */
export const LIVE = {
  /** What is told in quick succession is asked for once (R-PLDATA-12) … */
  refetchMs: 300,
  /** … and where it does not end, this often; whatever concerns a whole list waits so long, too (R-PLDATA-12). */
  invalidationMs: 1_000,
  /** Asked for without a stream (G42). */
  pollMs: 60_000,
  /** After so many failed attempts in a row that begins; the stream is tried further. */
  failures: 3,
  /** A page that nobody looks at gives its stream up after this time. */
  hiddenMs: 60_000,
  /** A clock that stood still for longer than this has slept, and so has the connection. */
  sleptMs: 30_000,
  /** After a gap, which all readers have at the same time, they ask again within this time. */
  spreadMs: 2_000,
} as const

/** A node lets so many milliseconds pass for each reader whom it sends away: opening a stream costs one or two. */
export const REOPEN_EACH_MS = 3
/** The wait of one whom a node has sent away, so that not all come at once; `chance` from 0 to 1. */
export const movingDelayMs = (withinMs: number, chance: number): number =>
  500 + Math.min(withinMs, LIVE.pollMs) * chance

/** The wait before attempt number `failures` + 1: about 1, 2, 4 … s and never more than a poll; `chance` from 0 to 1. */
export function reopenDelayMs(failures: number, chance: number): number {
  return Math.min(1_000 * 2 ** Math.max(0, failures - 1), LIVE.pollMs) * (0.5 + chance / 2)
}
