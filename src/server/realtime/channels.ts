import type { LiveEvent } from '#shared/realtime.ts'
import type { Viewer } from '../session.ts'
import type { Tag, TagKind } from '../tags.ts'

/** A channel that somebody hears: an announcement of `tag` becomes the event. */
export interface Granted {
  /** As it was asked for, such as 'activity:<id>'. */
  channel: string
  tag: Tag
  event: LiveEvent
}

interface Channels {
  /** What stands before the colon. */
  name: string
  /** Whether there is such a channel; `rest` is what stands behind the colon. */
  has: (rest: string | null) => boolean
  /** The hub keeps announcements of these for those who come back. */
  tags: TagKind
}

/** Channels that are about one thing each. */
export interface ThingChannels extends Channels {
  /** Those that the viewer may hear; the others are left out without a word. */
  grant: (viewer: Viewer | null, rests: readonly (string | null)[]) => Promise<readonly Granted[]>
}

/** Who wants to hear what is new, and on which channels. */
export interface NewsListener {
  /** Null for all visitors together. */
  viewerId: string | null
  channels: readonly string[]
}

/** Which of the new things somebody hears of on a channel, in the order in which they were asked about. */
export type NewsFor = (viewerId: string | null, channel: string) => readonly string[]

/** Channels that tell what is new, to those whom it is for; what is new is the tag without its prefix. */
export interface NewsChannels extends Channels {
  /** Who of these hears of which of these new things: asked for all of them at once. */
  audienceOf: (ids: readonly string[], listeners: readonly NewsListener[]) => Promise<NewsFor>
  eventOf: (id: string) => LiveEvent
}

/** All channels there are: the app lists them. */
export interface AllChannels {
  things: readonly ThingChannels[]
  news: NewsChannels
}

/** A member's own channel: it says that something about the member has changed, always as 'UPDATE'. */
export const ownChannel = (name: string, tags: TagKind, table: LiveEvent['table']): ThingChannels => ({
  name,
  tags,
  has: (rest) => rest === null,
  grant: async (viewer) =>
    viewer === null ? [] : [{ channel: name, tag: tags(viewer.id), event: { table, action: 'UPDATE', id: null } }],
})

/** What somebody asks to hear, by kind; null when there is no such channel. */
export interface Asked {
  things: ReadonlyMap<ThingChannels, readonly (string | null)[]>
  news: readonly string[]
}

export function readChannels(all: AllChannels, text: string): Asked | null {
  const things = new Map<ThingChannels, (string | null)[]>()
  const news: string[] = []
  for (const channel of new Set(text.split(',').filter((part) => part !== ''))) {
    const colon = channel.indexOf(':')
    const name = colon === -1 ? channel : channel.slice(0, colon)
    const rest = colon === -1 ? null : channel.slice(colon + 1)
    const kind = all.things.find((one) => one.name === name)
    if (kind?.has(rest)) things.set(kind, [...(things.get(kind) ?? []), rest])
    else if (all.news.name === name && all.news.has(rest)) news.push(channel)
    else return null
  }
  return { things, news }
}

export async function grantAll(asked: Asked, viewer: Viewer | null): Promise<Granted[]> {
  const granted = await Promise.all([...asked.things].map(([kind, rests]) => kind.grant(viewer, rests)))
  return granted.flat()
}
