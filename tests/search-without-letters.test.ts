import { beforeAll, describe, expect, test } from 'vitest'
import { addGames } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

// A search that has no letter and no number finds nothing: neither everything nor a list without the search.

const app = useTestApp()
let root: Member

beforeAll(async () => {
  await addGames(app, ['igdb_101', 'igdb_102'])
  root = await signUp(app, { username: 'root', becomeAdmin: true })
  await root.post('/api/library', { game_id: 'igdb_101' })
  await root.post('/api/playlists', { title: 'Rainy days', gameIds: ['101'], isPublished: true })
  await root.post('/api/lists', { title: 'For the train', description: '', is_shared: true, game_ids: ['igdb_101'] })
  const news = { title: 'Hello', excerpt: 'News', content: 'News', category: 'Update', status: 'published' }
  await root.post('/api/news', news)
  await root.post('/api/journal', { type: 'progress', title: 'Evening', content: 'Played', game: { id: 'igdb_101' } })
  await app.settle()
})

/** Each address with the name of its search, and the lists in its answer. */
const SEARCHES = [
  ['/api/games', 'search', 'games'],
  ['/api/games/search', 'query', 'games'],
  ['/api/games/suggestions', 'query', 'games'],
  ['/api/library', 'search', 'data'],
  ['/api/journal', 'search', 'entries'],
  ['/api/news', 'search', 'posts'],
  ['/api/profiles', 'search', 'data'],
  ['/api/admin/users', 'search', 'users'],
  ['/api/admin/audit-log', 'search', 'entries'],
  ['/api/admin/playlists', 'search', 'playlists'],
  ['/api/search', 'q', 'groups'],
] as const

describe.each(SEARCHES)('%s', (path, name, list) => {
  test.each(['🎮', '🎮🎮🎮', '👩‍🚀 ❤️', '!?%'])('finds nothing for %s', async (text) => {
    const { status, body } = await root.get(`${path}?${new URLSearchParams({ [name]: text })}`)
    expect([status, body[list]], JSON.stringify(body).slice(0, 300)).toEqual([200, []])
  })
})
