import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isTaken, type Moved } from '#features/catalogue/server/catalogue.service.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'

/** Of two reviews of one member about the games of a merge: the earlier one, which goes, and the one that stays. */
export interface JoinedReviews {
  user_id: UserId
  goes: ReviewId
  stays: ReviewId
  /** The text, the stars and the game of the one that goes. */
  text: string
  rating: number
  game: string
  written_at: Date
}

/** Locks the reviews of both games as a whole by those who have written both, and returns their pairs. Those of playthroughs all stay. */
export async function lockPairs(db: Db, merge: Moved): Promise<JoinedReviews[]> {
  const { from, to } = merge
  const { rows } = await sql<JoinedReviews>`
    select earlier.user_id, earlier.id as goes, later.id as stays, earlier.review_text as text, earlier.rating,
      games.name as game, earlier.created_at as written_at
    from reviews earlier
    join reviews later on later.user_id = earlier.user_id and later.id <> earlier.id
      and later.game_id in (${from}, ${to}) and later.game_id <> earlier.game_id and later.run_id is null
      and (later.created_at, later.game_id = ${to}, later.id) > (earlier.created_at, earlier.game_id = ${to}, earlier.id)
    join games on games.id = earlier.game_id
    where earlier.game_id in (${from}, ${to}) and earlier.run_id is null and ${isTaken(merge, 'earlier.user_id')}
    order by earlier.user_id for update of earlier, later`.execute(db)
  return rows
}

/** Moves likes and bookmarks to the review that stays; who has both marked keeps one mark. Triggers count them. */
export async function moveMarks(db: Db, pairs: readonly JoinedReviews[]): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair (goes uuid, stays uuid)`
  await sql`
    insert into review_likes (review_id, user_id, created_at)
    select pair.stays, mark.user_id, mark.created_at from ${given} join review_likes mark on mark.review_id = pair.goes
    order by 1, 2
    on conflict do nothing`.execute(db)
  await sql`
    insert into review_bookmarks (review_id, user_id, created_at)
    select pair.stays, mark.user_id, mark.created_at
    from ${given} join review_bookmarks mark on mark.review_id = pair.goes
    order by 1, 2
    on conflict do nothing`.execute(db)
}

export async function deleteReviews(db: Db, ids: readonly ReviewId[]): Promise<void> {
  await db.deleteFrom('reviews').where('id', 'in', ids).execute()
}

/** Moves the reviews of a game, and its counts of them. Returns the reviews. */
export async function moveReviews(db: Db, merge: Moved): Promise<{ id: ReviewId; user_id: UserId }[]> {
  const { from, to } = merge
  const counted = (game: GameId, step: 1 | -1, ids: readonly string[]) => sql`
    select count_review(reviews, ${step}) from reviews
    where game_id = ${game} and id = any(${ids}::uuid[])
    order by coalesce(platform, ''), rating`
  const { rows } = await sql<{ id: ReviewId; user_id: UserId }>`
    select id, user_id from reviews where game_id = ${from} and ${isTaken(merge)} order by user_id for update`.execute(
    db,
  )
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  await counted(from, -1, ids).execute(db)
  await sql`update reviews set game_id = ${to} where game_id = ${from} and ${isTaken(merge)}`.execute(db)
  await counted(to, 1, ids).execute(db)
  return rows
}

/**
 * Computes the public stars of these members, and of those who have only reviewed the game that goes, for both games again; a
 * trigger counts them.
 */
export async function restoreStars(db: Db, merge: Moved & { members: readonly string[] }): Promise<void> {
  const { from, to, members } = merge
  const { rows } = await sql<{ user_id: string }>`
    delete from public_stars where game_id = ${from} and ${isTaken(merge)} returning user_id`.execute(db)
  const all = [...new Set([...members, ...rows.map(({ user_id }) => user_id)])]
  await sql`
    insert into public_stars as stored (user_id, game_id, half_stars)
    select member, ${to}, star from unnest(${all}::uuid[]) member cross join lateral public_star(member, ${to}) star
    where star is not null
    order by member
    on conflict (user_id, game_id) do update set half_stars = excluded.half_stars
      where stored.half_stars <> excluded.half_stars`.execute(db)
}
