import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { BadgeId, UserId } from '#shared/ids.ts'

export interface BadgeRow {
  id: string
  key: string
  name: string
  description: string
  icon: string
  level: number
  rule: unknown
}

export interface EarnedRow extends BadgeRow {
  earned_at: Date
  challenge_id: string | null
  challenge_title: string | null
}

export type OwnRow = Omit<EarnedRow, 'earned_at'> & { earned_at: Date | null }

const BADGE = sql`badge.id, badge.key, badge.name, badge.description, badge.icon, badge.level, badge.rule`
const EARNED = sql`${BADGE}, earned.earned_at, earned.challenge_id, challenge.title as challenge_title`

/** Lists the catalogue in its order, and marks the badges that the member has earned. */
export async function listBadges(db: Db, userId: UserId | null): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select ${EARNED}
    from badges badge
    left join user_badges earned
      on earned.badge_id = badge.id and earned.user_id = ${userId}::uuid and earned.taken_at is null
    left join challenges challenge on challenge.id = earned.challenge_id
    order by badge.display_order, badge.id`.execute(db)
  return rows
}

/** Lists the badges that a member has earned, newest first. A member has at most as many as there are badges. */
export async function listEarned(db: Db, userId: UserId): Promise<EarnedRow[]> {
  const { rows } = await sql<EarnedRow>`
    select ${EARNED}
    from user_badges earned
    join badges badge on badge.id = earned.badge_id
    left join challenges challenge on challenge.id = earned.challenge_id
    where earned.user_id = ${userId} and earned.taken_at is null
    order by earned.earned_at desc, badge.display_order desc, badge.id`.execute(db)
  return rows
}

/** Lists the challenges whose reward is this badge. */
export async function listChallengesWith(db: Db, badgeId: BadgeId): Promise<string[]> {
  const rows = await db.selectFrom('challenges').where('badge_id', '=', badgeId).select('id').execute()
  return rows.map(({ id }) => id)
}
