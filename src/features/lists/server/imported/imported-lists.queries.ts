import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { ImportedList, ImportedListGame } from '../../imported-list.rules.ts'

/** A game of the catalogue, which the caller has locked. */
export interface GivenGame extends ImportedListGame {
  game_id: GameId
}

export interface OwnList {
  title: string
  created_at: Date
}

export const listOwn = (db: Db, userId: UserId): Promise<OwnList[]> =>
  db.selectFrom('lists').select(['title', 'created_at']).where('user_id', '=', userId).orderBy('id').execute()

export interface WrittenList {
  id: string
  title: string
  updated_at: string
  changed_at: string
}

/** Inserts a list with its games in this order. */
export async function insertList(
  db: Db,
  userId: UserId,
  { title, description, is_shared, is_ranked, created_at, updated_at, changed_at, filters, tells_of_new }: ImportedList,
  games: readonly GivenGame[],
): Promise<WrittenList> {
  const { rows } = await sql<WrittenList>`
    with made as (
      insert into lists (
        user_id, title, description, is_shared, is_ranked, games_count, created_at, updated_at, changed_at
      )
      values (
        ${userId}, ${title}, ${description}, ${is_shared}, ${is_ranked}, ${games.length}, ${created_at}, ${updated_at},
        ${changed_at}
      )
      returning id, title, updated_at, changed_at
    ), placed as (
      insert into list_games (list_id, game_id, position, note, added_at)
      select made.id, game.game_id, game.position, game.note, game.added_at
      from made cross join rows from (
        jsonb_to_recordset(${JSON.stringify(games)}::jsonb) as (game_id text, note text, added_at timestamptz)
      ) with ordinality as game (game_id, note, added_at, position)
    ), smart as (
      insert into smart_lists (list_id, filters, tells_of_new, seen_at, checked_at)
      select id, ${filters ?? null}::text, ${tells_of_new ?? false}::boolean, now(), changed_at
      from made where ${filters ?? null}::text is not null
    )
    select id, title, updated_at::text as updated_at, changed_at::text as changed_at from made`.execute(db)
  return rows[0] as WrittenList
}

/** Deletes those of these lists whose fields and games nobody has changed since. */
export async function deleteUnchanged(
  db: Db,
  userId: UserId,
  lists: readonly WrittenList[],
): Promise<{ id: string; title: string }[]> {
  if (lists.length === 0) return []
  const { rows } = await sql<{ id: string; title: string }>`
    delete from lists list
    using jsonb_to_recordset(${JSON.stringify(lists)}::jsonb)
      as given (id uuid, updated_at timestamptz, changed_at timestamptz)
    where list.user_id = ${userId} and list.id = given.id
      and list.updated_at = given.updated_at and list.changed_at = given.changed_at
    returning list.id, list.title`.execute(db)
  return rows
}
