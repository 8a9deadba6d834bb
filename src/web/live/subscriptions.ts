import { type LiveEvent, MOST_FOLLOWED } from '#shared/realtime.ts'

/** Null: something may have been missed, so whatever is shown is to be asked for again. */
export type LiveListener = (event: LiveEvent | null) => void

interface Wish {
  listeners: Set<LiveListener>
  /** Of one of many things on a page: when it was last seen, in order. Null for what is always wanted. */
  seen: number | null
}

const wishes = new Map<string, Wish>()
const watchers = new Set<() => void>()
let moment = 0

const changed = () => {
  for (const watcher of watchers) watcher()
}

/**
 * Wants to hear a channel (G42) for as long as it takes until the answer is called. `isOneOfMany` is for the things of a
 * list: of these, those are heard that were seen last (`seeLive`).
 */
export function listenLive(channel: string, listener: LiveListener, isOneOfMany = false): () => void {
  moment += 1
  const wish = wishes.get(channel) ?? { listeners: new Set(), seen: isOneOfMany ? moment : null }
  wish.listeners.add(listener)
  wishes.set(channel, wish)
  changed()
  return () => {
    wish.listeners.delete(listener)
    if (wish.listeners.size === 0 && wishes.get(channel) === wish) wishes.delete(channel)
    changed()
  }
}

/** These have come into view. */
export function markVisible(channels: readonly string[]): void {
  moment += 1
  for (const channel of channels) {
    const wish = wishes.get(channel)
    if (wish && wish.seen !== null) wish.seen = moment
  }
  changed()
}

/** What is to be heard now. */
export function wantedChannels(): string[] {
  const all = [...wishes]
  const always = all.filter(([, { seen }]) => seen === null)
  const many = all.filter(([, { seen }]) => seen !== null).sort(([, a], [, b]) => (b.seen ?? 0) - (a.seen ?? 0))
  return [...always, ...many.slice(0, MOST_FOLLOWED)].map(([channel]) => channel)
}

/** For the stream: `watcher` is called when what is wanted may be another. */
export function watchSubscriptions(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function notifyListeners(channel: string, event: LiveEvent): void {
  for (const listener of [...(wishes.get(channel)?.listeners ?? [])]) listener(event)
}

export function notifyAllListeners(): void {
  for (const { listeners } of [...wishes.values()]) for (const listener of [...listeners]) listener(null)
}
