import type { gameSplit } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import type { gamesJoined } from '#features/library/server/library.events.ts'
import type { reviewsJoined } from '#features/reviews/server/reviews.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { movePinsOfEntries, movePinsOfReviews } from './pins.queries.ts'

/** A pinned entry that becomes one with another stays pinned. */
export async function followJoinedGame(
  { db }: EventDeps,
  { from, entries }: PayloadOf<typeof gamesJoined>,
): Promise<void> {
  await movePinsOfEntries(db, from, entries)
  await announce(
    db,
    entries.map(({ userId }) => tag.pins(userId)),
  )
}

/** A pinned review that gives way to another one of the member leaves it the place. */
export async function followJoinedReviews(
  { db }: EventDeps,
  { moves }: PayloadOf<typeof reviewsJoined>,
): Promise<void> {
  const members = await movePinsOfReviews(db, moves)
  await announce(db, members.map(tag.pins))
}

/** Two games that were merged are two again: each pin shows what it has shown before the merge. */
export async function splitPins({ db }: EventDeps, split: PayloadOf<typeof gameSplit>): Promise<void> {
  await announce(db, (await putBack(db, split, 'profile_pins')).map(tag.pins))
}
