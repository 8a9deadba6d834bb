import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sumRatings } from '#features/years/server/years.queries.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { viewerWith } from '#tests/support/fixtures.ts'
import { planOf } from '#tests/support/query-plan.ts'
import { useReviewsApp } from '#tests/support/reviews-app.ts'
import { REVIEW_SORTS } from '../reviews.endpoints.ts'
import * as browse from './browse/browse-reviews.queries.ts'
import { latestReviews, reviewsOfGame } from './lists/review-lists.queries.ts'
import { loadReviews } from './reviews.queries.ts'
import { loadSummary } from './summary/summary.queries.ts'

const t = useReviewsApp({ keepsRows: true })
const { app, ONE, members: m, manyReviews } = t
const gameId = ONE as GameId

/** One game with 2,000 reviews, and 1,000 games with two each. */
beforeAll(async () => {
  await manyReviews(2000, (at) => ({ rating: (at % 10) / 2 + 0.5, platform: ['PC', 'Switch'][at % 2] }))
  await sql`
    insert into games (id, data_source, source_id, name, search_text)
    select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |' from generate_series(1001, 2000) n
    on conflict do nothing`.execute(app.db)
  await sql`
    insert into reviews (user_id, game_id, rating, review_text, review_html)
    select user_id, 'igdb_' || 1001 + row_number() over () % 1000, 4, 'Good.', 'Good.' from reviews`.execute(app.db)
  await sql`vacuum analyze reviews, public_stars, game_star_counts`.execute(app.db)
})

test('each order of a game’s reviews reads the first page from its index', async () => {
  for (const viewer of [null, viewerWith(m.mara.user.id)])
    for (const sort of REVIEW_SORTS) {
      const found = reviewsOfGame(viewer, { gameId }, sort, { limit: 10, offset: 0 })
      const plan = await planOf(app, (db) => loadReviews(db, found, viewer))
      expect(plan).toMatch(new RegExp(`Scan using reviews_${sort} on reviews`))
      expect(plan).not.toContain('Seq Scan on reviews')
    }
})

test('the latest reviews of everybody are read from their index', async () => {
  for (const viewer of [null, viewerWith(m.mara.user.id)]) {
    const plan = await planOf(app, (db) => loadReviews(db, latestReviews(viewer, 3), viewer))
    expect(plan).toContain('Scan using reviews_latest on reviews')
    expect(plan).not.toContain('Seq Scan on reviews')
  }
})

test('the public page of reviews reads each order from its index', async () => {
  const viewer = viewerWith(m.mara.user.id)
  const place = { at: new Date(), id: viewer.id }
  for (const [found, index] of [
    [browse.newest(null, null, 11), 'reviews_latest'],
    [browse.newest(viewer, place, 11), 'reviews_latest'],
    [browse.mostHelpful(null, null, 11), 'reviews_most_helpful'],
    [browse.mostHelpful(viewer, { count: 3, id: viewer.id }, 11), 'reviews_most_helpful'],
    [browse.ofKnown(viewer, place, 11), 'reviews_author'],
  ] as const) {
    const plan = await planOf(app, (db) => loadReviews(db, found, viewer))
    expect(plan).toContain(`Scan using ${index} on reviews`)
    expect(plan).not.toContain('Seq Scan on reviews')
  }
})

test('the games of the latest reviews are counted from the index alone', async () => {
  for (const since of [new Date(0), new Date(Date.now() - 7 * 86_400_000)])
    expect(await planOf(app, (db) => browse.countByGame(db, since, 8))).toContain(
      'Index Only Scan using reviews_latest on reviews',
    )
})

test('a filter is planned each time, because a plan for all games would read all reviews of a large one', () => {
  const isPlanned = (filter: object) =>
    reviewsOfGame(null, { gameId, ...filter }, 'helpful', { limit: 10, offset: 0 }).isPlannedEachTime
  expect([{}, { rating: 4 }, { platform: 'PC' }].map(isPlanned)).toEqual([false, true, true])
})

test('the ratings of friends are looked up one by one, also in a game with many reviews', async () => {
  const plan = await planOf(app, (db) => loadSummary(db, { viewerId: m.mara.user.id as UserId, gameId }))
  expect(plan).toContain('Index Scan using reviews_of_run on reviews')
  expect(plan).not.toMatch(/reviews_(highest|lowest|newest|helpful|platform)|Seq Scan on reviews/)
})

test('the averages of many games are read from an index alone', async () => {
  const plan = await planOf(app, (db) => sumRatings(db, [gameId, 'igdb_1001' as GameId]))
  expect(plan).toContain('Index Only Scan using game_star_counts_pkey on game_star_counts')
})
