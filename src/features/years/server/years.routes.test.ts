import { beforeAll, describe, expect, test } from 'vitest'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { YEAR_NOT_FOUND } from '../years.texts.ts'

const t = useTestApp()
const NOW = new Date('2026-11-22T15:00:00.000Z')
const [A, B, C, D] = ['igdb_701', 'igdb_702', 'igdb_703', 'igdb_704'] as const
let other: Member

beforeAll(async () => {
  t.time.now = NOW
  await addGames(t, [A, B, C, D])
  for (const [game, genres] of [
    [A, ['Role-playing (RPG)', 'Indie']],
    [B, ['Indie']],
  ] as const)
    await t.db
      .updateTable('games')
      .set({ genres: JSON.stringify(genres.map((name, at) => ({ id: at, name }))) })
      .where('id', '=', game)
      .execute()
  other = await signUp(t)
})

const yearOf = (who: Member, year: number | string, reader: Client = who, search = '') =>
  reader.get(`/api/profiles/${who.user.id}/years/${year}${search}`)
const view = async (who: Member, year: number, reader: Client = who, search = '') => {
  const { status, body } = await yearOf(who, year, reader, search)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.year
}
const log = async (who: Member, game: string, draft: object) =>
  expect((await who.put(`/api/library/${game}/progress`, draft)).status).toBe(200)
const play = async (who: Member, game: string, played_on: string, minutes: number) =>
  expect((await who.post(`/api/user/games/${game}/sessions`, { minutes, played_on })).status).toBe(201)
const rate = async (who: Member, game: string, user_rating: number) =>
  expect((await who.patch(`/api/library/${game}`, { user_rating })).status).toBe(200)
const namesOf = (games: { game: { name: string } }[]) => games.map(({ game }) => game.name)

describe('a year', () => {
  test('sums play sessions, logged hours, finished games, months, genres, platforms and days', async () => {
    const who = await signUp(t)
    await log(who, A, { status: 'playing', play_time: 0, playthrough: { platform: 'PC', date: '2026-02-01' } })
    await play(who, A, '2026-02-01', 60)
    await play(who, A, '2026-02-02', 30)
    await play(who, A, '2026-05-10', 120)
    await play(who, A, '2025-12-31', 600)
    await log(who, B, { status: 'completed', play_time: 8, playthrough: { platform: 'Switch', date: '2026-05-20' } })
    await log(who, C, { status: 'completed', play_time: 40, playthrough: { date: '2026' } })
    await log(who, D, { status: 'dropped', play_time: 2, playthrough: { date: '2025-11' } })
    await rate(who, A, 9)
    await rate(who, C, 5)

    const year = await view(who, 2026)
    expect(year).toMatchObject({ year: 2026, firstYear: 2025, lastYear: 2026, isEmpty: false, seenAs: null })
    expect(year.user).toEqual({
      id: who.user.id,
      username: who.user.username,
      display_name: who.user.display_name,
      avatar_url: null,
    })
    const { library, activity } = year
    expect(library).toMatchObject({
      minutes: 210 + 480 + 2400,
      minutesWithoutMonth: 2400,
      gamesPlayed: 3,
      gamesFinished: 2,
      longest: { game: { name: 'Game 703' }, minutes: 2400, stars: 2.5, isLiked: false },
      genres: [
        { name: 'Indie', games: 2, minutes: 690 },
        { name: 'Role-playing (RPG)', games: 1, minutes: 210 },
      ],
      platforms: [
        { name: 'Switch', games: 1, minutes: 480 },
        { name: 'PC', games: 1, minutes: 210 },
      ],
      ratings: { count: 2, average: 3.5, community: null, above: null, below: null },
    })
    expect(namesOf(library.favourites)).toEqual(['Game 701'])
    expect(namesOf(library.mostPlayed)).toEqual(['Game 703', 'Game 702', 'Game 701'])
    expect(library.finished.map((one: { finishedOn: string }) => one.finishedOn)).toEqual(['2026-05-20', '2026'])
    expect(library.months[1]).toEqual({ minutes: 90, games: 1, finished: 0 })
    expect(library.months[4]).toEqual({ minutes: 600, games: 2, finished: 1 })
    expect(activity).toMatchObject({
      daysPlayed: 3,
      streak: { days: 2, first: '2026-02-01', last: '2026-02-02' },
      firstGame: { game: { name: 'Game 701' }, date: '2026-02-01' },
      lastGame: { game: { name: 'Game 702' }, date: '2026-05-20' },
    })
    expect(activity.days[2]).toEqual({ date: '2026-05-10', minutes: 120 })

    const before = await view(who, 2025)
    expect(before.library).toMatchObject({ minutes: 720, gamesPlayed: 2, gamesFinished: 0 })
    expect(before.library.months[11]).toMatchObject({ minutes: 600, games: 1 })
    expect(before.activity.streak).toEqual({ days: 1, first: '2025-12-31', last: '2025-12-31' })
  })

  test('the hours of all years are those of the library, each hour in one year', async () => {
    const who = await signUp(t)
    await log(who, A, { status: 'completed', play_time: 30, playthrough: { date: '2024-03' } })
    await play(who, A, '2025-01-01', 45)
    await play(who, A, '2026-01-01', 15)
    const minutes = []
    for (const year of [2024, 2025, 2026]) minutes.push((await view(who, year)).library.minutes)
    expect(minutes).toEqual([1800, 45, 15])
    expect((await who.get(`/api/library/${A}`)).body.entry.play_time).toBe(31)
  })

  test('a game finished again counts for both years, and a mark without a date for the year of the mark', async () => {
    const who = await signUp(t)
    await log(who, A, { status: 'completed', playthrough: { date: '2024-05' } })
    await log(who, A, { status: 'completed', playthrough: { date: '2026-05-01', is_new: true, is_replay: true } })
    await log(who, B, { status: 'playing', play_time: 1 })
    await log(who, B, { status: 'completed' })
    // Games that came as finished without a date count for no year (decision 0052).
    await log(who, C, { status: 'completed', play_time: 90 })
    const finished = async (year: number) =>
      (await view(who, year)).library.finished.map((one: { finishedOn: string }) => one.finishedOn)
    expect(await finished(2024)).toEqual(['2024-05'])
    expect(await finished(2026)).toEqual(['2026-11-22', '2026-05-01'])
    expect((await view(who, 2026)).library.gamesPlayed).toBe(2)
  })

  test('a game finished twice in a month is one game and two playthroughs', async () => {
    const who = await signUp(t)
    await log(who, A, { status: 'completed', playthrough: { date: '2026-05-03' } })
    await log(who, A, { status: 'completed', playthrough: { date: '2026-05-20', is_new: true, is_replay: true } })
    await log(who, B, { status: 'playing', play_time: 1 })
    await log(who, B, { status: 'completed' })
    const { library } = await view(who, 2026)
    expect(library).toMatchObject({ gamesPlayed: 2, gamesFinished: 2, runsFinished: 3 })
    expect(library.months[4]).toMatchObject({ games: 1, finished: 1 })
    expect(library.finished).toMatchObject([{ finishedOn: '2026-11-22' }, { finishedOn: '2026-05-20' }])
  })

  test('begins and ends in the member’s time zone (G58)', async () => {
    const [who, inUtc] = [await signUp(t), await signUp(t)]
    await saveSettings(t, who, { timezone: 'Pacific/Auckland' })
    for (const member of [who, inUtc]) await log(member, A, { status: 'playing', play_time: 3 })
    // In Auckland it was the first day of 2026.
    await t.db
      .updateTable('user_games')
      .set({ last_played_at: new Date('2025-12-31T12:00:00.000Z') })
      .where('user_id', 'in', [who.user.id, inUtc.user.id])
      .execute()
    expect(await view(who, 2026)).toMatchObject({ firstYear: 2026, library: { minutes: 180 } })
    expect((await view(who, 2026)).library.months[0].minutes).toBe(180)
    expect(await view(inUtc, 2026)).toMatchObject({ firstYear: 2025, isEmpty: true })
    expect((await view(inUtc, 2025)).library.months[11].minutes).toBe(180)
    try {
      t.time.now = new Date('2026-12-31T12:00:00.000Z')
      expect([(await yearOf(who, 2027, t.visitor())).status, (await yearOf(inUtc, 2027, t.visitor())).status]).toEqual([
        200, 404,
      ])
    } finally {
      t.time.now = NOW
    }
  })

  test('ratings stand against the stars of others, without the member’s own', async () => {
    await t.db.deleteFrom('user_games').execute()
    const who = await signUp(t)
    await play(who, A, '2026-03-01', 10)
    await play(who, B, '2026-03-01', 10)
    const review = (by: Member, game: string, rating: number) =>
      by.post('/api/reviews', { game_id: game, rating, review_text: 'Words.' })
    await review(who, A, 5)
    await review(who, B, 2)
    await review(other, A, 3)
    expect((await view(who, 2026)).library.ratings).toMatchObject({
      count: 2,
      average: 3.5,
      community: { games: 1, own: 5, others: 3 },
      above: { game: { name: 'Game 701' }, stars: 5, community: 3 },
      below: null,
    })
  })

  test('the reviews of others leave out members in a block with the reader, as the page of the game does', async () => {
    const [who, reader, author] = [await signUp(t), await signUp(t), await signUp(t)]
    await play(who, D, '2026-03-01', 10)
    const review = (by: Member, rating: number) =>
      by.post('/api/reviews', { game_id: D, rating, review_text: 'Words.' })
    await review(who, 5)
    await review(author, 2)
    const [blocked, third] = [await signUp(t), await signUp(t)]
    await review(blocked, 4)
    await review(third, 3)
    const block = (blocker_id: string, blocked_id: string) =>
      t.db.insertInto('user_blocks').values({ blocker_id, blocked_id }).execute()
    await block(reader.user.id, author.user.id)
    await block(author.user.id, reader.user.id)
    await block(blocked.user.id, who.user.id)
    const othersFor = async (by?: Client, search = '') =>
      (await view(who, 2026, by, search)).library.ratings.community.others
    expect([await othersFor(t.visitor()), await othersFor(reader), await othersFor(who)]).toEqual([3, 3.5, 2.5])
    expect(await othersFor(who, '?as=guest')).toBe(3)
    // Two members who have blocked each other count as one block.
    const { body } = await reader.get(`/api/games/${D}/reviews/summary`)
    expect([body.total, body.average]).toEqual([3, 4])
  })

  test('of several games on a day, the one played longest began or ended the year', async () => {
    const who = await signUp(t)
    for (const [game, minutes] of [
      [A, 20],
      [B, 25],
      [A, 20],
    ] as const)
      await play(who, game, '2026-02-01', minutes)
    await play(who, C, '2026-05-01', 300)
    for (const game of [D, B]) await play(who, game, '2026-09-30', 5)
    const { days, firstGame, lastGame } = (await view(who, 2026)).activity
    expect(days[0]).toEqual({ date: '2026-02-01', minutes: 65 })
    expect([firstGame.game.name, lastGame.game.name]).toEqual(['Game 701', 'Game 702'])
  })

  test('takes the same few statements however many games it shows', async () => {
    const [few, many] = [await signUp(t), await signUp(t)]
    await play(few, A, '2026-03-01', 10)
    for (const game of [A, B, C, D]) for (const day of ['01', '02']) await play(many, game, `2026-03-${day}`, 10)
    const statements = async (who: Member) => {
      await view(who, 2026)
      return t.countQueries(() => view(who, 2026))
    }
    const count = await statements(few)
    expect(count).toBeLessThanOrEqual(6)
    expect(await statements(many)).toBe(count)
  })

  test('counts public reviews for everybody, private ones and the journal for the owner alone', async () => {
    const who = await signUp(t)
    const review = { game_id: A, rating: 4, review_text: 'Words.' }
    await who.post('/api/reviews', review)
    await who.post('/api/reviews', { ...review, game_id: B, is_public: false })
    await who.post('/api/journal', { type: 'daily', content: 'Rain.' })
    // Each review has an entry in the journal.
    expect(await view(who, 2026)).toMatchObject({ reviews: 2, journalEntries: 3, isEmpty: false })
    expect(await view(who, 2026, other)).toMatchObject({ reviews: 1, journalEntries: null })
    expect(await view(who, 2026, t.visitor())).toMatchObject({ reviews: 1, journalEntries: null })
    expect(await view(who, 2026, who, '?as=guest')).toMatchObject({ reviews: 1, journalEntries: null, seenAs: 'guest' })
  })
})

describe('which years have a page', () => {
  test('from the first log to the current year; other years are refused with a sentence', async () => {
    const who = await signUp(t)
    await log(who, A, { status: 'completed', playthrough: { date: '2019' } })
    for (const year of [2019, 2020, 2026]) expect((await yearOf(who, year)).status).toBe(200)
    for (const year of [0, 55, 1969, 2018, 2027, 9999]) {
      const { status, body } = await yearOf(who, year)
      expect([year, status, body.code, body.error]).toEqual([year, 404, 'year_not_found', YEAR_NOT_FOUND])
    }
    for (const year of ['abc', '2026.5', '-1', '0x7e2', '20260'])
      expect([year, (await yearOf(who, year)).status]).toEqual([year, 400])
    expect(await view(who, 2020)).toMatchObject({
      isEmpty: true,
      library: { gamesPlayed: 0, favourites: [], longest: null, ratings: null },
      activity: { daysPlayed: 0, streak: null, firstGame: null },
    })
  })

  test('of a member who has logged nothing only the current year', async () => {
    const who = await signUp(t)
    expect(await view(who, 2026, other)).toMatchObject({ firstYear: 2026, isEmpty: true })
    expect((await yearOf(who, 2025)).status).toBe(404)
  })

  test('a hidden part moves no year', async () => {
    const who = await signUp(t)
    await log(who, A, { status: 'completed', playthrough: { date: '2019' } })
    await play(who, B, '2024-01-01', 5)
    await saveSettings(t, who, { sections: { library: 'private' } })
    expect(await view(who, 2026, other)).toMatchObject({ firstYear: 2024, library: null })
    expect((await yearOf(who, 2019, other)).status).toBe(404)
    await saveSettings(t, who, { sections: { library: 'private', activity: 'private' } })
    expect(await view(who, 2026, other)).toMatchObject({ firstYear: 2026, library: null, activity: null })
    expect(await view(who, 2019)).toMatchObject({ firstYear: 2019, library: { gamesFinished: 1 } })
  })
})

test('a year has pictures where a visitor may open it, and nowhere else', async () => {
  const who = await signUp(t)
  await log(who, A, { status: 'completed', playthrough: { date: '2019' } })
  await who.post('/api/reviews', { game_id: A, rating: 4, review_text: 'Words.', is_public: false })
  // A private review of an earlier year than anything that visitors see.
  await t.db
    .updateTable('reviews')
    .set({ created_at: new Date('2018-05-01T12:00:00.000Z') })
    .where('user_id', '=', who.user.id)
    .execute()
  const picturesOf = async () => {
    const seen: [number, boolean, number][] = []
    for (const year of [2018, 2019, 2026]) {
      const { status } = await t.visitor().get(`/api/profiles/${who.user.id}/years/${year}/picture`)
      seen.push([year, (await view(who, year)).hasPicture, status])
    }
    return seen
  }
  const [never, past, now] = [
    [2018, false, 404],
    [2019, true, 200],
    [2026, true, 200],
  ]
  expect(await picturesOf()).toEqual([never, past, now])
  await saveSettings(t, who, { sections: { library: 'private', activity: 'private' } })
  expect(await picturesOf()).toEqual([never, [2019, false, 404], now])
  await saveSettings(t, who, { visibility: 'friends' })
  expect(await picturesOf()).toEqual([never, [2019, false, 404], [2026, false, 404]])
})

describe('who sees a year (G22)', () => {
  test('a hidden library leaves the days without games and minutes, a hidden activity the games without days', async () => {
    const who = await signUp(t)
    await play(who, A, '2026-03-01', 10)
    await saveSettings(t, who, { sections: { library: 'private' } })
    const days = await view(who, 2026, other)
    expect(days.library).toBeNull()
    expect(days.activity).toEqual({
      daysPlayed: 1,
      streak: { days: 1, first: '2026-03-01', last: '2026-03-01' },
      days: [{ date: '2026-03-01', minutes: null }],
      firstGame: null,
      lastGame: null,
    })
    expect(JSON.stringify(days)).not.toContain('Game 701')
    await saveSettings(t, who, { sections: { activity: 'private' } })
    expect(await view(who, 2026, other)).toMatchObject({ activity: null, library: { minutes: 10 } })
    expect((await view(who, 2026)).activity.daysPlayed).toBe(1)
  })

  test('nobody beyond a block or of a private profile, and nobody sees that of a disabled member', async () => {
    const who = await signUp(t)
    await saveSettings(t, who, { visibility: 'private' })
    const closed = await yearOf(who, 2026, other)
    expect([closed.status, closed.body.code, closed.body.card.id]).toEqual([403, '42501', who.user.id])
    await saveSettings(t, who, {})
    expect((await yearOf(who, 2026, other)).status).toBe(200)
    await t.db.insertInto('user_blocks').values({ blocker_id: who.user.id, blocked_id: other.user.id }).execute()
    expect((await yearOf(who, 2026, other)).status).toBe(403)
    await t.db.updateTable('profiles').set({ disabled_at: NOW }).where('id', '=', who.user.id).execute()
    expect((await yearOf(who, 2026, t.visitor())).status).toBe(404)
  })
})
