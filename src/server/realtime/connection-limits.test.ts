import { expect, test } from 'vitest'
import type { UserId } from '#shared/ids.ts'
import type { Viewer } from '../session.ts'
import { createConnectionLimits, STREAM_LIMITS } from './connection-limits.ts'

const member = { id: 'mara' as UserId, role: 'user', username: null, displayName: null, avatarUrl: null } as Viewer

test('the streams of visitors leave places on the node for members', () => {
  const acquire = createConnectionLimits({ ...STREAM_LIMITS, perNode: 5, visitorsPerNode: 2 })
  const visitors = ['a', 'b', 'c'].map((address) => acquire(null, address))
  expect(visitors.map((release) => release !== null)).toEqual([true, true, false])
  expect(acquire(member, 'd')).not.toBeNull()
  visitors[0]?.()
  expect(acquire(null, 'c')).not.toBeNull()
})
