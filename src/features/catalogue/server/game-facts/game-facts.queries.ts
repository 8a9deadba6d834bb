import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { KIND_OF_TYPE, MAX_ON_SHELF, type RelationKind } from '../../game-facts.rules.ts'
import { CARD, type CardRow, type GameRow } from '../catalogue.queries.ts'
import { EROTIC_THEME } from '../sources/vocabulary.ts'

/** The most relations of one end that are read: a source may name more. */
const MAX_READ = 1000
/** The best known games of a series that its shelf may have. */
const MAX_IN_SERIES = 200

export interface RelatedRow extends CardRow {
  kind: RelationKind
  role: 'part' | 'whole'
  total: number
}

const kindOfType = (type: string) =>
  sql.raw(`coalesce(('{${KIND_OF_TYPE.join(',')}}'::text[])[coalesce(${type}, 0) + 1], 'part')`)

/** This game, and those that were merged into it: older relations name them. */
const namesOf = (id: GameId) => sql`array(
  select ${id}::text union all select merge.from_id from game_merges merge where merge.into_id = ${id})`

/**
 * The relations of a game as rows of kind, role of the other game, and its id. A parent alone is a relation by the type of the
 * part, for games whose source names no other.
 */
const relationsOf = (id: GameId) => sql`(
  (select kind, 'whole' as role, whole_id as other from game_relations
    where part_id = any(${namesOf(id)}) and kind <> 'similar' limit ${MAX_READ})
  union
  (select kind, 'part', part_id from game_relations
    where whole_id = any(${namesOf(id)}) and kind <> 'similar' limit ${MAX_READ})
  union
  (select ${kindOfType('part.game_type')}, 'whole', part.parent_id from games part
    where part.id = ${id} and part.parent_id is not null and not exists (
      select from game_relations known where known.part_id = part.id and known.whole_id = part.parent_id))
  union
  (select ${kindOfType('part.game_type')}, 'part', part.id from games part
    where part.parent_id = ${id} and not exists (
      select from game_relations known where known.part_id = part.id and known.whole_id = ${id})
    limit ${MAX_READ})
)`

const isShownFor = (game: Pick<GameRow, 'theme_ids'>) =>
  game.theme_ids.includes(EROTIC_THEME) ? sql<boolean>`true` : sql<boolean>`${EROTIC_THEME} <> all(games.theme_ids)`

/** Lists the related games that are stored, the first of each kind by their release, each with the number of its kind. */
export async function listRelations(db: Db, game: Pick<GameRow, 'id' | 'theme_ids'>): Promise<RelatedRow[]> {
  const id = game.id as GameId
  const found = sql<{ kind: RelationKind; role: 'part' | 'whole'; other: string }>`(
    select distinct kind, role, coalesce(merge.into_id, other) as other
    from ${relationsOf(id)} found
    left join game_merges merge on merge.from_id = other
  )`
  const shelf = sql`partition by relation.kind, relation.role`
  return db
    .selectFrom((select) =>
      select
        .selectFrom(found.as('relation'))
        .innerJoin('games', 'games.id', 'relation.other')
        .select([
          ...CARD,
          'relation.kind',
          'relation.role',
          sql<number>`count(*) over (${shelf})`.as('total'),
          sql<number>`row_number() over (${shelf} order by games.first_release_date nulls last, games.id)`.as('place'),
        ])
        .where('games.id', '<>', id)
        .where('games.owner_id', 'is', null)
        .where(isShownFor(game))
        .as('related'),
    )
    .selectAll()
    .where('place', '<=', MAX_ON_SHELF)
    .orderBy('kind')
    .orderBy('role')
    .orderBy('place')
    .execute()
}

/** Lists the ids of related games that are not stored. */
export async function listMissing(db: Db, id: GameId, most: number): Promise<GameId[]> {
  const { rows } = await sql<{ other: GameId }>`
    select distinct other from ${relationsOf(id)} found
    where not exists (select from games where games.id = other)
      and not exists (select from game_merges merge where merge.from_id = other)
    order by other limit ${most}`.execute(db)
  return rows.map(({ other }) => other)
}

/** A game of its own in a series: no DLC, edition or port of another one. */
const IS_MAIN = sql<boolean>`(coalesce(games.game_type, 0) in (4, 8, 9)
  or coalesce(games.game_type, 0) = 0 and games.parent_id is null)`

/** Lists the main games of a series or franchise by their release, and the game itself; the best known of very many. */
export async function listSeries(
  db: Db,
  game: Pick<GameRow, 'id' | 'theme_ids'>,
  of: 'series' | 'franchise',
  name: string,
): Promise<CardRow[]> {
  const column =
    of === 'series'
      ? sql`games.series = ${name}`
      : sql`games.details ? 'franchise' and games.details ->> 'franchise' = ${name}`
  const found = sql<{ id: string }>`(
    select games.id from games where ${column} order by games.renown desc, games.id limit ${MAX_IN_SERIES}
  )`
  return db
    .selectFrom(found.as('found'))
    .innerJoin('games', 'games.id', 'found.id')
    .select(CARD)
    .where('games.owner_id', 'is', null)
    .where(sql<boolean>`(games.id = ${game.id} or ${IS_MAIN} and ${isShownFor(game)})`)
    .orderBy(sql`games.first_release_date nulls last`)
    .orderBy('games.id')
    .execute()
}
