import { fromCountCursor, fromCursor, keysetOfCreation, readKeysetPart, readPart, toCountCursor } from '#db/keyset.ts'
import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { Shown, Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import { DAY_MS } from '#shared/durations.ts'
import { refuse } from '#shared/refusal.ts'
import { type BrowsedOrder, REVIEWS_PAGE_SIZE } from '../../reviews.endpoints.ts'
import { SIGN_IN_FOR_FRIENDS } from '../../reviews.texts.ts'
import { type Found, loadReviews, type ReviewRow } from '../reviews.queries.ts'
import { type ReviewsDeps, type ReviewView, viewRows } from '../reviews.service.ts'
import * as browse from './browse-reviews.queries.ts'

interface Question {
  show: BrowsedOrder
  cursor?: string | undefined
}

/** Lists the public reviews of everybody part by part. Refuses a visitor who asks for those of friends with 401. */
export async function browseReviews(
  deps: ReviewsDeps,
  viewer: Viewer | null,
  question: Question,
  reply: Shown,
): Promise<{ data: ReviewView[]; nextCursor: string | null }> {
  reply.shows(tag.latestReviews, ...(question.show === 'helpful' ? [tag.helpfulReviews] : []))
  const { rows, nextCursor } = await readReviews(deps, viewer, question)
  return { data: await viewRows(deps, viewer, rows, reply), nextCursor }
}

async function readReviews(
  { db }: ReviewsDeps,
  viewer: Viewer | null,
  { show, cursor }: Question,
): Promise<{ rows: ReviewRow[]; nextCursor: string | null }> {
  if (show === 'helpful') {
    const { rows, end } = await readPart(fromCountCursor(cursor), REVIEWS_PAGE_SIZE, (below, most) =>
      loadReviews(db, browse.mostHelpful(viewer, below, most), viewer),
    )
    return { rows, nextCursor: end ? toCountCursor({ count: end.helpfulness, id: end.id }) : null }
  }
  if (show === 'friends' && viewer === null) return refuse('unauthenticated', 'sign_in_required', SIGN_IN_FOR_FRIENDS)
  const find = (before: Parameters<typeof browse.newest>[1], most: number): Found =>
    show === 'friends' && viewer !== null ? browse.ofKnown(viewer, before, most) : browse.newest(viewer, before, most)
  return readKeysetPart(
    fromCursor(cursor),
    REVIEWS_PAGE_SIZE,
    (before, most) => loadReviews(db, find(before, most), viewer),
    keysetOfCreation,
  )
}

/** The days whose reviews are counted, and the number of games that are shown. */
const COUNTED_DAYS = 7
const GAMES_SHOWN = 8

/** Lists the games with the most public reviews of the last seven days. The numbers are the same for everybody. */
export async function listReviewedGames(deps: ReviewsDeps, reply: Shown) {
  const now = deps.clock()
  const counted = await browse.countByGame(deps.db, new Date(now.getTime() - COUNTED_DAYS * DAY_MS), GAMES_SHOWN)
  const cards = await loadGameCards(
    deps,
    counted.map(({ game_id }) => game_id),
    now,
  )
  reply.shows(tag.latestReviews, ...[...cards.keys()].map((id) => tag.game(id)))
  return counted.flatMap(({ game_id, reviews }) => {
    const game = cards.get(game_id)
    return game ? [{ game, reviews }] : []
  })
}
