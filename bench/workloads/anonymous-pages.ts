import type { Bytes } from '../baseline/bytes-server.ts'
import { compete } from '../baseline/contest.ts'
import { ACCEPT_ENCODING, fetchBytes } from '../baseline/fetch-bytes.ts'
import { startBytesBaseline } from '../baseline/start-baseline.ts'
import { measureFreshness } from '../freshness.ts'
import { anonymousPages, type Place } from '../paths.ts'
import {
  atLeast,
  atMost,
  figure,
  figureSpread,
  notMeasured,
  percent,
  percentSpread,
  type Section,
  type Verdict,
} from '../report/report.ts'
import type { World } from '../world.ts'

const TARGET = 0.6
const FRESH_WITHIN_MS = 1000
const HEADERS = { 'accept-encoding': ACCEPT_ENCODING }

const promise = (name: string) => `visitor’s page ${name}, of the baseline’s rate`

/**
 * Measures pages for visitors from the page cache, compared with a bare server that sends the same bytes from memory.
 */
export async function anonymousPagesWorkload(world: World): Promise<Section> {
  const { app, options } = world
  const pages: Place[] = []
  const missing: Verdict[] = []
  const answers = new Map<string, Bytes>()
  for (const page of anonymousPages(world)) {
    const { name, path } = page
    // The first request renders the page, the second one reads it from the cache.
    await fetchBytes(app.port, path, HEADERS)
    const answer = await fetchBytes(app.port, path, HEADERS)
    if (answer.status !== 200) {
      missing.push(notMeasured(promise(name), `≥ ${percent(TARGET)}`, `${path} returned ${answer.status}`))
      continue
    }
    pages.push(page)
    answers.set(path, answer)
  }
  const baseline = await startBytesBaseline(answers)
  const results = await compete(
    pages.map(({ name, path }) => ({ name, request: { path, headers: HEADERS }, app, baseline })),
    { rounds: options.rounds, seconds: options.seconds, databasePid: null },
  )
  await baseline.stop()
  const freshness = await measureFreshness(world)
  return {
    title: 'Pages for visitors, warm',
    method: `Compared with a bare \`node:http\` server that sends the same bytes and headers from memory; ${options.rounds} rounds of ${options.seconds} s in random order, 16 connections, brotli accepted. Median (minimum–maximum). CPU is user and system time of the Node process per request.`,
    tables: [
      {
        head: [
          'page',
          'bytes',
          'app req/s',
          'baseline req/s',
          'app µs CPU',
          'baseline µs CPU',
          'by rate',
          'by CPU',
          'p50 ms',
          'p99 ms',
          'failures',
        ],
        rows: results.map(({ name, app, baseline, byRate, byCpu }, at) => [
          name,
          figure(answers.get(pages[at]?.path ?? '')?.body.length ?? 0),
          figureSpread(app.rate),
          figureSpread(baseline.rate),
          figureSpread(app.cpu),
          figureSpread(baseline.cpu),
          percentSpread(byRate),
          percentSpread(byCpu),
          figure(app.p50),
          figure(app.p99),
          figure(app.failures),
        ]),
      },
      {
        head: ['freshness', 'ms'],
        rows: freshness.samples.map(({ page, milliseconds }) => [page, figure(milliseconds)]),
      },
    ],
    verdicts: [
      ...results.map(({ name, byRate, byCpu }) =>
        Number.isFinite(byCpu.median)
          ? atLeast(promise(name), TARGET, byCpu.median, `by CPU; by rate ${percent(byRate.median)}`)
          : atLeast(promise(name), TARGET, byRate.median, 'by rate'),
      ),
      ...missing,
      freshness.samples.length > 0
        ? atMost(
            'time until a write shows on the visitor’s page',
            FRESH_WITHIN_MS,
            Math.max(...freshness.samples.map(({ milliseconds }) => milliseconds)),
            'ms',
            `worst of ${freshness.samples.length}, counted from sending the write`,
          )
        : notMeasured('time until a write shows on the visitor’s page', `≤ ${FRESH_WITHIN_MS} ms`, freshness.note),
    ],
  }
}
