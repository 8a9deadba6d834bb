import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { BadgeId, ChallengeId, UserId } from '#shared/ids.ts'
import type { ChallengeDraft } from '../../challenge-form.schemas.ts'

type Facts = Omit<ChallengeDraft, 'goals'>

export async function insertChallenge(db: Db, facts: Facts, by: UserId, at: Date): Promise<ChallengeId> {
  const { id } = await db
    .insertInto('challenges')
    .values({ ...facts, created_by: by, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id as ChallengeId
}

export async function updateChallenge(db: Db, id: ChallengeId, facts: Partial<Facts>): Promise<void> {
  await db.updateTable('challenges').set(facts).where('id', '=', id).execute()
}

export async function replaceGoals(db: Db, id: ChallengeId, goals: ChallengeDraft['goals']): Promise<void> {
  await db.deleteFrom('challenge_goals').where('challenge_id', '=', id).execute()
  await db
    .insertInto('challenge_goals')
    .values(goals.map((goal, at) => ({ ...goal, challenge_id: id, position: at + 1 })))
    .execute()
}

export async function hasBadge(db: Db, id: BadgeId): Promise<boolean> {
  return (await db.selectFrom('badges').where('id', '=', id).select('id').executeTakeFirst()) !== undefined
}

/** Counts disabled members too, which `participants_count` omits: they may come back. */
export async function hasParticipants(db: Db, id: ChallengeId): Promise<boolean> {
  const { rows } = await sql`select from challenge_participants where challenge_id = ${id} limit 1`.execute(db)
  return rows.length > 0
}

/** Lists the members whose pages show that they participate. */
export async function listParticipantIds(db: Db, id: ChallengeId): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from challenge_participants where challenge_id = ${id}`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

export async function deleteChallenge(db: Db, id: ChallengeId): Promise<void> {
  await db.deleteFrom('challenges').where('id', '=', id).execute()
}
