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
    expect(await expectTrueBars(who, shown)).toBe(8)
    expect(await expectTrueBars(who, await view(who, '', other), other)).toBe(8)
  })
})
