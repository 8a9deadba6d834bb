import type { gameSplit, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { putBack } from '#features/catalogue/server/catalogue.service.ts'
import { moveCommentsBack } from '#features/comments/server/comments.service.ts'
import { putReactionsBack } from '#features/reactions/server/reactions.service.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { tagsOfChange } from '../reviews.service.ts'
import * as queries from './split-reviews.queries.ts'

/** Gives each game its reviews with their marks, comments and reactions; those since the merge stay where they are. */
export async function splitReviews({ db }: EventDeps, split: PayloadOf<typeof gameSplitting>): Promise<void> {
  const { from, to } = split
  const moved = await queries.listMoved(db, split)
  const ids = moved.map(({ id }) => id)
  await queries.countReviews(db, ids, -1)
  await putBack(db, split, 'reviews')
  await queries.countReviews(db, ids, 1)
  await putBack(db, split, 'review_likes')
  await putBack(db, split, 'review_bookmarks')
  await moveCommentsBack(db, await queries.listMovedFrom(db, split, 'activity_comments'))
  await putReactionsBack(db, {
    moved: await queries.listMovedFrom(db, split, 'activity_reactions'),
    removed: await queries.listRemovedReactions(db, split),
  })
  await announce(db, [
    tag.reviewsOf(from),
    tag.helpfulReviews,
    ...(await queries.listMoved(db, split)).flatMap((row) => tagsOfChange({ ...row, game_id: to })),
  ])
}

/** Computes the public stars of everybody whose entry or review the split has changed again. */
export async function splitStars({ db }: EventDeps, { from, to, members }: PayloadOf<typeof gameSplit>): Promise<void> {
  await queries.restoreBothStars(db, members, [from, to])
  await announce(db, [tag.reviewsOf(from), tag.reviewsOf(to)])
}
