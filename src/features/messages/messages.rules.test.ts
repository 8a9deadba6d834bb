import { describe, expect, test } from 'vitest'
import {
  CLOSED_REASONS,
  CLOSED_SENTENCES,
  isTooLong,
  leftOf,
  messagesLabel,
  splitLinks,
  unreadBadge,
} from './messages.rules.ts'
import { CANNOT_MESSAGE, FRIENDS_ONLY, MEMBER_GONE } from './messages.texts.ts'

test('every reason has a sentence', () => {
  expect(CLOSED_REASONS.map((reason) => CLOSED_SENTENCES[reason])).toEqual([MEMBER_GONE, CANNOT_MESSAGE, FRIENDS_ONLY])
})

test('characters are counted as code points, after trimming', () => {
  expect(leftOf(` ${'🏆'.repeat(1990)}\n`)).toBe(10)
  expect([isTooLong('🏆'.repeat(2000)), isTooLong('a'.repeat(2001))]).toEqual([false, true])
})

test('the unread badge counts up to 99', () => {
  expect([0, 1, 99, 100].map(unreadBadge)).toEqual(['', '1', '99', '99+'])
  expect([0, 1, 2, 100].map(messagesLabel)).toEqual([
    'Messages',
    '1 unread message',
    '2 unread messages',
    'More than 99 unread messages',
  ])
})

describe('web addresses in a text', () => {
  const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? [])

  test('become links without the punctuation of the sentence', () => {
    expect(splitLinks('See https://example.org/a?b=1#c, or (http://example.org/).')).toEqual([
      { text: 'See ', href: null },
      { text: 'https://example.org/a?b=1#c', href: 'https://example.org/a?b=1#c' },
      { text: ', or (', href: null },
      { text: 'http://example.org/', href: 'http://example.org/' },
      { text: ').', href: null },
    ])
  })

  test('are http and https only, and no other markup has a meaning', () => {
    expect(links('javascript:alert(1) data:text/html,x ftp://example.org <b>https</b> //example.org')).toEqual([])
    expect(links('https://')).toEqual([])
    expect(links('"https://example.org/"onmouseover=x')).toEqual(['https://example.org/'])
    expect(links('https://example.org:99999/')).toEqual([])
  })

  test('a text that begins and ends with a link has no empty pieces', () => {
    const [first, second] = ['https://a.example/', 'https://b.example/']
    expect(splitLinks(`${first} ${second}`)).toEqual([
      { text: first, href: first },
      { text: ' ', href: null },
      { text: second, href: second },
    ])
    expect(splitLinks('')).toEqual([])
  })

  test('the text stays complete, also a long one', () => {
    for (const text of [
      '',
      'https://a.example',
      `${'https://a.example/ '.repeat(100)}end`,
      `https://${'a.'.repeat(990)}`,
    ])
      expect(
        splitLinks(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
  })
})
