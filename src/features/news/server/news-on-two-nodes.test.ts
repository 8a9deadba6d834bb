import { expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { useNewsWorld } from '#tests/support/news-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

let database: ReturnType<typeof cloneDatabase> | undefined
const sharedDatabase = () => {
  database ??= cloneDatabase()
  return database
}
const app = useTestApp({}, { database: sharedDatabase })
const world = useNewsWorld(app)
/** Another node on the same database, which the first one deletes at the end. */
const other = useTestApp({}, { database: async () => ({ ...(await sharedDatabase()), drop: async () => {} }) })

test('visitors of another node read a save as soon as it is announced', async () => {
  other.time.now = app.time.now
  const { id } = await world.write()
  const read = async () => {
    await other.settle()
    return other.visitor().get('/api/news/the-atlas')
  }
  const listed = async () => (await other.visitor().get('/api/news')).body.posts
  expect((await read()).body.post.title).toBe('The atlas')
  expect(await listed()).toHaveLength(1)
  // The other node has cached both.
  expect(await other.countQueries(listed)).toBe(0)
  await world.root.put(`/api/news/${id}`, { title: 'The new atlas' })
  expect((await read()).body.post.title).toBe('The new atlas')
  expect(await listed()).toMatchObject([{ title: 'The new atlas' }])
  await world.root.delete(`/api/news/${id}`)
  expect((await read()).status).toBe(404)
  expect(await listed()).toEqual([])
})
