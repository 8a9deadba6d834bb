import { describe, expect, test } from 'vitest'
import { type HoldRules, hasWord, holdReason, namesAddress } from './moderation.rules.ts'

const DAY = 86_400_000
const now = new Date('2026-03-10T12:00:00Z')
const OFF: HoldRules = { first_texts: 3, first_days: 0, link_days: 0, words: [] }

const reasonFor = (rules: Partial<HoldRules>, text: string, { age = 1, isNewcomer = true, hasLink = false } = {}) =>
  holdReason(
    { ...OFF, ...rules },
    { text, hasLink },
    {
      joinedAt: new Date(now.getTime() - age * DAY),
      now,
      isNewcomer: async () => isNewcomer,
    },
  )

describe('the reason for which a text waits', () => {
  test('is none without rules', async () => {
    expect(await reasonFor({}, 'Buy https://gold.example', { hasLink: true })).toBe(null)
  })

  test('is that it is one of the first texts of an account that is younger than the days of the rule', async () => {
    expect(await reasonFor({ first_days: 7 }, 'Hello')).toBe('first')
    expect(await reasonFor({ first_days: 7 }, 'Hello', { isNewcomer: false })).toBe(null)
    expect(await reasonFor({ first_days: 7 }, 'Hello', { age: 6.99 })).toBe('first')
    expect(await reasonFor({ first_days: 7 }, 'Hello', { age: 7 })).toBe(null)
  })

  test('is a link of a young account', async () => {
    expect(await reasonFor({ link_days: 30 }, 'x', { hasLink: true, age: 29 })).toBe('link')
    expect(await reasonFor({ link_days: 30 }, 'x', { hasLink: true, age: 30 })).toBe(null)
    expect(await reasonFor({ link_days: 30 }, 'x')).toBe(null)
  })

  test('is a word of the list, whatever the age of the account, before all others', async () => {
    const rules = { words: ['gold'], link_days: 30, first_days: 30 }
    expect(await reasonFor(rules, 'Cheap GOLD here', { hasLink: true, age: 4000 })).toBe('word')
  })
})

test.each([
  ['Cheap gold.', 'gold', true],
  ['GOLD', 'gold', true],
  ['Ｇｏｌｄ', 'gold', true],
  ['golden', 'gold', false],
  ['marigold', 'gold', false],
  ['marigold gold', 'gold', true],
  ['buy it now!', 'buy it', true],
  ['Grüße', 'grüße', true],
  ['a+b', '+', false],
  ['a + b', '+', true],
])('whether %j has the word %j: %s', (text, word, expected) => {
  expect(hasWord(text, [word])).toBe(expected)
})

test.each([
  ['See https://example.org', true],
  ['HTTP://EXAMPLE.ORG', true],
  ['www.example.org', true],
  ['example.org', false],
  ['https://', false],
  ['www. is short for it', false],
])('whether %j names an address: %s', (text, expected) => {
  expect(namesAddress(text)).toBe(expected)
})
