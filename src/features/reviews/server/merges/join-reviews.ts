import { type gameMerged, type gameMerging, textsSetAside } from '#features/catalogue/server/catalogue.events.ts'
import { moveComments } from '#features/comments/server/comments.service.ts'
import { moveReactions } from '#features/reactions/server/reactions.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { REVIEW } from '../../reviews.subject.ts'
import { earlierReviewTitle } from '../../reviews.texts.ts'
import { reviewsJoined } from '../reviews.events.ts'
import { tagsOfChange } from '../reviews.service.ts'
import * as queries from './join-reviews.queries.ts'

/**
 * Moves the reviews of a merged game. A member has one review of a game as a whole: of two the later one stays, with the likes,
 * bookmarks, reactions and comments of both, and the journal keeps the text of the other one.
 */
export async function moveMergedReviews(
  { db, events }: EventDeps,
  merge: PayloadOf<typeof gameMerging>,
): Promise<void> {
  const { from, to } = merge
  const pairs = await queries.lockPairs(db, merge)
  if (pairs.length > 0) {
    const texts = pairs.map(({ user_id, text, rating, game, written_at }) => ({
      ...{ userId: user_id, gameId: to, title: earlierReviewTitle(game, rating), text, writtenAt: written_at },
    }))
    await events.publish(db, textsSetAside, { texts })
    const moves = pairs.map(({ goes, stays }) => ({ from: goes, to: stays }))
    await queries.moveMarks(db, pairs)
    await moveComments(db, REVIEW.type, moves)
    await moveReactions(db, REVIEW.type, moves)
    await events.publish(db, reviewsJoined, { moves })
    await queries.deleteReviews(
      db,
      pairs.map(({ goes }) => goes),
    )
  }
  const moved = await queries.moveReviews(db, merge)
  const changed = [
    ...moved,
    ...pairs.flatMap(({ user_id, goes, stays }) => [goes, stays].map((id) => ({ id, user_id }))),
  ]
  await announce(db, [
    tag.reviewsOf(from),
    tag.helpfulReviews,
    ...changed.flatMap((row) => tagsOfChange({ ...row, game_id: to })),
  ])
}

/** Computes the public stars of everybody who had the game or has reviewed one of both again. */
export async function moveMergedStars({ db }: EventDeps, merge: PayloadOf<typeof gameMerged>): Promise<void> {
  await queries.restoreStars(db, merge)
  await announce(db, [tag.reviewsOf(merge.from), tag.reviewsOf(merge.to)])
}
