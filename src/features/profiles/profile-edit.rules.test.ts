import { describe, expect, test } from 'vitest'
import {
  asWebsite,
  avatarProblem,
  bioProblem,
  locationProblem,
  readSettings,
  usernameFreeAt,
  websiteProblem,
} from './profile-edit.rules.ts'
import { EDIT_TEXTS } from './profile-edit.texts.ts'

describe('the texts of a profile', () => {
  test('a bio has at most 500 visible characters, whatever their size in bytes', () => {
    expect(bioProblem('🎮'.repeat(500))).toBeNull()
    expect(bioProblem(`${'🎮'.repeat(500)}!`)).toBe(EDIT_TEXTS.bioTooLong)
    expect(bioProblem(`  ${'a'.repeat(500)}\n`)).toBeNull()
  })

  test('a location is one line of at most 100 characters', () => {
    expect(locationProblem('São Paulo, Brasil')).toBeNull()
    expect(locationProblem(` ${'a'.repeat(100)}\n`)).toBeNull()
    expect(locationProblem('a'.repeat(101))).toBe(EDIT_TEXTS.locationTooLong)
    for (const odd of ['a\nb', 'a\u202Eb', 'a\u2067b']) expect(locationProblem(odd)).toBe(EDIT_TEXTS.locationCharacters)
  })

  test('a website is http or https, and an address without a scheme gets https', () => {
    expect(asWebsite(' example.com/me ')).toBe('https://example.com/me')
    expect(asWebsite('example.com/a:b')).toBe('https://example.com/a:b')
    expect(asWebsite('example.org:8080')).toBe('https://example.org:8080')
    expect(asWebsite('www.example.org:8080/me?a#b')).toBe('https://www.example.org:8080/me?a#b')
    for (const good of [
      '',
      'example.com',
      'example.org:8080',
      'http://example.com:80',
      'https://münchen.example/a?b=c',
    ])
      expect(websiteProblem(good)).toBeNull()
    for (const bad of [
      'javascript:alert(1)',
      'javascript:1',
      'mailto:ann@example.com',
      'mailto:8080',
      'tel:5550123',
      'example.org:99999',
      'example.org:80alert(1)',
      'data:text/html,x',
      'ftp://example.com',
      'shttp://example.com',
      'https://',
      'nowhere',
      'https://me@evil.example',
      'https://a b.example',
    ])
      expect(websiteProblem(bad)).toBe(EDIT_TEXTS.websiteInvalid)
    expect(websiteProblem('https://example.com/'.padEnd(200, 'a'))).toBeNull()
    expect(websiteProblem('https://example.com/'.padEnd(201, 'a'))).toBe(EDIT_TEXTS.websiteTooLong)
  })
})

test('a username may be changed again after 30 days, to the millisecond', () => {
  const changed = new Date('2026-01-01T12:00:00Z')
  expect(usernameFreeAt(null, changed)).toBeNull()
  expect(usernameFreeAt(changed, new Date('2026-01-31T11:59:59Z'))).toEqual(new Date('2026-01-31T12:00:00Z'))
  expect(usernameFreeAt(changed, new Date('2026-01-31T12:00:00Z'))).toBeNull()
})

test('missing, damaged or unknown settings are read as the defaults', () => {
  const defaults = {
    onboarded: true,
    visibility: 'public',
    sections: {},
    presence: true,
    shareActivity: true,
    messagesFrom: 'everyone',
    spoilers: 'marked',
    timezone: null,
  }
  for (const stored of [
    null,
    {},
    'x',
    { timezone: 'Middle/Earth', spoilers: 'nothing' },
    { visibility: 'nobody', sections: { library: 7, forum: 'private' } },
  ])
    expect(readSettings(stored)).toEqual(defaults)
  expect(readSettings({ onboarded: false, sections: { library: 'friends' }, presence: false })).toMatchObject({
    onboarded: false,
    sections: { library: 'friends' },
    presence: false,
  })
})

test('settings that differ from the defaults are read', () => {
  const stored = {
    shareActivity: false,
    messagesFrom: 'friends',
    spoilers: 'further',
    timezone: 'Europe/Lisbon',
    visibility: 'private',
  }
  expect(readSettings(stored)).toMatchObject(stored)
  expect(readSettings({ timezone: ['Europe/Lisbon'] }).timezone).toBeNull()
})

test('an avatar file is an image of at most 5 MB', () => {
  expect(avatarProblem({ type: 'image/png', size: 5 * 1024 * 1024 })).toBeNull()
  expect(avatarProblem({ type: 'image/png', size: 5 * 1024 * 1024 + 1 })).toBe('Image must be 5 MB or smaller')
  for (const type of ['image/svg+xml', 'application/pdf', ''])
    expect(avatarProblem({ type, size: 1 })).toBe('Please choose an image file')
})
