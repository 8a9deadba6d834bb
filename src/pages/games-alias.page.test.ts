import { createMemoryRouter, type LoaderFunctionArgs } from 'react-router'
import { expect, test } from 'vitest'
import { createQueryClient } from '#web/query-client.ts'
import { load } from './games-alias.page.tsx'

const sentTo = async (gameId: string | undefined, search = '') => {
  const client = createQueryClient(async () => ({ status: 200, body: {} }))
  const away: unknown = await load({ client, params: { gameId }, url: new URL(`http://here.example/games${search}`) })
    .then(() => null)
    .catch((thrown: unknown) => thrown)
  return (away as Response).headers.get('location')
}

test('the second address of games redirects to the first (C05)', async () => {
  expect(await sentTo('igdb_1020')).toBe('/game/igdb_1020')
  expect(await sentTo(undefined, '?genre=5')).toBe('/all-games?genre=5')
})

test.each([
  ['../../evil', '/game/..%2F..%2Fevil'],
  ['//evil.example', '/game/%2F%2Fevil.example'],
  ['a\0b\r\n', '/game/a%00b%0D%0A'],
  ['ゼルダ', '/game/%E3%82%BC%E3%83%AB%E3%83%80'],
])('nothing in an id leads elsewhere, or breaks the header: %j', async (gameId, path) => {
  expect(await sentTo(gameId)).toBe(path)
})

test('Back leads to the page with the link', async () => {
  const loader = ({ params, request }: LoaderFunctionArgs) =>
    load({ client: createQueryClient(), params, url: new URL(request.url) })
  const router = createMemoryRouter(
    [{ path: '/' }, { path: '/challenges' }, { path: '/games/:gameId', loader }, { path: '/game/:gameId' }],
    { initialEntries: ['/', '/challenges'] },
  )
  await router.navigate('/games/igdb_1020')
  expect(router.state.location.pathname).toBe('/game/igdb_1020')
  await router.navigate(-1)
  expect(router.state.location.pathname).toBe('/challenges')
})
