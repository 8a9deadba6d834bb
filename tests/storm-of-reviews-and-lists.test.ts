import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import { addGames } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { wrongStars } from './support/public-stars.ts'
import { type Answer, useTestApp } from './support/test-app.ts'

// Six members write, change, hide, like and delete each other's reviews, lists and journal entries, while two of them are
// disabled and enabled. Afterwards every stored count equals its rows.
const app = useTestApp({ ACTIVITY_COOLDOWN_MINUTES: '0' })
const CALLS = 700
/** Concurrent calls. */
const AT_ONCE = 35
const GAMES = ['igdb_101', 'igdb_102', 'igdb_103']
const PLATFORMS = [null, 'PC', 'Switch']
let members: Member[]

beforeAll(async () => {
  members = []
  for (let at = 0; at < 6; at += 1) members.push(await signUp(app))
  await addGames(app, GAMES)
}, 60_000)

/** Returns a seeded random generator. */
function seededRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const chance = seededRandom(13)
const one = <T>(of: readonly T[]): T => of[chance(of.length)] as T
const NOBODY = '019a0000-0000-7000-8000-000000000000'
const anyId = async (table: 'reviews' | 'lists' | 'journal_entries', owner?: Member) => {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} ${owner ? sql`where user_id = ${owner.user.id}` : sql``}`.execute(app.db)
  return rows.length === 0 ? NOBODY : one(rows).id
}
const stars = () => (1 + chance(10)) / 2
const draft = () => ({
  rating: stars(),
  review_text: 'Words',
  is_public: chance(3) > 0,
  platform: one(PLATFORMS),
})
/** Sets a column of a row as an admin's action does, in one transaction. */
const set = (work: (db: typeof app.db) => Promise<unknown>) => inTransaction({ db: app.db }, ({ db }) => work(db))

const ACTIONS: ((who: Member) => Promise<Answer | unknown>)[] = [
  (who) => who.post('/api/reviews', { game_id: one(GAMES), ...draft() }),
  async (who) => who.put(`/api/reviews/${await anyId('reviews', who)}`, draft()),
  async (who) => who.put(`/api/reviews/${await anyId('reviews', who)}`, draft()),
  async (who) => who.delete(`/api/reviews/${await anyId('reviews', who)}`),
  async (who) => who.post(`/api/reviews/${await anyId('reviews')}/like`),
  async (who) => who.post(`/api/reviews/${await anyId('reviews')}/like`),
  async (who) => who.post(`/api/reviews/${await anyId('reviews')}/bookmark`),
  async (who) => who.post(`/api/reviews/${await anyId('reviews')}/comments`, { content: 'Well said' }),
  (who) => who.post('/api/library', { game_id: one(GAMES), status: 'playing' }),
  (who) => who.patch(`/api/library/${one(GAMES)}`, { user_rating: 1 + chance(10) }),
  (who) =>
    who.post('/api/journal', { type: 'review', game: { id: one(GAMES) }, content: 'Words', rating: 1 + chance(10) }),
  async (who) => who.delete(`/api/journal/${await anyId('journal_entries', who)}`),
  (who) => who.post('/api/lists', { title: 'List', is_shared: true, game_ids: [one(GAMES), one(GAMES)] }),
  async (who) => who.post(`/api/lists/${await anyId('lists', who)}/games`, { game_id: one(GAMES), position: 1 }),
  async (who) => who.delete(`/api/lists/${await anyId('lists', who)}/games/${one(GAMES)}`),
  async (who) => who.put(`/api/lists/${await anyId('lists', who)}`, { title: 'L', is_shared: chance(4) > 0 }),
  async (who) => who.post(`/api/lists/${await anyId('lists')}/like`),
  async (who) => who.post(`/api/lists/${await anyId('lists')}/clone`),
  async () => {
    const [table, id] = [one(['reviews', 'lists'] as const), await anyId(one(['reviews', 'lists'] as const))]
    const hidden_at = chance(2) === 0 ? null : app.time.now
    return set((db) => db.updateTable(table).set({ hidden_at }).where('id', '=', id).execute())
  },
  async () => {
    const { id } = one(members.slice(0, 2)).user
    const disabled_at = chance(2) === 0 ? null : app.time.now
    return set((db) => db.updateTable('profiles').set({ disabled_at }).where('id', '=', id).execute())
  },
]

/** Returns the rows of a query that finds what does not agree. */
const wrong = async (query: ReturnType<typeof sql>) => (await query.execute(app.db)).rows

const likesOf = (table: string, key: string, of: string) => sql`(
  select count(*) from ${sql.table(table)} mark join profiles on profiles.id = mark.user_id and disabled_at is null
  where mark.${sql.ref(key)} = ${sql.ref(of)})`

test(`after ${CALLS} calls at ${AT_ONCE} a time every count equals its rows, and nothing has failed`, async () => {
  const statuses = new Set<number>()
  for (let done = 0; done < CALLS; done += AT_ONCE) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => one(ACTIONS)(one(members))))
    for (const answer of answers) if ((answer as Answer).status) statuses.add((answer as Answer).status)
  }
  expect([...statuses].filter((status) => ![200, 201, 204, 401, 403, 404, 409].includes(status))).toEqual([])

  expect(
    await wrong(sql`
      select id from reviews
      where likes_count <> ${likesOf('review_likes', 'review_id', 'reviews.id')}
        or bookmarks_count <> ${likesOf('review_bookmarks', 'review_id', 'reviews.id')}
        or is_author_enabled <> (select disabled_at is null from profiles where id = reviews.user_id)`),
  ).toEqual([])
  expect(
    await wrong(sql`
      select * from game_review_counts counted
      full join (
        select game_id, coalesce(platform, '') as platform, (rating * 2)::smallint as half_stars, count(*) as rows
        from reviews where is_listed group by 1, 2, 3
      ) listed using (game_id, platform, half_stars)
      where counted.reviews is distinct from listed.rows`),
  ).toEqual([])
  expect(await wrongStars(app.db)).toEqual([])
  expect(
    await wrong(sql`
      select id from lists
      where likes_count <> ${likesOf('list_likes', 'list_id', 'lists.id')}
        or games_count <> (select count(*) from list_games where list_id = lists.id)
        or games_count <> (select coalesce(max(position), 0) from list_games where list_id = lists.id)`),
  ).toEqual([])
  // Each review and each list has its journal entry, and each entry its review or list.
  expect(
    await wrong(sql`
      select coalesce(reviews.id, lists.id) from reviews full join lists on false
      where not exists (select from journal_entries where review_id = reviews.id or list_id = lists.id)`),
  ).toEqual([])
  // The stars of the library and those of the review are one number (C22).
  expect(
    await wrong(sql`
      select reviews.id from reviews join user_games using (user_id, game_id)
      where user_rating is not null and user_rating <> rating * 2`),
  ).toEqual([])
  // Nothing private or deleted is in the feed.
  expect(
    await wrong(sql`
      select id from friend_activities activity
      where activity_type = 'review' and not exists (
        select from reviews where id::text = activity.details ->> 'review_id' and is_public)`),
  ).toEqual([])
})
