import { ORIGIN } from '../app/in-process.ts'
import { ACCEPT_ENCODING } from '../baseline/fetch-bytes.ts'
import { cookieOf, signedInPages } from '../paths.ts'
import {
  atLeast,
  figure,
  figureSpread,
  notMeasured,
  percent,
  percentSpread,
  type Section,
  type Verdict,
} from '../report/report.ts'
import { shuffled, spreadOf } from '../report/statistics.ts'
import type { World } from '../world.ts'

const TARGET = 0.6
/** Concurrent pages, so that waiting for PostgreSQL does not slow the measurement. */
const AT_ONCE = 8

const promise = (name: string) => `member’s page ${name}, of renderToString’s rate`

interface Measured {
  rate: number
  /** Microseconds per page, all threads. */
  cpu: number
}

/**
 * Measures pages that this process renders for a member, compared with `renderToString` of the same tree with preloaded
 * data.
 */
export async function signedInPagesWorkload(world: World): Promise<Section> {
  const { inProcess, bundle, options } = world
  const cookie = cookieOf(world, 0)
  const subjects = []
  const missing: Verdict[] = []
  for (const { name, path } of signedInPages(world)) {
    const visit = await inProcess.visit(path, { cookie }).catch((error: Error) => error.message)
    if (typeof visit === 'string') {
      missing.push(notMeasured(promise(name), `≥ ${percent(TARGET)}`, visit))
      continue
    }
    const { input, html } = visit
    const statements = (await inProcess.capture(() => inProcess.visit(path, { cookie }))).flat().length
    const tree = await bundle.treeOf(input)
    const fetchPage = async (headers: Record<string, string>) => {
      const response = await inProcess.app.fetch(new Request(ORIGIN + path, { headers: { cookie, ...headers } }))
      await response.arrayBuffer()
    }
    const sides = {
      app: () => forSeconds(options.seconds, () => fetchPage({})),
      compressed: () => forSeconds(options.seconds, () => fetchPage({ 'accept-encoding': ACCEPT_ENCODING })),
      // React returns a string of thousands of fragments (a rope), which V8 flattens at the first read.
      baseline: () => forSecondsSync(options.seconds, () => Buffer.byteLength(tree())),
    }
    subjects.push({ name, statements, bytes: Buffer.byteLength(html), sides })
  }
  const turns = subjects.flatMap((subject) =>
    (['app', 'compressed', 'baseline'] as const).map((side) => ({ subject, side, results: [] as Measured[] })),
  )
  for (const { subject, side } of turns) await subject.sides[side]()
  for (let round = 0; round < options.rounds; round += 1)
    for (const turn of shuffled(turns)) turn.results.push(await turn.subject.sides[turn.side]())
  const results = subjects.map((subject) => {
    const of = (side: 'app' | 'compressed' | 'baseline') =>
      turns.find((turn) => turn.subject === subject && turn.side === side)?.results ?? []
    const [app, compressed, baseline] = [of('app'), of('compressed'), of('baseline')]
    const ratio = (side: readonly Measured[], of: (own: Measured, baseline: Measured) => number) =>
      spreadOf(side.map((own, at) => of(own, baseline[at] as Measured)))
    return {
      ...subject,
      app: spreadOf(app.map(({ cpu }) => cpu)),
      compressed: spreadOf(compressed.map(({ cpu }) => cpu)),
      baseline: spreadOf(baseline.map(({ cpu }) => cpu)),
      rate: spreadOf(app.map(({ rate }) => rate)),
      byRate: ratio(app, (own, baseline) => own.rate / baseline.rate),
      byCpu: ratio(app, (own, baseline) => baseline.cpu / own.cpu),
      compressedByCpu: ratio(compressed, (own, baseline) => baseline.cpu / own.cpu),
    }
  })
  return {
    title: 'Pages for members',
    method: `In one process without HTTP: \`app.fetch\` of the page with a session cookie (session, statements, rendering, the data for the browser), ${AT_ONCE} at once, compared with a loop of \`renderToString\` over the same tree with preloaded data, which reads the string once. ${options.rounds} rounds of ${options.seconds} s in random order. "brotli" is the same page requested with Accept-Encoding, which the baseline does not do; it is not part of the target. CPU of all threads per page.`,
    tables: [
      {
        head: [
          'page',
          'bytes',
          'statements',
          'app pages/s',
          'app µs CPU',
          'baseline µs CPU',
          'app µs CPU brotli',
          'by rate',
          'by CPU',
          'by CPU brotli',
        ],
        rows: results.map((result) => [
          result.name,
          figure(result.bytes),
          figure(result.statements),
          figureSpread(result.rate),
          figureSpread(result.app),
          figureSpread(result.baseline),
          figureSpread(result.compressed),
          percentSpread(result.byRate),
          percentSpread(result.byCpu),
          percentSpread(result.compressedByCpu),
        ]),
      },
    ],
    verdicts: [
      ...results.map(({ name, byRate, byCpu, compressedByCpu }) =>
        atLeast(
          promise(name),
          TARGET,
          byCpu.median,
          `by CPU; by rate ${percent(byRate.median)}, with brotli ${percent(compressedByCpu.median)}`,
        ),
      ),
      ...missing,
    ],
  }
}

async function forSeconds(seconds: number, work: () => Promise<void>): Promise<Measured> {
  const { began, cpu } = start()
  const end = began + seconds * 1000
  let pages = 0
  const worker = async () => {
    while (performance.now() < end) {
      await work()
      pages += 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return resultOf(pages, began, cpu)
}

async function forSecondsSync(seconds: number, work: () => unknown): Promise<Measured> {
  const { began, cpu } = start()
  const end = began + seconds * 1000
  let pages = 0
  while (performance.now() < end) {
    work()
    pages += 1
  }
  return resultOf(pages, began, cpu)
}

function start() {
  return { began: performance.now(), cpu: process.cpuUsage() }
}

function resultOf(pages: number, began: number, before: NodeJS.CpuUsage): Measured {
  const { user, system } = process.cpuUsage(before)
  return { rate: (pages / (performance.now() - began)) * 1000, cpu: (user + system) / pages }
}
