import { cpuSecondsOf } from '../app/processes.ts'
import { load, type ReadRequest } from '../load/load.ts'
import { pacedOverHttp } from '../load/paced-http.ts'
import { PAGE_PAUSE_MS, PAUSE_MS, READERS_AT_ONCE, WARM_UP_SECONDS } from '../load/paced-readers.ts'
import { atMost, figure, type Table, type Verdict } from '../report/report.ts'
import type { World } from '../world.ts'

/** In a shorter run, a few requests determine the p99. */
const MIN_SECONDS = 4

export interface Read {
  name: string
  /** The most milliseconds of the p99 at fifty readers. */
  limit: number
  requests: readonly ReadRequest[]
  /** A whole page, which a reader opens less often. */
  isPage?: boolean
}

/** The method, for the report. */
export const FIFTY_READERS = `${READERS_AT_ONCE} readers in a separate process, who each send an HTTP request every ${PAUSE_MS} ms, or open a page every ${PAGE_PAUSE_MS} ms: "offered". The load generator, the app and PostgreSQL share one machine. The first ${WARM_UP_SECONDS} seconds do not count. This is compared with the target. "Without a pause": ${READERS_AT_ONCE} connections that send the next request as soon as they have a response, which saturates the machine, so the time is ${READERS_AT_ONCE} divided by the rate. Where less than the offered rate is possible, a p99 is the length of a queue. "Alone": the same requests, one at a time.`

/**
 * Measures how long each of 50 readers waits, how fast a single reader is served, and the throughput when all 50 never
 * pause. Returns a table, and a verdict for each read.
 */
export async function measureReads(
  { app, options, statements }: World,
  reads: readonly Read[],
): Promise<{ table: Table; verdicts: Verdict[] }> {
  const rows = []
  for (const { name, limit, requests, isPage = false } of reads) {
    const pauseMs = isPage ? PAGE_PAUSE_MS : PAUSE_MS
    const run = (connections: number, seconds: number) => load({ port: app.port, requests, connections, seconds })
    await run(READERS_AT_ONCE, 1)
    const paced = await pacedOverHttp({ port: app.port, requests, seconds: options.seconds * 4, pauseMs })
    const alone = await run(1, Math.max(2, options.seconds))
    const before = cpuSecondsOf([app.pid])
    const { result, calls } = await statements.during(() =>
      run(READERS_AT_ONCE, Math.max(MIN_SECONDS, options.seconds * 2)),
    )
    const after = cpuSecondsOf([app.pid])
    const cpu = before === null || after === null ? Number.NaN : ((after - before) / result.requests) * 1e6
    rows.push({
      ...{ name, limit, paced, alone, result, cpu },
      offered: (READERS_AT_ONCE * 1000) / pauseMs,
      perRequest: calls === null ? Number.NaN : calls / result.requests,
    })
  }
  return {
    table: {
      head: [
        'read',
        'offered req/s',
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
      rows: rows.map(({ name, offered, paced, alone, result, perRequest, cpu }) => [
        name,
        ...[
          offered,
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
    verdicts: rows.map(({ name, limit, offered, paced, result, alone }) =>
      atMost(
        `p99 of ${name} at ${READERS_AT_ONCE} readers`,
        limit,
        paced.p99,
        'ms',
        `p50 ${figure(paced.p50)} ms at ${figure(offered)} requests a second of ${figure(result.rate)} possible; alone p99 ${figure(alone.p99)} ms${result.failures > 0 ? `; ${result.failures} failures` : ''}`,
      ),
    ),
  }
}
