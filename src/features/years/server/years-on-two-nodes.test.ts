import { beforeAll, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

let database: ReturnType<typeof cloneDatabase> | undefined
const sharedDatabase = () => {
  database ??= cloneDatabase()
  return database
}
const t = useTestApp({}, { database: sharedDatabase })
/** Another node on the same database, which the first one deletes at the end. */
const other = useTestApp({}, { database: async () => ({ ...(await sharedDatabase()), drop: async () => {} }) })
const NOW = new Date('2026-11-22T15:00:00.000Z')
const [A, B] = ['igdb_711', 'igdb_712'] as const
let who: Member
let third: Member

beforeAll(async () => {
  t.time.now = NOW
  other.time.now = NOW
  await addGames(t, [A, B])
  who = await signUp(t)
  third = await signUp(t)
  await who.post(`/api/user/games/${A}/sessions`, { minutes: 60, played_on: '2026-03-01' })
  await who.patch(`/api/library/${A}`, { user_rating: 8 })
})

/** Reads the year on the other node, once it has heard of all committed writes. */
const read = async (reader = other.visitor()) => {
  await other.settle()
  const { body } = await reader.get(`/api/profiles/${who.user.id}/years/2026`)
  return body.year
}

test('another node reads a year from memory, and again after each write that changes it', async () => {
  expect((await read()).library).toMatchObject({ minutes: 60, gamesPlayed: 1, ratings: { community: null } })
  // The year is in memory; the profile is read, because it says who may see what.
  expect(await other.countQueries(read)).toBeLessThanOrEqual(3)

  await who.post(`/api/user/games/${B}/sessions`, { minutes: 30, played_on: '2026-04-01' })
  expect((await read()).library).toMatchObject({ minutes: 90, gamesPlayed: 2 })
  const review = (rating: number) => third.post('/api/reviews', { game_id: A, rating, review_text: 'Words.' })
  await review(2)
  expect((await read()).library.ratings.community).toEqual({ games: 1, own: 4, others: 2 })
  await third.post('/api/reviews', { game_id: B, rating: 1, review_text: 'Words.' })
  expect((await read()).library.ratings.community).toEqual({ games: 1, own: 4, others: 2 })
  await who.patch(`/api/library/${B}`, { user_rating: 6 })
  expect((await read()).library.ratings.community).toEqual({ games: 2, own: 3.5, others: 1.5 })
  await t.db.updateTable('games').set({ genres: '[{"id":1,"name":"Racing"}]' }).where('id', '=', A).execute()
  await t.settle([tag.game(A)])
  expect((await read()).library.genres).toEqual([{ name: 'Racing', games: 1, minutes: 60 }])
  await who.post('/api/reviews', { game_id: B, rating: 3, review_text: 'Words.' })
  expect(await read()).toMatchObject({ reviews: 1 })
  await who.delete(`/api/library/${B}`)
  expect((await read()).library).toMatchObject({ minutes: 60, gamesPlayed: 1 })
})

test('a review by another member makes a node read reviews again, and not the games of the year', async () => {
  await read()
  const fourth = await signUp(t)
  await fourth.post('/api/reviews', { game_id: A, rating: 5, review_text: 'Better words.' })
  let community: unknown
  const queries = await other.countQueries(async () => {
    community = (await read()).library.ratings.community
  })
  expect(community).toEqual({ games: 1, own: 4, others: 3.5 })
  expect(queries).toBeLessThanOrEqual(4)
})
