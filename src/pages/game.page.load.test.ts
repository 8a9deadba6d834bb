import { beforeAll, expect, test } from 'vitest'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
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

// The game, what is like it, marks, the entry, and the activities with all that is said to them. Relations and cards are
// kept for a minute, a game until it changes; what a session costs is remembered.
test('a page costs a member five statements when its game has changed, three when it has not', async () => {
  const mara = await signUp(app)
  await mara.post('/api/friends/activities/create', { activity_type: 'want_to_play', game_id: 'igdb_1942' })
  const cost = (reader: Client) => app.countQueries(() => loadFor(reader, 'igdb_1942'))
  // What the app does of itself now and then is not the page's: the least of a few is.
  const least = async (reader: Client, before = async () => {}) => {
    const costs: number[] = []
    for (let n = 0; n < 4; n++) {
      await before()
      costs.push(await cost(reader))
    }
    return Math.min(...costs)
  }
  await cost(mara)
  const change = async () => {
    await announce(app.db, [tag.game('igdb_1942')])
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(await least(mara, change)).toBeLessThanOrEqual(5)
  expect(await least(mara)).toBe(3)
  expect(await least(app.visitor())).toBe(1)
})

test('an id that is none and a game that nobody knows are not there', async () => {
  for (const id of ['nonsense', '0', 'igdb_500001'])
    await expect(loadFor(app.visitor(), id)).rejects.toMatchObject({ status: 404 })
  await expect(loadFor(app.visitor(), 'igdb_499999')).rejects.toMatchObject({ status: 404, message: 'Game not found' })
})

test('a game whose source does not answer is a page with the status of that', async () => {
  const failing = Object.assign(app.visitor(), {
    get: async (path: string) =>
      path.startsWith('/api/games/igdb_77')
        ? { status: 502, body: { error: 'Failed to fetch game details', requestId: 'r' }, headers: new Headers() }
        : app.visitor().get(path),
  })
  await expect(loadFor(failing, 'igdb_77')).rejects.toMatchObject({ status: 502 })
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
