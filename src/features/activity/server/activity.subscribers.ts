import type { FriendAdded } from '#features/friends/server/friends.events.ts'
import { announce } from '#server/changes.ts'
import type { Config } from '#server/config.ts'
import * as queries from './activity.queries.ts'
import { memberActivitiesTag, sharedTag } from './activity.service.ts'

/**
 * A friendship is an activity of both (C57), unless they do not share theirs (G25). It does not say with whom, because
 * the other may not be open to who reads it; so several within the cool-down are one.
 */
export function shareFriendship(config: Pick<Config, 'activityCooldownMinutes'>): FriendAdded {
  return async (db, { members, at }) => {
    const since = new Date(at.getTime() - config.activityCooldownMinutes * 60_000)
    const added = await queries.insertFriendAdded(db, { members, at, since })
    if (added.length > 0) await announce(db, ['feed', ...members.map(memberActivitiesTag), ...added.map(sharedTag)])
  }
}
