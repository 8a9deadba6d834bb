import { expect, test } from 'vitest'
import { DESTINATIONS } from '#tests/support/page-entries.ts'
import { findByName } from './find-by-name.ts'

const find = (text: string) => findByName(DESTINATIONS, text).map(({ thing }) => thing.path)

test.each([
  ['dark theme', '/settings/preferences'],
  ['Settings', '/settings'],
  ['new list', '/profile/list#new'],
  ['passkeys', '/settings/security'],
  ['delete account', '/settings/data'],
  ['jour', '/journal'],
  // One letter wrong, missing, too many, exchanged.
  ['notificatiens', '/notifications'],
  ['challnges', '/challenges'],
  ['playllists', '/playlists'],
  ['mesages', '/messages'],
  ['freinds', '/profile/friends'],
])('“%s” finds %s first', (text, path) => {
  expect(find(text)[0]).toBe(path)
})

const named = (label: string, words = '') => ({ label, words })
const labelsFor = (text: string, things: readonly { label: string; words: string }[]) =>
  findByName(things, text).map(({ thing }) => thing.label)

test('a label comes before further words, and a word that is spelled right before one that is not', () => {
  const things = [
    named('Days', 'sunny, lusts'),
    named('Lusts for sunny days'),
    named('Weather', 'sunny, lists'),
    named('Lists for sunny days'),
    named('Sunny lists of friends'),
    named('Sunny lists'),
  ]
  expect(labelsFor('sunny lists', things)).toEqual(things.map(({ label }) => label).toReversed())
  expect(labelsFor('sunny lists', [named('Sunny days'), named('Lists'), named('Lusts')])).toEqual([])
})

test('a word of five letters may have one letter wrong or two exchanged, a shorter one none', () => {
  expect(labelsFor('lsits', [named('Lists')])).toEqual(['Lists'])
  expect(labelsFor('lsit', [named('List')])).toEqual([])
  for (const text of ['tsxne', 'xsone', 'txone', 'ostme'])
    expect([text, labelsFor(text, [named('Stone')])]).toEqual([text, []])
})

test('a text whose words mean something else finds nothing', () => {
  for (const text of ['', '  ', '!!', 'zelda', 'dark zelda', 'xx']) expect([text, find(text)]).toEqual([text, []])
})

test('a label or a phrase is an exact name, a beginning is not', () => {
  expect(findByName(DESTINATIONS, 'Messages')[0]?.isExact).toBe(true)
  expect(findByName(DESTINATIONS, 'dark mode')[0]?.isExact).toBe(true)
  expect(findByName(DESTINATIONS, 'messag')[0]?.isExact).toBe(false)
})
