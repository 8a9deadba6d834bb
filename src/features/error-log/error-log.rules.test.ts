import { describe, expect, test } from 'vitest'
import { groupingKey, maskedAddress, maskSecrets, pathPattern } from './error-log.rules.ts'

const MASKED = '[masked]'

describe('masking', () => {
  test.each([
    ['mail to ann.b+c@mail.example.org failed', `mail to ${MASKED} failed`],
    ['?confirm=ann%40example.org', `?confirm=${MASKED}`],
    ['GET /auth/callback?type=recovery&code=abc&x=1', `GET /auth/callback?type=recovery&code=${MASKED}&x=1`],
    ['{"access_token":"abc","size":3}', `{"access_token":${MASKED},"size":3}`],
    ['password = hunter2', `password = ${MASKED}`],
    ['Cookie: a=b; c=d\nnext', `Cookie: ${MASKED}\nnext`],
    ['savepoint.session_token=abc.def; theme=dark', `savepoint.session_token=${MASKED}; theme=dark`],
    ['__Host-savepoint.last_seen=abc-7; theme=dark', `__Host-savepoint.last_seen=${MASKED}; theme=dark`],
    ['savepoint.a="quoted"', 'savepoint.a="quoted"'],
    ['Set-Cookie : a=b', `Set-Cookie : ${MASKED}`],
    ['{"cookie":"a=b"', `{"cookie":${MASKED}`],
    ['bearer   abcdef', `bearer ${MASKED}`],
    ['basic abcdef', `basic ${MASKED}`],
    ['the code  123456', `the code  ${MASKED}`],
    ['eyJhbGciOi.eyJzdWIi failed', `${MASKED} failed`],
    ['member 019a0000-0000-7000-8000-000000000000-7', `member ${MASKED}`],
    ['member x019a0000-0000-7000-8000-000000000000', `member ${MASKED}`],
    ['id AbCdEfGhIjKlMnOpQrSt1 .js', `id ${MASKED} .js`],
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
    'the code failed twice',
    'the number 12345678901234567890 is too large',
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
  ['http://[', '/'],
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
  test('which names the level, the error, three frames of the stack and the page', () => {
    const stack = [
      'TypeError: No game',
      '    at Page (https://a.example/assets/game.page-BvK3abc1.js?v=2:1:2345)',
      'load@https://a.example:3000/assets/load-Zz_9-abc.mjs:22:345',
      'not a frame',
      '  at async https://a.example/assets/api.js:7',
      '    at fourth (b.js:1:2)',
    ].join('\n')
    const message = ' Member 019A0000-0000-7000-8000-000000000000 has 12 games '
    expect(groupingKey({ ...report, message, stack }).split('\n')).toEqual([
      'error',
      'TypeError',
      'Member :id has # games',
      'at Page (/assets/game.page.js)',
      'load@/assets/load.mjs',
      'at async /assets/api.js',
      '/game/:id',
    ])
  })
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
