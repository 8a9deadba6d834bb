import { resolve } from 'node:path'
import { Window } from 'happy-dom'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageRenderer } from '#server/serve-page.ts'
import type { PageBundle } from '../src/app/page-bundle.ts'
import { addGames, saveSettings } from './support/fixtures.ts'
import { yamtrack } from './support/imports-app.ts'
import { type Member, signUp } from './support/members.ts'
import { newScript, type Script } from './support/public-api-app.ts'
import { wrongStars } from './support/public-stars.ts'
import { useTestApp } from './support/test-app.ts'

// The average, the histogram and the number of ratings of a game are the same wherever they stand (decision 0101).

const GAME = 'igdb_901'
let bundle: PageBundle & { render: PageRenderer['render'] }
const app = useTestApp({}, { pages: { keyOf: (url) => bundle.keyOf(url), render: (input) => bundle.render(input) } })
const m = {} as Record<'poster' | 'log' | 'writer' | 'both' | 'reader', Member>
let script: Script

beforeAll(async () => {
  const built = (await import(resolve('src/app/ssr.tsx'))) as PageBundle
  bundle = { ...built, render: built.createRenderer(() => ({ head: '' })) }
  await addGames(app, [GAME])
  for (const name of ['poster', 'log', 'writer', 'both', 'reader'] as const) m[name] = await signUp(app)
  script = await newScript(app, m.reader)
})

beforeEach(async () => {
  for (const table of ['reviews', 'user_games', 'user_blocks'] as const) await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  await m.poster.post('/api/library', { game_id: GAME, user_rating: 10 })
  await m.log.put(`/api/library/${GAME}/progress`, { status: 'playing', play_time: 3, user_rating: 7 })
  await m.writer.post('/api/reviews', { game_id: GAME, rating: 2, review_text: 'Not for me.' })
  await m.both.post('/api/library', { game_id: GAME, user_rating: 3 })
  await m.both.post('/api/reviews', { game_id: GAME, rating: 5, review_text: 'I came round.' })
})

interface Told {
  average: number | null
  ratings: number
  reviews: number
}

const ofSummary = async (client: { get: Member['get'] }): Promise<Told> => {
  const { body } = await client.get(`/api/games/${GAME}/reviews/summary`)
  expect(body.histogram.reduce((sum: number, count: number) => sum + count, 0)).toBe(body.ratings)
  return { average: body.average, ratings: body.ratings, reviews: body.total }
}

async function ofPage(client: { get: Member['get'] }) {
  const { body } = await client.get(`/game/${GAME}`, { accept: 'text/html' })
  const page = new new Window().DOMParser().parseFromString(String(body), 'text/html')
  const forRobots = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '')
  return { head: page.querySelector('.hist-head')?.textContent ?? null, forRobots: forRobots.aggregateRating ?? null }
}

/** Expects these numbers on every place that shows the ratings of a game to somebody without blocks. */
async function expectEverywhere({ average, ratings, reviews }: Told) {
  const told = { average, ratings, reviews }
  const visitor = app.visitor()
  expect(await wrongStars(app.db)).toEqual([])
  expect([await ofSummary(visitor), await ofSummary(m.reader)]).toEqual([told, told])
  const { head, forRobots } = await ofPage(visitor)
  if (average === null) expect([head, forRobots]).toEqual([null, null])
  else {
    const counts = [`${ratings} rating${ratings === 1 ? '' : 's'}`, ...(reviews > 0 ? [`${reviews} review`] : [])]
    expect(head).toContain(`Average: ${average.toFixed(1)}`)
    expect(head).toContain(counts.join(' · '))
    expect(forRobots).toMatchObject({ ratingValue: average, bestRating: 5, ratingCount: ratings })
    expect(forRobots.reviewCount).toBe(reviews || undefined)
  }
  expect((await script.get(`/api/v1/games/${GAME}`)).body.data.stars).toEqual(told)
  // Against others, by somebody whose own stars count for nobody.
  await saveSettings(app, m.reader, { visibility: 'private' })
  await m.reader.post('/api/library', { game_id: GAME, status: 'completed', user_rating: 6 })
  const { body } = await m.reader.get(`/api/profiles/${m.reader.user.id}/statistics`)
  expect(body.statistics.library.community?.others ?? null).toBe(average)
  await m.reader.delete(`/api/library/${GAME}`)
}

test('stars of a poster, of a log and of reviews count once a member, on every place', async () => {
  // 5, 3.5, 2 and 5: the review of the last one has changed the stars of the library.
  await expectEverywhere({ average: 3.88, ratings: 4, reviews: 2 })
})

test('a game with stars alone has an average and no number of reviews', async () => {
  await app.db.deleteFrom('reviews').execute()
  await m.both.delete(`/api/library/${GAME}`)
  await expectEverywhere({ average: 4.25, ratings: 2, reviews: 0 })
})

test('stars that are changed, cleared or gone with their entry follow, also on pages that are cached', async () => {
  await ofPage(app.visitor())
  await m.poster.patch(`/api/library/${GAME}`, { user_rating: 4 })
  await expectEverywhere({ average: 3.13, ratings: 4, reviews: 2 })
  await m.poster.patch(`/api/library/${GAME}`, { user_rating: null })
  await m.log.delete(`/api/library/${GAME}`)
  await expectEverywhere({ average: 3.5, ratings: 2, reviews: 2 })
  // Cleared stars leave the rating of the review (C22).
  await m.both.patch(`/api/library/${GAME}`, { user_rating: null })
  await expectEverywhere({ average: 3.5, ratings: 2, reviews: 2 })
})

test('stars that an import brings count like those of a poster, until the import is undone', async () => {
  const form = new FormData()
  const file = yamtrack([GAME.slice('igdb_'.length), 'A game', 8, 12, 'Completed'])
  form.set('file', new File([file], 'games.csv'))
  const { body } = await m.reader.post('/api/imports?name=games.csv', form)
  await app.work()
  const step = async (name: 'apply' | 'undo') => {
    expect((await m.reader.post(`/api/imports/${body.import.id}/${name}`)).status).toBe(200)
    await app.work()
  }
  await step('apply')
  const told = { average: 3.9, ratings: 5, reviews: 2 }
  expect([await ofSummary(app.visitor()), await ofSummary(m.reader)]).toEqual([told, told])
  expect(await wrongStars(app.db)).toEqual([])
  await step('undo')
  await expectEverywhere({ average: 3.88, ratings: 4, reviews: 2 })
})

describe('stars that not everybody may see do not count', () => {
  const CLOSED = [{ visibility: 'friends' }, { visibility: 'private' }, { sections: { library: 'friends' } }]
  test.each(CLOSED)('in a library that is closed by %j, and count again after it is opened', async (settings) => {
    await ofPage(app.visitor())
    await m.poster.patch('/api/profiles/me', { settings })
    await expectEverywhere({ average: 3.5, ratings: 3, reviews: 2 })
    await m.poster.patch('/api/profiles/me', { settings: { visibility: 'public', sections: { library: 'public' } } })
    await expectEverywhere({ average: 3.88, ratings: 4, reviews: 2 })
  })

  test('of a member who is disabled, in the library and in a review', async () => {
    for (const member of [m.poster, m.both])
      await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', member.user.id).execute()
    expect(await ofSummary(m.reader)).toEqual({ average: 2.75, ratings: 2, reviews: 1 })
    expect(await wrongStars(app.db)).toEqual([])
    await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
    expect(await ofSummary(m.reader)).toEqual({ average: 3.88, ratings: 4, reviews: 2 })
  })

  test('in a closed library, but those of the public review there do, and those of a private review do not', async () => {
    await m.both.patch('/api/profiles/me', { settings: { visibility: 'private' } })
    await expectEverywhere({ average: 3.88, ratings: 4, reviews: 2 })
    await app.db.updateTable('reviews').set({ is_public: false }).execute()
    await expectEverywhere({ average: 4.25, ratings: 2, reviews: 0 })
  })

  test('to a reader in a block with the member', async () => {
    for (const member of [m.poster, m.both])
      await app.db
        .insertInto('user_blocks')
        .values({ blocker_id: member.user.id, blocked_id: m.reader.user.id })
        .execute()
    expect(await ofSummary(m.reader)).toEqual({ average: 2.75, ratings: 2, reviews: 1 })
    expect(await ofSummary(app.visitor())).toEqual({ average: 3.88, ratings: 4, reviews: 2 })
  })
})

test('a deleted member takes the stars along', async () => {
  const gone = await signUp(app)
  await gone.post('/api/library', { game_id: GAME, user_rating: 1 })
  await gone.post('/api/reviews', { game_id: GAME, rating: 0.5, review_text: 'No.' })
  expect(await ofSummary(m.reader)).toMatchObject({ ratings: 5, reviews: 3 })
  await app.db.deleteFrom('user').where('id', '=', gone.user.id).execute()
  expect(await ofSummary(m.reader)).toMatchObject({ ratings: 4, reviews: 2 })
  expect(await wrongStars(app.db)).toEqual([])
})
