import type { Tag } from '../tags.ts'

/** An announcement of the change feed. */
export interface Announcement {
  /** Counted on this node. */
  sequence: number
  /** Milliseconds. */
  at: number
  tag: Tag
}

/** From where a subscriber wants to go on: the id of the last event, or when the page that subscribes was made. */
export interface ReplayFrom {
  lastEventId: string | null
  /** Milliseconds. */
  madeAt: number | null
}

export interface ReplayBuffer {
  /** Returns the sequence number. */
  append: (tag: Tag) => number
  lastSequence: () => number
  eventIdOf: (sequence: number) => string
  /** What was announced since then; null when this node does not know: another node's id, too long ago, or a gap. */
  since: (from: ReplayFrom) => readonly Announcement[] | null
  /** After a gap in the change feed. */
  clear: () => void
}

/** The clocks of two nodes may differ by this much. */
const CLOCK_SKEW_MS = 2_000

/** The latest `size` announcements of this node's change feed, for subscribers that reconnect. */
export function createReplayBuffer(deps: { node: string; size: number; now: () => number }): ReplayBuffer {
  const { node, size, now } = deps
  let buffer: Announcement[] = []
  let last = 0
  /** The buffer is complete after this sequence number, and after this time. */
  let start = { sequence: 0, at: now() }

  return {
    append(tag) {
      last += 1
      buffer.push({ sequence: last, at: now(), tag })
      // In large steps, so that trimming costs nothing.
      if (buffer.length >= 2 * size) {
        start = buffer[size - 1] as Announcement
        buffer = buffer.slice(size)
      }
      return last
    },
    lastSequence: () => last,
    eventIdOf: (sequence) => `${node}-${sequence}`,
    since({ lastEventId, madeAt }) {
      if (lastEventId !== null) {
        const [, eventNode, number] = /^([0-9a-f]+)-(\d{1,15})$/.exec(lastEventId) ?? []
        const sequence = Number(number)
        if (eventNode !== node || sequence < start.sequence || sequence > last) return null
        return buffer.filter((one) => one.sequence > sequence)
      }
      if (madeAt === null) return []
      const at = madeAt - CLOCK_SKEW_MS
      return at < start.at ? null : buffer.filter((one) => one.at >= at)
    },
    clear() {
      buffer = []
      last += 1
      start = { sequence: last, at: now() }
    },
  }
}
