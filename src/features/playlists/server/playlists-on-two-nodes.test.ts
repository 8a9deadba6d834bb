import { expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { usePlaylistsApp } from '#tests/support/playlists-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

let database: ReturnType<typeof cloneDatabase> | undefined
const sharedDatabase = () => {
  database ??= cloneDatabase()
  return database
}
const { make, put, publish } = usePlaylistsApp({}, { database: sharedDatabase })
/** Another node on the same database, which the first one deletes at the end. */
const other = useTestApp({}, { database: async () => ({ ...(await sharedDatabase()), drop: async () => {} }) })

test('visitors of another node read a save as soon as it is announced [R-PLDATA-13]', async () => {
  const { id } = await make()
  const read = async () => {
    await other.settle()
    return other.visitor().get(`/api/playlists/${id}`)
  }
  const listed = async () => (await other.visitor().get('/api/playlists')).body.playlists
  expect((await read()).body.playlist.title).toBe('Rainy days')
  expect(await listed()).toHaveLength(1)
  // The other node has cached both.
  expect(await other.countQueries(read)).toBeLessThanOrEqual(1)
  expect(await other.countQueries(listed)).toBe(0)
  await put(id, { title: 'Sunny days' })
  expect((await read()).body.playlist.title).toBe('Sunny days')
  expect(await listed()).toMatchObject([{ title: 'Sunny days' }])
  await publish(id, false)
  expect((await read()).status).toBe(404)
  expect(await listed()).toEqual([])
})
