import type { Db } from '#db/db.ts'
import { feedAudience } from '#features/profiles/server/profiles.service.ts'
import type { FanOutChannel } from '#server/realtime/channels.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { ActivityId } from '#shared/ids.ts'
import type { FeedSource } from '../../activity.contract.ts'
import * as queries from './live.queries.ts'

const EVERYONE = 'feed:everyone'

/** The feeds, beside everyone's, that contain an activity of a member that has this relationship with the subscriber. */
const isInFeed: Record<string, (relationship: queries.AudienceRow) => boolean> = {
  feed: () => true,
  'feed:friends': (relationship) => relationship.is_friend,
  'feed:followed': (relationship) => relationship.is_followed,
}

/**
 * The channel 'feed' and its parts: publishes a new activity to the members whose feed shows it. Visitors receive
 * public activities.
 *
 * The queries read only relationships, blocks and mutes, never activities times subscribers: a subscriber without a
 * relationship to the author may see what visitors may see, unless one of the two has blocked the other (G22) or it is muted.
 */
export const feedChannels = ({ db }: { db: Db }): FanOutChannel => ({
  name: 'feed',
  tags: tag.newActivity,
  accepts: (suffix) => suffix === null || suffix === 'friends' || suffix === 'followed' || suffix === 'everyone',
  async audienceOf(ids, subscribers) {
    const members = [...subscribers.keys()].filter((viewerId) => viewerId !== null)
    const ofEveryone = members.filter((viewerId) => subscribers.get(viewerId)?.has(EVERYONE))
    const hasVisitors = subscribers.has(null)
    const [related, blocked, publicIds] = await Promise.all([
      queries.listAudience(db, ids, members),
      queries.listClosedReaders(db, ids, ofEveryone),
      ofEveryone.length > 0 || hasVisitors ? queries.listVisibleIds(db, ids, feedAudience(null)) : [],
    ])
    const relationshipsOf = Map.groupBy(related, (relationship): string => relationship.viewer_id)
    const closedTo = Map.groupBy(blocked, ({ viewer_id }): string => viewer_id)
    const only = (some: Iterable<string>) => {
      const wanted = new Set(some)
      return ids.filter((id) => wanted.has(id))
    }
    const open = only(publicIds)
    return (viewerId, channel) => {
      if (viewerId === null) return open
      const relationships = relationshipsOf.get(viewerId) ?? []
      if (channel !== EVERYONE)
        return only(relationships.filter((relationship) => isInFeed[channel]?.(relationship)).map(({ id }) => id))
      const closed = new Set(closedTo.get(viewerId)?.map(({ id }) => id))
      if (relationships.length === 0 && closed.size === 0) return open
      return only([...open.filter((id) => !closed.has(id)), ...relationships.map(({ id }) => id)])
    }
  },
  eventOf: (id) => ({ table: 'friend_activities', action: 'INSERT', id }),
})

/**
 * Returns those of these activities that would be published to the viewer now, without those that have since been
 * deleted, hidden, closed or blocked.
 */
export async function filterStillVisible(
  deps: { db: Db },
  viewer: Viewer,
  { from, ids }: { from: Exclude<FeedSource, 'own'>; ids: readonly string[] },
): Promise<ActivityId[]> {
  const channel = from === 'circle' ? 'feed' : `feed:${from}`
  const newsFor = await feedChannels(deps).audienceOf(ids, new Map([[viewer.id, new Set([channel])]]))
  return newsFor(viewer.id, channel) as ActivityId[]
}
