import { expect, test } from 'vitest'
import { findByName } from './find-by-name.ts'
import { PLACES } from './places.ts'

const find = (text: string) => findByName(PLACES, text).map(({ thing }) => thing.path)

test.each([
  ['dark theme', '/settings/preferences'],
  ['Settings', '/settings/account'],
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

test('a text whose words mean something else finds nothing', () => {
  for (const text of ['', '  ', '!!', 'zelda', 'dark zelda', 'xx']) expect([text, find(text)]).toEqual([text, []])
})

test('a label or a phrase is an exact name, a beginning is not', () => {
  expect(findByName(PLACES, 'Messages')[0]?.isExact).toBe(true)
  expect(findByName(PLACES, 'dark mode')[0]?.isExact).toBe(true)
  expect(findByName(PLACES, 'messag')[0]?.isExact).toBe(false)
})
