import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announceRelationship, lockPair, lockPairOrRefuse } from '#features/blocks/server/pair/pair.service.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { PROFILE_TEXTS } from '#features/profiles/profiles.texts.ts'
import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { NEW_FOLLOWER } from '../follows.notifications.ts'
import { FOLLOW_REFUSALS } from '../follows.texts.ts'
import * as queries from './follows.queries.ts'

export interface FollowsDeps {
  db: Db
  clock: Clock
}

/**
 * Follows a member (idempotent, G24). Refuses 400 for the viewer's own id, 404 for an unknown member, 403 when one has
 * blocked the other.
 */
export async function follow(deps: FollowsDeps, viewer: Viewer, otherId: UserId) {
  return inTransaction(deps, async ({ db, clock }) => {
    await lockPairOrRefuse(db, viewer, otherId, { self: "You can't follow yourself", blocked: FOLLOW_REFUSALS.blocked })
    const at = clock()
    const [followed] = await queries.insertFollow(db, { followerId: viewer.id, followingId: otherId, at })
    const { isNew, ...row } = followed as NonNullable<typeof followed>
    if (isNew) {
      await notify(db, { to: otherId, type: NEW_FOLLOWER.type, actor: viewer.id, at })
      await announceRelationship(db, viewer.id, otherId)
    }
    return { row, isNew }
  })
}

/** Unfollows a member (idempotent, G24), even one who no longer exists. */
export async function unfollow(deps: FollowsDeps, viewer: Viewer, otherId: UserId): Promise<void> {
  await inTransaction(deps, async ({ db }) => {
    await lockPair(db, viewer, otherId)
    const wasThere = await queries.deleteFollow(db, { followerId: viewer.id, followingId: otherId })
    if (!wasThere) return
    await withdraw(db, { to: otherId, type: NEW_FOLLOWER.type, actor: viewer.id })
    await announceRelationship(db, viewer.id, otherId)
  })
}

/** Returns whether the first member follows the second. Refuses with 403 when the viewer may not see that (G22). */
export async function isFollowing(
  { db }: FollowsDeps,
  viewer: Viewer | null,
  followerId: UserId,
  followingId: UserId,
): Promise<boolean> {
  await requireVisibleFollows(db, viewer, [followerId, followingId])
  return queries.isFollowing(db, { followerId, followingId })
}

/**
 * Refuses with 403 unless the viewer is one of the two, or may see the relationships of both by the rule of all
 * profiles.
 */
export async function requireVisibleFollows(db: Db, viewer: Viewer | null, pair: [UserId, UserId]): Promise<void> {
  if (viewer !== null && pair.includes(viewer.id)) return
  if (!(await queries.isFollowListVisible(db, viewer?.id ?? null, pair)))
    refuse('forbidden', '42501', PROFILE_TEXTS.PERMISSION_DENIED)
}
