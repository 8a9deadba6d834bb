import { expect, test } from 'vitest'
import { ownProfileQuery } from './edit/profile-edit.api.ts'
import { profileQuery } from './profiles.api.ts'

test('cached profiles, the viewer’s own and others’, are fresh for ten minutes [R-SESS-24]', () => {
  expect([profileQuery('mara').staleTime, ownProfileQuery().staleTime]).toEqual([600_000, 600_000])
})
