import { describe, expect, test } from 'vitest'
import type { GameId, UserId } from '#shared/ids.ts'
import { endOf, keyOf, type MuteTarget, readMutedWord, targetOf } from './mutes.rules.ts'

const ANN = '019a0000-0000-7000-8000-000000000001' as UserId

test.each([
  ['Spoilers', 'spoilers'],
  [' #Elden ', 'elden'],
  ['ÉTÉ', 'été'],
  ['猫だ', '猫だ'],
  ['हिन्दी'.replace('्', ''), 'हिन्दी'.replace('्', '')],
  ['2077', '2077'],
  ['two words', null],
  ['a', null],
  ["don't", null],
  ['', null],
  ['x'.repeat(41), null],
])('the word %j is muted as %j', (typed, word) => expect(readMutedWord(typed)).toBe(word))

test.each<MuteTarget>([
  { kind: 'member', member_id: ANN },
  { kind: 'game', game_id: 'igdb_1942' as GameId },
  { kind: 'genre', id: 12 },
  { kind: 'theme', id: 19 },
  { kind: 'word', word: 'elden' },
  { kind: 'feed', feed_kind: 'reviews', member_id: null },
  { kind: 'feed', feed_kind: 'reviews', member_id: ANN },
])('the key of %j names it', (target) => expect(targetOf(keyOf(target))).toEqual(target))

test('the key of a later version names nothing', () => {
  expect(targetOf('series:12')).toBeNull()
  expect(targetOf('kind:dreams')).toBeNull()
})

describe('a mute ends', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  test('after its days, or never', () => {
    expect(endOf('day', now)).toEqual(new Date('2026-03-02T12:00:00Z'))
    expect(endOf('week', now)).toEqual(new Date('2026-03-08T12:00:00Z'))
    expect(endOf('month', now)).toEqual(new Date('2026-03-31T12:00:00Z'))
    expect(endOf('ever', now)).toBeNull()
  })
})
