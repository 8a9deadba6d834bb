import { type gameMerged, type gameMerging, textsSetAside } from '#features/catalogue/server/catalogue.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { MERGE_TEXTS } from '../../merged-notes.texts.ts'
import { listStaying, snapshotOf } from '../imported/imported.queries.ts'
import { gamesJoined, librariesChanged } from '../library.events.ts'
import * as queries from './join-entries.queries.ts'

/** Moves the entries of a merged game; those of members who have both stay until their parts have moved. */
export async function moveMergedEntries(
  { db, events }: EventDeps,
  merge: PayloadOf<typeof gameMerging>,
): Promise<void> {
  const { from, to } = merge
  await queries.moveEntries(db, merge)
  const stays = await listStaying(db, merge)
  const entries = stays.map((row) => ({ userId: row.user_id, entryId: row.id, before: snapshotOf(row) }))
  if (entries.length > 0) await events.publish(db, gamesJoined, { from, to, entries })
}

/** Joins both entries of members who have both games, whose parts have moved. */
export async function joinMergedEntries({ db, events }: EventDeps, merge: PayloadOf<typeof gameMerged>): Promise<void> {
  const { to, name, members } = merge
  const both = await queries.listMembersOf(db, merge)
  const texts = (await queries.listLongNotes(db, merge)).map(({ user_id, notes, updated_at }) => ({
    ...{ userId: user_id, gameId: to, title: MERGE_TEXTS.notes(name), text: notes, writtenAt: updated_at },
  }))
  if (texts.length > 0) await events.publish(db, textsSetAside, { texts })
  await queries.joinEntries(db, merge)
  await announce(db, members.map(tag.shelf))
  await events.publish(db, librariesChanged, { userIds: merge.move ? members : both })
}
