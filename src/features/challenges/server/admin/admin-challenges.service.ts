import { inTransaction } from '#db/transaction.ts'
import { unlinkDeletedChallenge } from '#features/activity/server/activity.service.ts'
import { withAuditLog } from '#features/admin/server/admin.service.ts'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { ChallengeId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { ChallengeDraft } from '../../challenge-form.contract.ts'
import { CHALLENGE_TEXTS } from '../../challenges.messages.ts'
import { type GoalRow, listGoals, lockChallenge } from '../challenges.queries.ts'
import { type ChallengesDeps, refuseMissing, requireChallenge } from '../challenges.service.ts'
import * as queries from './admin-challenges.queries.ts'

/** Sets a challenge up (G13, G20), noted in the audit log. Refuses an end in the past and games that nobody knows. */
export async function createChallenge(deps: ChallengesDeps, admin: Viewer, draft: ChallengeDraft) {
  if (new Date(draft.ends_at) <= deps.clock()) refuseEndPast()
  await requireGames(deps, draft)
  const { goals, ...facts } = draft
  const id = await inTransaction(deps, async (inside) => {
    const id = await queries.insertChallenge(inside.db, facts, admin.id, inside.clock())
    await withAuditLog(inside, deedOf(admin, 'create_challenge', id, facts.title), ({ db }) =>
      queries.replaceGoals(db, id, goals),
    )
    await announce(inside.db, [tag.challenges])
    return id
  })
  return requireChallenge(deps, id)
}

const deedOf = (admin: Viewer, action: string, id: ChallengeId, title: string) =>
  ({ adminId: admin.id, action, item: ['challenge', id], data: { title } }) as const

/**
 * Changes a challenge. What members have joined stays what it was: once somebody is in it, another goal or start is refused
 * with 409. A new end has to be in the future.
 */
export async function changeChallenge(deps: ChallengesDeps, admin: Viewer, id: ChallengeId, draft: ChallengeDraft) {
  await requireGames(deps, draft)
  const { goals, ...facts } = draft
  await withAuditLog(deps, deedOf(admin, 'change_challenge', id, facts.title), async ({ db, clock }) => {
    const before = (await lockChallenge(db, id, true)) ?? refuseMissing()
    const ends = new Date(facts.ends_at)
    if (ends.getTime() !== before.ends_at.getTime() && ends <= clock()) refuseEndPast()
    const hasOtherGoals = !isSame(goals, await listGoals(db, [id]))
    const hasOtherStart = new Date(facts.starts_at).getTime() !== before.starts_at.getTime()
    if ((hasOtherGoals || hasOtherStart) && (await queries.hasParticipants(db, id)))
      refuse('conflict', 'goals_fixed', CHALLENGE_TEXTS.fixed)
    await queries.updateChallenge(db, id, facts)
    if (hasOtherGoals) await queries.replaceGoals(db, id, goals)
    await announce(db, [tag.challenges, tag.challenge(id)])
  })
  return requireChallenge(deps, id)
}

const isSame = (wanted: ChallengeDraft['goals'], rows: readonly GoalRow[]) =>
  wanted.length === rows.length &&
  wanted.every(({ type, target, game_id }, at) => {
    const row = rows[at]
    return row?.type === type && row.target === target && row.game_id === game_id
  })

/** Deletes it with everybody's progress; what was told of it stays, and leads nowhere. */
export async function deleteChallenge(deps: ChallengesDeps, admin: Viewer, id: ChallengeId): Promise<void> {
  await inTransaction(deps, async (inside) => {
    const { title } = (await lockChallenge(inside.db, id, true)) ?? refuseMissing()
    await withAuditLog(inside, deedOf(admin, 'delete_challenge', id, title), async ({ db }) => {
      const members = await queries.listParticipantIds(db, id)
      await queries.deleteChallenge(db, id)
      await unlinkDeletedChallenge(db, id)
      await announce(db, [tag.challenges, tag.challenge(id), ...members.map(tag.joined)])
    })
  })
}

const refuseEndPast = () =>
  refuse('invalid', 'end_past', CHALLENGE_TEXTS.endPast, { details: { ends_at: CHALLENGE_TEXTS.endPast } })

/** A source may be asked for them, so it stands before the transaction. */
async function requireGames(deps: ChallengesDeps, { cover_game_id, goals }: ChallengeDraft): Promise<void> {
  const ids = [cover_game_id, ...goals.map(({ game_id }) => game_id)].flatMap((id) => (id === null ? [] : [id]))
  for (const id of new Set(ids)) await ensureGame(deps, id, deps.clock())
}
