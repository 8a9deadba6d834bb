import { describe, expect, test } from 'vitest'
import {
  byProminence,
  chooseCover,
  igdbCoverAddress,
  imageServiceAddress,
  plausibleYear,
  ratingOutOfTen,
  releaseDateText,
  shortPlatform,
  summariseNames,
  unique,
  yearText,
} from './catalogue.rules.ts'
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
    ['---', ''],
  ])('%s is %s', (name, expected) => {
    expect(normaliseForSearch(name)).toBe(expected)
  })
})
