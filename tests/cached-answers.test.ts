import { beforeAll, expect, test } from 'vitest'
import { createLog } from '#server/log.ts'
import { dispatch } from '#server/routes.ts'
import type { Session } from '#server/session.ts'
import { addGames } from './support/fixtures.ts'
import { A, B, loadFreshness } from './support/freshness.ts'
import { type Member, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

// Two nodes on one database, each with caches and a change feed of its own.
const one = useTestApp()
const two = useTestApp({}, { database: async () => ({ ...one, drop: async () => {} }) as never })
const nodes = [one, two]

const declared = await loadFreshness()
const ALL_PATHS = declared.flatMap(({ cachedPaths = [] }) => cachedPaths)
let paths: string[]
let root: Member
let ann: Member
let ben: Member

beforeAll(async () => {
  root = await signUp(one, { username: 'the-root', becomeAdmin: true })
  ann = await signUp(one, { username: 'ann-one' })
  ben = await signUp(one, { username: 'ben-two' })
  await addGames(one, [A, B])
  paths = ALL_PATHS.map((path) => path.replace(':me', ann.user.id))
})

/** Splits an address into the parameters of a route; null for an address of another route. */
function inputFor(pattern: string, address: string) {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const [names, values] = [pattern.split('/'), pathname.split('/')]
  const fits = names.length === values.length && names.every((name, at) => name.startsWith(':') || name === values[at])
  const params = Object.fromEntries(
    names.flatMap((name, at) => (name[0] === ':' ? [[name.slice(1), values[at] ?? '']] : [])),
  )
  return fits ? { params, query: Object.fromEntries(searchParams), body: {} } : null
}

const routeOf = (path: string) => {
  const fitting = one.routes.filter(({ endpoint }) => endpoint.method === 'GET' && inputFor(endpoint.path, path))
  return fitting.find(({ endpoint }) => !endpoint.path.includes(':')) ?? (fitting[0] as (typeof fitting)[number])
}

/** Runs the handler, past the caches of answers. */
async function fresh(path: string): Promise<unknown> {
  const route = routeOf(path)
  const session = {
    viewer: { ...ann.user, role: 'user', displayName: 'ann-one', avatarUrl: null },
  } as unknown as Session
  const request = { requestId: 'x', headers: new Headers(), ip: '127.0.0.1', origin: '', session }
  const input = inputFor(route.endpoint.path, path) as NonNullable<ReturnType<typeof inputFor>>
  const { body } = await dispatch(route, input, request, createLog('silent'))
  return JSON.parse(JSON.stringify(body))
}

/** Signed in on both nodes. */
const read = async (node: typeof one, path: string): Promise<unknown> => {
  const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await node.app.request(`http://localhost:3000${path}`, { headers: { cookie } })
  return response.json()
}

test('the table has every route whose answers are cached for a member', () => {
  const cached = one.routes.filter(({ isCached }) => isCached).map(({ endpoint }) => endpoint.path)
  expect(cached.filter((path) => !paths.some((each) => routeOf(each).endpoint.path === path))).toEqual([])
})

test('a cached answer is made once for each member', async () => {
  await read(one, '/api/library')
  expect(await one.countQueries(() => read(one, '/api/library'))).toBe(0)
  await ben.get('/api/library')
  expect((await ben.get('/api/library')).body).toEqual({ data: [], total: 0, hasMore: false })
})

test('no cached answer is older than a committed write of any node', { timeout: 180_000 }, async () => {
  const changed = new Set<string>()
  const cached = { ann, ben, root, db: one.db, made: {} }
  const writes = [
    ...declared.flatMap((feature) => feature.writes?.(cached) ?? []),
    ...declared.flatMap((feature) => feature.lastWrites?.(cached) ?? []),
  ]
  for (const [what, write] of writes) {
    const before = await Promise.all(nodes.map((node) => Promise.all(paths.map((path) => read(node, path)))))
    await write()
    // The node of the write knows at once, the other as soon as the announcement has arrived.
    await two.settle()
    for (const [at, path] of paths.entries()) {
      const truth = await fresh(path)
      for (const node of nodes) expect([what, path, await read(node, path)]).toEqual([what, path, truth])
      if (JSON.stringify(truth) !== JSON.stringify(before[0]?.[at])) changed.add(path)
    }
  }
  expect(paths.filter((path) => !changed.has(path))).toEqual([])
})
