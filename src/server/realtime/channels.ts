import type { LiveEvent } from '#shared/realtime.ts'
import type { Viewer } from '../session.ts'
import type { TagKind } from '../tags.ts'

interface ChannelBase {
  /** The part before the colon in 'activity:<id>'. */
  name: string
  /** Returns whether there is such a channel; `suffix` is what follows the colon. */
  accepts: (suffix: string | null) => boolean
  /** Announcements of these tags become events. The hub replays them to subscribers that reconnect. */
  tags: TagKind
  /** The event of an announcement, by the id in its tag. */
  eventOf: (id: string) => LiveEvent
}

/**
 * Checks who may subscribe when a stream opens. From then on, each announcement of the id is one event for all
 * subscribers. The id is what follows the colon, or else the viewer's own.
 */
export interface TopicChannel extends ChannelBase {
  /** Returns the ids whose events the viewer may receive; omits the others without an error. */
  authorize: (viewer: Viewer | null, ids: readonly string[]) => Promise<readonly string[]>
}

/** Everybody may subscribe. The recipients of each event are looked up, once for all subscribers. */
export interface FanOutChannel extends ChannelBase {
  /**
   * `subscribers` are the names of the subscribed channels by viewer; null stands for all visitors. Returns a function from a
   * viewer and a name to the ids that the viewer receives there, in the order of `ids`.
   */
  audienceOf: (
    ids: readonly string[],
    subscribers: ReadonlyMap<string | null, ReadonlySet<string>>,
  ) => Promise<(viewerId: string | null, channel: string) => readonly string[]>
}

export type Channel = TopicChannel | FanOutChannel

export const isFanOut = (channel: Channel): channel is FanOutChannel => 'audienceOf' in channel

/** Channels, each with its parts after the colon: those that a stream requests, or those that it gets. */
export type Subscriptions = ReadonlyMap<Channel, readonly (string | null)[]>

export const channelName = ({ name }: Channel, suffix: string | null): string =>
  suffix === null ? name : `${name}:${suffix}`

export const channelNames = (subscriptions: Subscriptions): string[] =>
  [...subscriptions].flatMap(([channel, suffixes]) => suffixes.map((suffix) => channelName(channel, suffix)))

/** Returns null if one of the channels does not exist. */
export function parseChannels(channels: readonly Channel[], text: string): Subscriptions | null {
  const requested = new Map<Channel, (string | null)[]>()
  for (const part of new Set(text.split(',').filter((part) => part !== ''))) {
    const colon = part.indexOf(':')
    const name = colon === -1 ? part : part.slice(0, colon)
    const suffix = colon === -1 ? null : part.slice(colon + 1)
    const channel = channels.find((one) => one.name === name && one.accepts(suffix))
    if (!channel) return null
    requested.set(channel, [...(requested.get(channel) ?? []), suffix])
  }
  return requested
}

/** Those of the requested subscriptions that the viewer may have. */
export async function authorize(requested: Subscriptions, viewer: Viewer | null): Promise<Subscriptions> {
  const idOf = (suffix: string | null) => suffix ?? viewer?.id ?? null
  async function grant(channel: TopicChannel, suffixes: readonly (string | null)[]) {
    const ids = suffixes.map(idOf).filter((id) => id !== null)
    const open = new Set<string | null>(ids.length === 0 ? [] : await channel.authorize(viewer, ids))
    return [channel, suffixes.filter((suffix) => open.has(idOf(suffix)))] as const
  }
  const fanOuts = [...requested].filter(([channel]) => isFanOut(channel))
  const topics = [...requested].flatMap(([channel, suffixes]) => (isFanOut(channel) ? [] : [grant(channel, suffixes)]))
  return new Map([...(await Promise.all(topics)), ...fanOuts].filter(([, suffixes]) => suffixes.length > 0))
}

/** Creates a member's own channel. Its event means that something about the member has changed, always as 'UPDATE'. */
export const ownChannel = (name: string, tags: TagKind, table: LiveEvent['table']): TopicChannel => ({
  name,
  tags,
  accepts: (suffix) => suffix === null,
  authorize: async (_viewer, ids) => ids,
  eventOf: () => ({ table, action: 'UPDATE', id: null }),
})
