import { describe, expect, test } from 'vitest'
import { isAdultName } from './adult-names.ts'
import { readSteamList, steamListBytes, steamListGameOf } from './steam-list.ts'

describe('games made for adults', () => {
  test.each([
    'Hentai Girl',
    'NEKOPARA Vol. 1',
    'Sakura Swim Club',
    'HuniePop',
    'HunieCam Studio',
    'Deep Space Waifu: FANTASY',
    'Seek Girl Ⅷ',
    'Leisure Suit Larry - Wet Dreams Dry Twice',
    'House Party',
    'Succubus Farm',
    'VR Kanojo / VRカノジョ',
    'AI＊Shoujo/AI＊少女',
    'Lust for Darkness',
    'LoveKami -Healing Harem-',
    'Mirror 2: Project X',
    'Boobs Saga',
    'Furry Shakespeare',
    '18+',
    '恋爱公寓（My Girl：Love Story）',
    'Being a DIK - Season 1',
    'Treasure of Nadia',
    'Cute Honey 3',
    'Tina: Swordswoman of the Scarlet Prison',
  ])('%s stays out', (name) => {
    expect(isAdultName(name)).toBe(true)
  })

  test.each([
    'Assassin’s Creed Chronicles: China',
    'Lovers in a Dangerous Spacetime',
    'Mirror’s Edge Catalyst',
    'Essex Roads',
    'Hypnospace Outlaw',
    'River City Girls',
    'Mass Effect Andromeda',
    'Cockroach Simulator',
    'Bus Simulator 18',
    'Danganronpa Another Episode: Ultra Despair Girls',
    'The Sexy Brutale',
    'LSD: Wanderlust',
    'Skullgirls 2nd Encore',
    'Princess Maker 2 Refine',
    'Crush Your Enemies',
    'Doki Doki Literature Club!',
  ])('%s stays', (name) => {
    expect(isAdultName(name)).toBe(false)
  })
})

test('a row of the table becomes a game, without trademark signs; few owners, adults and what has no name or day stay out', () => {
  const row = (more: Record<string, string> = {}) => ({
    ...{
      name: 'Far Cry® 5',
      release_date: 'Mar 26, 2018',
      app_id: '552520',
      min_owners: '5000000',
      hltb_single: '18.0',
    },
    ...more,
  })
  const game = { appId: 552520, name: 'Far Cry 5', releasedOn: '2018-03-26', owners: 5_000_000, hours: 18 }
  expect(steamListGameOf(row())).toEqual(game)
  expect(steamListGameOf(row({ hltb_single: '', release_date: 'Jan 2019' }))).toEqual({
    ...game,
    releasedOn: '2019-01-01',
    hours: null,
  })
  const others = [
    { min_owners: '0' },
    { name: '™' },
    { release_date: 'soon' },
    { app_id: 'x' },
    { name: 'Hentai Girl' },
  ]
  for (const other of others) expect([other, steamListGameOf(row(other))]).toEqual([other, null])
})

test('the list has known games once, nothing for adults, and is written again as it is read', async () => {
  const list = await readSteamList()
  const games = await list.parse()
  expect(games.length).toBeGreaterThan(16_000)
  expect(new Set(games.map(({ appId }) => appId)).size).toBe(games.length)
  expect(games.filter(({ name }) => isAdultName(name)).map(({ name }) => name)).toEqual([])
  expect(games.find(({ appId }) => appId === 292030)).toEqual({
    ...{ appId: 292030, name: 'The Witcher 3: Wild Hunt', releasedOn: '2015-05-18', owners: 10_000_000, hours: 51 },
  })
  for (const { name, owners, releasedOn, hours } of games)
    expect([name, owners >= 20_000, Number.isNaN(Date.parse(releasedOn)), hours === null || hours >= 0]).toEqual([
      ...[name.trim(), true, false, true],
    ])
  expect(steamListBytes(games).length).toBeLessThan(330_000)
})
