import { describe, expect, test } from 'vitest'
import { chooseCover, plausibleYear } from './catalogue.rules.ts'
import { atWidth, chooseBackground, displayName, pictureAddress, termsOf } from './game-shapes.rules.ts'

test.each([
  [{ name: 'Hades', title: 'Other' }, 'Hades'],
  [{ name: null, title: 'Hades' }, 'Hades'],
  [{ name: '  ', title: ' Hades ' }, 'Hades'],
  [{}, 'Unknown Game'],
  [{ name: '' }, 'Unknown Game'],
])('the displayed name is the name, else the title, else Unknown Game: %o [R-GAME-43]', (game, name) => {
  expect(displayName(game)).toBe(name)
})

describe('genres and platforms', () => {
  const both = [
    { id: 12, name: 'Role-playing (RPG)' },
    { id: 31, name: 'Adventure' },
  ]
  test.each([
    ['objects', both, both],
    ['ids as text', [{ id: '12', name: 'Role-playing (RPG)' }], [both[0]]],
    ['texts', ['Role-playing (RPG)', 'Adventure'], both.map(({ name }) => ({ id: 0, name }))],
    ['JSON text of objects', JSON.stringify(both), both],
    ['JSON text of texts', '["Adventure"]', [{ id: 0, name: 'Adventure' }]],
    ['JSON text of one', '{"id":31,"name":"Adventure"}', [both[1]]],
    ['one name', 'Adventure', [{ id: 0, name: 'Adventure' }]],
    ['a mixture with holes', [both[0], null, 7, '', { id: 3 }, 'Adventure'], [both[0], { id: 0, name: 'Adventure' }]],
    ['nothing', null, []],
    ['an empty text', ' ', []],
    ['something else', 42, []],
  ])('terms are parsed as %s [R-GAME-40]', (_, given, terms) => {
    expect(termsOf(given)).toEqual(terms)
  })
})

describe('cover pictures', () => {
  test.each([
    ['https://a/b.jpg', 'https://a/b.jpg'],
    ['//images.igdb.com/x.jpg', 'https://images.igdb.com/x.jpg'],
    [{ url: '//images.igdb.com/x.jpg' }, 'https://images.igdb.com/x.jpg'],
    [{ url: null }, null],
    [{ image_id: 'co1' }, null],
    ['', null],
    [null, null],
    [undefined, null],
    [7, null],
  ])('%o is %s [R-GAME-39]', (given, address) => {
    expect(pictureAddress(given)).toBe(address)
  })

  test('the cover is cover_url, then cover.url, then cover, then coverImage [R-GAME-39]', () => {
    const all = { cover_url: 'a', cover: { url: 'b' }, coverImage: 'd' }
    expect(chooseCover(all)).toBe('a')
    expect(chooseCover({ ...all, cover_url: null })).toBe('b')
    expect(chooseCover({ cover: 'c', coverImage: 'd' })).toBe('c')
    expect(chooseCover({ cover: { url: null }, coverImage: 'd' })).toBe('d')
    expect(chooseCover({})).toBeNull()
  })

  test('the background is the artwork, then a screenshot, then background_image, then the cover [R-GAME-01]', () => {
    const all = { artworks: [{ url: 'a' }], screenshots: [{ url: 's' }], background_image: 'b', cover_url: 'c' }
    expect(chooseBackground(all)).toBe('a')
    expect(chooseBackground({ ...all, artworks: [] })).toBe('s')
    expect(chooseBackground({ ...all, artworks: [{ url: null }], screenshots: ['x'] })).toBe('x')
    expect(chooseBackground({ background_image: 'b', cover_url: 'c' })).toBe('b')
    expect(chooseBackground({ cover_url: 'c' })).toBe('c')
    expect(chooseBackground({})).toBeNull()
  })

  test('a picture of the image service has other widths, and any other picture stays unchanged', () => {
    const address = '/api/image?url=https%3A%2F%2Fx%2Fa.jpg&w=1080&q=75&fm=auto'
    expect(atWidth(address, 264)).toBe('/api/image?url=https%3A%2F%2Fx%2Fa.jpg&w=264&q=75&fm=auto')
    expect(atWidth('/covers/igdb_1-x.svg', 264)).toBe('/covers/igdb_1-x.svg')
  })
})

test('a first release is in Unix seconds [R-GAME-41]', () => {
  expect(plausibleYear(1_431_993_600, new Date('2026-11-21'))).toBe(2015)
})
