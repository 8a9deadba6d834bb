import { expect, test } from 'vitest'
import { viewerWith } from '#tests/support/fixtures.ts'
import { mayWriteLibraryOf } from './library.policy.ts'

test('only the owner may write a library, not even an admin (C53)', () => {
  const viewers = [viewerWith('ann'), viewerWith('bob'), viewerWith('eve', 'admin')]
  expect(viewers.map((viewer) => mayWriteLibraryOf(viewer, 'ann'))).toEqual([true, false, false])
})
