import { expect, test } from 'vitest'
import { isOnSite } from './apps.rules.ts'

test.each([
  ['https://games.example.org/back', 'https://games.example.org'],
  ['https://games.example.org:443/', 'https://games.example.org'],
  ['https://GAMES.example.org./oauth/authorize', 'https://games.example.org'],
  ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['http://127.0.0.1:3000/', 'http://localhost:3000'],
  ['http://[::1]:3000/', 'http://localhost:3000'],
])('%s is on the site %s', (address, site) => {
  expect(isOnSite(address, site)).toBe(true)
})

test.each([
  ['https://deck.example.org/back', 'https://games.example.org'],
  ['https://games.example.org:8443/', 'https://games.example.org'],
  ['https://games.example.org.evil.example/', 'https://games.example.org'],
  ['http://localhost:8123/', 'http://localhost:3000'],
  ['http://localhost/', 'https://games.example.org'],
  ['org.example.games:/back', 'https://games.example.org'],
])('%s is not on the site %s', (address, site) => {
  expect(isOnSite(address, site)).toBe(false)
})
