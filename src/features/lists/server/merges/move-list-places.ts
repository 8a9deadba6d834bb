import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type gameMerging, type gameSplitting, textsSetAside } from '#features/catalogue/server/catalogue.events.ts'
import { isTaken, putBack, recordedRows } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { ListId, UserId } from '#shared/ids.ts'
import { subjectRef } from '#shared/subject.ts'
import { GAMES_MAX } from '../../lists.rules.ts'
import { LIST } from '../../lists.subject.ts'
import { mergedNoteTitle } from '../../lists.texts.ts'

interface Place {
  list_id: ListId
  user_id: UserId
  title: string
  added_at: Date
  note: string | null
  has_both: boolean
  other_note: string | null
}

/**
 * Moves the places of a merged game. A list that has both games keeps the place of the other one, with the note of the one
 * that goes if it has none; the journal of the list's owner preserves a note that has no place.
 */
export async function moveMergedPlaces({ db, events }: EventDeps, merge: PayloadOf<typeof gameMerging>): Promise<void> {
  const { from, to } = merge
  const { rows: places } = await sql<Place>`
    select place.list_id, list.user_id, list.title, place.added_at, place.note,
      other.list_id is not null as has_both, other.note as other_note
    from list_games place join lists list on list.id = place.list_id
    left join list_games other on other.list_id = place.list_id and other.game_id = ${to}
    where place.game_id = ${from} and ${isTaken(merge, 'list.user_id')}
    order by place.list_id for update of list`.execute(db)
  const both = places.filter(({ has_both }) => has_both)
  if (both.length > 0) {
    await removePlaces(db, both, merge)
    const texts = both.flatMap(({ user_id, title, added_at, note, other_note }) =>
      note === null || other_note === null || note === other_note
        ? []
        : [{ userId: user_id, gameId: to, title: mergedNoteTitle(title), text: note, writtenAt: added_at }],
    )
    if (texts.length > 0) await events.publish(db, textsSetAside, { texts })
  }
  const lists = places.map(({ list_id }) => list_id)
  await sql`update list_games set game_id = ${to} where game_id = ${from} and list_id = any(${lists}::uuid[])`.execute(
    db,
  )
  await announce(
    db,
    places.flatMap(({ list_id, user_id }) => [tag.listsBy(user_id), tag.subject(subjectRef(LIST, list_id))]),
  )
}

/** Removes the game that goes from lists that have both; the other one takes its note if it has none. */
async function removePlaces(db: Db, both: readonly Place[], { from, to }: { from: string; to: string }): Promise<void> {
  const ids = both.map(({ list_id }) => list_id)
  const { rows: gone } = await sql`
    delete from list_games where game_id = ${from} and list_id = any(${ids}::uuid[]) returning list_id, position`.execute(
    db,
  )
  await sql`
    update list_games place set position = place.position - 1
    from jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) as gone (list_id uuid, position int)
    where place.list_id = gone.list_id and place.position > gone.position`.execute(db)
  await sql`update lists set games_count = games_count - 1 where id = any(${ids}::uuid[])`.execute(db)
  const notes = both.filter(({ note, other_note }) => note !== null && other_note === null)
  await sql`
    update list_games set note = given.note
    from jsonb_to_recordset(${JSON.stringify(notes)}::jsonb) as given (list_id uuid, note text)
    where list_games.list_id = given.list_id and list_games.game_id = ${to}`.execute(db)
}

/** Gives each game its places. A list that had both games has both again, at the old place if the list is as long. */
export async function splitPlaces({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  const { rows: removed } = await sql<{ list_id: string; position: number }>`
    select list.id as list_id, least((row.before ->> 'position')::int, list.games_count + 1) as position
    from ${recordedRows(split)} row join lists list on list.id = split_part(row.key, '/', 1)::uuid and list.games_count < ${GAMES_MAX}
    where row.kind = 'list_games' and row.after is null
    order by list.id for update of list`.execute(db)
  for (const { list_id, position } of removed) {
    await sql`
      update list_games set position = position + 1 where list_id = ${list_id} and position >= ${position}`.execute(db)
  }
  await putBack(db, split, 'list_games')
  for (const { list_id, position } of removed)
    await sql`
      with place as (
        update list_games set position = ${position} where list_id = ${list_id} and game_id = ${split.from}
      )
      update lists set games_count = games_count + 1 where id = ${list_id}`.execute(db)
  const { rows: lists } = await sql<{ id: ListId; user_id: UserId }>`
    select id, user_id from lists
    where id in (select list_id from list_games where game_id in (${split.from}, ${split.to})) and ${isTaken(split)}`.execute(
    db,
  )
  await announce(
    db,
    lists.flatMap(({ id, user_id }) => [tag.listsBy(user_id), tag.subject(subjectRef(LIST, id))]),
  )
}
