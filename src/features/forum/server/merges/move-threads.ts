import { sql } from 'kysely'
import type { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'

/** Moves the threads about a merged game. */
export async function moveMergedThreads({ db }: EventDeps, { from, to }: PayloadOf<typeof gameMerging>): Promise<void> {
  await sql`update forum_threads set game_id = ${to} where game_id = ${from}`.execute(db)
  await announce(db, [tag.threadsAbout(from), tag.threadsAbout(to), tag.forum])
}

export async function splitThreads({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  await putBack(db, split, 'forum_threads')
  await announce(db, [tag.threadsAbout(split.from), tag.threadsAbout(split.to), tag.forum])
}
