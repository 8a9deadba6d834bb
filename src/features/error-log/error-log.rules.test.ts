import { describe, expect, test } from 'vitest'
import { groupingKey, MASKED, maskedAddress, maskSecrets, pathPattern } from './error-log.rules.ts'

describe('masking', () => {
  test.each([
    ['mail to ann.b+c@mail.example.org failed', `mail to ${MASKED} failed`],
    ['?confirm=ann%40example.org', `?confirm=${MASKED}`],
    ['GET /auth/callback?type=recovery&code=abc&x=1', `GET /auth/callback?type=recovery&code=${MASKED}&x=1`],
    ['{"access_token":"abc","size":3}', `{"access_token":${MASKED},"size":3}`],
    ['password = hunter2', `password = ${MASKED}`],
    ['Cookie: a=b; c=d\nnext', `Cookie: ${MASKED}\nnext`],
    ['savepoint.session_token=abc.def; theme=dark', `savepoint.session_token=${MASKED}; theme=dark`],
    ['Authorization: Bearer abc.def', `Authorization: ${MASKED} ${MASKED}`],
    ['bearer abcdef', `bearer ${MASKED}`],
    ['the code 123456 is wrong', `the code ${MASKED} is wrong`],
    ['recovery code ab3de-fghij', `recovery code ${MASKED}`],
    ['eyJhbGciOi.eyJzdWIi.c2ln failed', `${MASKED} failed`],
    ['id AbCdEfGhIjKlMnOpQrSt1 failed', `id ${MASKED} failed`],
  ])('%s', (text, masked) => expect(maskSecrets(text)).toBe(masked))

  test.each([
    "Cannot read properties of undefined (reading 'code')",
    'Minified React error #418; visit https://react.dev/errors/418',
    'at Page (http://localhost:3000/assets/game-activity-widgets-B1xyz123.js:1:2345)',
    'member 019a0000-0000-7000-8000-000000000000 of igdb_1942',
    'useSomethingWithAVeryLongNameIndeed is not a function',
  ])('does not change %s', (text) => expect(maskSecrets(text)).toBe(text))

  test.each(['a', 'a.', 'token', 'cookie: ', 'code ', 'eyJ', '-', '"token" : '])(
    'does not backtrack without limit in 16 KB of %j',
    (part) => {
      const text = part.repeat(16_384 / part.length)
      expect(maskSecrets(text).startsWith(part.slice(0, 1))).toBe(true)
    },
  )
})

test.each([
  ['http://localhost:3000/game/igdb_1942?tab=media#top', '/game/igdb_1942?tab=media'],
  ['/reset?token=abc', `/reset?token=${MASKED}`],
  ['https://elsewhere.example/x', 'https://elsewhere.example/x'],
  ['http://[', ''],
])('the address %s is stored as %s', (address, stored) =>
  expect(maskedAddress(address, 'http://localhost:3000')).toBe(stored),
)

test.each([
  ['/', '/'],
  ['/game/igdb_1942?tab=media', '/game/:id'],
  ['/profile/ann', '/profile/:id'],
  ['/settings/security', '/settings/security'],
  ['/a/b/c/d/e/f/g/h', '/a/b/c/d/e/f'],
  ['/%F0%9F%98%80/Zelda', '/:id/:id'],
])('the page %s has the pattern %s', (address, pattern) => expect(pathPattern(address)).toBe(pattern))

describe('two reports have the same grouping key', () => {
  const report = {
    level: 'error',
    name: 'TypeError',
    message: 'No game 1942',
    stack:
      'TypeError: No game\n    at Page (https://a.example/assets/game.page-BvK3abc1.js:1:2345)\n    at x (b.js:1:2)',
    path: '/game/:id',
  }
  test('when only numbers, positions, builds or hosts differ', () => {
    const other = {
      ...report,
      message: 'No game 7346',
      stack: 'TypeError: other\n    at Page (http://b.example/assets/game.page-Zz_9-abc.js:7:1)\n    at x (b.js:9:9)',
    }
    expect(groupingKey(other)).toBe(groupingKey(report))
  })
  test.each([
    { name: 'RangeError' },
    { message: 'No film 1942' },
    { path: '/' },
    { level: 'warning' },
    { stack: 'TypeError: No game\n    at Other (b.js:1:2)' },
  ])('but not when %j differs', (change) => expect(groupingKey({ ...report, ...change })).not.toBe(groupingKey(report)))
})
