import type * as z from 'zod/mini'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { plausibleYear } from '#features/catalogue/catalogue.rules.ts'
import { termsOf } from '#features/catalogue/game-shapes.rules.ts'
import { kindOf } from '#features/play-log/logged-playthrough.rules.ts'
import { foldOfRow } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { ReviewId } from '#shared/ids.ts'
import { ascending, compareInTurn, descending } from '#shared/order.ts'
import type { Review, ReviewExtract, ReviewSummary } from '../reviews.contract.ts'
import { averageOf, HALF_STARS, isLongReview, MISSING_GAME, PLATFORMS_SHOWN } from '../reviews.rules.ts'
import { mayEdit, mayLike } from './reviews.policy.ts'
import type { ExtractRow, ReviewRow, RunRow } from './reviews.queries.ts'
import type { CountRow } from './summary/review-counts.queries.ts'
import type { SummaryRow } from './summary/summary.queries.ts'

export interface Reading {
  viewer: Viewer | null
  now: Date
  /** Includes the text of a folded review. */
  isRevealed?: boolean
}

/** Returns a review as its reader sees it, without the text of a folded one. */
export function viewReview(
  row: ReviewRow,
  game: GameCard | undefined,
  { viewer, now, isRevealed = false }: Reading,
): z.input<typeof Review> {
  const isAuthor = viewer?.id === row.user_id
  const fold = isRevealed ? null : foldOfRow(row, isAuthor)
  const isDated = plausibleYear(row.first_release_date, now) !== null
  return {
    id: row.id,
    game_id: row.game_id,
    rating: row.rating,
    review_text: fold ? '' : row.review_html,
    isLong: isLongReview(row.review_html),
    source_text: isAuthor ? row.review_text : null,
    fold,
    spoils_to: row.spoils_to,
    is_public: row.is_public,
    platform: row.platform,
    playthrough_id: isAuthor ? row.playthrough_id : null,
    run: row.run && runOf(row.run),
    before: row.before && { ...row.before, id: row.before.id as ReviewId },
    hours: row.hours,
    written_at: row.written_at,
    finish_level: row.finish_level,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    user: { id: row.user_id, username: row.username, display_name: row.display_name, avatar_url: row.avatar_url },
    game_details: {
      name: game?.name ?? MISSING_GAME.genre,
      cover_url: game?.cover_url ?? null,
      developer: game ? game.developer : MISSING_GAME.developer,
      release_date: isDated ? new Date((row.first_release_date as number) * 1000).toISOString().slice(0, 10) : null,
      genres: game ? termsOf(row.genres).map(({ name }) => name) : [MISSING_GAME.genre],
    },
    is_liked: row.is_liked,
    is_bookmarked: row.is_bookmarked,
    likes_count: row.likes_count,
    bookmarks_count: row.bookmarks_count,
    helpfulness_score: row.helpfulness,
    comments_count: row.comments_count,
    isHidden: row.hidden_at !== null,
    hold: row.hold,
    viewerCan: {
      edit: mayEdit(viewer, { userId: row.user_id }),
      delete: mayEdit(viewer, { userId: row.user_id }),
      like: mayLike(viewer, { userId: row.user_id }),
    },
  }
}

const runOf = ({ number, count, year, ...run }: RunRow) => ({ kind: kindOf(run), number, count, year })

export function viewExtract(row: ExtractRow, viewer: Viewer | null): z.input<typeof ReviewExtract> {
  const { id, rating, review_html } = row
  const fold = foldOfRow(row, viewer?.id === row.user_id)
  return { id, rating, review_text: fold ? '' : review_html, fold }
}

export function viewSummary({
  stars,
  counts,
  members,
  mine,
  own_half_stars,
  friends,
}: SummaryRow): z.input<typeof ReviewSummary> {
  const histogram = HALF_STARS.map((half) => stars.find(({ half_stars }) => half_stars === half)?.members ?? 0)
  const platforms = [...Map.groupBy(counts, ({ platform }) => platform)]
    .filter(([name]) => name !== '')
    .map(([name, rows]) => ({ name, count: totalOf(rows) }))
    .toSorted(
      compareInTurn(
        descending(({ count }) => count),
        ascending(({ name }) => name),
      ),
    )
    .slice(0, PLATFORMS_SHOWN)
  return {
    average: averageOf(histogram),
    ratings: histogram.reduce((sum, count) => sum + count, 0),
    histogram,
    total: totalOf(counts),
    platforms,
    members: members ?? { added: 0, playing: 0, finished: 0, dropped: 0 },
    mine: mine && { id: mine.id, rating: mine.rating },
    myStars: own_half_stars === null ? null : own_half_stars / 2,
    friends: friends.map(({ rating, review_id, ...user }) => ({ user, rating, review_id })),
  }
}

export const totalOf = (counts: readonly CountRow[]): number => counts.reduce((sum, { reviews }) => sum + reviews, 0)
