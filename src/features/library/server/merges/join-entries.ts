import { type gameMerged, type gameMerging, textSetAside } from '#features/catalogue/server/catalogue.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { MERGE_TEXTS } from '../../library.texts.ts'
import { listSnapshots, snapshotOf } from '../imported/imported.queries.ts'
import { gamesJoined, libraryChanged } from '../library.events.ts'
import * as queries from './join-entries.queries.ts'

/** Moves the entries of a merged game; those of members who have both stay until their parts have moved. */
export async function moveMergedEntries(
  { db, events }: EventDeps,
  merge: PayloadOf<typeof gameMerging>,
): Promise<void> {
  const { from, to } = merge
  await queries.moveEntries(db, merge)
  for (const userId of await queries.listMembersOf(db, from)) {
    const [stays] = await listSnapshots(db, userId, [to], { isLocked: false })
    if (stays) await events.publish(db, gamesJoined, { userId, from, to, entryId: stays.id, before: snapshotOf(stays) })
  }
}

/** Joins both entries of members who have both games, whose parts have moved. */
export async function joinMergedEntries(
  { db, events }: EventDeps,
  { from, to, name, members }: PayloadOf<typeof gameMerged>,
): Promise<void> {
  const both = await queries.listMembersOf(db, from)
  for (const { user_id, notes, updated_at } of await queries.listLongNotes(db, from, to))
    await events.publish(db, textSetAside, {
      userId: user_id,
      gameId: to,
      title: MERGE_TEXTS.notes(name),
      text: notes,
      writtenAt: updated_at,
    })
  await queries.joinEntries(db, from, to)
  await announce(db, members.map(tag.shelf))
  for (const userId of both)
    await events.publish(db, libraryChanged, { userId, rated: [], unrated: [], isUndo: false, isPlay: true })
}
