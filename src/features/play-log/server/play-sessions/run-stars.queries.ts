import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import type { EntryKey } from '#features/library/server/writing/entry-writing.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'

// Which stars belong to which playthrough of an entry (decision 0139).

/**
 * The place of a playthrough among those of its entry: the latest is the one that is open, else the one with the latest day.
 * Of several open ones it is the one that was added last; one that has ended without a day is older than all with one.
 */
export function placeInTime(run: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${run}.${name}`)
  const isOpen = sql`${column('finish_level')} in ('unfinished', 'endless') and ${column('finished_on')} is null`
  const ended = sql`coalesce(${column('finished_on')}, ${column('started_on')}, '-infinity')`
  return sql`(${isOpen}, case when ${isOpen} then '-infinity' else ${ended} end, ${column('id')})`
}

const ofEntry = (run: string) =>
  sql`${sql.ref(`${run}.user_id`)} = entry.user_id and ${sql.ref(`${run}.game_id`)} = entry.game_id`

/**
 * Gives stars of the library to the latest playthrough of each game. It keeps none if those are the stars of the playthrough
 * before it, so that an undo leaves it as it was. Earlier playthroughs stay.
 */
export const giveStarsToLatest = compiledOnce<{ userId: UserId; gameIds: readonly GameId[] }>(
  (value) => sql`
    update playthroughs run
    set rating = nullif(entry.user_rating, (
      select earlier.rating from playthroughs earlier
      where ${ofEntry('earlier')} and earlier.id <> run.id and earlier.rating is not null
      order by ${placeInTime('earlier')} desc limit 1
    ))
    from user_games entry
    where entry.user_id = ${value('userId')} and entry.game_id = any(${value('gameIds')}::text[])
      and run.id = (
        select latest.id from playthroughs latest where ${ofEntry('latest')} order by ${placeInTime('latest')} desc limit 1
      )
      and entry.user_rating is distinct from (
        select rated.rating from playthroughs rated
        where ${ofEntry('rated')} and rated.rating is not null order by ${placeInTime('rated')} desc limit 1
      )`,
)

/** Gives the stars of each of these entries to its latest playthrough, if none has any: another one is about to begin. */
export async function keepStars(db: Db, userId: UserId, gameIds: readonly string[]): Promise<void> {
  await sql`
    update playthroughs run set rating = entry.user_rating
    from user_games entry
    where entry.user_id = ${userId} and entry.game_id = any(${gameIds}::text[]) and entry.user_rating is not null
      and run.id = (
        select latest.id from playthroughs latest where ${ofEntry('latest')} order by ${placeInTime('latest')} desc limit 1
      )
      and not exists (select from playthroughs rated where ${ofEntry('rated')} and rated.rating is not null)`.execute(
    db,
  )
}

/** Returns the stars of the latest rated playthrough; null if none is rated. */
export async function findLatestStars(db: Db, { userId, gameId }: EntryKey): Promise<number | null> {
  const { rows } = await sql<{ rating: number }>`
    select rating from playthroughs run
    where user_id = ${userId} and game_id = ${gameId} and rating is not null
    order by ${placeInTime('run')} desc limit 1`.execute(db)
  return rows[0]?.rating ?? null
}
