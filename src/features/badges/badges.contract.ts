import * as z from 'zod/mini'
import { OneProfile, PublicProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { contract, NoContent, numberUpTo, pageNumber } from '#shared/contract.ts'
import { BadgeId, ChallengeId } from '#shared/ids.ts'
import { BadgeDraft, BadgeWords } from './badge-form.schemas.ts'
import * as endpoints from './badges.endpoints.ts'
import { RULE_KINDS, SHAPES } from './badges.rules.ts'

const BADGES_PAGE = 100

/** A badge of the catalogue (G14). */
export const Badge = z.object({
  id: BadgeId,
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** The shape of the drawing. */
  icon: z.enum(SHAPES),
  /** The number of cuts of the drawing, 1 to 5. */
  level: z.number(),
  /** Null for a badge that only admins and challenges give. */
  rule: z.nullable(z.object({ kind: z.enum(RULE_KINDS), threshold: z.number() })),
})
export type Badge = z.infer<typeof Badge>

/** A badge that a member has earned. Instants are ISO 8601, UTC. */
export const EarnedBadge = z.extend(Badge, {
  earned_at: z.string(),
  /** The challenge whose reward it was. */
  challenge: z.nullable(z.object({ id: ChallengeId, title: z.string() })),
})
export type EarnedBadge = z.infer<typeof EarnedBadge>

/** A badge as its reader stands to it. A visitor has earned none, and has no progress. */
export const OwnBadge = z.extend(EarnedBadge, {
  earned_at: z.nullable(z.string()),
  /** The count of the rule; null for an earned badge, and for one without a rule. */
  amount: z.nullable(z.number()),
  /** Earned a moment ago: the browser shows it once. */
  isNew: z.boolean(),
})
export type OwnBadge = z.infer<typeof OwnBadge>

export const listBadges = contract(endpoints.listBadges, {
  access: 'anyone',
  summary: 'List the catalogue of badges in its order, with the viewer’s own: when each was earned, and the progress',
  response: z.object({ data: z.array(OwnBadge) }),
})

const limit = numberUpTo(BADGES_PAGE, BADGES_PAGE)

export const listProfileBadges = contract(endpoints.listProfileBadges, {
  access: 'anyone',
  summary: 'List the badges that a member has earned and the viewer may see, newest first (G22)',
  params: OneProfile,
  query: z.object({ page: pageNumber, limit, as: viewAs }),
  response: z.object({ data: z.array(EarnedBadge), total: z.number(), hasMore: z.boolean() }),
  refusals: { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] },
  budget: 'profile-read',
})

/** A badge as admins see it. */
export const AdminBadge = z.extend(Badge, {
  /** The number of members who have it. */
  members: z.number(),
  /** False while a job still looks for the members who have reached the rule before the badge existed. */
  isBackfilled: z.boolean(),
})
export type AdminBadge = z.infer<typeof AdminBadge>

const OneBadge = z.object({ badgeId: BadgeId })
const OneOwner = z.object({ badgeId: BadgeId, handle: OneProfile.shape.handle })
const Changed = z.object({ data: AdminBadge })

export const listAllBadges = contract(endpoints.listAllBadges, {
  access: 'admin',
  summary: 'List the catalogue of badges with the number of members who have each',
  response: z.object({ data: z.array(AdminBadge) }),
})

export const createBadge = contract(endpoints.createBadge, {
  access: 'admin',
  summary: 'Define a badge. A job then gives it to the members who have reached its rule before, without notifications',
  body: BadgeDraft,
  response: Changed,
  status: 201,
  refusals: { 409: ['name_taken', 'rule_taken'] },
})

export const changeBadge = contract(endpoints.changeBadge, {
  access: 'admin',
  summary: 'Update the name and description of a badge',
  params: OneBadge,
  /** `seen`: the texts that the caller saw. With it, a request does not overwrite the change of another admin. */
  body: z.extend(BadgeWords, { seen: z.optional(BadgeWords) }),
  response: Changed,
  refusals: { 404: ['badge_not_found'], 409: ['name_taken', 'changed_by_somebody'] },
})

/** A member who has a badge. */
export const BadgeOwner = z.object({ user: PublicProfile, earned_at: z.string() })
export type BadgeOwner = z.infer<typeof BadgeOwner>

export const listBadgeOwners = contract(endpoints.listBadgeOwners, {
  access: 'admin',
  summary: 'List the members who have a badge, the latest first',
  params: OneBadge,
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({ data: z.array(BadgeOwner), nextCursor: z.nullable(z.string()) }),
  refusals: { 404: ['badge_not_found'] },
})

export const giveBadge = contract(endpoints.giveBadge, {
  access: 'admin',
  summary: 'Give a badge to a member, by id or username. Changes nothing if the member has it',
  params: OneOwner,
  response: NoContent,
  status: 204,
  refusals: { 404: ['badge_not_found', 'member_not_found'] },
})

export const takeBadge = contract(endpoints.takeBadge, {
  access: 'admin',
  summary: 'Take a badge away from a member, by id or username. Its rule does not grant it again',
  params: OneOwner,
  response: NoContent,
  status: 204,
  refusals: { 404: ['badge_not_found', 'member_not_found'] },
})
