import { expect, test } from 'vitest'
import { invitationState, isDomainAccepted, monthOf, needOf } from './registration.rules.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const invitation = (changes: object = {}) => ({
  uses: 2,
  used: 1,
  endsAt: new Date('2026-11-30T12:00:00Z'),
  isRevoked: false,
  ...changes,
})

test('an invitation is valid until it is revoked, used up or ended', () => {
  expect(invitationState(invitation(), NOW)).toBe('valid')
  expect(invitationState(invitation({ used: 2 }), NOW)).toBe('used')
  expect(invitationState(invitation({ endsAt: NOW }), NOW)).toBe('ended')
  expect(invitationState(invitation({ isRevoked: true, used: 2, endsAt: NOW }), NOW)).toBe('revoked')
})

test('a domain contains its subdomains, and no name that only ends like it', () => {
  const isAccepted = (email: string) => isDomainAccepted(email, { allowed: ['example.org'], refused: [] }, true)
  expect(isAccepted('a@example.org')).toBe(true)
  expect(isAccepted('a@mail.Example.org')).toBe(true)
  expect(isAccepted('a@notexample.org')).toBe(false)
  expect(isAccepted('"example.org"@evil.example')).toBe(false)
})

test('refused domains come before allowed ones, and an unproved address is in no allowed domain', () => {
  const domains = { allowed: ['example.org'], refused: ['bad.example.org'] }
  expect(isDomainAccepted('a@example.org', domains, true)).toBe(true)
  expect(isDomainAccepted('a@bad.example.org', domains, true)).toBe(false)
  expect(isDomainAccepted('a@elsewhere.example', domains, true)).toBe(false)
  expect(isDomainAccepted('a@example.org', domains, false)).toBe(false)
  expect(isDomainAccepted('a@elsewhere.example', { allowed: [], refused: [] }, false)).toBe(true)
})

test.each([
  ['open', false, 'form', 'nothing'],
  ['open', false, 'provider', 'nothing'],
  ['invite', false, 'form', 'invitation'],
  ['invite', true, 'form', 'invitation'],
  ['invite', true, 'provider', 'nothing'],
  ['request', false, 'provider', 'invitation'],
  ['closed', false, 'form', 'refused'],
  ['closed', true, 'form', 'refused'],
  ['closed', false, 'provider', 'refused'],
  ['closed', true, 'provider', 'nothing'],
] as const)('%s, open to providers: %s, by %s: needs %s', (registration, isProviderOpen, by, need) => {
  expect(needOf({ registration, isProviderOpen }, by)).toBe(need)
})

test('a month begins in UTC', () => {
  expect(monthOf(new Date('2026-11-30T23:59:59Z'))).toEqual(new Date('2026-11-01T00:00:00Z'))
})
