import { describe, expect, test } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { usePlaylistsApp } from '#tests/support/playlists-app.ts'

const { app, root, GAMES, make, put, publish } = usePlaylistsApp()

/** Reads as a visitor, until the answer comes from memory. */
async function readTwice(path: string) {
  await app.settle()
  const { body } = await app.visitor().get(path)
  const statements = await app.countQueries(async () => void (await app.visitor().get(path)))
  expect(statements).toBe(0)
  return body
}

describe('an answer about playlists comes from memory until a write invalidates it [R-PLDATA-13]', () => {
  const PATHS = ['/api/playlists', '/api/playlists?type=custom', '/api/playlists/featured', '/api/playlists/rainy-days']

  test.each([
    ['an edit', (id: string) => put(id, { title: 'Changed' })],
    ['other games', (id: string) => put(id, { gameIds: GAMES.slice(4, 9) })],
    ['a move', (id: string) => root.patch('/api/playlists/order', { ids: [id] })],
    [
      'a new name of a game',
      async (id: string) => {
        const { status } = await root.get(`/api/playlists/${id}`)
        await app.db
          .updateTable('games')
          .set({ name: 'Renamed' })
          .where('id', '=', GAMES[0] as string)
          .execute()
        await announce(app.db, [tag.game(GAMES[0] as string)])
        return { status }
      },
    ],
  ])('%s', async (_, write) => {
    const { id } = await make()
    const before = await Promise.all(PATHS.map(readTwice))
    expect((await write(id)).status).toBeLessThan(300)
    const after = await Promise.all(PATHS.map(readTwice))
    for (const [at, answer] of after.entries()) expect(answer).not.toEqual(before[at])
  })

  test.each([
    ['a draft again', (id: string) => publish(id, false)],
    ['deleted', (id: string) => root.delete(`/api/playlists/${id}`)],
  ])('%s, it is gone for visitors at once', async (_, write) => {
    const { id } = await make()
    await Promise.all(PATHS.map(readTwice))
    await write(id)
    await app.settle()
    expect((await app.visitor().get('/api/playlists/rainy-days')).status).toBe(404)
    for (const path of PATHS.slice(0, 3)) expect((await app.visitor().get(path)).body.playlists).toEqual([])
  })

  test('an edit of a draft, or of another playlist, leaves the cached answer', async () => {
    const { id } = await make()
    const draft = await make({ title: 'Draft', isPublished: false })
    const other = await make({ title: 'Other' })
    await readTwice(`/api/playlists/${id}`)
    await readTwice('/api/playlists')
    const statementsOf = (path: string) => app.countQueries(async () => void (await app.visitor().get(path)))
    await put(draft.id, { title: 'Still a draft', isPublished: false })
    await app.settle()
    expect(await statementsOf('/api/playlists')).toBe(0)
    await put(other.id, { title: 'Another' })
    await app.settle()
    expect(await statementsOf(`/api/playlists/${id}`)).toBe(0)
    expect(await statementsOf('/api/playlists')).toBeGreaterThan(0)
  })

  test('the invalidation by an admin concerns all of them [R-PLDATA-17]', async () => {
    await make()
    await Promise.all(PATHS.map(readTwice))
    await root.post('/api/cache/invalidate', { type: 'playlists' })
    await app.settle()
    for (const path of PATHS)
      expect(await app.countQueries(async () => void (await app.visitor().get(path)))).toBeGreaterThan(0)
  })
})
