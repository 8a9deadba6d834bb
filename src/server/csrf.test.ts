import { describe, expect, test } from 'vitest'
import { isCsrfTokenValid, isSameSite, makeCsrfToken } from './csrf.ts'

const SECRET = 'a secret that is long enough to be one'
const NOW = new Date('2026-11-21T12:00:00Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

describe('the security token', () => {
  const token = makeCsrfToken(SECRET, 'session-a', NOW)
  const given = { header: token, cookie: token, sessionToken: 'session-a' }

  test('is valid for its session for an hour', () => {
    expect(isCsrfTokenValid(SECRET, given, later(3599))).toBe(true)
    expect(isCsrfTokenValid(SECRET, given, later(3600))).toBe(false)
  })

  test('is invalid for another session, or for none', () => {
    expect(isCsrfTokenValid(SECRET, { ...given, sessionToken: 'session-b' }, NOW)).toBe(false)
    expect(isCsrfTokenValid(SECRET, { ...given, sessionToken: null }, NOW)).toBe(false)
  })

  test('must be equal in header and cookie', () => {
    const other = makeCsrfToken(SECRET, 'session-a', NOW)
    expect(isCsrfTokenValid(SECRET, { ...given, cookie: other }, NOW)).toBe(false)
    expect(isCsrfTokenValid(SECRET, { ...given, cookie: null }, NOW)).toBe(false)
    expect(isCsrfTokenValid(SECRET, { ...given, header: null }, NOW)).toBe(false)
  })

  test('cannot be created or extended without the secret', () => {
    const [id, end, mac] = token.split('.')
    const prolonged = `${id}.${Number(end) + 3600}.${mac}`
    expect(isCsrfTokenValid(SECRET, { ...given, header: prolonged, cookie: prolonged }, NOW)).toBe(false)
    const foreign = makeCsrfToken('another secret that is also long enough', 'session-a', NOW)
    expect(isCsrfTokenValid(SECRET, { ...given, header: foreign, cookie: foreign }, NOW)).toBe(false)
    for (const garbage of ['', '.', '..', 'a.b.c', 'a.99999999999999999999.c', '🎮.1.x'])
      expect(isCsrfTokenValid(SECRET, { ...given, header: garbage, cookie: garbage }, NOW)).toBe(false)
  })
})

test('a request that the browser reports as cross-site is refused', () => {
  const own = 'https://games.example'
  expect(isSameSite(new Headers({ origin: own, 'sec-fetch-site': 'same-origin' }), own)).toBe(true)
  expect(isSameSite(new Headers(), own)).toBe(true)
  expect(isSameSite(new Headers({ origin: 'https://evil.example' }), own)).toBe(false)
  expect(isSameSite(new Headers({ origin: 'null' }), own)).toBe(false)
  expect(isSameSite(new Headers({ 'sec-fetch-site': 'cross-site' }), own)).toBe(false)
  expect(isSameSite(new Headers({ 'sec-fetch-site': 'same-site' }), own)).toBe(false)
})
