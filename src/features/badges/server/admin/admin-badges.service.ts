import { fromCursor, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import { changesOf, withAuditLog } from '#features/admin/server/admin.service.ts'
import { loadPublicProfiles } from '#features/profiles/server/profiles.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { BadgeId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { BadgeDraft, BadgeWords } from '../../badge-form.schemas.ts'
import { KINDS, levelOf } from '../../badges.rules.ts'
import { BADGE_TEXTS } from '../../badges.texts.ts'
import { BACKFILL_JOB } from '../badges.jobs.ts'
import { type BadgeRow, listChallengesWith } from '../badges.queries.ts'
import type { BadgesDeps } from '../badges.service.ts'
import { insertGiven, markTaken } from '../earning/earning.queries.ts'
import { publishEarned, withdrawEarned } from '../earning/earning.service.ts'
import * as queries from './admin-badges.queries.ts'

const OWNERS_PAGE = 30

const refuseMissing = () => refuse('not_found', 'badge_not_found', BADGE_TEXTS.missing)

export const listAll = ({ db }: BadgesDeps): Promise<queries.AdminRow[]> => queries.listBadges(db, null)

async function requireBadge({ db }: BadgesDeps, id: BadgeId): Promise<queries.AdminRow> {
  const [row] = await queries.listBadges(db, id)
  return row ?? refuseMissing()
}

/**
 * Defines a badge (G14), and queues the job that gives it to the members who have reached its rule before. The shape and
 * level of a badge with a rule follow from the rule. Refuses with 409 a name or a rule that another badge has.
 */
export async function createBadge(deps: BadgesDeps, admin: Viewer, draft: BadgeDraft): Promise<queries.AdminRow> {
  const { rule } = draft
  const drawing = rule ? { icon: KINDS[rule.kind].shape, level: levelOf(rule.threshold) } : {}
  const id = await refuseTaken(() =>
    inTransaction(deps, async (inside) => {
      const { db, clock, queue } = inside
      const id = await queries.insertBadge(db, { ...draft, ...drawing }, clock())
      await withAuditLog(inside, auditEntry(admin, 'create_badge', id, { title: draft.name }), async () => {
        await announce(db, [tag.badges])
        if (rule) await queue.send(db, BACKFILL_JOB, {})
      })
      return id
    }),
  )
  return requireBadge(deps, id)
}

const auditEntry = (
  admin: Viewer,
  action: string,
  id: BadgeId,
  data: { title: string; author?: UserId; changes?: Record<string, [unknown, unknown]> },
) => ({ adminId: admin.id, action, item: ['badge', id] as const, data })

/**
 * Changes the words of a badge. Members keep it. Refuses with 404, and with 409 a name that another badge has, or a badge
 * that is not as `seen`.
 */
export async function changeBadge(
  deps: BadgesDeps,
  admin: Viewer,
  id: BadgeId,
  { seen, ...words }: BadgeWords & { seen?: BadgeWords | undefined },
): Promise<queries.AdminRow> {
  await refuseTaken(() =>
    inTransaction(deps, async (inside) => {
      const { db } = inside
      const before = (await queries.lockBadge(db, id)) ?? refuseMissing()
      if (seen && (seen.name !== before.name || seen.description !== before.description))
        refuse('conflict', 'changed_by_somebody', BADGE_TEXTS.changed)
      const changes = changesOf(before, words, ['name', 'description'])
      if (Object.keys(changes).length === 0) return
      await withAuditLog(inside, auditEntry(admin, 'change_badge', id, { title: words.name, changes }), async () => {
        await queries.updateWords(db, id, words)
        const challenges = await listChallengesWith(db, id)
        await announce(db, [
          tag.badges,
          ...(challenges.length > 0 ? [tag.challenges, ...challenges.map(tag.challenge)] : []),
        ])
      })
    }),
  )
  return requireBadge(deps, id)
}

/** Refuses with 409 when `write` violates one of the unique indexes of badges. */
async function refuseTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string }
    if (code === '23505' && constraint === 'badges_name')
      refuse('conflict', 'name_taken', BADGE_TEXTS.nameTaken, { details: { name: BADGE_TEXTS.nameTaken } })
    if (code === '23505' && constraint === 'badges_rule')
      refuse('conflict', 'rule_taken', BADGE_TEXTS.ruleTaken, { details: { 'rule.threshold': BADGE_TEXTS.ruleTaken } })
    throw error
  }
}

/** Lists the members who have a badge, the latest first. */
export async function listOwners(deps: BadgesDeps, id: BadgeId, cursor: string | undefined) {
  await requireBadge(deps, id)
  const { rows, nextCursor } = await readKeysetPart(
    fromCursor(cursor),
    OWNERS_PAGE,
    (before, most) => queries.listOwners(deps.db, id, before, most),
    ({ earned_at, user_id }) => ({ at: earned_at, id: user_id }),
  )
  const people = await loadPublicProfiles(
    deps.db,
    rows.map(({ user_id }) => user_id),
  )
  return {
    owners: rows.flatMap(({ user_id, earned_at }) => {
      const user = people.get(user_id)
      return user ? [{ user, earned_at }] : []
    }),
    nextCursor,
  }
}

interface OneOwner {
  badgeId: BadgeId
  handle: string
}

/** Gives a badge to a member, who is notified as of an earned one. Changes nothing if the member has it. */
export async function giveBadge(deps: BadgesDeps, admin: Viewer, owner: OneOwner): Promise<void> {
  await forOwner(deps, admin, 'give_badge', owner, async ({ db, clock }, badge, userId) => {
    const at = clock()
    if (!(await insertGiven(db, { userId, badgeId: owner.badgeId, at }))) return false
    await publishEarned(db, { userId, rows: [badge], isReward: false, at })
    return true
  })
}

/**
 * Takes a badge away from a member, with its feed line and notification. Its rule does not grant it again (G14). Changes
 * nothing if the member does not have it.
 */
export async function takeBadge(deps: BadgesDeps, admin: Viewer, owner: OneOwner): Promise<void> {
  await forOwner(deps, admin, 'take_badge', owner, async ({ db, clock }, { id }, userId) => {
    if (!(await markTaken(db, { userId, badgeId: owner.badgeId, at: clock() }))) return false
    await withdrawEarned(db, userId, id as BadgeId)
    return true
  })
}

/** Runs `work` for a badge and a member, with an audit log entry if it changes something. Refuses with 404. */
async function forOwner(
  deps: BadgesDeps,
  admin: Viewer,
  action: string,
  { badgeId, handle }: OneOwner,
  work: (inside: BadgesDeps, badge: BadgeRow, userId: UserId) => Promise<boolean>,
): Promise<void> {
  await inTransaction(deps, async (inside) => {
    const badge = (await queries.lockBadge(inside.db, badgeId)) ?? refuseMissing()
    const member =
      (await queries.findMember(inside.db, handle)) ?? refuse('not_found', 'member_not_found', BADGE_TEXTS.noMember)
    if (!(await work(inside, badge, member.id))) return
    const title = `${badge.name} (${member.username ?? member.id})`
    await withAuditLog(inside, auditEntry(admin, action, badgeId, { title, author: member.id }), async () => {})
  })
}
