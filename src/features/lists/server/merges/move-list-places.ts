import { sql } from 'kysely'
import { type gameMerging, textSetAside } from '#features/catalogue/server/catalogue.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import type { ListId, UserId } from '#shared/ids.ts'
import { subjectRef } from '#shared/subject.ts'
import { LIST } from '../../lists.subject.ts'
import { mergedNoteTitle } from '../../lists.texts.ts'
import { deleteGame } from '../games/list-games.queries.ts'

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
export async function moveMergedPlaces(
  { db, events }: EventDeps,
  { from, to }: PayloadOf<typeof gameMerging>,
): Promise<void> {
  const { rows: places } = await sql<Place>`
    select place.list_id, list.user_id, list.title, place.added_at, place.note,
      other.list_id is not null as has_both, other.note as other_note
    from list_games place join lists list on list.id = place.list_id
    left join list_games other on other.list_id = place.list_id and other.game_id = ${to}
    where place.game_id = ${from}
    order by place.list_id for update of list`.execute(db)
  for (const { list_id, user_id, title, added_at, note, has_both, other_note } of places) {
    if (!has_both) continue
    await deleteGame(db, list_id, from)
    await sql`update lists set games_count = games_count - 1 where id = ${list_id}`.execute(db)
    if (note === null || note === other_note) continue
    if (other_note === null)
      await sql`update list_games set note = ${note} where list_id = ${list_id} and game_id = ${to}`.execute(db)
    else
      await events.publish(db, textSetAside, {
        userId: user_id,
        gameId: to,
        title: mergedNoteTitle(title),
        text: note,
        writtenAt: added_at,
      })
  }
  await sql`update list_games set game_id = ${to} where game_id = ${from}`.execute(db)
  await announce(
    db,
    places.flatMap(({ list_id, user_id }) => [tag.listsBy(user_id), tag.subject(subjectRef(LIST, list_id))]),
  )
}
