/** The address of the event stream (G42, endpoint 78). */
export const REALTIME_PATH = '/api/realtime'

/**
 * An event: the kind of change and the changed row (G42). It contains nothing private; the receiver requests the data
 * and gets what it may see.
 */
export interface LiveEvent {
  /** The table of the row. */
  table: string
  action: 'INSERT' | 'UPDATE'
  /** The id of the row; null where the kind of the event is enough. */
  id: string | null
  /** The place of the changed part in the row: the number of a post in its thread. */
  number?: number
}

/** The stream's own events, in addition to the events that are named after their channels. */
export const STREAM_EVENTS = {
  /** Lists the channels that are subscribed from now on. */
  ready: 'ready',
  /** Events may have been missed: refetch what is on screen. */
  reset: 'reset',
  /** The node is stopping: reconnect at a random moment within `withinMs` milliseconds. */
  moving: 'moving',
  /** The session has ended; do not reconnect. */
  end: 'end',
} as const

/** The maximum number of channels of one stream. */
export const MAX_CHANNELS = 80
/** The maximum number of activities on screen with a subscription. */
export const MAX_FOLLOWED = 60

/** The browser's timings, in milliseconds. */
export const LIVE = {
  /** Events in quick succession cause one refetch after this time (R-PLDATA-12) … */
  refetchMs: 300,
  /**
   * … and in a burst that does not end, one refetch per this time; so do events that concern a whole list (R-PLDATA-12).
   */
  invalidationMs: 1_000,
  /** The polling interval without a stream (G42). */
  pollMs: 60_000,
  /** Polling begins after this many consecutive failures; the browser keeps trying to open the stream. */
  failures: 3,
  /** A hidden page closes its stream after this time. */
  hiddenMs: 60_000,
  /** If a timer fires later than this, the machine was asleep and the connection is dead. */
  sleptMs: 30_000,
  /** After a gap, which all readers have at the same time, their refetches are spread over this time. */
  jitterMs: 2_000,
} as const

/**
 * A stopping node spreads the reconnects of its clients by this many milliseconds each, because opening a stream costs
 * one or two.
 */
export const REOPEN_EACH_MS = 3
/**
 * Returns the wait of a client before it reconnects after `moving`, so that clients do not all come at once; `chance`
 * is from 0 to 1.
 */
export const movingDelayMs = (withinMs: number, chance: number): number =>
  500 + Math.min(withinMs, LIVE.pollMs) * chance

/**
 * Returns the wait before attempt `failures` + 1: about 1, 2, 4 … s, at most the polling interval; `chance` is from 0
 * to 1.
 */
export function reopenDelayMs(failures: number, chance: number): number {
  return Math.min(1_000 * 2 ** Math.max(0, failures - 1), LIVE.pollMs) * (0.5 + chance / 2)
}
