import { describe, expect, test } from 'vitest'
import { isOnline, presenceStatus, ringOf } from './presence.rules.ts'

const NOW = new Date('2026-11-21T12:00:00Z')

test('a member is online for five minutes after the last request (G49)', () => {
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
  expect([null, minutesAgo(4.99), minutesAgo(5)].map((seen) => isOnline(seen, NOW))).toEqual([false, true, false])
})

test('only an online member can be playing (C14)', () => {
  expect([presenceStatus(true, true), presenceStatus(true, false)]).toEqual(['gaming', 'online'])
  expect([presenceStatus(false, true), presenceStatus(false, false)]).toEqual(['offline', 'offline'])
})

describe('the ring around the picture of a friend', () => {
  test.each([
    ['the presence wins', { presence: { status: 'online' }, online_status: 'gaming', currentGame: {} }, 'online'],
    ['a current game is gaming', { online_status: 'online', currentGame: { id: 'igdb_1' } }, 'gaming'],
    ['the status gaming is gaming', { online_status: 'gaming', currentGame: null }, 'gaming'],
    ['the status online is online', { online_status: 'online' }, 'online'],
    ['any other status is offline', { online_status: 'away' }, 'offline'],
    ['nothing is offline', {}, 'offline'],
  ] as const)('%s [R-FRIEND-13 to 15]', (_what, friend, ring) => {
    expect(ringOf(friend)).toBe(ring)
  })
})
