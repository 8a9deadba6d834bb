import { beforeAll, describe, expect, test } from 'vitest'
import { gamesAddress } from '#features/library/shelf.rules.ts'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { type Chart, chartsOf } from '../charts.rules.ts'
import type { Statistics } from '../statistics.contract.ts'
import { PERIOD_INVALID } from '../statistics.texts.ts'

const t = useTestApp()
const NOW = new Date('2026-11-22T15:00:00.000Z')
const [A, B, C, D] = ['igdb_701', 'igdb_702', 'igdb_703', 'igdb_704'] as const
let other: Member

const names = (list: readonly string[]) => JSON.stringify(list.map((name, at) => ({ id: at, name })))
beforeAll(async () => {
  t.time.now = NOW
  await addGames(t, [A, B, C, D])
  for (const [game, genres, platforms, released] of [
    [A, ['Role-playing (RPG)', 'Indie'], ['PC', 'Switch'], '2020-05-01'],
    [B, ['Indie'], ['PC'], '2021-12-31'],
    [C, [], ['Switch'], '1970-06-01'],
    [D, ['Indie'], [], null],
  ] as const)
    await t.db
      .updateTable('games')
      .set({
        genres: names(genres),
        platforms: names(platforms),
        first_release_date: released && Date.parse(released) / 1000,
      })
      .where('id', '=', game)
      .execute()
  other = await signUp(t)
})

const read = (who: Member, search = '', reader: Client = who) =>
  reader.get(`/api/profiles/${who.user.id}/statistics${search}`)
const view = async (who: Member, search = '', reader: Client = who): Promise<Statistics> => {
  const { status, body } = await read(who, search, reader)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.statistics
}
const libraryOf = async (who: Member, search = '', reader: Client = who) => {
  const { library } = await view(who, search, reader)
  if (!library) throw new Error('The library is closed')
  return library
}
const log = async (who: Member, game: string, draft: object) =>
  expect((await who.put(`/api/library/${game}/progress`, draft)).status).toBe(200)
const play = async (who: Member, game: string, played_on: string, minutes: number) =>
  expect((await who.post(`/api/user/games/${game}/sessions`, { minutes, played_on })).status).toBe(201)
const rate = async (who: Member, game: string, user_rating: number) =>
  expect((await who.patch(`/api/library/${game}`, { user_rating })).status).toBe(200)
const want = async (who: Member, game: string) =>
  expect((await who.post('/api/library', { game_id: game })).status).toBe(201)
const at = async (day: string, run: () => Promise<unknown>) => {
  t.time.now = new Date(`${day}T12:00:00.000Z`)
  try {
    await run()
  } finally {
    t.time.now = NOW
  }
}

const barsOf = (charts: readonly Chart[], id: string) =>
  charts.find((chart) => chart.id === id)?.bars.map(({ label, text }) => `${label}: ${text}`)
/** Compares each bar with the list that it links to, on the member's own shelf or that in the profile. */
async function expectTrueBars(who: Member, shown: Statistics, reader: Client = who): Promise<number> {
  const charts = shown.library ? chartsOf(shown, shown.library) : []
  for (const chart of charts)
    for (const { label, games, choice } of chart.bars) {
      const list = reader === who && !shown.seenAs ? '/api/library' : `/api/profiles/${who.user.id}/games`
      const address = gamesAddress(choice, { path: list, search: shown.seenAs ? { as: shown.seenAs } : {} })
      const { status, body } = await reader.get(address)
      expect([chart.title, label, address, status, body.total]).toEqual([chart.title, label, address, 200, games])
    }
  return charts.length
}

/** A member with sessions, logged hours, dates of all precisions, and stars. */
async function player(): Promise<Member> {
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
  return who
}

describe('all time', () => {
  test('counts what was counted by hand, and every bar leads to its games', async () => {
    const who = await player()
    const shown = await view(who)
    const charts = chartsOf(shown, shown.library as never)
    expect(shown).toMatchObject({ period: 'all', span: null, today: '2026-11-22', firstYear: 2025, seenAs: null })
    expect(shown.library).toMatchObject({ games: 4, minutes: 810 + 480 + 2400 + 120, minutesWithoutPart: 2400 })
    expect(shown.library?.parts).toHaveLength(13)
    expect(barsOf(charts, 'hours')?.filter((text) => !text.endsWith(' 0m'))).toEqual([
      'November 2025: 2h',
      'December 2025: 10h',
      'February 2026: 1h 30m',
      'May 2026: 10h',
    ])
    expect(barsOf(charts, 'weekdays')).toEqual([
      'Monday: 30m',
      'Tuesday: 0m',
      'Wednesday: 10h',
      'Thursday: 0m',
      'Friday: 0m',
      'Saturday: 0m',
      'Sunday: 3h',
    ])
    expect(barsOf(charts, 'statuses')).toEqual([
      'Want to Play: 0 games',
      'Currently Playing: 1 game',
      'Completed: 2 games',
      'Dropped: 1 game',
    ])
    expect(barsOf(charts, 'played_on')).toEqual(['PC: 1 game', 'Switch: 1 game'])
    expect(barsOf(charts, 'platforms')).toEqual(['PC: 2 games', 'Switch: 2 games'])
    expect(barsOf(charts, 'genres')).toEqual(['Indie: 3 games', 'Role-playing (RPG): 1 game'])
    // 1970 is no plausible year (C27).
    expect(barsOf(charts, 'released')).toEqual(['2020: 1 game', '2021: 1 game', 'Without a year: 2 games'])
    expect(barsOf(charts, 'playtimes')?.filter((text) => !text.endsWith(' 0 games'))).toEqual([
      '2h to 5h: 1 game',
      '5h to 10h: 1 game',
      '10h to 20h: 1 game',
      '20h to 50h: 1 game',
    ])
    expect(shown.library?.ratings).toMatchObject({ rated: 2, unrated: 2, average: 3.5 })
    expect(await expectTrueBars(who, shown)).toBe(9)
    expect(await expectTrueBars(who, await view(who, '', other), other)).toBe(9)
  })

  test('a copy says where a game was played if no playthrough does, only to the member and not of a wanted game', async () => {
    const who = await signUp(t)
    await log(who, A, { status: 'completed', playthrough: { platform: 'PC', date: '2026-02-01' } })
    await log(who, B, { status: 'dropped', play_time: 3 })
    await want(who, C)
    const times = { created_at: NOW, updated_at: NOW }
    const copies = [A, B, C].map((game_id) => ({
      ...{ user_id: who.user.id, game_id, platform: 'Switch', is_physical: true },
      ...times,
    }))
    await t.db.insertInto('game_copies').values(copies).execute()
    const shown = await view(who)
    expect(shown.library?.playedOn.names).toEqual([
      { name: 'PC', games: 1 },
      { name: 'Switch', games: 1 },
    ])
    await expectTrueBars(who, shown)
    const forOther = await view(who, '', other)
    expect(forOther.library?.playedOn.names).toEqual([{ name: 'PC', games: 1 }])
    await expectTrueBars(who, forOther, other)
  })

  test('a game that is only wanted has no hours to count', async () => {
    const who = await signUp(t)
    await want(who, A)
    await log(who, B, { status: 'completed', completion_percentage: 100 })
    const shown = await view(who)
    expect(shown.library?.hours[0]).toEqual({ value: 'none', games: 1 })
    await expectTrueBars(who, shown)
  })

  test('a member without games has no chart', async () => {
    const who = await signUp(t)
    const shown = await view(who)
    expect(shown).toMatchObject({ firstYear: 2026, library: { games: 0, minutes: 0, community: null, backlog: [] } })
    expect(chartsOf(shown, shown.library as never)).toEqual([])
  })

  test('twelve names at most, and the games of the others behind one bar', async () => {
    const who = await signUp(t)
    for (const game of [A, B, C]) await want(who, game)
    const before = await t.db.selectFrom('games').select(['id', 'genres']).where('id', 'in', [A, B, C]).execute()
    const set = (id: string, genres: string) => t.db.updateTable('games').set({ genres }).where('id', '=', id).execute()
    const many = Array.from({ length: 13 }, (_, at) => `Genre ${String(at).padStart(2, '0')}`)
    await set(A, names(many))
    await set(B, names(many.slice(12)))
    await set(C, names(many.slice(0, 12)))
    const shown = await view(who)
    expect(shown.library?.genres.names.map(({ name }) => name)).toEqual(many.slice(0, 12))
    expect(shown.library?.genres.others).toBe(2)
    await expectTrueBars(who, shown)
    for (const { id, genres } of before) await set(id, JSON.stringify(genres))
  })

  test('stars against those of others, without members in a block with the reader', async () => {
    await t.db.deleteFrom('user_games').execute()
    const [who, reader, author, third] = [await signUp(t), await signUp(t), await signUp(t), await signUp(t)]
    const review = (by: Member, game: string, rating: number) =>
      by.post('/api/reviews', { game_id: game, rating, review_text: 'Words.' })
    for (const game of [A, B]) await want(who, game)
    await review(who, A, 5)
    await review(who, B, 2)
    await review(author, A, 3)
    await review(third, A, 1)
    await review(third, B, 2.5)
    await t.db.insertInto('user_blocks').values({ blocker_id: author.user.id, blocked_id: reader.user.id }).execute()
    const shown = await view(who)
    expect(shown.library?.community).toMatchObject({ games: 2, own: 3.5, others: 2.25 })
    expect(shown.library?.community?.bars.filter(({ games }) => games > 0)).toEqual([
      { value: 'below', games: 1 },
      { value: 'far_above', games: 1 },
    ])
    await expectTrueBars(who, shown)
    const forReader = await view(who, '', reader)
    expect(forReader.library?.community).toMatchObject({ games: 2, own: 3.5, others: 1.75 })
    await expectTrueBars(who, forReader, reader)
    await expectTrueBars(who, await view(who, '?as=guest'))
  })

  test('takes the same few statements however many games there are', async () => {
    const [few, many] = [await signUp(t), await player()]
    await want(few, A)
    await view(few)
    expect(await t.countQueries(() => view(few))).toBeLessThanOrEqual(6)
    expect(await t.countQueries(() => view(many))).toBeLessThanOrEqual(6)
  })
})

describe('a period', () => {
  test('counts what was played in it, as the page of the year does', async () => {
    const who = await player()
    const shown = await view(who, '?period=2026')
    const year = (await who.get(`/api/profiles/${who.user.id}/years/2026`)).body.year.library
    expect(shown).toMatchObject({ period: '2026', span: { first: '2026-01-01', last: '2026-12-31' } })
    expect(shown.library).toMatchObject({ games: year.gamesPlayed, minutes: year.minutes, minutesWithoutPart: 2400 })
    expect(shown.library?.parts.map(({ minutes }) => minutes)).toEqual(
      year.months.map(({ minutes }: { minutes: number }) => minutes),
    )
    await expectTrueBars(who, shown)
    await expectTrueBars(who, await view(who, '?period=2025'))
  })

  test('may be a month, some days, twelve months, or many years', async () => {
    const who = await player()
    const month = await libraryOf(who, '?period=2026-05')
    expect([month.unit, month.parts.length, month.games, month.minutes]).toEqual(['day', 31, 2, 600])
    expect(month.parts[9]).toEqual({ first: '2026-05-10', last: '2026-05-10', minutes: 120, games: 1 })
    const days = await libraryOf(who, '?period=2026-02-02..2026-05-15')
    expect(days.parts.map(({ first, last, minutes }) => [first, last, minutes])).toEqual([
      ['2026-02-02', '2026-02-28', 30],
      ['2026-03-01', '2026-03-31', 0],
      ['2026-04-01', '2026-04-30', 0],
      ['2026-05-01', '2026-05-15', 120],
    ])
    const last = await view(who, '?period=12m')
    expect(last.span).toEqual({ first: '2025-12-01', last: '2026-11-30' })
    expect(last.library?.minutes).toBe(210 + 600 + 480 + 2400 * 0)
    const years = await libraryOf(who, '?period=2010..2026')
    expect([years.unit, years.parts.length, years.minutes]).toEqual(['year', 17, 3810])
    for (const period of ['2026-05', '2026-02-02..2026-05-15', '12m', '2010..2026', '2026-05-10'])
      await expectTrueBars(who, await view(who, `?period=${period}`))
    for (const period of ['2027', '2200', '1990-01-01..1999-12-31'])
      expect(await libraryOf(who, `?period=${period}`)).toMatchObject({ games: 0, minutes: 0 })
  })

  test('that is none is refused with a sentence', async () => {
    const who = await signUp(t)
    for (const period of [
      '',
      'abc',
      '26',
      '2026-13',
      '2026-02-30',
      '1969',
      '3000',
      '2026..2025',
      '2026..',
      '2026..x',
      'a..b..c',
    ]) {
      const { status, body } = await read(who, `?period=${period}`)
      expect([period, status, body.code]).toEqual([period, 400, 'validation_failed'])
      expect(JSON.stringify(body)).toContain(PERIOD_INVALID)
    }
  })

  test('begins and ends in the member’s time zone (G58)', async () => {
    const who = await signUp(t)
    await saveSettings(t, who, { timezone: 'Pacific/Auckland' })
    await at('2025-12-31', () => log(who, A, { status: 'playing', play_time: 3 }))
    await t.db
      .updateTable('user_games')
      .set({ last_played_at: new Date('2025-12-31T12:00:00.000Z') })
      .where('user_id', '=', who.user.id)
      .execute()
    // In Auckland it was the first day of 2026.
    const month = await libraryOf(who, '?period=2026-01')
    expect(month.parts[0]).toMatchObject({ first: '2026-01-01', minutes: 180, games: 1 })
    await expectTrueBars(who, await view(who, '?period=2026-01'))
    expect((await libraryOf(who, '?period=2025')).games).toBe(0)
  })
})

describe('the backlog', () => {
  test('counts games from the day they came until the first thing that began them', async () => {
    const who = await signUp(t)
    await at('2026-02-10', () => want(who, A))
    await at('2026-02-20', () => want(who, B))
    await at('2026-03-10', () => log(who, C, { status: 'completed', play_time: 5 }))
    // Nothing says when it was begun.
    await at('2026-03-10', () => log(who, D, { status: 'playing' }))
    await at('2026-04-05', () => play(who, A, '2026-04-04', 30))
    const shown = await view(who)
    expect(shown.library?.backlog).toEqual([
      { on: '2026-02-28', games: 2 },
      { on: '2026-03-31', games: 2 },
      ...['04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-22'].map((day) => ({
        on: `2026-${day}`,
        games: 1,
      })),
    ])
    await expectTrueBars(who, shown)
    const month = await view(who, '?period=2026-04')
    expect(month.library?.backlog.slice(2, 5).map(({ games }) => games)).toEqual([2, 1, 1])
    await expectTrueBars(who, month)
  })
})

describe('who sees statistics (G22)', () => {
  test('a hidden library leaves nothing but the name', async () => {
    const who = await player()
    await saveSettings(t, who, { sections: { library: 'private' } })
    const shown = await view(who, '', other)
    expect(shown).toMatchObject({ library: null, firstYear: 2026, user: { id: who.user.id } })
    expect((await view(who, '', t.visitor())).library).toBeNull()
    expect((await view(who, '?as=friend')).library).toBeNull()
    expect((await view(who)).library?.games).toBe(4)
  })

  test('a hidden activity leaves whole months and no weekdays, also behind the bars', async () => {
    const who = await player()
    await saveSettings(t, who, { sections: { activity: 'private' } })
    const shown = await view(who, '?period=2026-05-09..2026-05-10', other)
    expect(shown).toMatchObject({ isWidened: true, span: { first: '2026-05-01', last: '2026-05-31' } })
    expect(shown.library).toMatchObject({ unit: 'month', weekdays: null, games: 2, minutes: 600 })
    await expectTrueBars(who, shown, other)
    const found = async (search: string, reader: Client = other) =>
      (await reader.get(`/api/profiles/${who.user.id}/games?${search}`)).body.total
    expect(await found('played=2026-05-11')).toBe(await found('played=2026-05'))
    expect(await found('weekday=2')).toBe(4)
    expect([await found('played=2026-05-11', who), await found('weekday=2', who)]).toEqual([0, 0])
  })

  test('nobody sees them beyond a block, of a private profile or of a disabled member', async () => {
    const who = await player()
    await saveSettings(t, who, { visibility: 'private' })
    const closed = await read(who, '', other)
    expect([closed.status, closed.body.code, closed.body.card.id]).toEqual([403, '42501', who.user.id])
    await saveSettings(t, who, {})
    await t.db.insertInto('user_blocks').values({ blocker_id: who.user.id, blocked_id: other.user.id }).execute()
    expect((await read(who, '', other)).status).toBe(403)
    await t.db.updateTable('profiles').set({ disabled_at: NOW }).where('id', '=', who.user.id).execute()
    expect((await read(who, '', t.visitor())).status).toBe(404)
  })
})
