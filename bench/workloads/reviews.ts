import { mostOfAGame } from '../data-set/data-set-reviews.ts'
import { withClient } from '../database/postgres.ts'
import type { ReadRequest } from '../load/load.ts'
import { filteredReviews, mostReviewedGame, reviewsOf } from '../paths.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import { percentile } from '../report/statistics.ts'
import type { Actor, World } from '../world.ts'
import { FIFTY_READERS, measureReads } from './fifty-readers.ts'

const READ_MS = 30
const LIKE_MS = 10
const LIKES_PER_MEMBER = 50
/** The first round is not measured, because it warms up the app and the client. */
const LIKE_ROUNDS = 3

/** Measures how members read and like the reviews of the game that has the most. */
export async function reviewsWorkload(world: World): Promise<Section> {
  const { cast, options, reviewIds } = world
  const gameId = mostReviewedGame(world)
  const most = figure(mostOfAGame(options.shape))
  const asEach = (actors: readonly Actor[], paths: readonly string[]): ReadRequest[] =>
    paths.flatMap((path) => actors.map(({ visitor }) => ({ path, headers: { cookie: visitor.cookie() } })))
  const summary = [`${reviewsOf(gameId)}/summary`]
  const { table, verdicts } = await measureReads(
    world,
    [
      { name: 'the first page of reviews', requests: asEach(cast.players, [reviewsOf(gameId)]) },
      { name: 'reviews in every order with filters', requests: asEach(cast.players, filteredReviews(world)) },
      { name: 'the histogram of reviews', requests: asEach(cast.few, summary) },
      { name: 'friends’ ratings of one who follows 5,000', requests: asEach(cast.many, summary) },
      {
        name: 'one review',
        requests: asEach(
          cast.few,
          reviewIds.map((id) => `/api/reviews/${id}`),
        ),
      },
    ].map((read) => ({ ...read, limit: READ_MS })),
  )
  const milliseconds = await measureLikes(world, gameId)
  const [p50, p99] = [percentile(milliseconds, 0.5), percentile(milliseconds, 0.99)]
  return {
    title: 'Reviews',
    method: `${FIFTY_READERS} The game has ${most} reviews. The members who read lists have blocks in both directions. The histogram comes with the ratings of friends and followed members. One review: reviews of all games. Likes: one after the other, of different reviews of that game, after the same number of unmeasured likes; the bench removes all likes again.`,
    tables: [table, { head: ['', 'p50 ms', 'p99 ms'], rows: [['liking a review', figure(p50), figure(p99)]] }],
    verdicts: [
      ...verdicts,
      atMost('p99 of liking a review', LIKE_MS, p99, 'ms', `p50 ${figure(p50)} ms of ${milliseconds.length}`),
    ],
  }
}

/** Returns the milliseconds of each like. */
async function measureLikes({ cast, dataSet }: World, gameId: string): Promise<number[]> {
  const members = await Promise.all(
    cast.few.map(async (actor) => ({
      actor,
      token: await actor.visitor.token(),
      ids: await likeableReviews(dataSet.postgres.connectionString, gameId, actor),
    })),
  )
  const milliseconds: number[] = []
  for (let round = 0; round < LIKE_ROUNDS; round += 1)
    // The second time removes the like.
    for (const isLike of [true, false])
      for (let turn = 0; turn < LIKES_PER_MEMBER; turn += 1)
        for (const { actor, token, ids } of members) {
          const id = ids[turn]
          if (id === undefined) continue
          const began = performance.now()
          await actor.visitor.write(`/api/reviews/${id}/like`, {}, token)
          if (isLike && round > 0) milliseconds.push(performance.now() - began)
        }
  return milliseconds
}

/** Returns reviews by others that the member has not liked. */
async function likeableReviews(connectionString: string, gameId: string, { id }: Actor): Promise<string[]> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from reviews
       where game_id = $1 and is_listed and user_id <> $2
         and not exists (select from review_likes where review_id = reviews.id and user_id = $2)
       order by hashtextextended(id::text || $2, 0) limit $3`,
      [gameId, id, LIKES_PER_MEMBER],
    )
    return rows.map((row) => row.id)
  })
}
