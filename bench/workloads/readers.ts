import { pathOf, searchOf } from '#shared/endpoint.ts'
import { ORIGIN } from '../app/in-process.ts'
import type { ReadRequest } from '../load/load.ts'
import { cookieOf, FEED, filteredLists, knownGame, suggestions } from '../paths.ts'
import type { Section } from '../report/report.ts'
import { shuffled } from '../report/statistics.ts'
import type { World } from '../world.ts'
import { FIFTY_READERS, measureReads } from './fifty-readers.ts'

const TARGET_MS = 50

/** Measures the main reads at fifty readers, over many members, games, filters and queries. */
export async function readersWorkload(world: World): Promise<Section> {
  const { table, verdicts } = await measureReads(
    world,
    [
      { name: 'feed', requests: feedRequests(world) },
      { name: 'game page data', requests: await gamePageRequests(world) },
      { name: 'catalogue with two filters', requests: requestsFor(filteredLists()) },
      { name: 'suggestions', requests: requestsFor(suggestions(world)) },
    ].map((read) => ({ ...read, limit: TARGET_MS })),
  )
  return {
    title: 'Fifty readers at once',
    method: `${FIFTY_READERS} Over many members, games, filters and queries. Game page data: all calls of that page.`,
    tables: [table],
    verdicts,
  }
}

/** Returns the same reads in one order of chance, for readers who do all of them. */
export async function mixedReads(world: World): Promise<ReadRequest[]> {
  const all = [...feedRequests(world), ...(await gamePageRequests(world)), ...requestsFor(filteredLists())]
  return shuffled(all)
}

function requestsFor(paths: readonly string[]): ReadRequest[] {
  return paths.map((path) => ({ path, headers: {} }))
}

function feedRequests(world: World): ReadRequest[] {
  return world.cookies.map((cookie) => ({ path: FEED, headers: { cookie } }))
}

/** Returns the requests that the page sends while it renders for a member, for many games and members. */
async function gamePageRequests(world: World): Promise<ReadRequest[]> {
  const model = knownGame(world)
  const { calls } = await world.inProcess.visit(`/game/${model}`, { cookie: cookieOf(world, 0) })
  const requests = world.gameIds.flatMap((id, turn) =>
    calls
      .filter(({ path }) => path.includes(':gameId'))
      .map(({ path, params, query }) => ({
        path: pathOf(path, { ...params, gameId: id }) + searchOf(query),
        headers: { cookie: cookieOf(world, turn) },
      })),
  )
  // A game that the member does not have yields 404, which a load generator counts as a failure.
  const good: ReadRequest[] = []
  for (const request of requests)
    if ((await world.inProcess.app.request(ORIGIN + request.path, { headers: request.headers })).ok) good.push(request)
  return good
}
