import { atMost, figure, notMeasured, type Section } from '../report/report.ts'
import { median, percentile } from '../report/statistics.ts'
import type { World } from '../world.ts'

const INDEX_MS = 50
const PART_MS = 300
const INDEX_REQUESTS = 50
/** Parts of each kind that are requested. */
const PARTS = 8

/**
 * Measures the sitemap without a cached document: the index, and parts of up to 10,000 addresses with their compression.
 * The measured app does not know its own address, so it renders each index; the app in this process knows it, and caches
 * a part, so each part is requested once.
 */
export async function sitemapWorkload({ app, inProcess }: World): Promise<Section> {
  const divided = await timed(() => inProcess.runJob('divide-sitemap'))
  const index: number[] = []
  let xml = ''
  for (let turn = 0; turn < INDEX_REQUESTS; turn += 1)
    index.push(
      await timed(async () => {
        xml = await (await fetch(`${app.origin}/sitemap.xml`)).text()
      }),
    )
  const paths = [...xml.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]+)<\/loc>/g)].map(([, path = '']) => path)
  const rows: { kind: string; milliseconds: number; addresses: number }[] = []
  for (const [kind, parts] of Map.groupBy(paths, (path) => /(\w+)-\d+\.xml$/.exec(path)?.[1] ?? ''))
    for (const path of parts.slice(0, PARTS)) {
      let body = ''
      const milliseconds = await timed(async () => {
        body = await (await inProcess.app.request(path)).text()
      })
      rows.push({ kind, milliseconds, addresses: body.split('<url>').length - 1 })
    }
  const worst = rows.toSorted((a, b) => b.milliseconds - a.milliseconds)[0]
  return {
    title: 'Sitemap, nothing cached',
    method: `The index over HTTP, ${INDEX_REQUESTS} times; up to ${PARTS} parts of each kind in this process, each once, with compression. The index names ${figure(paths.length)} parts. Dividing all kinds into parts took ${figure(divided)} ms.`,
    tables: [
      {
        head: ['kind', 'parts measured', 'most addresses', 'median ms', 'worst ms'],
        rows: [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, parts]) => [
          kind,
          figure(parts.length),
          figure(Math.max(...parts.map(({ addresses }) => addresses))),
          figure(median(parts.map(({ milliseconds }) => milliseconds))),
          figure(Math.max(...parts.map(({ milliseconds }) => milliseconds))),
        ]),
      },
    ],
    verdicts: [
      atMost(
        'p99 of the sitemap’s index',
        INDEX_MS,
        percentile(index, 0.99),
        'ms',
        `median ${figure(median(index))} ms`,
      ),
      worst
        ? atMost(
            'a part of the sitemap',
            PART_MS,
            worst.milliseconds,
            'ms',
            `worst: ${worst.kind}, ${figure(worst.addresses)} addresses`,
          )
        : notMeasured('a part of the sitemap', `≤ ${PART_MS} ms`, 'the index names no part'),
    ],
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
