import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/** A member who waits for a game. */
export interface Waiting {
  user_id: UserId
  game_id: GameId
}

export interface WaitingRow extends Waiting {
  name: string
  /** YYYY-MM-DD */
  released: string
  zone: string | null
}

/**
 * Lists a batch of the members who want to play a game of this period, and were not notified of its release, in the order
 * of games and members. Games of which only the year is known are left out.
 */
export async function listWaiting(
  db: Db,
  { from, until }: { from: number; until: number },
  { after, most }: { after: Waiting | null; most: number },
): Promise<WaitingRow[]> {
  const day = sql`(date '1970-01-01' + (games.first_release_date / 86400)::integer)`
  const { rows } = await sql<WaitingRow>`
    select wanted.user_id, wanted.game_id, games.name, to_char(${day}, 'YYYY-MM-DD') as released,
      member.settings ->> 'timezone' as zone
    from games
    -- Few games are released in these days. The offset keeps PostgreSQL from reading all libraries instead.
    cross join lateral (
      select game_id, user_id from user_games where game_id = games.id and status = 'want_to_play' offset 0
    ) wanted
    join profiles member on member.id = wanted.user_id and member.disabled_at is null
    where games.first_release_date >= ${from}::bigint and games.first_release_date < ${until}::bigint
      and to_char(${day}, 'MM-DD') <> '12-31'
      ${after ? sql`and (wanted.game_id, wanted.user_id) > (${after.game_id}, ${after.user_id}::uuid)` : sql``}
      and not exists (
        select from release_notices told where told.user_id = wanted.user_id and told.game_id = wanted.game_id
      )
    order by wanted.game_id, wanted.user_id limit ${most}`.execute(db)
  return rows
}

/** Stores that these members are notified, and returns those that were not before, whichever node notifies them. */
export async function insertNotices(db: Db, waiting: readonly Waiting[], at: Date): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    insert into release_notices (user_id, game_id, notified_at)
    select told.user_id, told.game_id, ${at}
    from unnest(
      ${waiting.map(({ user_id }) => user_id)}::uuid[], ${waiting.map(({ game_id }) => game_id)}::text[]
    ) told (user_id, game_id)
    where exists (select from profiles where id = told.user_id) and exists (select from games where id = told.game_id)
    order by told.game_id, told.user_id
    on conflict (user_id, game_id) do nothing
    returning user_id, game_id`.execute(db)
  return rows
}
