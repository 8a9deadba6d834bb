import { expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { loadPublicProfiles } from './profiles.service.ts'

const world = useTestApp()

test('loads many profiles in one query, without private fields and without disabled members', async () => {
  const ann = await signUp(world, { displayName: 'Ann' })
  const gone = await signUp(world)
  await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', gone.user.id).execute()
  let found: ReadonlyMap<string, unknown> = new Map()
  const trips = await world.countQueries(async () => {
    found = await loadPublicProfiles(world.db, [ann.user.id, gone.user.id, ann.user.id])
  })
  expect(trips).toBe(1)
  expect([...found]).toEqual([
    [ann.user.id, { id: ann.user.id, username: ann.user.username, display_name: 'Ann', avatar_url: null }],
  ])
})

test('makes no query for no ids', async () => {
  expect(await world.countQueries(() => loadPublicProfiles(world.db, []))).toBe(0)
})
