import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import type { BadgeId, UserId } from '#shared/ids.ts'
import type { BadgeDraft, BadgeWords } from '../../badge-form.schemas.ts'
import type { BadgeRow } from '../badges.queries.ts'

export interface AdminRow extends BadgeRow {
  members: number
  backfilled_at: Date | null
}

/** Lists all badges, or one, with the number of members who have it. */
export async function listBadges(db: Db, only: BadgeId | null): Promise<AdminRow[]> {
  const { rows } = await sql<AdminRow>`
    select badge.id, badge.key, badge.name, badge.description, badge.icon, badge.level, badge.rule, badge.backfilled_at,
      (select count(*)::int from user_badges where badge_id = badge.id and taken_at is null) as members
    from badges badge
    ${only === null ? sql`` : sql`where badge.id = ${only}`}
    order by badge.display_order, badge.id`.execute(db)
  return rows
}

/** Inserts a badge at the end of the catalogue. Its key is made from its id. */
export async function insertBadge(db: Db, draft: BadgeDraft, at: Date): Promise<BadgeId> {
  const { name, description, icon, level, rule } = draft
  const { rows } = await sql<{ id: BadgeId }>`
    insert into badges (id, key, name, description, icon, level, rule, display_order, created_at)
    select made.id, 'badge-' || made.id, ${name}, ${description}, ${icon}, ${level}, ${rule && JSON.stringify(rule)}::jsonb,
      (select coalesce(max(display_order), 0) + 10 from badges), ${at}::timestamptz
    from (select uuidv7() as id) made
    returning id`.execute(db)
  return rows[0]?.id as BadgeId
}

export async function lockBadge(db: Db, id: BadgeId): Promise<BadgeRow | undefined> {
  return db
    .selectFrom('badges')
    .where('id', '=', id)
    .select(['id', 'key', 'name', 'description', 'icon', 'level', 'rule'])
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function updateWords(db: Db, id: BadgeId, words: BadgeWords): Promise<void> {
  await db.updateTable('badges').set(words).where('id', '=', id).execute()
}

/** Finds a member by id or username. A disabled member is found, too. */
export async function findMember(db: Db, handle: string): Promise<{ id: UserId; username: string | null } | undefined> {
  const { rows } = await sql<{ id: UserId; username: string | null }>`
    select id, username from profiles where id::text = lower(${handle}) or lower(username) = lower(${handle})
    limit 1`.execute(db)
  return rows[0]
}

export async function listOwners(
  db: Db,
  badgeId: BadgeId,
  before: Keyset | null,
  most: number,
): Promise<{ user_id: UserId; earned_at: Date }[]> {
  const { rows } = await sql<{ user_id: UserId; earned_at: Date }>`
    select user_id, earned_at from user_badges
    where badge_id = ${badgeId} and taken_at is null
      and ${isBefore(before, 'earned_at', 'user_id')}
    order by earned_at desc, user_id desc
    limit ${most}`.execute(db)
  return rows
}
