import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { ExternalIdSource } from './matching.rules.ts'

/** The facts of a game that the matching compares. */
export interface GameFacts {
  id: string
  name: string
  /** All names, as the search compares them: '| doom | doom 1993 | ~d93 |'. */
  search_text: string
  first_release_date: number | null
  platform_ids: number[]
  renown: number
  game_type: number | null
  parent_id: string | null
  series: string | null
  /** Its application ids at Steam are known. */
  is_at_steam: boolean
}

const FACTS = sql`games.id, games.name, games.search_text, games.first_release_date, games.platform_ids, games.renown,
  games.game_type, games.parent_id, games.series,
  exists (select from game_external_ids known where known.game_id = games.id and known.source = 'steam') as is_at_steam`

/** An id that a record names: of a game here, or elsewhere. */
export type AskedId = { id: string } | { source: ExternalIdSource; uid: string }

/** Finds the games of the catalogue with these ids. `asked` is the id, or the source and the id there with a colon between them. */
export async function findByIds(db: Db, ids: readonly AskedId[]): Promise<(GameFacts & { asked: string })[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<GameFacts & { asked: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(ids)}::jsonb) as given (id text, source text, uid text)
    ), found as materialized (
      select given.id as asked, given.id from given where given.id is not null
      union
      select given.id, merge.into_id from given cross join lateral (
        select into_id from game_merges where from_id = given.id offset 0
      ) merge
      union
      select given.source || ':' || given.uid, known.game_id from given cross join lateral (
        select game_id from game_external_ids
        where source = given.source collate "C" and uid = given.uid collate "C" limit ${sql.lit(MAX_OF_ONE_ID)}
      ) known
    )
    select found.asked, games.* from found
    cross join lateral (
      select ${FACTS} from games where games.id = found.id and games.owner_id is null offset 0
    ) games`.execute(db)
  return rows
}

const MAX_OF_ONE_ID = 12
/** Of one name the best known games are read. */
const MAX_OF_ONE_NAME = 12
/** The longest name in a key of `game_keys`. */
export const LONGEST_KEY = 60

/** Finds the best known games that have one of these names, as a name of their own or another one. */
export async function findByNames(db: Db, keys: readonly string[]): Promise<(GameFacts & { key: string })[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<GameFacts & { key: string }>`
    with given as materialized (
      select key from jsonb_to_recordset(${JSON.stringify(keys.map((key) => ({ key })))}::jsonb) as given (key text)
    ), found as materialized (
      select given.key, same.game_id from given cross join lateral (
        select game_id from game_keys where key = given.key collate "C"
        order by renown desc limit ${sql.lit(MAX_OF_ONE_NAME)}
      ) same
    )
    select found.key, games.* from found
    cross join lateral (select ${FACTS} from games where games.id = found.game_id offset 0) games`.execute(db)
  return rows
}

/** A word of a record's title, a short form ('~gta5'), or the beginning of a name without spaces ('=gran'). */
export interface AskedKey {
  /** The number of the record. */
  n: number
  key: string
}

/** Of the games with one word the best known are read. */
const MAX_OF_ONE_WORD = 60
const MAX_OF_ONE_BEGINNING = 24
/** So many games are compared with one record. */
const MAX_SIMILAR = 6

/** What a word counts beside its rarity: two frequent words are more than one that few games have. */
const OF_ANY_WORD = 0.2

/**
 * Finds for each record the games that have the most of its words, rare words before frequent ones, and of these the
 * best known.
 */
export async function findSimilar(db: Db, keys: readonly AskedKey[]): Promise<(GameFacts & { n: number })[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<GameFacts & { n: number }>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as given (n integer, key text)
    ), hit as materialized (
      select given.n, given.key, known.game_id, known.renown from given cross join lateral (
        select game_id, renown from game_keys where key = given.key collate "C"
        order by renown desc limit ${sql.lit(MAX_OF_ONE_WORD)}
      ) known
      where left(given.key, 1) <> '='
      union all
      select given.n, given.key, begun.game_id, begun.renown from given cross join lateral (
        select game_id, renown from game_keys
        where key >= given.key collate "C" and key < (given.key || '{') collate "C"
        limit ${sql.lit(MAX_OF_ONE_BEGINNING)}
      ) begun
      where left(given.key, 1) = '='
    ), weighed as (
      select n, game_id, renown, ${sql.lit(OF_ANY_WORD)} + 1.0 / count(*) over (partition by n, key) as weight from hit
    ), placed as (
      select n, game_id, row_number() over (
        partition by n order by sum(weight) desc, max(renown) desc, game_id
      ) as place
      from weighed group by n, game_id
    ), best as materialized (
      select n, game_id from placed where place <= ${sql.lit(MAX_SIMILAR)}
    )
    select best.n, games.* from best
    cross join lateral (select ${FACTS} from games where games.id = best.game_id offset 0) games`.execute(db)
  return rows
}
