import { randomUUID } from 'node:crypto'
import type { Db } from '#db/db.ts'
import { wouldWait } from '#features/moderation/server/moderation.service.ts'
import { withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { playedShare } from '#features/spoilers/spoilers.rules.ts'
import { announce } from '#server/changes.ts'
import { safeHtml } from '#server/safe-html.ts'
import { earlierOf } from '#shared/dates.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { subjectRef } from '#shared/subject.ts'
import { readText } from '#shared/text.ts'
import { type ImportedReview, type ReviewLeft, reviewLeft } from '../../imported-review.rules.ts'
import { REVIEW } from '../../reviews.subject.ts'
import { reviewsImported } from '../reviews.events.ts'
import { type ReviewsDeps, tagsOfChange } from '../reviews.service.ts'
import * as queries from './imported-reviews.queries.ts'

/** The reviews that a file has of a game: several only in our own export. */
export interface GivenReviews {
  gameId: GameId
  reviews: readonly ImportedReview[]
}

/** A review that an import has written, as its undo compares it. */
export type ReviewChange = queries.WrittenReview

/**
 * Returns for each review of each game why an import would leave it out, or null if it would write it. `starsOf` returns the half
 * stars that the library will have. Writes nothing.
 */
export async function planImportedReviews(
  db: Db,
  userId: UserId,
  given: readonly GivenReviews[],
  starsOf: (gameId: GameId) => number | null,
): Promise<Map<GameId, (ReviewLeft | null)[]>> {
  if (given.length === 0) return new Map()
  const texts = await queries.listTexts(db, userId, idsOf(given))
  return new Map(
    given.map(({ gameId, reviews }) => {
      const ownTexts = texts.get(gameId) ?? []
      const leftOf = (review: ImportedReview) => {
        const isEmpty = ownTexts.length === 0 && readText(shownText(review.text)) === ''
        return reviewLeft(review, { gameId, ownTexts, stars: starsOf(gameId), isEmpty })
      }
      return [gameId, reviews.map(leftOf)]
    }),
  )
}

const idsOf = (given: readonly { gameId: GameId }[]) => given.map(({ gameId }) => gameId)

/** Makes those of these reviews private that would wait for a moderator by the rules (decision 0135). */
export async function keepWaiting(
  deps: { db: Db; now: Date },
  userId: UserId,
  given: readonly ImportedReview[],
): Promise<ImportedReview[]> {
  const texts = [...new Set(given.flatMap((review) => (review.is_public ? review.text : [])))]
  const waits = await wouldWait(deps, userId, texts.map(shownText))
  const waiting = new Set(texts.filter((_, at) => waits[at]))
  return given.map((review) =>
    review.is_public && waiting.has(review.text) ? { ...review, is_public: false, is_kept: true } : review,
  )
}

const shownText = (text: string) => plainTextOf(safeHtml(text))

/**
 * Writes the reviews of a batch, sanitised like all others. In the same transaction the caller has written the library, locked the
 * games, and made the reviews private that would wait for a moderator (`keepWaiting`). Notifies nobody and publishes no activity.
 * Returns what was written, and why each other review was left out. A review of a playthrough keeps its own stars, and so
 * does each of several.
 */
export async function applyImportedReviews(
  deps: ReviewsDeps,
  userId: UserId,
  given: readonly GivenReviews[],
): Promise<{ written: ReviewChange[]; left: Map<GameId, (ReviewLeft | null)[]> }> {
  if (given.length === 0) return { written: [], left: new Map() }
  const { db, clock } = deps
  const at = clock().toISOString()
  const entries = await queries.listEntries(db, userId, idsOf(given))
  const left = await planImportedReviews(db, userId, given, (gameId) => entries.get(gameId)?.user_rating ?? null)
  const rows = given.flatMap(({ gameId, reviews }) => {
    const entry = entries.get(gameId)
    const taken = reviews.filter((_, at) => left.get(gameId)?.[at] === null)
    const stars = entry?.user_rating ? entry.user_rating / 2 : null
    const first = taken.find(({ written }) => !written?.playthrough_id)
    return taken.map((review) => {
      const now = {
        created_at: at,
        updated_at: at,
        hours: entry?.play_time ?? null,
        finish_level: null,
        written_at: entry ? playedShare(entry) : null,
        playthrough_id: null,
      }
      // Its stars are those of its playthrough, and not of the library.
      const isOwn = reviews.length > 1 || Boolean(review.written?.playthrough_id)
      return {
        game_id: gameId,
        // Those of playthroughs that are gone stay apart.
        run_id: review.written?.playthrough_id ?? (review === first ? null : randomUUID()),
        rating: ((isOwn ? review.rating : null) ?? stars ?? review.rating) as number,
        review_text: review.text,
        review_html: safeHtml(review.text),
        is_public: review.is_public,
        platform: review.platform,
        spoils_to: review.spoils_to,
        ...(review.written ? notAfter(at, review.written) : now),
        key: review.key,
      }
    })
  })
  const inserted = await queries.insertReviews(db, userId, rows)
  const written = inserted.map(({ run_id, ...review }) => {
    const key = rows.find((row) => row.game_id === review.game_id && row.run_id === run_id)?.key
    return { ...review, ...(key && { key }) }
  })
  await publish(deps, userId, written, 'created')
  return { written, left }
}

/** The latest reviews of everybody stand in the order of their instants: none of a file is in the future. */
const notAfter = <T extends { created_at: string; updated_at: string }>(at: string, written: T): T => ({
  ...written,
  created_at: earlierOf(written.created_at, at),
  updated_at: earlierOf(written.updated_at, at),
})

/**
 * Undoes what an import has written. A review whose text, visibility, spoiler mark or platform the member has changed
 * since stays; its stars are those of the library. Call it before the undo of the library. Returns the ids of those that
 * are gone.
 */
export async function undoImportedReviews(
  deps: ReviewsDeps,
  userId: UserId,
  changes: readonly ReviewChange[],
): Promise<Set<string>> {
  const gone = await queries.deleteUnchanged(deps.db, userId, changes)
  // Only somebody else can have caused a notification, so a private review has none.
  for (const { id, is_public } of gone) if (is_public) await withdrawAbout(deps.db, subjectRef(REVIEW, id))
  await publish(deps, userId, gone, 'deleted')
  return new Set(gone.map(({ id }) => id))
}

async function publish(
  { db, events, clock }: ReviewsDeps,
  userId: UserId,
  reviews: readonly queries.PublishedReview[],
  change: 'created' | 'deleted',
): Promise<void> {
  if (reviews.length === 0) return
  await announce(
    db,
    reviews.flatMap(({ id, game_id }) => tagsOfChange({ id, user_id: userId, game_id })),
  )
  await events.publish(db, reviewsImported, {
    userId,
    change,
    at: clock(),
    reviews: reviews.map(({ id, game_id, is_public, created_at }) => ({
      reviewId: id as ReviewId,
      gameId: game_id as GameId,
      isPublic: is_public,
      createdAt: new Date(created_at),
    })),
  })
}
