import { expect, test } from 'vitest'
import { withoutEntities, withoutEntitiesIn } from './html-entities.ts'

test.each([
  ['Ratchet &amp; Clank', 'Ratchet & Clank'],
  ['Akiba&#39;s Trip', "Akiba's Trip"],
  ['Akiba&#x27;s Trip', "Akiba's Trip"],
  ['I&apos;Max', "I'Max"],
  ['Pok&eacute;mon', 'Pokémon'],
  ['Ratchet &amp;amp; Clank', 'Ratchet & Clank'],
  ['Akiba&amp;#39;s Trip', "Akiba's Trip"],
  ['Tom &lt;3 Jerry', 'Tom <3 Jerry'],
  ['R&D', 'R&D'],
  ['Ratchet & Clank', 'Ratchet & Clank'],
  ['Q&A; the game', 'Q&A; the game'],
  ['https://example.com/?a=1&copy=2', 'https://example.com/?a=1&copy=2'],
])('%s is %s', (given, text) => {
  expect(withoutEntities(given)).toBe(text)
})

test('every text in a value is decoded, and keys and other values stay', () => {
  expect(withoutEntitiesIn({ 'a&amp;b': ['&amp;', 5, null, { name: 'I&apos;Max' }] })).toEqual({
    'a&amp;b': ['&', 5, null, { name: "I'Max" }],
  })
})
