import { expect, test } from 'vitest'
import { isTooLong, MAX_COMMENT, readComment } from './comments.rules.ts'

test.each([
  ['  hi ', 'hi'],
  ['one\r\ntwo\rthree\n\nfour', 'one\ntwo\nthree\n\nfour'],
  ['\u200Fשלום\u200F', '\u200Fשלום\u200F'],
  ['👩‍👩‍👧', '👩‍👩‍👧'],
])('%j is stored as %j [R-ACT-16]', (given, stored) => {
  expect(readComment(given)).toBe(stored)
})

test.each(['', '   ', '\n\t', '\u200B\u200D', '\uFEFF', '\u202E \u2066', '\u3164', '\u2800\u2800', '\u00AD'])(
  '%j contains nothing visible [R-ACT-15]',
  (given) => {
    expect(readComment(given)).toBe('')
  },
)

test('the limit counts characters, not UTF-16 code units, and ignores trimmed white space', () => {
  expect(isTooLong('🏆'.repeat(MAX_COMMENT))).toBe(false)
  expect(isTooLong(`  ${'a'.repeat(MAX_COMMENT)}  `)).toBe(false)
  expect(isTooLong('🏆'.repeat(MAX_COMMENT + 1))).toBe(true)
})
