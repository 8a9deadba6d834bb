import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Moved, recordedRows } from '#features/catalogue/server/catalogue.service.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'

/** Lists the reviews that a merge had moved and that are still there. */
export async function listMoved(db: Db, split: Moved): Promise<{ id: ReviewId; user_id: UserId }[]> {
  const { rows } = await sql<{ id: ReviewId; user_id: UserId }>`
    select reviews.id, reviews.user_id from ${recordedRows(split)} row join reviews on reviews.id = row.key::uuid
    where row.kind = 'reviews'
    order by reviews.user_id for update of reviews`.execute(db)
  return rows
}

/** Counts these reviews in, or out, at the games that they have now. */
export async function countReviews(db: Db, ids: readonly ReviewId[], step: 1 | -1): Promise<void> {
  await sql`
    select count_review(reviews, ${step}) from reviews where id = any(${ids}::uuid[])
    order by game_id, coalesce(platform, ''), rating`.execute(db)
}

interface MovedText {
  id: string
  to: string
}

/** Lists comments or reactions that had moved from a review that is there again. */
export async function listMovedFrom(
  db: Db,
  split: Moved,
  table: 'activity_comments' | 'activity_reactions',
): Promise<MovedText[]> {
  const { rows } = await sql<MovedText>`
    select row.key as id, row.before ->> 'subject_id' as "to"
    from ${recordedRows(split)} row join reviews on reviews.id = (row.before ->> 'subject_id')::uuid
    where row.kind = ${table} and row.after is not null`.execute(db)
  return rows
}

/** Lists the reactions that the merge had removed, because their members had reacted to both reviews. */
export async function listRemovedReactions(db: Db, split: Moved): Promise<object[]> {
  const { rows } = await sql<{ before: object }>`
    select row.before from ${recordedRows(split)} row join reviews on reviews.id = (row.before ->> 'subject_id')::uuid
    where row.kind = 'activity_reactions' and row.after is null`.execute(db)
  return rows.map(({ before }) => before)
}

/** Computes the public stars of these members for both games again; a trigger counts them. */
export async function restoreBothStars(db: Db, members: readonly UserId[], games: readonly GameId[]): Promise<void> {
  await sql`
    delete from public_stars where user_id = any(${members}::uuid[]) and game_id = any(${games}::text[])`.execute(db)
  await sql`
    insert into public_stars (user_id, game_id, half_stars)
    select member, game, star
    from unnest(${members}::uuid[]) member cross join unnest(${games}::text[]) game
    cross join lateral public_star(member, game) star
    where star is not null
    order by member, game`.execute(db)
}
