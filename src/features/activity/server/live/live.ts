import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { audienceOf, feedAudience } from '#features/profiles/server/profiles.service.ts'
import type { FanOutChannel, FanOutSubscriber, TopicChannel } from '#server/realtime/channels.ts'
import type { Viewer } from '#server/session.ts'
import { subjectTags, tag } from '#server/tags.ts'
import { ActivityId } from '#shared/ids.ts'
import type { LiveEvent } from '#shared/realtime.ts'
import type { FeedSource } from '../../activity.contract.ts'
import * as queries from './live.queries.ts'

const tags = subjectTags('activity')
const changed = (id: string): LiveEvent => ({ table: 'friend_activities', action: 'UPDATE', id })

/** 'activity:<id>': what is said to an activity, and its end. For whoever may see it. */
export const activityChannels = ({ db }: { db: Db }): TopicChannel => ({
  name: 'activity',
  tags,
  accepts: (rest) => rest !== null && z.safeParse(ActivityId, rest).data === rest,
  async authorize(viewer, rests) {
    const ids = await queries.listVisibleIds(db, rests as string[], audienceOf(viewer))
    return ids.map((id) => ({ channel: `activity:${id}`, tag: tags(id), event: changed(id) }))
  },
})

const EVERYONE = 'feed:everyone'

/** In which feeds, beside everyone's, a member finds what somebody did to whom they are tied. */
const isIn: Record<string, (tie: queries.AudienceRow) => boolean> = {
  feed: () => true,
  'feed:friends': (tie) => tie.is_friend,
  'feed:followed': (tie) => tie.is_followed,
}

/**
 * 'feed' and its parts: what has just been shared, for those whose feed shows it. Visitors hear what is public.
 *
 * Only ties and blocks are asked, never activities times listeners: who is not tied to an author may see what visitors may,
 * unless one of the two has blocked the other (G22).
 */
export const feedChannels = ({ db }: { db: Db }): FanOutChannel => ({
  name: 'feed',
  tags: tag.shared,
  accepts: (rest) => rest === null || rest === 'friends' || rest === 'followed' || rest === 'everyone',
  async audienceOf(ids, subscribers) {
    const members = subscribers.filter(({ viewerId }) => viewerId !== null)
    const ofEveryone = members.filter(({ channels }) => channels.includes(EVERYONE))
    const hasVisitors = members.length < subscribers.length
    const [tied, shutOut, publicIds] = await Promise.all([
      queries.listAudience(db, ids, idsOf(members)),
      queries.listBlockedReaders(db, ids, idsOf(ofEveryone)),
      ofEveryone.length > 0 || hasVisitors ? queries.listVisibleIds(db, ids, feedAudience(null)) : [],
    ])
    const tiesOf = Map.groupBy(tied, (tie): string => tie.viewer_id)
    const closedTo = Map.groupBy(shutOut, ({ viewer_id }): string => viewer_id)
    const only = (some: Iterable<string>) => {
      const wanted = new Set(some)
      return ids.filter((id) => wanted.has(id))
    }
    const open = only(publicIds)
    return (viewerId, channel) => {
      if (viewerId === null) return open
      const ties = tiesOf.get(viewerId) ?? []
      if (channel !== EVERYONE) return only(ties.filter((tie) => isIn[channel]?.(tie)).map(({ id }) => id))
      const closed = new Set(closedTo.get(viewerId)?.map(({ id }) => id))
      if (ties.length === 0 && closed.size === 0) return open
      return only([...open.filter((id) => !closed.has(id)), ...ties.map(({ id }) => id)])
    }
  },
  eventOf: (id) => ({ table: 'friend_activities', action: 'INSERT', id }),
})

const idsOf = (members: readonly FanOutSubscriber[]) => members.map(({ viewerId }) => viewerId as string)

/** Those of these that would be told now: not what has been deleted, hidden, closed or blocked since. */
export async function filterStillVisible(
  deps: { db: Db },
  viewer: Viewer,
  { from, ids }: { from: Exclude<FeedSource, 'own'>; ids: readonly ActivityId[] },
): Promise<ActivityId[]> {
  const channel = from === 'circle' ? 'feed' : `feed:${from}`
  const newsFor = await feedChannels(deps).audienceOf(ids, [{ viewerId: viewer.id, channels: [channel] }])
  return newsFor(viewer.id, channel) as ActivityId[]
}
