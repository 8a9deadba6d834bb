import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { startApp } from '../app/app-process.ts'
import { cpuSecondsOf } from '../app/processes.ts'
import { fetchBytes } from '../baseline/fetch-bytes.ts'
import { RESULTS } from '../places.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import { median } from '../report/statistics.ts'
import { distinctPages } from './distinct-pages.ts'

const MAX_PERCENT = 5
const ROUNDS = 6
const PAGES = 300
const WARM_UP_ROUNDS = 2

/**
 * Measures the CPU seconds of a node for the same pages without traces, with the default (one request in ten) and with all of them, in
 * turns. Another node without traces says how much the figures differ by themselves.
 */
export async function tracesWorkload(): Promise<Section> {
  const folder = mkdtempSync(join(RESULTS, 'traces-'))
  const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false })
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'))
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const env = { DATABASE_URL: postgres.connectionString, DATA_DIR: folder }
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}` }
  const nodes = [
    { name: 'off', app: await startApp(env) },
    { name: 'off again', app: await startApp(env) },
    { name: 'one in ten', app: await startApp({ ...env, ...endpoint }) },
    { name: 'all', app: await startApp({ ...env, ...endpoint, OTEL_TRACES_SAMPLER: 'always_on' }) },
  ]
  try {
    const costs = new Map(nodes.map(({ name }) => [name, [] as number[]]))
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1)
      for (const { name, app } of round % 2 === 0 ? nodes : nodes.toReversed()) {
        const before = cpuSecondsOf([app.pid]) ?? Number.NaN
        for (const path of distinctPages(PAGES, round)) await fetchBytes(app.port, path, {})
        if (round >= WARM_UP_ROUNDS) costs.get(name)?.push((cpuSecondsOf([app.pid]) ?? Number.NaN) - before)
      }
    const off = costs.get('off') as number[]
    const more = (name: string) =>
      100 * median((costs.get(name) as number[]).map((cpu, at) => cpu / (off[at] as number) - 1))
    return {
      title: 'Traces',
      method: `Nodes on one database, in turns; ${ROUNDS} rounds of ${PAGES} pages of visitors that no cache has, after ${WARM_UP_ROUNDS} that are not counted. CPU seconds of the node's process; the difference is the median of the rounds.`,
      tables: [
        {
          head: ['traces', 'CPU ms for a page', 'more than off, %'],
          rows: nodes.map(({ name }) => [
            name,
            figure((median(costs.get(name) as number[]) * 1000) / PAGES),
            name === 'off' ? '–' : figure(more(name)),
          ]),
        },
      ],
      verdicts: [atMost('CPU of traces of one request in ten', MAX_PERCENT, more('one in ten'), '%')],
    }
  } finally {
    for (const { app } of nodes) await app.stop()
    collector.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
