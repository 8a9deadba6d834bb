import { expect, test } from 'vitest'
import { viewerWith } from '#tests/support/fixtures.ts'
import { mayDelete } from './comments.policy.ts'

test('only the author may delete a comment, not even an admin (R-ACT-20, G27)', () => {
  const viewers = [viewerWith('ann'), viewerWith('bob'), viewerWith('eve', 'admin'), null]
  expect(viewers.map((viewer) => mayDelete(viewer, { userId: 'ann' }))).toEqual([true, false, false, false])
})

test('nobody may delete the comment of a deleted member', () => {
  expect([viewerWith('ann'), null].map((viewer) => mayDelete(viewer, { userId: null }))).toEqual([false, false])
})
