import { beforeEach, describe, expect, test } from 'vitest'
import { createOwnState, type OwnState } from './own-state.ts'
import { type Tag, tag } from './tags.ts'

describe('the own state of members', () => {
  let announce: (tags: readonly Tag[] | null) => void
  let isLive: boolean
  let now: Date
  let stored: number
  let reads: number
  let own: OwnState

  beforeEach(() => {
    isLive = true
    now = new Date('2026-11-23T12:00:00Z')
    stored = 1
    reads = 0
    const changes = {
      isLive: () => isLive,
      subscribe: (listener: typeof announce) => {
        announce = listener
        return () => {}
      },
      close: async () => {},
    }
    own = createOwnState({ changes, clock: () => now })
  })

  const unread = (memberId = 'ann', name = 'notifications') =>
    own.read(name, memberId, [tag.notifications(memberId)], async () => {
      reads += 1
      const found = stored
      await null
      return found
    })

  test('is read once for a minute, for each member and each name', async () => {
    for (let page = 0; page < 3; page += 1) expect(await unread()).toBe(1)
    expect(reads).toBe(1)
    stored = 2
    expect(await Promise.all([unread('ben'), unread('ann', 'messages'), unread()])).toEqual([2, 2, 1])
    now = new Date(now.getTime() + 60_000)
    expect([await unread(), reads]).toEqual([2, 4])
  })

  test('a committed write that any node has announced is seen by every later read', async () => {
    await unread()
    stored = 2
    announce([tag.notifications('ben')])
    expect(await unread()).toBe(1)
    announce([tag.notifications('ann')])
    expect(await unread()).toBe(2)
    // Also by a read that could have shared the result of one that began before the write.
    announce([tag.notifications('ann')])
    const early = unread()
    stored = 3
    announce([tag.notifications('ann')])
    expect(await Promise.all([early, unread()])).toEqual([2, 3])
    expect([await unread(), reads]).toEqual([3, 4])
  })

  test('nothing is trusted while the change feed is down, nor what was read before or meanwhile', async () => {
    await unread()
    isLive = false
    announce(null)
    for (stored = 2; stored < 4; stored += 1) expect(await unread()).toBe(stored)
    isLive = true
    announce(null)
    expect(await unread()).toBe(4)
  })

  test('a failed read is read again', async () => {
    const broken = own.read('messages', 'ann', [], async () => {
      throw new Error('broken')
    })
    await expect(broken).rejects.toThrow('broken')
    expect(await unread('ann', 'messages')).toBe(1)
  })
})
