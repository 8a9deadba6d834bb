import type { Tag } from '../tags.ts'

/** An announcement, with its number on this node. */
export interface Heard {
  n: number
  /** Milliseconds. */
  at: number
  tag: Tag
}

/** From where somebody wants to hear on: the id of the last event, or when what they look at was made. */
export interface Since {
  lastEventId: string | null
  /** Milliseconds. */
  madeAt: number | null
}

export interface Recent {
  add: (tag: Tag) => Heard
  /** The number of the last announcement. */
  last: () => number
  idOf: (n: number) => string
  /** What was announced since then; null when that is not known here: another node's id, too long ago, or a gap. */
  since: (since: Since) => readonly Heard[] | null
  /** After a gap nothing before it is of use. */
  forget: () => void
}

/** The clocks of two nodes are not one. */
const CLOCKS_APART_MS = 2_000

/** The latest announcements of this node's change feed, `most` of them, for whoever comes back. */
export function createRecent(deps: { node: string; most: number; now: () => number }): Recent {
  const { node, most, now } = deps
  let heard: Heard[] = []
  let last = 0
  /** What came after this number, and after this time, is all here. */
  let from = { n: 0, at: now() }

  return {
    add(tag) {
      last += 1
      const one = { n: last, at: now(), tag }
      heard.push(one)
      // In large steps, so that it costs nothing to keep it short.
      if (heard.length >= 2 * most) {
        const dropped = heard[most - 1] as Heard
        from = { n: dropped.n, at: dropped.at }
        heard = heard.slice(most)
      }
      return one
    },
    last: () => last,
    idOf: (n) => `${node}-${n}`,
    since({ lastEventId, madeAt }) {
      if (lastEventId !== null) {
        const [, where, number] = /^([0-9a-f]+)-(\d{1,15})$/.exec(lastEventId) ?? []
        const n = Number(number)
        if (where !== node || n < from.n || n > last) return null
        return heard.filter((one) => one.n > n)
      }
      if (madeAt === null) return []
      const at = madeAt - CLOCKS_APART_MS
      return at < from.at ? null : heard.filter((one) => one.at >= at)
    },
    forget() {
      heard = []
      last += 1
      from = { n: last, at: now() }
    },
  }
}
