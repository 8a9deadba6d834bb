import { describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { drafts, JOURNAL_GAMES, JOURNAL_NOW, useJournalApp } from '#tests/support/journal-app.ts'
import { signUp } from '#tests/support/members.ts'

const { t, write, entriesOf } = useJournalApp()
const { daily, progress, review, list } = drafts
const [G, H] = JOURNAL_GAMES

test('the dashboard has the three latest entries, reviews of the journal and the counts of the library [R-STAT-11]', async () => {
  const who = await signUp(t)
  for (const [at, draft] of [daily({ content: 'Old' }), review(), progress(), list()].entries()) {
    t.time.now = new Date(JOURNAL_NOW.getTime() + at * 1000)
    await write(who, draft)
  }
  t.time.now = JOURNAL_NOW
  const { journal, reviews, activities, stats } = (await who.get('/api/user/dashboard')).body
  expect(journal).toEqual(await entriesOf(who, '?limit=3'))
  expect(journal.map(({ type }: { type: string }) => type)).toEqual(['list', 'progress', 'review'])
  const shared = activities.filter(({ type }: { type: string }) => type !== 'badge')
  expect([reviews.length, shared.length, stats.total_games]).toEqual([1, 2, 1])
})

test('the dashboard has the three latest entries, five activities, three reviews and the counts [R-STAT-11]', async () => {
  const who = await signUp(t)
  const other = await signUp(t)
  const games = Array.from({ length: 6 }, (_, at) => `igdb_${951 + at}`)
  await addGames(t, games)
  for (const [at, game] of games.entries()) {
    t.time.now = new Date(JOURNAL_NOW.getTime() + at * 60_000)
    await write(who, progress({ game: { id: game }, progress: 100 }))
    if (at < 4) await write(who, review({ game: { id: game }, content: `Review ${at}` }))
  }
  await write(who, daily({ content: 'The latest' }))
  const { body } = await who.get('/api/user/dashboard')
  t.time.now = JOURNAL_NOW
  expect(body.journal.map(({ type }: { type: string }) => type)).toEqual(['daily', 'progress', 'progress'])
  expect(body.journal[0].content).toBe('The latest')
  expect(body.activities).toHaveLength(5)
  expect(body.reviews.map(({ source_text }: { source_text: string }) => source_text)).toEqual([
    'Review 3',
    'Review 2',
    'Review 1',
  ])
  expect(body.stats).toMatchObject({ total_games: 6, completed_games: 6 })
  expect((await other.get('/api/user/dashboard')).body).toMatchObject({ activities: [], reviews: [], journal: [] })
})

describe('the calendar', () => {
  test('contains the days of play sessions and of entries', async () => {
    const who = await signUp(t)
    await write(who, progress({ date: '2026-11-21' }))
    await write(who, daily({ date: '2026-11-21' }))
    await who.post(`/api/user/games/${G}/sessions`, { minutes: 90, played_on: '2026-11-03' })
    await who.put(`/api/library/${H}/progress`, { played: { minutes: 30, played_on: '2026-11-03' } })
    const { body } = await who.get('/api/journal/month?month=2026-11')
    expect(body.days).toMatchObject([
      { date: '2026-11-03', minutes: 120, entries: 0, games: [{ id: G }, { id: H }], gamesCount: 2 },
      { date: '2026-11-21', minutes: 0, entries: 2, games: [{ id: G }], gamesCount: 1 },
    ])
    const year = (await who.get('/api/journal/year?year=2026')).body
    expect(year.days).toEqual([
      { date: '2026-11-03', minutes: 120, entries: 0 },
      { date: '2026-11-21', minutes: 0, entries: 2 },
    ])
    expect(year.firstYear).toBe(2026)
    expect((await who.get('/api/journal/month?month=2026-13')).status).toBe(400)
    expect((await who.get('/api/journal/year?year=1066')).status).toBe(400)
  })

  test('a year has the games that were finished in each month, as far as the month is known', async () => {
    const who = await signUp(t)
    const finish = (game: string, date: string, is_new = false) =>
      who.put(`/api/library/${game}/progress`, {
        status: 'completed',
        playthrough: { date, ...(is_new && { is_new }) },
      })
    await finish(G, '2026-03-09')
    await finish(H, '2026-03')
    await finish(G, '2026-05-01', true)
    await finish(H, '2026', true)
    const { finished } = (await who.get('/api/journal/year?year=2026')).body
    expect(finished).toMatchObject([
      { month: '2026-03', games: [{ id: H }, { id: G }], gamesCount: 2 },
      { month: '2026-05', games: [{ id: G }], gamesCount: 1 },
    ])
    // The twelve small months beside a month draw no covers.
    const small = (await who.get('/api/journal/year?year=2026&finished=false')).body
    expect([small.finished, small.year]).toEqual([[], 2026])
    expect((await (await signUp(t)).get('/api/journal/year?year=2026')).body.finished).toEqual([])
  })

  test('has nothing that another member played or wrote', async () => {
    const who = await signUp(t)
    const other = await signUp(t)
    await other.put(`/api/library/${G}/progress`, { played: { minutes: 30, played_on: '2024-11-22' } })
    t.time.now = new Date('2025-11-22T15:00:00.000Z')
    await write(other, daily())
    t.time.now = JOURNAL_NOW
    for (const year of [2024, 2025]) {
      expect((await who.get(`/api/journal/month?month=${year}-11`)).body.days).toEqual([])
      expect((await who.get(`/api/journal/year?year=${year}`)).body).toMatchObject({ days: [], firstYear: null })
    }
    expect((await who.get('/api/journal/on-this-day?date=2026-11-22')).body.years).toEqual([])
    await write(other, daily({ date: '2026-11-21' }))
    await write(who, daily())
    expect((await who.get('/api/journal/year?year=2026')).body).toEqual({
      year: 2026,
      days: [{ date: '2026-11-22', minutes: 0, entries: 1 }],
      finished: [],
      firstYear: 2026,
    })
  })

  test('lists what happened on this day in earlier years', async () => {
    const who = await signUp(t)
    await who.put(`/api/library/${G}/progress`, { played: { minutes: 45, played_on: '2024-11-22' } })
    await who.put(`/api/library/${G}/progress`, { played: { minutes: 45, played_on: '2024-11-21' } })
    t.time.now = new Date('2025-11-22T15:00:00.000Z')
    await write(who, daily({ content: 'A year ago' }))
    t.time.now = JOURNAL_NOW
    await write(who, daily({ content: 'Today' }))
    const { body } = await who.get('/api/journal/on-this-day?date=2026-11-22')
    expect(body.years).toMatchObject([
      { year: 2025, minutes: 0, games: [], entries: [{ content: 'A year ago' }] },
      { year: 2024, minutes: 45, games: [{ id: G }], entries: [] },
    ])
    for (const date of ['today', '2026-02-30', '2026-02-29', '0000-01-01', '2026-13-01'])
      expect([date, (await who.get(`/api/journal/on-this-day?date=${date}`)).status]).toEqual([date, 400])
    for (const date of ['2024-02-29', '9999-12-31'])
      expect([date, (await who.get(`/api/journal/on-this-day?date=${date}`)).status]).toEqual([date, 200])
  })
})
