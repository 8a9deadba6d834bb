import { isFollowed, partOf } from '#db/page-numbers.ts'
import type { AdminDeps } from '#features/admin/server/admin.service.ts'
import { isOpen, type ProfileRequest, requireVisibleSection } from '#features/profiles/server/profiles.service.ts'
import type { Queue } from '#server/jobs.ts'
import type { Reply, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { type RuleKind, readRule, revealedBy } from '../badges.rules.ts'
import * as queries from './badges.queries.ts'
import { sumAmounts } from './earning/dated-amounts.queries.ts'

export type BadgesDeps = AdminDeps & { queue: Queue }

/** Lists the catalogue: the badges that the viewer has earned, and the progress with the others (G14). */
export async function listBadges({ db, clock }: BadgesDeps, viewer: Viewer | null, reply: Reply) {
  reply.shows(tag.badges)
  const rows = await queries.listBadges(db, viewer?.id ?? null)
  const locked = rows.flatMap(({ earned_at, rule }) => (earned_at === null ? (readRule(rule) ?? []) : []))
  const most = new Map<RuleKind, number>()
  for (const { kind, threshold } of locked) most.set(kind, Math.max(most.get(kind) ?? 0, threshold))
  const needed = viewer ? [...most].map(([kind, most]) => ({ kind, most })) : []
  return { rows, amounts: viewer ? await sumAmounts(db, viewer.id, needed) : new Map(), now: clock() }
}

/**
 * Lists the badges that a member has earned, newest first. Omits those that say something about a section that the
 * viewer may not see. Refuses like the profile when the viewer may not see the badges (G22).
 */
export async function listOfMember(
  { db }: BadgesDeps,
  request: ProfileRequest,
  { page, limit }: { page: number; limit: number },
  reply: Reply,
) {
  const { id, row: profile } = await requireVisibleSection(db, request, 'badges', reply)
  reply.shows(tag.badges, tag.badgesOf(id))
  const visible = (await queries.listEarned(db, id)).filter(({ rule, challenge_id }) =>
    revealedBy({ rule: readRule(rule), isReward: challenge_id !== null }).every((section) => isOpen(profile, section)),
  )
  const part = partOf({ page, limit })
  const rows = visible.slice(part.offset, part.offset + limit)
  reply.shows(...rows.flatMap(({ challenge_id }) => (challenge_id === null ? [] : [tag.challenge(challenge_id)])))
  return { rows, total: visible.length, hasMore: isFollowed(part, rows, visible.length) }
}
