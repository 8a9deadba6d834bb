import { expect, test } from 'vitest'
import { importFixture, readImport } from '#tests/support/import-files.ts'

const read = (file: string, name = file) => readImport(importFixture(file), name)
const copied = (part: object) => ({
  platform: null,
  store: null,
  edition: null,
  is_physical: null,
  acquired_on: null,
  price: null,
  ...part,
})

test('nexorious JSON: hours by platform are summed, a sold copy is a note, an unknown status is a loss', async () => {
  const { titled } = await read('nexorious.json')
  expect(titled('Hollow Knight')).toMatchObject({
    ids: { igdb: 14593 },
    status: 'completed',
    rating: 10,
    is_liked: true,
    hours: 45.5,
    notes: 'One of the best.\nOwnership: no_longer_owned, Nintendo Switch, physical',
    copies: [
      copied({ platform: 'PC (Microsoft Windows)', store: 'steam', is_physical: false, acquired_on: '2024-12-25' }),
    ],
    tags: ['metroidvania'],
  })
  expect(titled('Elden Ring')).toMatchObject({ status: 'playing', notes: 'Status: shelved' })
  expect(titled('Thief II').losses).toEqual([
    { field: 'play_status', value: 'frozen', reason: 'unknown-value' },
    { field: 'personal_rating', value: '6', reason: 'out-of-range' },
  ])
})

test('nexorious CSV: lists with semicolons, slugs of platforms, a replay', async () => {
  const { titled } = await read('nexorious.csv')
  expect(titled('Hollow Knight')).toMatchObject({
    platforms: ['PC (Microsoft Windows)', 'PlayStation 5'],
    tags: ['metroidvania', 'indie'],
    hours: 45.5,
    added_at: '2025-01-02T10:00:00.000Z',
  })
  expect(titled('Hollow Knight').copies).toHaveLength(2)
  expect(titled('Elden Ring')).toMatchObject({ status: 'playing', rating: 8, is_liked: false })
  expect(titled('Elden Ring').playthroughs[0]?.is_replay).toBe(true)
})

test('GG: slugs of IGDB, a rating of 0 is none, lists by name', async () => {
  const { titled } = await read('gg.json')
  expect(titled('God of War')).toMatchObject({
    ids: { slug: 'god-of-war--1' },
    status: 'completed',
    rating: 9,
    review: { text: 'Boy!' },
    tags: ['Norse'],
  })
  expect(titled('Returnal')).toMatchObject({ status: 'playing', notes: 'Status: Shelved', tags: ['Roguelikes'] })
  expect(titled('Loom')).toMatchObject({ ids: {}, status: 'want_to_play', rating: null, losses: [] })
})

test('RAWG: a game of two collections has two tags, and the rating of everybody is not the member’s', async () => {
  const { titled, records } = await read('rawg.json')
  expect(records).toHaveLength(2)
  expect(titled('Grand Theft Auto V')).toMatchObject({
    rows: [1, 2],
    ids: { rawg: 3498 },
    release_year: 2013,
    platforms: ['PC'],
    rating: null,
    tags: ['Racing nights', 'Best'],
  })
})

test('RAWG: its answer for the games of a member has statuses and ratings', async () => {
  const { titled } = await read('rawg-answer.json')
  expect(titled('Red Dead Redemption 2')).toMatchObject({
    status: 'completed',
    rating: 10,
    added_at: '2019-12-01T10:00:00.000Z',
  })
  expect(titled('Wasteland 3')).toMatchObject({ status: 'want_to_play', release_year: null })
})

test('Steam: minutes, platforms by their minutes, no time of 1970, tools are games', async () => {
  const { titled } = await read('steam.json')
  expect(titled('Portal 2')).toMatchObject({
    ids: { steam: 620 },
    status: null,
    hours: 12.57,
    platforms: ['PC (Microsoft Windows)', 'Linux'],
    last_played_at: '2023-11-14T22:13:20.000Z',
    copies: [copied({ store: 'Steam', is_physical: false })],
  })
  expect(titled('Wallpaper Engine')).toMatchObject({
    hours: 2000,
    last_played_at: null,
    losses: [{ field: 'playtime_disconnected', value: '15', reason: 'unknown-field' }],
  })
  expect(titled('Counter-Strike 2')).toMatchObject({ hours: null, last_played_at: null, losses: [] })
  const more = Buffer.from('[{"appid":7,"name":"Cube","mood":"calm","has_dlc":true}]')
  expect((await readImport(more, 'steam.json')).unstored).toEqual(['mood'])
  expect(titled('Steam 400')).toMatchObject({ ids: { steam: 400 }, hours: 1.02 })
})

test('Steam: the answer for a private profile is refused by name', async () => {
  for (const answer of ['{"response":{}}', '{"response":{"game_count":0}}'])
    await expect(readImport(Buffer.from(answer), 'steam.json')).rejects.toMatchObject({ code: 'import_steam_private' })
})

test('GOG Galaxy: sets of Python, tabs, minutes, both generations', async () => {
  const { titled } = await read('gog.csv')
  expect(titled('Cyberpunk 2077')).toMatchObject({
    release_year: 2020,
    hours: 60.5,
    copies: [copied({ store: 'GOG', is_physical: false }), copied({ store: 'Steam', is_physical: false })],
    tags: ['Open "world"', 'Rain'],
  })
  expect(titled("Assassin's Creed II")).toMatchObject({
    hours: null,
    copies: [copied({ store: "Ubisoft's Connect", is_physical: false })],
    tags: ['Hidden'],
  })
  const first = await read('gog-first.csv')
  expect(first.titled('Grim Dawn')).toMatchObject({
    hours: 1.58,
    copies: [copied({ store: 'GOG', is_physical: false })],
  })
})

test('Playnite: translated names, seconds, days before months, game ids of Steam', async () => {
  const { titled, unstored } = await read('playnite.csv')
  expect(unstored).toEqual([])
  expect(titled('Dota 2')).toMatchObject({
    ids: { steam: 570 },
    status: 'playing',
    rating: 8,
    hours: 1000,
    is_liked: true,
    added_at: '2015-12-24T18:30:00.000Z',
    last_played_at: '2023-02-03T20:15:10.000Z',
    tags: ['Moba', 'Mit Freunden'],
  })
  expect(titled('Gothic II')).toMatchObject({ ids: {}, status: 'completed', hours: 25, tags: ['Hidden'] })
})

test('Playnite: the columns that are on by default, months before days, twelve hours', async () => {
  const { titled } = await read('playnite-default.csv')
  expect(titled('Factorio')).toMatchObject({
    status: 'playing',
    notes: 'Status: Played',
    hours: 2,
    last_played_at: '2021-03-15T20:14:11.000Z',
    copies: [copied({ platform: 'PC (Windows)', store: 'Steam' })],
  })
})

test('Playnite: with all columns, their places count in any language', async () => {
  const names = Array.from({ length: 38 }, (_, at) => `列${at}`)
  Object.assign(names, { 20: 'Roms', 28: 'PluginId', 37: 'Id' })
  const cells = names.map((_, at) => (at === 0 ? '絶体絶命都市' : at === 27 ? '5400' : at === 29 ? 'PSN' : ''))
  const { preset, titled } = await readImport(Buffer.from(`${names.join(',')}\n${cells.join(',')}\n`), 'library.csv')
  expect(preset).toBe('playnite')
  expect(titled('絶体絶命都市')).toMatchObject({ hours: 1.5, copies: [copied({ store: 'PSN' })] })
})

test('Completionator: Windows-1252, quotation marks that nothing escapes, M/D/YYYY', async () => {
  const { titled, unstored } = await read('completionator.csv')
  expect(unstored).toEqual(['Region', 'Est. Value', 'Box/Case', 'Cart/Disc', 'Manual', 'Extras', 'Acquisition Type'])
  expect(titled('The Walking Dead: The Final Season - Episode 1: "Done Running"')).toMatchObject({
    status: 'completed',
    rating: 8,
    release_year: 2018,
    added_at: '2019-01-02T00:00:00.000Z',
    tags: ['zombies', 'story'],
    copies: [
      copied({
        platform: 'PC / Windows',
        store: 'Steam',
        is_physical: false,
        acquired_on: '2018-12-25',
        price: '$3.99',
      }),
    ],
  })
  expect(titled('Pokémon Café "ReMix", Deluxe')).toMatchObject({
    status: 'playing',
    copies: [copied({ platform: 'Nintendo Switch', is_physical: true, acquired_on: '2020-01-13' })],
  })
  expect(titled('Chrono Cross')).toMatchObject({
    status: 'want_to_play',
    tags: ['Wishlist'],
    copies: [copied({ platform: 'PlayStation', edition: 'Platinum', is_physical: true })],
  })
})

test('Darkadia: rows without a name are copies, flags are cumulative, owned platforms without a copy', async () => {
  const { titled, records, unstored } = await read('darkadia.csv')
  expect(records.map(({ rows }) => rows)).toEqual([[2, 3], [4], [5]])
  expect(unstored).toContain('Copy box condition')
  expect(titled("Aaru's Awakening")).toMatchObject({
    status: 'dropped',
    rating: 7,
    hours: 2.5,
    notes: 'Jumps, again',
    tags: ['platformer', 'indie'],
    copies: [
      copied({
        platform: 'PlayStation 4',
        store: 'Sony Entertainment Network',
        edition: "Aaru's Awakening",
        is_physical: false,
        acquired_on: '2015-04-07',
      }),
      copied({
        platform: 'PlayStation Network (PS3)',
        store: 'Bilka',
        edition: 'PS3',
        is_physical: false,
        acquired_on: '2015-04-08',
      }),
    ],
  })
  expect(titled('Anodyne')).toMatchObject({
    status: 'completed',
    is_liked: true,
    rating: 9,
    copies: [copied({ platform: 'PC', store: 'GOG', is_physical: true }), copied({ platform: 'Mac' })],
  })
  expect(titled('Anodyne').playthroughs[0]?.finish_level).toBe('completionist')
  expect(titled('Unknown Pleasures')).toMatchObject({ status: null, copies: [] })
})

test('vglist: statuses, replays, stores without a platform', async () => {
  const { titled, unstored } = await read('vglist.json')
  expect(unstored).toEqual([])
  const halfLife = titled('Half-Life 2')
  expect(halfLife).toMatchObject({ status: 'completed', rating: 10, hours: 12.5, notes: 'Great game.' })
  expect(halfLife.playthroughs.map(({ finish_level, is_replay }) => [finish_level, is_replay])).toEqual([
    ['completionist', false],
    ['main_story', true],
    ['main_story', true],
  ])
  expect(halfLife.copies).toEqual([copied({ platform: 'Microsoft Windows', store: 'Steam', is_physical: false })])
  expect(titled('Some Obscure Game')).toMatchObject({
    status: 'playing',
    notes: 'Status: paused',
    rating: null,
    copies: [copied({ platform: 'PlayStation 4' }), copied({ platform: 'Linux' })],
  })
  const wrapped = Buffer.from(`{"user":{"id":1},"games":${importFixture('vglist.json')}}`)
  expect((await readImport(wrapped, 'vglist.json')).records).toHaveLength(2)
})

test('a list of IGDB: the name of the file is its status or its tag, and its rating is everybody’s', async () => {
  const wanted = (await read('want-to-play.csv')).titled('The Witcher 3: Wild Hunt')
  expect(wanted).toMatchObject({
    ids: { igdb: 1942, slug: 'the-witcher-3-wild-hunt' },
    release_year: 2015,
    status: 'want_to_play',
    rating: null,
    tags: [],
  })
  const own = await read('want-to-play.csv', 'Rainy days.csv')
  expect(own.titled('The Witcher 3: Wild Hunt')).toMatchObject({ status: null, tags: ['Rainy days'] })
})
