import { type LiveEvent, MAX_FOLLOWED } from '#shared/realtime.ts'

/** Null means that events may have been missed, so refetch what is on screen. */
export type LiveListener = (event: LiveEvent | null) => void

interface Subscription {
  listeners: Set<LiveListener>
  /**
   * For an item of a list: a number that grows with each time it is seen. Null for a channel that is always subscribed.
   */
  seen: number | null
  isForVisitors: boolean
}

const subscriptions = new Map<string, Subscription>()
const watchers = new Set<() => void>()
let moment = 0

const changed = () => {
  for (const watcher of watchers) watcher()
}

/**
 * Subscribes to a channel (G42). Returns a function that ends the subscription. `isOneOfMany` is for the items of a list:
 * only the ones seen last are subscribed (`markVisible`). `isForVisitors` is for what a rule shows live to visitors, too:
 * most pages are read by visitors, so a stream for each of them has to be worth its cost.
 */
export function listenLive(
  channel: string,
  listener: LiveListener,
  { isOneOfMany = false, isForVisitors = false } = {},
): () => void {
  moment += 1
  const seen = isOneOfMany ? moment : null
  const subscription = subscriptions.get(channel) ?? { listeners: new Set(), seen, isForVisitors }
  subscription.listeners.add(listener)
  subscriptions.set(channel, subscription)
  changed()
  return () => {
    subscription.listeners.delete(listener)
    if (subscription.listeners.size === 0 && subscriptions.get(channel) === subscription) subscriptions.delete(channel)
    changed()
  }
}

/** Marks the channels of items that have scrolled into view. */
export function markVisible(channels: readonly string[]): void {
  moment += 1
  for (const channel of channels) {
    const subscription = subscriptions.get(channel)
    if (subscription && subscription.seen !== null) subscription.seen = moment
  }
  changed()
}

/** Returns the channels to subscribe to now, for a member or for a visitor. */
export function wantedChannels(isMember = true): string[] {
  const all = heardBy(isMember)
  const always = all.filter(([, { seen }]) => seen === null)
  const many = all.filter(([, { seen }]) => seen !== null).sort(([, a], [, b]) => (b.seen ?? 0) - (a.seen ?? 0))
  return [...always, ...many.slice(0, MAX_FOLLOWED)].map(([channel]) => channel)
}

/** Registers the stream's callback for changes of the wanted channels. */
export function watchSubscriptions(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function notifyListeners(channel: string, event: LiveEvent): void {
  for (const listener of [...(subscriptions.get(channel)?.listeners ?? [])]) listener(event)
}

export function notifyAllListeners(isMember = true): void {
  for (const [, { listeners }] of heardBy(isMember)) for (const listener of [...listeners]) listener(null)
}

const heardBy = (isMember: boolean) => [...subscriptions].filter(([, { isForVisitors }]) => isMember || isForVisitors)
