import type { LiveEvent } from '#shared/realtime.ts'
import type { Viewer } from '../session.ts'
import type { Tag, TagKind } from '../tags.ts'

interface ChannelBase {
  /** What stands before the colon in 'activity:<id>'. */
  name: string
  /** Whether there is such a channel; `rest` is what stands behind the colon. */
  accepts: (rest: string | null) => boolean
  /** Announcements of these tags become events. The hub replays them to subscribers that reconnect. */
  tags: TagKind
}

/** Who may subscribe is decided when a stream opens; from then on each announcement of the tag is one event. */
export interface TopicChannel extends ChannelBase {
  /** The subscriptions that the viewer may have; the others are left out without a word. */
  authorize: (viewer: Viewer | null, rests: readonly (string | null)[]) => Promise<readonly Subscription[]>
}

export interface Subscription {
  /** As it was asked for, such as 'activity:<id>'. */
  channel: string
  tag: Tag
  event: LiveEvent
}

/** Finds the recipients of each event, once for all subscribers. The tag contains the id of the new thing. */
export interface FanOutChannel extends ChannelBase {
  audienceOf: (ids: readonly string[], subscribers: readonly FanOutSubscriber[]) => Promise<Audience>
  eventOf: (id: string) => LiveEvent
}

export interface FanOutSubscriber {
  /** Null for all visitors together. */
  viewerId: string | null
  channels: readonly string[]
}

/** The ids that are for a viewer on a channel, in the order in which the hub asked about them. */
export type Audience = (viewerId: string | null, channel: string) => readonly string[]

export type Channel = TopicChannel | FanOutChannel

export const isFanOut = (channel: Channel): channel is FanOutChannel => 'audienceOf' in channel

/** The channels that a stream asks for, and of each what stands behind the colon. */
export type ChannelRequest = ReadonlyMap<Channel, readonly (string | null)[]>

export const channelName = ({ name }: Channel, rest: string | null): string =>
  rest === null ? name : `${name}:${rest}`

/** Null when one of the channels does not exist. */
export function parseChannels(channels: readonly Channel[], text: string): ChannelRequest | null {
  const request = new Map<Channel, (string | null)[]>()
  for (const part of new Set(text.split(',').filter((part) => part !== ''))) {
    const colon = part.indexOf(':')
    const name = colon === -1 ? part : part.slice(0, colon)
    const rest = colon === -1 ? null : part.slice(colon + 1)
    const channel = channels.find((one) => one.name === name && one.accepts(rest))
    if (!channel) return null
    request.set(channel, [...(request.get(channel) ?? []), rest])
  }
  return request
}

export async function authorize(request: ChannelRequest, viewer: Viewer | null): Promise<Subscription[]> {
  const all = [...request].map(([channel, rests]) => (isFanOut(channel) ? [] : channel.authorize(viewer, rests)))
  return (await Promise.all(all)).flat()
}

/** A member's own channel: it says that something about the member has changed, always as 'UPDATE'. */
export const ownChannel = (name: string, tags: TagKind, table: LiveEvent['table']): TopicChannel => ({
  name,
  tags,
  accepts: (rest) => rest === null,
  authorize: async (viewer) =>
    viewer === null ? [] : [{ channel: name, tag: tags(viewer.id), event: { table, action: 'UPDATE', id: null } }],
})
