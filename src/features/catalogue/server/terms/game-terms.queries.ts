import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { escapeLike } from '#db/like.ts'
import type { TermKind } from '../../game-filters.rules.ts'
import { facetOfLists } from '../search/facets.ts'

export interface NamedCount {
  name: string
  games: number
}

/** Lists the names of a kind that games have, those of the most games first. */
export async function listNames(db: Db, kind: TermKind, text: string, most: number): Promise<NamedCount[]> {
  const isNamed: RawBuilder<unknown> = text === '' ? sql`` : sql`and name ilike ${`%${escapeLike(text)}%`}`
  const { rows } = await sql<NamedCount>`
    select name, games from game_trait_counts where kind = ${kind} ${isNamed}
    order by games desc, name limit ${sql.lit(most)}`.execute(db)
  return rows
}

/**
 * Counts for each of the facets the listed games that have it and all of the others (decision 0097). `others` has the facet of the
 * lists, so there is at least one.
 */
export async function countWithEach(
  db: Db,
  facets: readonly number[],
  others: readonly number[],
): Promise<Map<number, number>> {
  const all = sql`(select ${others}::integer[])::integer[]`
  const { rows } = await sql<{ facet: number; games: number }>`
    with common as materialized (
      select part, bit_and(bits) as bits from game_facet_bits
      where facet = any(${all}) group by part having count(*) = ${sql.lit(others.length)}
    ), changes as materialized (
      select facets, change from game_facet_changes where facets @> ${all}
    )
    select wanted.facet, (
      (
        select coalesce(sum(bit_count(own.bits & common.bits)), 0)
        from game_facet_bits own join common on common.part = own.part where own.facet = wanted.facet
      ) + (select coalesce(sum(change), 0) from changes where wanted.facet = any(changes.facets))
    )::integer as games
    from unnest(${facets}::integer[]) wanted (facet)`.execute(db)
  return new Map(rows.map(({ facet, games }) => [facet, games]))
}

const COUNTED_KINDS = ['type', 'perspective', 'engine', 'developer', 'publisher', 'series', 'language', 'store']

/** Counts the listed games of each name again, and writes what has changed. Returns whether anything has. */
export async function countNames(db: Db): Promise<boolean> {
  const { rows } = await sql<{ hasChanged: boolean }>`
    with counted as (
      select split_part(trait, ':', 1) as kind, substr(trait, strpos(trait, ':') + 1) as name, count(*)::integer as games
      from games cross join unnest(game_traits(games.details, games.developer, games.series, games.game_type)) trait
      where ${facetOfLists('general')} = any(games.facets)
      group by 1, 2
    ), wanted as materialized (
      select * from counted where kind = any(${COUNTED_KINDS}::text[]) and name <> ''
    ), gone as (
      delete from game_trait_counts known
      where not exists (select from wanted where wanted.kind = known.kind and wanted.name = known.name)
      returning 1
    ), written as (
      insert into game_trait_counts as known (kind, name, games) select kind, name, games from wanted
      on conflict (kind, name) do update set games = excluded.games where known.games <> excluded.games
      returning 1
    )
    select exists (select from gone) or exists (select from written) as "hasChanged"`.execute(db)
  return rows[0]?.hasChanged === true
}
