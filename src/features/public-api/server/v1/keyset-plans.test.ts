import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listGamesAfter } from '#features/lists/server/games/list-games.queries.ts'
import { listOfMemberBefore } from '#features/lists/server/lists.queries.ts'
import { listSessionsBefore } from '#features/play-log/server/play-sessions/play-sessions.queries.ts'
import { reviewsOfGame, reviewsOfMember } from '#features/reviews/server/lists/review-lists.queries.ts'
import { loadReviews } from '#features/reviews/server/reviews.queries.ts'
import type { GameId, ListId, UserId } from '#shared/ids.ts'
import { viewerWith } from '#tests/support/fixtures.ts'
import { signUp } from '#tests/support/members.ts'
import { stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'

// A page in the middle of a long list reads about as many rows as it shows.

const app = useTestApp()
const PAGE = 20
const GAME = 'igdb_1' as GameId
const LIST = '019a0000-0000-7000-8000-000000000001' as ListId
const RUN = '019a0000-0000-7000-8000-000000000002'
const NO_ID = '00000000-0000-7000-8000-000000000000'
const middle = { at: new Date(Date.now() - 500 * 3600_000), id: NO_ID }
let ann: UserId

beforeAll(async () => {
  ann = (await signUp(app)).user.id as UserId
  const hour = sql`now() - n * interval '1 hour'`
  await storeRows(app, async (db) => {
    await sql`
      insert into games (id, data_source, source_id, name, search_text)
      select 'igdb_' || n, 'igdb', n, 'Game ' || n, '| game ' || n || ' |' from generate_series(1, 1000) n`.execute(db)
    await sql`
      insert into reviews (user_id, game_id, rating, review_text, review_html, created_at)
      select ${ann}::uuid, 'igdb_' || n, 4, 'Good.', 'Good.', ${hour} from generate_series(1, 1000) n`.execute(db)
    await sql`
      insert into "user" (id, name, email)
      select ('019a0000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'person-' || n, 'p' || n || '@example.org'
      from generate_series(1, 1000) n`.execute(db)
    await sql`
      insert into profiles (id, username, display_name)
      select id, name, name from "user" where name like 'person-%' and id <> ${ann}::uuid
      on conflict do nothing`.execute(db)
    await sql`
      insert into reviews (user_id, game_id, rating, review_text, review_html, created_at)
      select ('019a0000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, ${GAME}, 4, 'Good.', 'Good.', ${hour}
      from generate_series(1, 1000) n`.execute(db)
    await sql`
      insert into lists (user_id, title, is_shared, changed_at)
      select ${ann}::uuid, 'List ' || n, true, ${hour} from generate_series(1, 1000) n`.execute(db)
    await sql`
      insert into list_games (list_id, game_id, position)
      select ${LIST}::uuid, 'igdb_' || n, n from generate_series(1, 1000) n`.execute(db)
    await sql`
      insert into play_sessions (user_id, game_id, playthrough_id, played_on, minutes, origin, ended_at)
      select ${ann}::uuid, ${GAME}, ${RUN}::uuid, current_date - n, 30, 'typed', now() from generate_series(1, 1000) n`.execute(
      db,
    )
  })
  await sql`analyze games, reviews, lists, list_games, play_sessions, profiles`.execute(app.db)
})

/** Each review is found, loaded by its id, and compared with the other reviews of its author about the game: one here, itself. */
const READS = 4

describe.each(['generic', 'custom'] as const)(
  'by the %s plan, a page in the middle reads its rows from an index',
  (plan) => {
    const reads = async (table: string, query: Parameters<typeof stepsOf>[2]) => {
      const steps = (await stepsOf(app, plan, query)).filter((step) => step.table === table)
      expect(steps.map(({ kind }) => kind)).not.toContain('Seq Scan')
      return steps.reduce((sum, { rows }) => sum + rows, 0)
    }

    test('of the reviews of a member', async () => {
      const viewer = viewerWith(ann)
      const found = reviewsOfMember(ann, viewer, { before: middle, limit: PAGE })
      expect(await reads('reviews', (db) => loadReviews(db, found, viewer))).toBeLessThan(READS * PAGE)
    })

    test('of the reviews of a game', async () => {
      const viewer = viewerWith(ann)
      const found = reviewsOfGame(viewer, { gameId: GAME }, 'newest', { before: middle, limit: PAGE })
      expect(await reads('reviews', (db) => loadReviews(db, found, viewer))).toBeLessThan(READS * PAGE)
    })

    test('of the lists of a member', async () => {
      const which = { userId: ann, isOwn: true, seesAll: true }
      const place = { before: middle, limit: PAGE }
      expect(await reads('lists', (db) => listOfMemberBefore(db, which, ann, place))).toBeLessThan(PAGE + 5)
    })

    test('of the games of a list', async () => {
      const place = { after: { gameId: 'igdb_500' as GameId, position: 500 }, limit: PAGE }
      expect(await reads('list_games', (db) => listGamesAfter(db, LIST, place))).toBeLessThan(PAGE + 5)
    })

    test('of the play sessions of a game', async () => {
      const key = { userId: ann, gameId: GAME }
      const day = new Date(Date.now() - 500 * 86_400_000).toISOString().slice(0, 10)
      const place = { before: { day, id: NO_ID }, limit: PAGE }
      expect(await reads('play_sessions', (db) => listSessionsBefore(db, key, place))).toBeLessThan(PAGE + 5)
    })
  },
)
