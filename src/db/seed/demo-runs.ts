import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Games that most members have finished, with the usual hours to the credits. */
const FINISHED_BY_MANY = {
  Celeste: 9,
  Hades: 22,
  'Hollow Knight': 28,
  'Outer Wilds': 22,
  'Stardew Valley': 60,
  Tunic: 13,
}
/** A member with fewer games has just arrived. */
const FEW_GAMES = 10

/**
 * Gives each game that a member has completed a finished playthrough without days, and a few games to most members, so that the pages of
 * games have times of this site. The playthroughs of `main` are written with its sessions.
 */
export async function insertFinishedRuns(db: Db, main: string | undefined): Promise<void> {
  await sql`
    with member as (
      select profiles.id, profiles.created_at, row_number() over (order by profiles.username) as number from profiles
      where id is distinct from ${main ?? null}::uuid
        and (select count(*) from user_games where user_id = profiles.id) > ${FEW_GAMES}
    ), game as (
      select games.id, given.hours, row_number() over (order by games.id) as number
      from jsonb_to_recordset(${JSON.stringify(Object.entries(FINISHED_BY_MANY).map(([name, hours]) => ({ name, hours })))}::jsonb)
        as given (name text, hours numeric)
      join games on games.name = given.name and games.owner_id is null and games.data_source = 'igdb'
    ), added as (
      insert into user_games (
      user_id, game_id, status, play_time, completion_percentage, last_played_at, stopped_playing_at, created_at, updated_at
    )
    select member.id, game.id, 'completed', round(game.hours * (0.7 + (member.number * 7 + game.number * 5) % 13 * 0.06), 1), 100,
      member.created_at + interval '1 day', member.created_at + interval '1 day', member.created_at + interval '1 day',
      member.created_at + interval '1 day'
    from member join game on (member.number + game.number) % 4 <> 0
    on conflict (user_id, game_id) do nothing
      returning user_id, game_id, play_time, completion_percentage, created_at
    )
    insert into game_progress_history (user_id, game_id, play_time, completion_percentage, created_at)
    select user_id, game_id, play_time, completion_percentage, created_at from added`.execute(db)
  await sql`
    insert into playthroughs (user_id, game_id, platform, finish_level)
    select entry.user_id, entry.game_id, (array['PC', 'PC', 'Switch'])[1 + member.number % 3],
      case
        when entry.play_time > 1.3 * avg(entry.play_time) over (partition by entry.game_id) then 'completionist'
        when entry.play_time > 1.1 * avg(entry.play_time) over (partition by entry.game_id) then 'main_extras'
        else 'main_story' end
    from user_games entry
    join (select id, row_number() over (order by username) as number from profiles) member on member.id = entry.user_id
    where entry.status = 'completed' and entry.play_time > 0 and entry.user_id is distinct from ${main ?? null}::uuid
    order by entry.user_id, entry.game_id`.execute(db)
}
