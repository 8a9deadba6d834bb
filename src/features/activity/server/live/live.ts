import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { eyeOf, feedEye } from '#features/profiles/server/profiles.service.ts'
import type { NewsChannels, NewsListener, ThingChannels } from '#server/realtime/channels.ts'
import { ActivityId } from '#shared/ids.ts'
import type { LiveEvent } from '#shared/realtime.ts'
import { subjectTag } from '#shared/subject.ts'
import { sharedTag } from '../activity.service.ts'
import * as queries from './live.queries.ts'

const tagOf = (id: string) => subjectTag({ subjectType: 'activity', subjectId: id })
const changed = (id: string): LiveEvent => ({ table: 'friend_activities', action: 'UPDATE', id })

/** 'activity:<id>': what is said to an activity, and its end. For whoever may see it. */
export const activityChannels = ({ db }: { db: Db }): ThingChannels => ({
  name: 'activity',
  tagPrefix: tagOf(''),
  has: (rest) => rest !== null && z.safeParse(ActivityId, rest).data === rest,
  async grant(viewer, rests) {
    const ids = await queries.listOpenIds(db, rests as string[], eyeOf(viewer))
    return ids.map((id) => ({ channel: `activity:${id}`, tag: tagOf(id), event: changed(id) }))
  },
})

const EVERYONE = 'feed:everyone'

/** Which feeds of a member an activity appears in. */
const feedsOf = (row: queries.ListenerRow): Record<string, boolean> => ({
  feed: row.is_own || row.is_friend || row.is_followed,
  'feed:friends': row.is_friend,
  'feed:followed': row.is_followed,
  [EVERYONE]: true,
})

/** 'feed' and its parts: what has just been shared, for those whose feed shows it. Visitors hear what is public. */
export const feedChannels = ({ db }: { db: Db }): NewsChannels => ({
  name: 'feed',
  tagPrefix: sharedTag(''),
  has: (rest) => rest === null || rest === 'friends' || rest === 'followed' || rest === 'everyone',
  async audienceOf(ids, listeners) {
    const members = listeners.filter(({ viewerId }) => viewerId !== null)
    const visitors = listeners.find(({ viewerId }) => viewerId === null)
    const [hearers, publicIds] = await Promise.all([
      members.length > 0 ? queries.listHearers(db, ids, split(members)) : [],
      visitors ? queries.listOpenIds(db, ids, feedEye(null)) : [],
    ])
    const channelsOf = new Map(members.map(({ viewerId, channels }) => [viewerId, channels]))
    const forMembers = hearers.flatMap((row) => {
      const feeds = feedsOf(row)
      const heard = (channelsOf.get(row.viewer_id) ?? []).filter((channel) => feeds[channel])
      return heard.map((channel) => ({ id: row.id, viewerId: row.viewer_id, channel }))
    })
    const forVisitors = publicIds.flatMap((id) =>
      (visitors?.channels ?? []).map((channel) => ({ id, viewerId: null, channel })),
    )
    return [...forMembers, ...forVisitors]
  },
  eventOf: (id) => ({ table: 'friend_activities', action: 'INSERT', id }),
})

function split(members: readonly NewsListener[]) {
  const hearsAll = ({ channels }: NewsListener) => channels.includes(EVERYONE)
  const idsOf = (some: readonly NewsListener[]) => some.map(({ viewerId }) => viewerId as string)
  return { everyone: idsOf(members.filter(hearsAll)), circle: idsOf(members.filter((one) => !hearsAll(one))) }
}
