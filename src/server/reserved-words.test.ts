import { expect, test } from 'vitest'
import { isWordOfAddress } from './reserved-words.ts'

const PATHS = [
  '/profile/:handle',
  '/profile/statistics',
  '/api/profiles/:id',
  '/api/profiles/suggestions',
  '/playlists/:idOrSlug',
  '/playlists/category/:type',
  '/settings/:tab?',
  '/feeds/*',
  '/feeds/site/all',
]

test('a word beside a parameter, and the first part of an address, are reserved', () => {
  for (const word of ['statistics', 'Suggestions', 'category', 'playlists', 'api', 'site'])
    expect(isWordOfAddress(PATHS, word), word).toBe(true)
  for (const word of ['mara', 'handle', ':handle', 'all', '']) expect(isWordOfAddress(PATHS, word), word).toBe(false)
})

test('in a folder only the words of this folder are reserved', () => {
  expect(isWordOfAddress(PATHS, 'category', 'playlists')).toBe(true)
  for (const word of ['statistics', 'playlists']) expect(isWordOfAddress(PATHS, word, 'playlists'), word).toBe(false)
})
