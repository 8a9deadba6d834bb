import { beforeAll, expect, test, vi } from 'vitest'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import { pathOf, searchOf } from '#shared/endpoint.ts'
import { signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { createQueryClient } from '#web/query-client.ts'
import { load } from './game.page.tsx'

// biome-ignore lint/correctness/useHookAtTopLevel: it is vitest's, not React's
const app = useTestApp()

beforeAll(() => loadStarterCatalogue(app.db))

/** The page as the server loads it for a reader. */
async function loadFor(reader: Client, gameId: string) {
  const client = createQueryClient(async (endpoint, { params, query }) => {
    const { status, body } = await reader.get(pathOf(endpoint.path, params) + searchOf(query))
    return { status, body }
  })
  await load({ client, params: { gameId }, url: new URL(`http://localhost/game/${gameId}`) })
  return client
}

// The game, what is like it, marks, the entry, and of the activities which they are, what they say and of what. Relations
// are kept for a minute, a game until it changes; what a session costs is remembered.
test('a page costs a member six statements when its game has changed, five when it has not', async () => {
  const mara = await signUp(app)
  await mara.post('/api/friends/activities/create', { activity_type: 'want_to_play', game_id: 'igdb_1942' })
  const cost = (reader: Client) => app.countQueries(() => loadFor(reader, 'igdb_1942'))
  expect(await cost(mara)).toBeLessThanOrEqual(7)
  await announce(app.db, ['game:igdb_1942'])
  await vi.waitFor(async () => expect(await cost(mara)).toBe(6), { timeout: 5000 })
  expect(await cost(mara)).toBe(5)
  expect(await cost(app.visitor())).toBe(3)
})

test('an id that is none and a game that nobody knows are not there', async () => {
  for (const id of ['nonsense', '0', 'igdb_500001'])
    await expect(loadFor(app.visitor(), id)).rejects.toMatchObject({ status: 404 })
  await expect(loadFor(app.visitor(), 'igdb_499999')).rejects.toMatchObject({ status: 404, message: 'Game not found' })
})

test('the first activities come with the page that the server makes, media and achievements do not [R-GAME-23]', async () => {
  const client = await loadFor(app.visitor(), 'igdb_1942')
  const keys = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey.slice(0, 3).join(' '))
  expect(keys.toSorted()).toEqual([
    'accounts session',
    'activity list game',
    'catalogue game igdb_1942',
    'library entry igdb_1942',
  ])
})
