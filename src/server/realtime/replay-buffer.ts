/** An announcement of the change feed that is an event of a channel. */
export interface Announcement {
  /** Counted per node. */
  sequence: number
  /** Milliseconds. */
  at: number
  /** The key of the topic whose subscribers receive it. */
  topic: string
  id: string
}

/** The point from which a subscriber resumes: the id of its last event, or the time at which its page was rendered. */
export interface ReplayFrom {
  lastEventId: string | null
  /** Milliseconds. */
  madeAt: number | null
}

/** The clocks of two nodes may differ by this much. */
const CLOCK_SKEW_MS = 2_000

/** Buffers the latest `size` announcements of this node's change feed for subscribers that reconnect. */
export function createReplayBuffer(deps: { node: string; size: number; now: () => number }) {
  const { node, size, now } = deps
  let buffer: Announcement[] = []
  let last = 0
  /** The buffer is complete after this sequence number, and after this time. */
  let start = { sequence: 0, at: now() }
  /** The sequence numbers of pending announcements, in their order. */
  const pending = new Set<number>()

  return {
    append(topic: string, id: string): Announcement {
      last += 1
      const announcement = { sequence: last, at: now(), topic, id }
      buffer.push(announcement)
      // Trims in large steps, so that trimming costs almost nothing.
      if (buffer.length >= 2 * size) {
        start = buffer[size - 1] as Announcement
        buffer = buffer.slice(size)
      }
      return announcement
    },
    markPending({ sequence }: Announcement): void {
      pending.add(sequence)
    },
    markSent(announcements: Iterable<Announcement>): void {
      for (const { sequence } of announcements) pending.delete(sequence)
    },
    /**
     * Returns the id of an event that is sent now. A client that reconnects with it receives the events that are
     * pending now once more.
     */
    eventId(): string {
      const [first] = pending
      return `${node}-${first === undefined ? last : first - 1}`
    },
    /**
     * Returns the announcements since that point; null if this node does not know them: the id of another node, too
     * old, or a gap in the feed.
     */
    since({ lastEventId, madeAt }: ReplayFrom): readonly Announcement[] | null {
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
    /** Forgets everything after a gap in the change feed. */
    clear(): void {
      buffer = []
      pending.clear()
      last += 1
      start = { sequence: last, at: now() }
    },
  }
}
