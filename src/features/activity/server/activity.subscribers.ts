import type { friendshipAdded } from '#features/friends/server/friends.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import * as queries from './activity.queries.ts'

/**
 * A friendship is an activity of both (C57), unless they do not share theirs (G25). It does not say with whom, because
 * the other may not be open to who reads it; so several within the cool-down are one.
 */
export async function shareFriendship(
  { db, config }: EventDeps,
  { members, at }: PayloadOf<typeof friendshipAdded>,
): Promise<void> {
  const since = new Date(at.getTime() - config.activityCooldownMinutes * 60_000)
  const added = await queries.insertFriendAdded(db, { members, at, since })
  if (added.length > 0) await announce(db, [tag.feed, ...members.map(tag.done), ...added.map(tag.shared)])
}

/** Feeds show more or less of a member whom an admin disabled or enabled, and who opened or closed the profile. */
export const refreshFeeds = ({ db }: EventDeps): Promise<void> => announce(db, [tag.feed])
