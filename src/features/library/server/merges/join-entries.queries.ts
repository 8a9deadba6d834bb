import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isTaken, type Moved } from '#features/catalogue/server/catalogue.service.ts'
import type { UserId } from '#shared/ids.ts'
import { NOTES_LENGTH } from '../../library.rules.ts'
import { hasGame, renamedGame } from '../entries/joined-entries.queries.ts'

interface Merge extends Moved {
  members: readonly UserId[]
}

/** Moves the entries of those who have only one of the games, with their ids, and the histories of all. */
export async function moveEntries(db: Db, merge: Merge): Promise<void> {
  const { from, to, members } = merge
  await sql`
    update user_games entry set game_id = ${to}
    where game_id = ${from} and ${isTaken(merge)} and not exists (
      select from user_games other where other.user_id = entry.user_id and other.game_id = ${to}
    )`.execute(db)
  for (const table of ['game_progress_history', 'game_achievement_history'] as const)
    await db.updateTable(table).set({ game_id: to }).where('game_id', '=', from).where(isTaken(merge)).execute()
  await sql`
    update library_bulk_changes set before = ${renamedGame('before', from, to)}
    where user_id = any(${members}::uuid[]) and ${hasGame('before', from)}`.execute(db)
}

/** Lists the members whose entry of the game could not move because they have both, in order. */
export async function listMembersOf(db: Db, merge: Moved): Promise<UserId[]> {
  const rows = await db
    .selectFrom('user_games')
    .select('user_id')
    .where('game_id', '=', merge.from)
    .where(isTaken(merge))
    .orderBy('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id as UserId)
}

/** Notes of two entries that do not fit into one. */
export async function listLongNotes(db: Db, merge: Moved) {
  const { from, to } = merge
  const { rows } = await sql<{ user_id: UserId; notes: string; updated_at: Date }>`
    select gone.user_id, gone.notes, gone.updated_at
    from user_games gone join user_games stays on stays.user_id = gone.user_id and stays.game_id = ${to}
    where gone.game_id = ${from} and ${isTaken(merge, 'gone.user_id')} and length(gone.notes) + length(stays.notes) + 2 > ${NOTES_LENGTH}
    order by gone.user_id`.execute(db)
  return rows
}

/**
 * Joins the entries of those who have both games into the one that stays, and deletes the other one. The furthest status
 * counts (completed, playing, dropped, want to play), the larger completion, and of the hours without a session the larger
 * total, because both may be the same hours. The stars are those of the review that stays, else of the entry that was
 * changed last. Notes stand under one another.
 */
export async function joinEntries(db: Db, merge: Moved): Promise<void> {
  const { from, to } = merge
  await sql`
    update user_games stays set
      status = case
        when 'completed' in (stays.status, gone.status) then 'completed'
        when 'playing' in (stays.status, gone.status) then 'playing'
        when 'dropped' in (stays.status, gone.status) then 'dropped'
        else stays.status
      end,
      completion_percentage = greatest(stays.completion_percentage, gone.completion_percentage),
      achievements_completed = greatest(
        stays.achievements_completed, gone.achievements_completed,
        (select count(*) from user_achievements tick where tick.user_id = stays.user_id and tick.game_id = ${to})
      ),
      user_rating = case when stays.user_rating is not null or gone.user_rating is not null then coalesce(
        (
          select rating * 2 from reviews
          where reviews.user_id = stays.user_id and reviews.game_id = ${to} order by place limit 1
        )::smallint,
        case when gone.updated_at > stays.updated_at then gone.user_rating else stays.user_rating end,
        stays.user_rating, gone.user_rating
      ) end,
      is_liked = stays.is_liked or gone.is_liked,
      notes = case
        when gone.notes is null or gone.notes = stays.notes then stays.notes
        when stays.notes is null then gone.notes
        when length(stays.notes) + length(gone.notes) + 2 > ${NOTES_LENGTH} then stays.notes
        else stays.notes || E'\n\n' || gone.notes
      end,
      play_time = round(stays.session_minutes / 60.0, 2) + greatest(stays.undated_hours, gone.undated_hours),
      last_played_at = greatest(stays.last_played_at, gone.undated_played_at),
      first_completed_at = least(stays.first_completed_at, gone.first_completed_at),
      stopped_playing_at = greatest(stays.stopped_playing_at, gone.stopped_playing_at),
      created_at = least(stays.created_at, gone.created_at),
      updated_at = greatest(stays.updated_at, gone.updated_at)
    from user_games gone
    where gone.game_id = ${from} and stays.game_id = ${to} and stays.user_id = gone.user_id
      and ${isTaken(merge, 'gone.user_id')}`.execute(db)
  await sql`delete from user_games where game_id = ${from} and ${isTaken(merge)}`.execute(db)
}
