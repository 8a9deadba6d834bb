import { expect, test } from 'vitest'
import { viewerWith } from '#tests/support/fixtures.ts'
import { mayDelete } from './messages.policy.ts'

test('only the sender may delete a message, not even an admin (G12)', () => {
  const viewers = [viewerWith('ann'), viewerWith('bob'), viewerWith('eve', 'admin')]
  expect(viewers.map((viewer) => mayDelete(viewer, { sender_id: 'ann' }))).toEqual([true, false, false])
})
