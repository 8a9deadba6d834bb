import { sql } from 'kysely'
import type { EventDeps } from '#server/events.ts'

/**
 * Adds a quarter of the games that come out soon to the library of each member of the demo world who has one, with the status
 * `want_to_play`, so that the member's release calendar has games.
 */
export async function wishForDemoGames({ db, clock }: Pick<EventDeps, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  await sql`
    with member as (
      select id, row_number() over (order by username) as number from profiles
      where exists (select from user_games where user_id = profiles.id)
    ), game as (
      select id, row_number() over (order by first_release_date, id) as number from games
      where first_release_date > extract(epoch from ${now}::timestamptz)
    )
    insert into user_games (user_id, game_id, status, created_at, updated_at)
    select member.id, game.id, 'want_to_play', wished.at, wished.at
    from member
    join game on (member.number + game.number) % 4 = 0
    cross join lateral (
      select ${now}::timestamptz - make_interval(days => (3 + (member.number * 5 + game.number) % 24)::int) as at
    ) wished
    on conflict (user_id, game_id) do nothing`.execute(db)
}
