import { inTransaction } from '#db/transaction.ts'
import { unlinkDeletedChallenge } from '#features/activity/server/recording/activity-recording.service.ts'
import { changesOf, withAuditLog } from '#features/admin/server/admin.service.ts'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { ChallengeId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { ChallengeDraft } from '../../challenge-form.schemas.ts'
import { type GoalType, goalText } from '../../challenges.rules.ts'
import { CHALLENGE_TEXTS } from '../../challenges.texts.ts'
import { challengeRewardChanged } from '../challenges.events.ts'
import { type ChallengeRow, type GoalRow, listGoals, lockChallenge } from '../challenges.queries.ts'
import { type ChallengesDeps, refuseMissing, requireChallenge } from '../challenges.service.ts'
import * as queries from './admin-challenges.queries.ts'

/** Creates a challenge (G13, G20), with an audit log entry. Refuses an end in the past and unknown games. */
export async function createChallenge(deps: ChallengesDeps, admin: Viewer, draft: ChallengeDraft) {
  if (new Date(draft.ends_at) <= deps.clock()) refuseEndPast()
  await requireGames(deps, draft)
  await requireBadge(deps, draft)
  const { goals, ...facts } = draft
  const id = await inTransaction(deps, async (inside) => {
    const id = await queries.insertChallenge(inside.db, facts, admin.id, inside.clock())
    await withAuditLog(inside, auditEntry(admin, 'create_challenge', id, facts.title), ({ db }) =>
      queries.replaceGoals(db, id, goals),
    )
    await announce(inside.db, [tag.challenges])
    return id
  })
  return requireChallenge(deps, id)
}

const auditEntry = (admin: Viewer, action: string, id: ChallengeId, title: string) => ({
  adminId: admin.id,
  action,
  item: ['challenge', id] as const,
  data: { title } as { title: string; changes?: Record<string, [unknown, unknown]> },
})

/** The goals of a challenge in the audit log: 'Complete 5 games', with the id of the game if a goal is about one. */
const goalsText = (goals: readonly Pick<GoalRow, 'target' | 'type' | 'game_id'>[]): string =>
  goals
    .map(({ target, type, game_id }) => {
      const text = goalText({ type: type as GoalType, target, game: null })
      return game_id === null ? text : `${text} (${game_id})`
    })
    .join(', ')

/**
 * Changes a challenge. Goals and start stay fixed for participants: as soon as it has one, other goals or another start
 * are refused with 409, and so is a challenge that is not as `seen`. A new end must be in the future.
 */
export async function changeChallenge(
  deps: ChallengesDeps,
  admin: Viewer,
  id: ChallengeId,
  { seen, ...draft }: ChallengeDraft & { seen?: ChallengeDraft | undefined },
) {
  await requireGames(deps, draft)
  await requireBadge(deps, draft)
  const { goals, ...facts } = draft
  const entry = auditEntry(admin, 'change_challenge', id, facts.title)
  await withAuditLog(deps, entry, async ({ db, clock, events }) => {
    const before = (await lockChallenge(db, id, true)) ?? refuseMissing()
    const ends = new Date(facts.ends_at)
    if (ends.getTime() !== before.ends_at.getTime() && ends <= clock()) refuseEndPast()
    const goalsBefore = await listGoals(db, [id])
    if (seen && !isAsSeen(before, goalsBefore, seen)) refuse('conflict', 'changed_by_somebody', CHALLENGE_TEXTS.changed)
    const hasOtherGoals = !isSame(goals, goalsBefore)
    const hasOtherStart = new Date(facts.starts_at).getTime() !== before.starts_at.getTime()
    if ((hasOtherGoals || hasOtherStart) && (await queries.hasParticipants(db, id)))
      refuse('conflict', 'goals_fixed', CHALLENGE_TEXTS.fixed)
    entry.data.changes = changesOf(
      { ...before, badge_id: before.reward?.id ?? null, goals: goalsText(goalsBefore) },
      { ...facts, starts_at: new Date(facts.starts_at), ends_at: ends, goals: goalsText(goals) },
      ['title', 'description', 'starts_at', 'ends_at', 'cover_game_id', 'badge_id', 'goals'],
    )
    await queries.updateChallenge(db, id, facts)
    if (hasOtherGoals) await queries.replaceGoals(db, id, goals)
    if (facts.badge_id !== null && facts.badge_id !== before.reward?.id)
      await events.publish(db, challengeRewardChanged, { challengeId: id })
    await announce(db, [tag.challenges, tag.challenge(id)])
  })
  return requireChallenge(deps, id)
}

const isAsSeen = (stored: ChallengeRow, goals: readonly GoalRow[], seen: ChallengeDraft): boolean =>
  seen.title === stored.title &&
  seen.description === stored.description &&
  seen.cover_game_id === stored.cover_game_id &&
  seen.badge_id === (stored.reward?.id ?? null) &&
  new Date(seen.starts_at).getTime() === stored.starts_at.getTime() &&
  new Date(seen.ends_at).getTime() === stored.ends_at.getTime() &&
  isSame(seen.goals, goals)

const isSame = (drafts: ChallengeDraft['goals'], rows: readonly GoalRow[]) =>
  drafts.length === rows.length &&
  drafts.every(({ type, target, game_id }, at) => {
    const row = rows[at]
    return row?.type === type && row.target === target && row.game_id === game_id
  })

/** Deletes a challenge with all progress. Activities about it stay, without a link. */
export async function deleteChallenge(deps: ChallengesDeps, admin: Viewer, id: ChallengeId): Promise<void> {
  await inTransaction(deps, async (inside) => {
    const { title } = (await lockChallenge(inside.db, id, true)) ?? refuseMissing()
    await withAuditLog(inside, auditEntry(admin, 'delete_challenge', id, title), async ({ db }) => {
      const members = await queries.listParticipantIds(db, id)
      await queries.deleteChallenge(db, id)
      await unlinkDeletedChallenge(db, id)
      await announce(db, [tag.challenges, tag.challenge(id), ...members.map(tag.joined)])
    })
  })
}

const refuseEndPast = () =>
  refuse('invalid', 'end_past', CHALLENGE_TEXTS.endPast, { details: { ends_at: CHALLENGE_TEXTS.endPast } })

async function requireBadge({ db }: ChallengesDeps, { badge_id }: ChallengeDraft): Promise<void> {
  if (badge_id !== null && !(await queries.hasBadge(db, badge_id)))
    refuse('not_found', 'badge_not_found', CHALLENGE_TEXTS.noBadge)
}

/** Loads the games before the transaction, because that may call a source. */
async function requireGames(deps: ChallengesDeps, { cover_game_id, goals }: ChallengeDraft): Promise<void> {
  const ids = [cover_game_id, ...goals.map(({ game_id }) => game_id)].flatMap((id) => (id === null ? [] : [id]))
  for (const id of new Set(ids)) await ensureGame(deps, id, deps.clock())
}
