import { pathOf, searchOf } from '#shared/endpoint.ts'
import { ORIGIN } from '../app/in-process.ts'
import { cpuSecondsOf } from '../app/processes.ts'
import { load, type ReadRequest } from '../load/load.ts'
import { pacedOverHttp } from '../load/paced-http.ts'
import { PAUSE_MS, READERS_AT_ONCE, WARM_UP_SECONDS } from '../load/paced-readers.ts'
import { cookieOf, FEED, filteredLists, knownGame, suggestions } from '../paths.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import type { World } from '../world.ts'

const TARGET_MS = 50
/** In a shorter run, a few requests determine the p99. */
const LEAST_SECONDS = 4

/**
 * Measures how long each of 50 readers waits, how fast a single reader is served, and the throughput when all 50 never
 * pause.
 */
export async function readersWorkload(world: World): Promise<Section> {
  const { app, options, statements } = world
  const subjects = [
    { name: 'feed', requests: feedRequests(world) },
    { name: 'game page data', requests: await gamePageRequests(world) },
    { name: 'catalogue with two filters', requests: requestsFor(filteredLists()) },
    { name: 'suggestions', requests: requestsFor(suggestions(world)) },
  ]
  const rows = []
  for (const { name, requests } of subjects) {
    const run = (connections: number, seconds: number) => load({ port: app.port, requests, connections, seconds })
    await run(READERS_AT_ONCE, 1)
    const paced = await pacedOverHttp({ port: app.port, requests, seconds: options.seconds * 4 })
    const alone = await run(1, Math.max(2, options.seconds))
    const before = cpuSecondsOf([app.pid])
    const { result, calls } = await statements.during(() =>
      run(READERS_AT_ONCE, Math.max(LEAST_SECONDS, options.seconds * 2)),
    )
    const after = cpuSecondsOf([app.pid])
    const cpu = before === null || after === null ? Number.NaN : ((after - before) / result.requests) * 1e6
    rows.push({ name, paced, alone, result, perRequest: calls === null ? Number.NaN : calls / result.requests, cpu })
  }
  return {
    title: 'Fifty readers at once',
    method: `${READERS_AT_ONCE} readers in a separate process, who each send an HTTP request every ${PAUSE_MS} ms, over many members, games, filters and queries. The load generator, the app and PostgreSQL share one machine. The first ${WARM_UP_SECONDS} seconds do not count. This is compared with the target. "Without a pause": ${READERS_AT_ONCE} connections that send the next request as soon as they have a response, which saturates the machine, so the time is ${READERS_AT_ONCE} divided by the rate. "Alone": the same requests, one at a time. Game page data: all calls of that page.`,
    tables: [
      {
        head: [
          'read',
          'p50 ms',
          'p99 ms',
          'without a pause req/s',
          'p50 ms',
          'p99 ms',
          'alone p50 ms',
          'alone p99 ms',
          'statements per request',
          'app µs CPU',
          'failures',
        ],
        rows: rows.map(({ name, paced, alone, result, perRequest, cpu }) => [
          name,
          ...[
            paced.p50,
            paced.p99,
            result.rate,
            result.p50,
            result.p99,
            alone.p50,
            alone.p99,
            perRequest,
            cpu,
            result.failures,
          ].map(figure),
        ]),
      },
    ],
    verdicts: rows.map(({ name, paced, result, alone }) =>
      atMost(
        `p99 of ${name} at ${READERS_AT_ONCE} readers`,
        TARGET_MS,
        paced.p99,
        'ms',
        `p50 ${figure(paced.p50)} ms; without a pause ${figure(result.p99)} ms; alone p99 ${figure(alone.p99)} ms${result.failures > 0 ? `; ${result.failures} failures` : ''}`,
      ),
    ),
  }
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
