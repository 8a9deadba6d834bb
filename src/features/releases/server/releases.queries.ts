import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { facetOf, facetOfLists, termOfFacet } from '#features/catalogue/server/catalogue.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'

/** Unix seconds, from inclusive, until exclusive. */
export interface Period {
  from: number
  until: number
}

export interface ReleaseRow {
  id: GameId
  /** YYYY-MM-DD */
  released: string
  platforms: string[]
}

export interface GroupedRow extends ReleaseRow {
  group: string
  renown: number
  /** The number of all games of the group. */
  total: number
}

const DATE = sql`games.first_release_date`
const DAY = sql`(date '1970-01-01' + (${DATE} / 86400)::integer)`
const RELEASED = sql`to_char(${DAY}, 'YYYY-MM-DD')`
/** The same as `groupOf` in releases.rules.ts; a test compares them. */
const GROUP = sql`case when to_char(${DAY}, 'MM-DD') = '12-31' then to_char(${DAY}, 'YYYY')
  else to_char(date_trunc('week', ${DAY}), 'YYYY-MM-DD') end`
const PLATFORMS = sql`coalesce(
  (select array_agg(platform ->> 'name') from jsonb_array_elements(games.platforms) platform), '{}'
)`

// In the form that the index by date covers. A literal, as elsewhere, so that the estimate knows how common it is.
const IS_LISTED = sql`${sql.lit(facetOfLists('general'))} = any(games.facets)`
const isOn = (platform: number | null) =>
  platform === null ? sql`` : sql`and ${facetOf('platform', platform)}::integer = any(games.facets)`

/** Selects the games that lists show (decision 0051) and that are released in the period. */
const releasedIn = ({ from, until }: Period, platform: number | null): RawBuilder<unknown> =>
  sql`${DATE} >= ${from}::bigint and ${DATE} < ${until}::bigint and ${IS_LISTED} ${isOn(platform)}`

/**
 * Returns the Unix seconds at which the week begins that comes after `weeks` weeks with releases; null if there are not so
 * many. Each step is one look into the index, however far apart the weeks are.
 */
export async function findWeekAfter(
  db: Db,
  { from, until }: Period,
  platform: number | null,
  weeks: number,
): Promise<number | null> {
  const first = (since: RawBuilder<unknown>) => sql`(
    select ${DATE} from games
    where ${DATE} >= ${since} and ${DATE} < ${until}::bigint and ${IS_LISTED} ${isOn(platform)}
    order by ${DATE} nulls first limit 1
  )`
  // 1 January 1970 was a Thursday.
  const monday = sql`(week.at / 86400 - (week.at / 86400 + 3) % 7) * 86400`
  const { rows } = await sql<{ at: number }>`
    with recursive week (place, at) as (
      select 0, ${first(sql`${from}::bigint`)}
      union all
      select place + 1, ${first(sql`${monday} + 604800`)} from week where at is not null and place < ${sql.lit(weeks)}
    )
    select ${monday} as at from week where place = ${sql.lit(weeks)} and at is not null`.execute(db)
  return rows[0]?.at ?? null
}

/** Lists the best known games of each group in the period. */
export async function listGrouped(
  db: Db,
  period: Period,
  platform: number | null,
  most: number,
): Promise<GroupedRow[]> {
  const { rows } = await sql<GroupedRow>`
    select games.id, ranked."group", ranked.total, ranked.renown, ${RELEASED} as released, ${PLATFORMS} as platforms
    from (
      select id, renown, "group", (count(*) over (partition by "group"))::integer as total,
        row_number() over (partition by "group" order by renown desc, id) as place
      from (select games.id, games.renown, ${GROUP} as "group" from games where ${releasedIn(period, platform)}) games
    ) ranked
    join games on games.id = ranked.id
    where ranked.place <= ${most}
    order by ranked."group", ranked.place`.execute(db)
  return rows
}

/** Lists the games of a group, whose days the period has, after a place; the best known first. */
export async function listRanked(
  db: Db,
  period: Period,
  platform: number | null,
  { group, after, most }: { group: string; after: { renown: number; id: string }; most: number },
): Promise<(ReleaseRow & { renown: number })[]> {
  const { rows } = await sql<ReleaseRow & { renown: number }>`
    select games.id, games.renown, ${RELEASED} as released, ${PLATFORMS} as platforms from games
    where ${releasedIn(period, platform)} and ${GROUP} = ${group}
      and (games.renown < ${after.renown} or (games.renown = ${after.renown} and games.id > ${after.id}))
    order by games.renown desc, games.id limit ${most}`.execute(db)
  return rows
}

/** Returns the platforms of the games in the period, those with the most games first. */
export async function listPlatformIds(db: Db, period: Period): Promise<number[]> {
  const { rows } = await sql<{ facet: number }>`
    select facet from games cross join unnest(games.facets) facet
    where ${releasedIn(period, null)} and facet % 8 = ${sql.lit(facetOf('platform', 0))}
    group by facet order by count(*) desc, facet`.execute(db)
  return rows.flatMap(({ facet }) => termOfFacet(facet)?.id ?? [])
}

/** Lists the games of a member's library that are released in the period, by day; also those that no list shows. */
export async function listOwn(
  db: Db,
  userId: UserId,
  { from, until }: Period,
  platform: number | null,
  most: number,
): Promise<ReleaseRow[]> {
  const { rows } = await sql<ReleaseRow>`
    select games.id, ${RELEASED} as released, ${PLATFORMS} as platforms
    from user_games join games on games.id = user_games.game_id
    where user_games.user_id = ${userId} and ${DATE} >= ${from}::bigint and ${DATE} < ${until}::bigint ${isOn(platform)}
    order by ${DATE}, games.renown desc, games.id limit ${most}`.execute(db)
  return rows
}
