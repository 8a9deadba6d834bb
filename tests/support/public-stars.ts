import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/**
 * Returns the stored stars and counts of stars that differ from what libraries and listed reviews say; none if every star
 * that everybody may see counts once a member (decision 0101).
 */
export async function wrongStars(db: Db): Promise<unknown[]> {
  const { rows: stars } = await sql`
    select * from public_stars stored
    full join (
      select user_id, game_id, coalesce(entry.user_rating, review.rating * 2) as expected
      from (
        select user_id, game_id, user_rating from user_games join profiles on profiles.id = user_id
        where user_rating is not null and disabled_at is null
          and coalesce(settings ->> 'visibility', 'public') = 'public'
          and coalesce(settings -> 'sections' ->> 'library', 'public') = 'public'
      ) entry
      full join (
        select distinct on (user_id, game_id) user_id, game_id, rating from reviews where is_listed
        order by user_id, game_id, place
      ) review using (user_id, game_id)
    ) star using (user_id, game_id)
    where half_stars is distinct from expected`.execute(db)
  const { rows: counts } = await sql`
    select * from game_star_counts stored
    full join (
      select game_id, half_stars, count(*) as expected from public_stars group by 1, 2
    ) counted using (game_id, half_stars)
    where coalesce(members, 0) <> coalesce(expected, 0)`.execute(db)
  return [...stars, ...counts]
}
