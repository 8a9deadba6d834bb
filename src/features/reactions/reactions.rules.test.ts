import { describe, expect, test } from 'vitest'
import {
  EMOJIS,
  type EmojiCount,
  labelOf,
  orderedCounts,
  readEmoji,
  sumCounts,
  toggleReaction,
} from './reactions.rules.ts'

test('five reactions exist, and each has a name [R-ACT-24]', () => {
  expect(EMOJIS).toEqual(['👍', '❤️', '🎮', '🏆', '🎯'])
  expect(['thumbs_up', 'heart', 'controller', 'trophy', 'bullseye'].map(readEmoji)).toEqual(EMOJIS)
})

test.each([
  ['❤', '❤️'],
  ['❤︎', '❤️'],
  ['🎮️', '🎮'],
  ['👍', '👍'],
])('%j is read as %j', (given, read) => {
  expect(readEmoji(given)).toBe(read)
})

test.each([
  '',
  '👎',
  '👍🏽',
  '👍🏿',
  '👍👍',
  'Trophy',
  '💛',
  'toString',
  '❤️‍🔥',
  '👍\u200d',
  '\u200b👍',
  '❤️🏆',
  '\ufe0f',
])('%j is not a reaction: skin tones, joined ones and hidden characters are other emojis [R-ACT-24]', (given) => {
  expect(readEmoji(given)).toBeNull()
})

describe('choosing', () => {
  const one = (emoji: EmojiCount['emoji'], count: number, mine = false): EmojiCount => ({ emoji, count, mine })

  test('adds the first, removes the same, and replaces another [R-ACT-27]', () => {
    expect(toggleReaction([], '🏆')).toEqual([one('🏆', 1, true)])
    expect(toggleReaction([one('🏆', 1, true)], '🏆')).toEqual([])
    expect(toggleReaction([one('👍', 3, true), one('🏆', 2)], '🏆')).toEqual([one('👍', 2), one('🏆', 3, true)])
    expect(toggleReaction([one('👍', 1, true)], '❤️')).toEqual([one('❤️', 1, true)])
  })

  test('the order is always the documented one', () => {
    expect(orderedCounts([one('🎯', 1), one('👍', 1), one('❤️', 0)]).map(({ emoji }) => emoji)).toEqual(['👍', '🎯'])
    expect(toggleReaction([one('🎯', 9)], '👍').map(({ emoji }) => emoji)).toEqual(['👍', '🎯'])
  })

  test('the counts of several subjects that are shown as one add up', () => {
    expect(sumCounts([[one('👍', 2)], [one('👍', 1, true), one('🎯', 1)], []])).toEqual([
      one('👍', 3, true),
      one('🎯', 1),
    ])
  })
})

test('every reaction has a name to read aloud', () => {
  expect(EMOJIS.map(labelOf)).toEqual(['Thumbs up', 'Heart', 'Gaming controller', 'Trophy', 'Bullseye'])
})
