import { expect, test } from 'vitest'
import { allows, CONSENT_LEVELS, consentIn } from './consent.ts'
import { COOKIE_SECONDS, consentText } from './consent-cookie.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

test('each level allows itself and the levels before it, and no other [R-PREF-08]', () => {
  expect(CONSENT_LEVELS).toEqual(['essential', 'functional', 'analytics', 'all'])
  const allowed = CONSENT_LEVELS.map((level) => CONSENT_LEVELS.filter((needed) => allows(level, needed)))
  expect(allowed).toEqual([1, 2, 3, 4].map((count) => CONSENT_LEVELS.slice(0, count)))
})

test('the cookie is JSON with level, timestamp and version 1.0, and can be parsed [R-PREF-09]', () => {
  const text = consentText('functional', NOW)
  const consent = { level: 'functional', timestamp: '2026-11-21T12:00:00.000Z', version: '1.0' }
  expect(JSON.parse(decodeURIComponent(text))).toEqual(consent)
  expect(text).not.toMatch(/[;, "]/)
  for (const header of [`consent=${text}`, `theme=light; consent=${text}`, `a=b;consent=${text}; c=d`])
    expect(consentIn(header)).toEqual(consent)
})

test.each([
  ...[null, undefined, '', 'theme=light', 'consent=', 'consent=all', 'consent=%', 'consent=null', 'consent=%7B%7D'],
  'consent=[]; theme=light',
  'noconsent={"level":"all","timestamp":"","version":"1.0"}',
  'consent={"level":"all","timestamp":"","version":"0.9"}',
  'consent={"level":"everything","timestamp":"","version":"1.0"}',
])('%j is no consent', (header) => {
  expect(consentIn(header)).toBeNull()
})

test('preferences and consent last a year, analytics 30 days [R-PREF-11, R-PREF-13, R-PREF-14]', () => {
  expect(COOKIE_SECONDS).toEqual({ preferences: 31_536_000, consent: 31_536_000, analytics: 2_592_000 })
})
