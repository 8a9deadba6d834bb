import { expect, test } from 'vitest'
import { viewerWith } from '#tests/support/fixtures.ts'
import { mayDelete } from './activity.policy.ts'

test('only the author may delete an activity, not even an admin (G25)', () => {
  const viewers = [viewerWith('ann'), viewerWith('bob'), viewerWith('eve', 'admin'), null]
  expect(viewers.map((viewer) => mayDelete(viewer, { user_id: 'ann' }))).toEqual([true, false, false, false])
})
