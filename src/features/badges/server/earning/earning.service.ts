import type { Db } from '#db/db.ts'
import { inSavepoint } from '#db/transaction.ts'
import {
  recordBadgeActivities,
  removeBadgeActivities,
} from '#features/activity/server/recording/activity-recording.service.ts'
import { notify, withdrawOwn } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { BadgeId, ChallengeId, UserId } from '#shared/ids.ts'
import { NEW_BADGE } from '../../badges.notifications.ts'
import { type RuleKind, readRule, revealedBy } from '../../badges.rules.ts'
import { earnedSentence } from '../../badges.texts.ts'
import * as queries from './earning.queries.ts'

type EarningDeps = Pick<EventDeps, 'db' | 'clock' | 'log'>

/**
 * Grants the member the badges of these kinds that are reached now, in the transaction of the write that reaches them
 * (G14). A rule that throws or takes too long is logged; the write succeeds, and so do the rules of the other kinds.
 */
export async function earnByRules(deps: EarningDeps, userId: UserId, kinds: readonly RuleKind[]): Promise<void> {
  const at = deps.clock()
  const earn = (some: readonly RuleKind[]) =>
    attempt(deps, { member: userId, kinds: some }, async () => {
      const rows = await queries.insertReached({ kinds: some })(deps.db, { userId, at })
      await publishEarned(deps.db, { userId, rows, isReward: false, at })
    })
  // One savepoint for all kinds, because that costs the fewest statements.
  if ((await earn(kinds)) || kinds.length === 1) return
  for (const kind of kinds) await earn([kind])
}

/** The members of one statement: it must end before the deadline of statements. */
const MEMBERS_AT_ONCE = 500

/** Returns those of these members who have reached a badge of these kinds that they never had; all of them if a rule throws. */
export async function listReaching(
  { db, log }: EarningDeps,
  userIds: readonly UserId[],
  kinds: readonly RuleKind[],
): Promise<UserId[]> {
  const found: UserId[] = []
  for (let at = 0; at < userIds.length; at += MEMBERS_AT_ONCE) {
    const some = userIds.slice(at, at + MEMBERS_AT_ONCE)
    const onError = (error: unknown) => {
      log.error({ err: error, kinds }, 'a badge rule failed')
      return some
    }
    found.push(...(await inSavepoint(db, () => queries.listReaching(db, some, kinds), onError)))
  }
  return found
}

/** Grants the member the reward of a completed challenge (G13), if it has one. */
export async function earnReward(deps: EarningDeps, userId: UserId, challengeId: ChallengeId): Promise<void> {
  const at = deps.clock()
  await attempt(deps, { member: userId, challenge: challengeId }, async () => {
    const rows = await queries.insertReward(deps.db, { userId, challengeId, at })
    await publishEarned(deps.db, { userId, rows, isReward: true, at })
  })
}

/** Runs `work` in a savepoint. If it throws, the error is logged. Returns whether it succeeded. */
function attempt({ db, log }: EarningDeps, about: object, work: () => Promise<void>): Promise<boolean> {
  return inSavepoint(
    db,
    async () => {
      await work()
      return true
    },
    (error) => {
      log.error({ err: error, ...about }, 'a badge rule failed')
      return false
    },
  )
}

/**
 * Publishes badges that a member has earned just now: in the feed, as one notification, and to the member's open pages.
 */
export async function publishEarned(
  db: Db,
  { userId, rows, isReward, at }: { userId: UserId; rows: readonly queries.NewRow[]; isReward: boolean; at: Date },
): Promise<void> {
  if (rows.length === 0) return
  const badges = rows.map(({ id, name, rule }) => ({ id, name, rule: readRule(rule) }))
  // Of several badges of one kind, the feed shows the one with the highest threshold.
  const highest = [...Map.groupBy(badges, ({ id, rule }) => rule?.kind ?? id).values()].flatMap(
    (alike) => alike.toSorted((a, b) => (b.rule?.threshold ?? 0) - (a.rule?.threshold ?? 0))[0] ?? [],
  )
  const lines = highest.map(({ id, name, rule }) => ({ badgeId: id, name, reveals: revealedBy({ rule, isReward }) }))
  await recordBadgeActivities(db, { userId, badges: lines, at })
  const [one] = badges.length === 1 ? badges : []
  const data = { sentence: earnedSentence(badges.map(({ name }) => name)), ...(one && { about: one.id }) }
  await notify(db, { to: userId, type: NEW_BADGE.type, actor: null, data, at })
  await announce(db, [tag.badgesOf(userId), tag.badgeEarned(userId)])
}

/** Removes a badge that an admin has taken away from the feed and from the bell. */
export async function withdrawEarned(db: Db, userId: UserId, badgeId: BadgeId): Promise<void> {
  await removeBadgeActivities(db, userId, [badgeId])
  await withdrawOwn(db, userId, NEW_BADGE.type, badgeId)
  await announce(db, [tag.badgesOf(userId)])
}

/**
 * Gives the reward of a challenge to the members who have completed it before, or the rewards of all challenges. Nothing
 * is published in the feed or at the bell.
 */
export async function grantEarlierRewards({ db }: { db: Db }, challengeId: ChallengeId | null): Promise<void> {
  const members = await queries.insertEarlierRewards(db, challengeId)
  await announce(db, members.map(tag.badgesOf))
}
