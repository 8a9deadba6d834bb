import type { gameSplit, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { librariesChanged } from '../library.events.ts'
import * as queries from './split-entries.queries.ts'

/** Gives each game its entries and histories, before their parts follow. */
export async function splitEntries({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await queries.returnEntries(db, split)
  await putBack(db, split, 'game_progress_history')
  await putBack(db, split, 'game_achievement_history')
  await putBack(db, split, 'library_bulk_changes')
}

/** Makes of entries that had been joined what they were. What members have written since stays with the game that stays. */
export async function finishSplitEntries({ db, events }: EventDeps, split: PayloadOf<typeof gameSplit>): Promise<void> {
  await queries.insertLaterEntries(db, split)
  const targets = await queries.listTargets(db, split)
  if (targets.length > 0) await queries.setEntries(db, targets, split)
  await announce(db, split.members.map(tag.shelf))
  const changed = split.move ? split.members : targets.map(({ user_id }) => user_id)
  await events.publish(db, librariesChanged, { userIds: [...new Set(changed)] })
}
