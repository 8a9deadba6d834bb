import { describe, expect, test } from 'vitest'
import {
  chooseCover,
  firstPlaceholder,
  igdbCoverAddress,
  imageServiceAddress,
  plausibleYear,
  ratingOutOfTen,
  releaseDateText,
  thumbAddress,
  unique,
  weightedRating,
  yearText,
} from './catalogue.rules.ts'
import { byProminence, shortPlatform, shortTerm, summariseNames } from './names.rules.ts'
import { normaliseForSearch } from './search-name.rules.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000

describe('years of release', () => {
  test('a year is read in UTC from Unix seconds [R-GAME-41]', () => {
    expect(plausibleYear(1431993600, NOW)).toBe(2015)
    expect(plausibleYear(seconds('1999-12-31') + 86_399, NOW)).toBe(1999)
  })

  test('a year before 1975 or more than five years ahead is unknown and shown as TBA [R-GAME-46]', () => {
    expect(plausibleYear(seconds('1974-12-31'), NOW)).toBeNull()
    expect(plausibleYear(seconds('1975-01-01'), NOW)).toBe(1975)
    expect(plausibleYear(seconds('2031-12-31'), NOW)).toBe(2031)
    expect(plausibleYear(seconds('2032-01-01'), NOW)).toBeNull()
    expect(yearText(plausibleYear(seconds('1970-05-01'), NOW))).toBe('TBA')
    expect(yearText(2015)).toBe('2015')
  })

  test('the release date is Unknown without a date and TBA with an impossible one [R-GAME-05]', () => {
    expect(releaseDateText(null, NOW)).toBe('Unknown')
    expect(releaseDateText(seconds('1970-05-01'), NOW)).toBe('TBA')
    expect(releaseDateText(seconds('2017-02-24'), NOW)).toBe('Feb 24, 2017')
    expect(yearText(plausibleYear(null, NOW))).toBe('TBA')
  })
})

test('a total rating of 87 is shown as 8.7 of 10 [R-GAME-03]', () => {
  expect(ratingOutOfTen(87)).toBe('8.7')
  expect(ratingOutOfTen(90)).toBe('9.0')
  expect(ratingOutOfTen(100)).toBe('10.0')
})

describe('covers', () => {
  test('cover_url comes before cover.url, cover, coverImage and no cover [R-GAME-39]', () => {
    const all = { cover_url: 'https://a/1', cover: { url: 'https://a/2' }, coverImage: 'https://a/4' }
    expect(chooseCover(all)).toBe('https://a/1')
    expect(chooseCover({ ...all, cover_url: null })).toBe('https://a/2')
    expect(chooseCover({ cover: 'https://a/3', coverImage: 'https://a/4' })).toBe('https://a/3')
    expect(chooseCover({ cover: null, coverImage: 'https://a/4' })).toBe('https://a/4')
    expect(chooseCover({})).toBeNull()
    expect(chooseCover({ cover: '//images.igdb.com/x.jpg' })).toBe('https://images.igdb.com/x.jpg')
  })

  test('covers are fetched in cover_big_2x, through our image service in quality 75 and any format [R-GAME-48 R-IMG-01]', () => {
    expect(igdbCoverAddress('co1r7f')).toBe('https://images.igdb.com/igdb/image/upload/t_cover_big_2x/co1r7f.jpg')
    expect(imageServiceAddress('https://a/b c.jpg', 528)).toBe(
      '/api/image?url=https%3A%2F%2Fa%2Fb%20c.jpg&w=528&q=75&fm=auto',
    )
  })
})

test('a row shows the smallest version of a cover, and an external picture as it is [R-GAME-50]', () => {
  const thumb = imageServiceAddress(igdbCoverAddress('co1r7f', 't_thumb'), 64)
  expect(thumbAddress(imageServiceAddress(igdbCoverAddress('co1r7f'), 528))).toBe(thumb)
  expect(thumbAddress(imageServiceAddress(igdbCoverAddress('co1r7f', 't_cover_big'), 1056))).toBe(thumb)
  expect(thumbAddress('https://a/t_cover_big/x.jpg?w=528')).toBe('https://a/t_cover_big/x.jpg?w=528')
})

test('a release on or after this day counts as a placeholder [R-GAME-46]', () => {
  const day = firstPlaceholder(NOW.getTime() / 1000)
  expect(day).toBe(seconds('2032-01-01'))
  expect([plausibleYear(day, NOW), plausibleYear(day - 1, NOW)]).toEqual([null, 2031])
})

test.each([
  ['PlayStation 2', 'PS2'],
  ['PlayStation 3', 'PS3'],
  ['PlayStation 4', 'PS4'],
  ['PlayStation 5', 'PS5'],
  ['PlayStation Portable', 'PSP'],
  ['PlayStation Vita', 'PS Vita'],
  ['Xbox Series X|S', 'Xbox Series'],
  ['Nintendo Switch', 'Switch'],
  ['Nintendo Switch 2', 'Switch 2'],
  ['Nintendo 3DS', '3DS'],
  ['Nintendo DS', 'DS'],
  ['Nintendo GameCube', 'GameCube'],
  ['Nintendo Entertainment System', 'NES'],
  ['Super Nintendo Entertainment System', 'SNES'],
  ['Sega Mega Drive/Genesis', 'Mega Drive'],
  ['Sega Master System/Mark III', 'Master System'],
  ['Commodore C64/128/MAX', 'C64'],
])('the platform %s is %s for short', (name, short) => {
  expect(shortPlatform(name)).toBe(short)
})

test.each([
  ['Role-playing (RPG)', 'Role-playing'],
  ['Real Time Strategy (RTS)', 'Real-time strategy'],
  ['Turn-based strategy (TBS)', 'Turn-based strategy'],
  ["Hack and slash/Beat 'em up", 'Hack and slash'],
  ['4X (explore, expand, exploit, and exterminate)', '4X'],
  ['Massively Multiplayer Online (MMO)', 'MMO'],
  ['Adventure', 'Adventure'],
])('the genre or theme %s is %s for short', (name, short) => {
  expect(shortTerm(name)).toBe(short)
})

test('current platforms come first, in their order, and the others stay as they are', () => {
  const first = [
    'PC (Microsoft Windows)',
    'PlayStation 5',
    'Xbox Series X|S',
    'Nintendo Switch 2',
    'Nintendo Switch',
    'PlayStation 4',
    'Xbox One',
  ]
  expect(byProminence(['Mac', ...first.toReversed(), 'Linux'])).toEqual([...first, 'Mac', 'Linux'])
})

describe('scores', () => {
  const unrated = { totalRating: null, totalRatingCount: 0, criticRating: null, criticRatingCount: 0, renown: 0 }
  // 100 of 250 players is halfway between 75 and 100, and so is 100 of 15 critics.
  const [halfway, prior] = [87.5, 75]

  test.each([
    ['250 players', { totalRating: 100, totalRatingCount: 250, criticRating: 0, criticRatingCount: 15 }, halfway],
    ['50 players', { totalRating: 75, totalRatingCount: 50, criticRating: 100, criticRatingCount: 15 }, prior],
    [
      '49 players and 15 critics',
      { totalRating: 0, totalRatingCount: 49, criticRating: 100, criticRatingCount: 15 },
      halfway,
    ],
    ['5 critics', { totalRating: 100, totalRatingCount: 49, criticRating: 75, criticRatingCount: 5 }, prior],
    ['15 critics alone', { criticRating: 100, criticRatingCount: 15 }, halfway],
    [
      'a count of players without a rating',
      { totalRatingCount: 250, criticRating: 100, criticRatingCount: 15 },
      halfway,
    ],
  ])('the score with %s [R-CAT-18]', (_who, ratings, score) => {
    expect(weightedRating({ ...unrated, ...ratings })).toBe(score)
  })

  test.each([
    ['nobody', {}],
    ['4 critics', { criticRating: 100, criticRatingCount: 4 }],
    ['a count of critics without a rating', { criticRatingCount: 15 }],
  ])('%s gives no score', (_who, ratings) => {
    expect(weightedRating({ ...unrated, ...ratings })).toBeNull()
  })

  test('a few ratings weigh little in a list', () => {
    const few = { ...unrated, totalRating: 100, totalRatingCount: 1 }
    expect(weightedRating(few)).toBeCloseTo((100 + 250 * 75) / 251)
  })

  test('a rating without a count weighs by renown in a list', () => {
    const uncounted = { ...unrated, totalRating: 100, renown: 50 }
    expect(weightedRating(uncounted)).toBe(halfway)
    expect(weightedRating({ ...uncounted, renown: 0 })).toBe(prior)
  })
})

test('three platforms are shown and the others are counted [R-GAME-02]', () => {
  expect(summariseNames(unique(['a', 'b', 'c', 'a', 'd', 'e']), 3)).toEqual({ shown: ['a', 'b', 'c'], more: 2 })
  expect(summariseNames(['a'], 3)).toEqual({ shown: ['a'], more: 0 })
  expect(shortPlatform('PC (Microsoft Windows)')).toBe('PC')
  expect(shortPlatform('Vectrex')).toBe('Vectrex')
  expect(byProminence(['Wii U', 'Mac', 'Nintendo Switch', 'PC (Microsoft Windows)'])).toEqual([
    'PC (Microsoft Windows)',
    'Nintendo Switch',
    'Wii U',
    'Mac',
  ])
})

describe('normalised names for the search', () => {
  test.each([
    ['Pokémon Red', 'pokemon red'],
    ["Baldur's Gate III", 'baldurs gate iii'],
    ['Ratchet & Clank', 'ratchet and clank'],
    ['S.T.A.L.K.E.R.: Shadow', 's t a l k e r shadow'],
    ['God of War Ragnarök', 'god of war ragnarok'],
    ['ÆON  Flux™ – Straße', 'aeon flux strasse'],
    ['ゼルダの伝説', 'ゼルダの伝説'],
    ['ＦＩＮＡＬ ＦＡＮＴＡＳＹ', 'final fantasy'],
    ['Œuvre Łódź Đorđe Þór Iðunn Kırmızı Ærø', 'oeuvre lodz dorde thor idunn kirmizi aero'],
    ['---', ''],
  ])('%s is %s', (name, expected) => {
    expect(normaliseForSearch(name)).toBe(expected)
  })
})
