import type * as z from 'zod/mini'
import type { PublicProfile } from '#features/profiles/profiles.contract.ts'
import type { AdminBadge, Badge, BadgeOwner, EarnedBadge, OwnBadge } from '../badges.contract.ts'
import { NEW_MS, type RuleKind, readRule, SHAPES, type Shape } from '../badges.rules.ts'
import type { AdminRow } from './admin/admin-badges.queries.ts'
import type { BadgeRow, EarnedRow, OwnRow } from './badges.queries.ts'

function viewBadge({ id, key, name, description, icon, level, rule }: BadgeRow): z.input<typeof Badge> {
  const shape: Shape = SHAPES.find((one) => one === icon) ?? 'award'
  return { id, key, name, description, icon: shape, level, rule: readRule(rule) }
}

const viewChallenge = ({ challenge_id, challenge_title }: Pick<EarnedRow, 'challenge_id' | 'challenge_title'>) =>
  challenge_id === null || challenge_title === null ? null : { id: challenge_id, title: challenge_title }

export const viewEarned = (row: EarnedRow): z.input<typeof EarnedBadge> => ({
  ...viewBadge(row),
  earned_at: row.earned_at.toISOString(),
  challenge: viewChallenge(row),
})

/** `amounts` are those of the viewer; empty for a visitor. */
export function viewOwn(row: OwnRow, amounts: ReadonlyMap<RuleKind, number>, now: Date): z.input<typeof OwnBadge> {
  const rule = readRule(row.rule)
  return {
    ...viewBadge(row),
    earned_at: row.earned_at?.toISOString() ?? null,
    challenge: viewChallenge(row),
    amount: row.earned_at === null && rule ? (amounts.get(rule.kind) ?? null) : null,
    isNew: row.earned_at !== null && now.getTime() - row.earned_at.getTime() < NEW_MS,
  }
}

export const viewAdminBadge = (row: AdminRow): z.input<typeof AdminBadge> => ({
  ...viewBadge(row),
  members: row.members,
  isBackfilled: row.rule === null || row.backfilled_at !== null,
})

export const viewOwner = ({
  user,
  earned_at,
}: {
  user: PublicProfile
  earned_at: Date
}): z.input<typeof BadgeOwner> => ({ user, earned_at: earned_at.toISOString() })
