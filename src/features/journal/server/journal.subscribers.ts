import type { listChanged } from '#features/lists/server/lists.events.ts'
import { dayIn } from '#features/profiles/profiles.rules.ts'
import { memberDays, memberZone } from '#features/profiles/server/profiles.service.ts'
import type { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import * as queries from './journal.queries.ts'

/** Inserts the journal entry of a new review, whether the journal or another screen created it (C24). */
export async function insertReviewEntry(
  { db }: EventDeps,
  { userId, gameId, reviewId, change, at }: PayloadOf<typeof reviewChanged>,
): Promise<void> {
  if (change === 'created') {
    const { today } = await memberDays(db, userId, at)
    const empty = { title: null, content: '', progress: null, hoursPlayed: null, listId: null }
    await queries.insertEntry(db, { ...empty, userId, type: 'review', date: today, gameId, reviewId, at })
  }
  await announce(db, [tag.journal(userId)])
}

/** Inserts the journal entries of imported reviews, each on the member's day on which it was written. */
export async function insertImportedReviewEntries(
  { db }: EventDeps,
  { userId, change, at, reviews }: PayloadOf<typeof reviewsImported>,
): Promise<void> {
  if (change === 'created') {
    const zone = await memberZone(db, userId)
    const entries = reviews.map(({ reviewId, gameId, createdAt }) => ({
      review_id: reviewId,
      game_id: gameId,
      date: dayIn(zone, createdAt),
      created_at: createdAt,
    }))
    await queries.insertReviewEntries(db, userId, entries, at)
  }
  await announce(db, [tag.journal(userId)])
}

/** Inserts the journal entry of a new list, whether the journal or another screen created it (C56). */
export async function insertListEntry(
  { db }: EventDeps,
  { userId, listId, change, at }: PayloadOf<typeof listChanged>,
): Promise<void> {
  if (change === 'created') {
    const { today } = await memberDays(db, userId, at)
    const empty = { title: null, content: '', gameId: null, progress: null, hoursPlayed: null, reviewId: null }
    await queries.insertEntry(db, { ...empty, userId, type: 'list', date: today, listId, at })
  }
  await announce(db, [tag.journal(userId)])
}
