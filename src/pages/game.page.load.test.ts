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

/** Returns the page as the server loads it for a reader. */
async function loadFor(reader: Client, gameId: string) {
  const client = createQueryClient(async (endpoint, { params, query }) => {
    const { status, body } = await reader.get(pathOf(endpoint.path, params) + searchOf(query))
    return { status, body }
  })
  await load({ client, params: { gameId }, url: new URL(`http://localhost/game/${gameId}`) })
  return client
}

// The statements read the game, its related games, marks, the entry, the friends who have it, the activities with their
// reactions and comments, and the ratings. Relations, cards and marks are cached for a minute, a game until it changes, and so
// are the reviews that visitors see. The session is cached.
test('a page costs a member eight statements when its game has changed, three when it has not, and a visitor one', async () => {
  const mara = await signUp(app)
  await mara.post('/api/friends/activities/create', { activity_type: 'want_to_play', game_id: 'igdb_1942' })
  const cost = (reader: Client) => app.countQueries(() => loadFor(reader, 'igdb_1942'))
  // The app sometimes runs background statements, so this takes the minimum of several loads.
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
  expect(await least(mara, change)).toBeLessThanOrEqual(8)
  expect(await least(mara)).toBe(3)
  // Visitors share the page, so this is the cost of all of them.
  expect(await least(app.visitor())).toBe(1)
})

test('an invalid id and an unknown game are not found', async () => {
  for (const id of ['nonsense', '0', 'igdb_2147483648'])
    await expect(loadFor(app.visitor(), id)).rejects.toMatchObject({ status: 404 })
  await expect(loadFor(app.visitor(), 'igdb_499999')).rejects.toMatchObject({ status: 404, message: 'Game not found' })
})

test('the address of a game that was merged redirects for good to the game that stays', async () => {
  const admin = await signUp(app, { becomeAdmin: true })
  await admin.post('/api/admin/merges', { from: 'igdb_17246', to: 'igdb_12307' })
  const redirected = await loadFor(app.visitor(), 'igdb_17246').catch((error: unknown) => error)
  expect(redirected).toBeInstanceOf(Response)
  expect([(redirected as Response).status, (redirected as Response).headers.get('location')]).toEqual([
    301,
    '/game/igdb_12307',
  ])
})

test('a game whose source fails gets a page with the status of the failure', async () => {
  const failing = Object.assign(app.visitor(), {
    get: async (path: string) =>
      path.startsWith('/api/games/igdb_77')
        ? { status: 502, body: { error: 'Failed to fetch game details', requestId: 'r' }, headers: new Headers() }
        : app.visitor().get(path),
  })
  await expect(loadFor(failing, 'igdb_77')).rejects.toMatchObject({ status: 502 })
})

test('the first activities and reviews are part of the page from the server, media and achievements are not [R-GAME-23]', async () => {
  const client = await loadFor(app.visitor(), 'igdb_1942')
  const keys = client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey.slice(0, 3).join(' '))
  expect(keys.toSorted()).toEqual([
    'accounts session',
    'activity list game',
    'catalogue facts igdb_1942',
    'catalogue game igdb_1942',
    'game-friends igdb_1942',
    'library entry igdb_1942',
    'library stats pace',
    'reviews list game',
    'reviews summary igdb_1942',
  ])
})
