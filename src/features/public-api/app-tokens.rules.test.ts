import { expect, test } from 'vitest'
import { mayAskFor, scopesIn } from './app-tokens.rules.ts'
import { isRegistered } from './apps.rules.ts'

test('a scope parameter names each scope once', () => {
  expect(scopesIn(' read:library  offline_access read:library')).toEqual(['read:library', 'offline_access'])
  expect(scopesIn('')).toEqual([])
})

test('an app asks for at least one scope that exists, besides offline_access', () => {
  expect(mayAskFor(['read:library', 'offline_access'])).toBe(true)
  for (const scopes of [[], ['offline_access'], ['read:library', 'admin'], ['toString']])
    expect(mayAskFor(scopes)).toBe(false)
})

test.each([
  ['https://deck.example.org/back', 'https://deck.example.org/back', true],
  ['https://deck.example.org:444/back', 'https://deck.example.org/back', false],
  ['https://deck.example.org/back/', 'https://deck.example.org/back', false],
  ['https://DECK.example.org/back', 'https://deck.example.org/back', false],
  ['http://localhost:8123/back', 'http://localhost/back', true],
  ['http://localhost/back', 'http://localhost:1/back', true],
  ['http://127.0.0.1:8123/back', 'http://localhost/back', false],
  ['http://localhost:8123/other', 'http://localhost/back', false],
  ['http://localhost:8123@evil.example.org/back', 'http://localhost/back', false],
  ['http://localhost.evil.example.org/back', 'http://localhost/back', false],
  ['http://localhost:8123/back#x', 'http://localhost/back', false],
  ['com.example.deck:/back', 'com.example.deck:/back', true],
])('the redirect address %s is that of an app with %s: %s', (asked, registered, is) => {
  expect(isRegistered(asked, [registered])).toBe(is)
})
