import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Audience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { ChallengeId, UserId } from '#shared/ids.ts'
import type { ChallengeStatus } from '../challenges.rules.ts'

export interface ChallengeRow {
  id: string
  title: string
  description: string
  cover_game_id: string | null
  starts_at: Date
  ends_at: Date
  created_at: Date
  participants_count: number
  /** The badge that it rewards. */
  reward: { id: string; name: string; icon: string; level: number } | null
}

const CHALLENGE = sql`
  challenge.id, challenge.title, challenge.description, challenge.cover_game_id, challenge.starts_at, challenge.ends_at,
  challenge.created_at, challenge.participants_count,
  (
    select jsonb_build_object('id', id, 'name', name, 'icon', icon, 'level', level)
    from badges where id = challenge.badge_id
  ) as reward`

/** Applies `statusOf` to the rows of `challenge`. */
const hasStatus = (status: ChallengeStatus | undefined, now: Date): RawBuilder<boolean> => {
  if (status === undefined) return sql<boolean>`true`
  if (status === 'upcoming') return sql<boolean>`challenge.starts_at > ${now}`
  if (status === 'ended') return sql<boolean>`challenge.ends_at <= ${now}`
  return sql<boolean>`(challenge.starts_at <= ${now} and challenge.ends_at > ${now})`
}

export interface Part {
  limit: number
  offset: number
}

/** Orders by the next to start, the next to end, or the last to have ended. */
export async function listChallenges(
  db: Db,
  status: ChallengeStatus | undefined,
  { limit, offset, now }: Part & { now: Date },
): Promise<{ rows: ChallengeRow[]; total: number }> {
  const order =
    status === 'upcoming'
      ? sql`challenge.starts_at, challenge.id`
      : status === 'active'
        ? sql`challenge.ends_at, challenge.id`
        : sql`challenge.ends_at desc, challenge.id desc`
  const [{ rows }, counted] = await Promise.all([
    sql<ChallengeRow>`
      select ${CHALLENGE} from challenges challenge
      where ${hasStatus(status, now)}
      order by ${order}
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`
      select count(*) as total from challenges challenge where ${hasStatus(status, now)}`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findChallenge(db: Db, id: ChallengeId): Promise<ChallengeRow | undefined> {
  const { rows } = await sql<ChallengeRow>`
    select ${CHALLENGE} from challenges challenge where challenge.id = ${id}`.execute(db)
  return rows[0]
}

/** Locks a challenge until the transaction ends; with `whole` nobody can join in the meantime. */
export async function lockChallenge(db: Db, id: ChallengeId, whole: boolean): Promise<ChallengeRow | undefined> {
  const { rows } = await sql<ChallengeRow>`
    select ${CHALLENGE} from challenges challenge
    where challenge.id = ${id}
    ${whole ? sql`for update` : sql`for key share`}`.execute(db)
  return rows[0]
}

export interface GoalRow {
  id: string
  challenge_id: string
  type: string
  target: number
  game_id: string | null
}

/** Lists goals in their order. */
export function listGoals(db: Db, challengeIds: readonly string[]): Promise<GoalRow[]> {
  return db
    .selectFrom('challenge_goals')
    .select(['id', 'challenge_id', 'type', 'target', 'game_id'])
    .where(sql<boolean>`challenge_id = any(${challengeIds}::uuid[])`)
    .orderBy('challenge_id')
    .orderBy('position')
    .execute()
}

export interface ParticipationRow extends ChallengeRow {
  user_id: string
  progress: unknown
  completed: boolean
  completed_at: Date | null
  joined_at: Date
  remaining: number
}

const PARTICIPATION = sql`
  part.user_id, part.progress, part.completed, part.completed_at, part.joined_at, part.remaining, ${CHALLENGE}`

export interface OwnFilter {
  status?: ChallengeStatus | undefined
  completed?: boolean | undefined
  challenge_id?: ChallengeId | undefined
}

/** Lists what one member has joined, the latest first. */
export async function listParticipations(
  db: Db,
  userId: UserId,
  { status, completed, challenge_id }: OwnFilter,
  { limit, offset, now }: Part & { now: Date },
): Promise<{ rows: ParticipationRow[]; total: number }> {
  const wanted = sql`
    from challenge_participants part
    join challenges challenge on challenge.id = part.challenge_id
    where part.user_id = ${userId} and ${hasStatus(status, now)}
      ${completed === undefined ? sql`` : sql`and part.completed = ${completed}`}
      ${challenge_id === undefined ? sql`` : sql`and part.challenge_id = ${challenge_id}`}`
  const [{ rows }, counted] = await Promise.all([
    sql<ParticipationRow>`
      select ${PARTICIPATION} ${wanted}
      order by part.joined_at desc, part.challenge_id
      limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${wanted}`.execute(db),
  ])
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

export async function findParticipation(
  db: Db,
  userId: UserId,
  challengeId: ChallengeId,
): Promise<ParticipationRow | undefined> {
  const { rows } = await sql<ParticipationRow>`
    select ${PARTICIPATION}
    from challenge_participants part
    join challenges challenge on challenge.id = part.challenge_id
    where part.user_id = ${userId} and part.challenge_id = ${challengeId}`.execute(db)
  return rows[0]
}

/** A position in the ranking. */
export interface RankingKeyset {
  remaining: number
  at: Date
  id: string
}

export interface RankedRow {
  user_id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  remaining: number
  reached_at: Date
  completed_at: Date | null
}

/**
 * Lists the ranking: the least remaining first, equal ones by time. Includes only participants whose library and
 * activity this audience may see.
 */
export async function listRanked(
  db: Db,
  challengeId: ChallengeId,
  audience: Audience,
  after: RankingKeyset | null,
  most: number,
): Promise<RankedRow[]> {
  const profile = sql`profile`
  const { rows } = await sql<RankedRow>`
    select part.user_id, profile.username, profile.display_name, profile.avatar_url, part.remaining, part.reached_at,
      part.completed_at
    from challenge_participants part
    join profiles profile on profile.id = part.user_id
    where part.challenge_id = ${challengeId}
      and ${isVisibleTo(audience, profile, 'library')} and ${isVisibleTo(audience, profile, 'activity')}
      ${
        after
          ? sql`and (part.remaining, part.reached_at, part.user_id)
              > (${after.remaining}::numeric, ${after.at}::timestamptz, ${after.id}::uuid)`
          : sql``
      }
    order by part.remaining, part.reached_at, part.user_id
    limit ${most}`.execute(db)
  return rows
}

/** Inserts a participant. Returns false when the member participates already. */
export async function insertParticipant(db: Db, userId: UserId, challengeId: ChallengeId, at: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('challenge_participants')
    .values({ user_id: userId, challenge_id: challengeId, joined_at: at, reached_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'challenge_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes a participant. Returns false when the member did not participate. */
export async function deleteParticipant(db: Db, userId: UserId, challengeId: ChallengeId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('challenge_participants')
    .where('user_id', '=', userId)
    .where('challenge_id', '=', challengeId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Returns the challenges that the member has joined. */
export async function listJoinedIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('challenge_participants')
    .where('user_id', '=', userId)
    .select('challenge_id')
    .execute()
  return rows.map(({ challenge_id }) => challenge_id)
}
