import { setTimeout as sleep } from 'node:timers/promises'
import { openReplicaWorld, type ReplicaWorld } from '#tests/support/replica-world.ts'
import { startApp } from '../app/app-process.ts'
import { cpuSecondsOf, familyOf } from '../app/processes.ts'
import { fetchBytes } from '../baseline/fetch-bytes.ts'
import { atLeast, figure, type Section } from '../report/report.ts'
import { median } from '../report/statistics.ts'
import { distinctPages } from './distinct-pages.ts'

const TARGET = 1.8
const ROUNDS = 4
const PAGES = 300

/**
 * Measures the CPU seconds of the primary for pages of visitors that no cache has: two nodes without a replica, and two that read from
 * one, in turns. Each round asks every node for pages that it has not had.
 */
export async function replicaWorkload(): Promise<Section> {
  const world = await openReplicaWorld()
  const env = { DATABASE_URL: world.primaryUrl, DATA_DIR: world.folder }
  const alone = [await startApp(env), await startApp(env)]
  await world.caughtUp()
  const withReplica = { ...env, DATABASE_REPLICA_URLS: world.replicaUrl }
  const reading = [await startApp(withReplica), await startApp(withReplica)]
  try {
    // The jobs of the first start fill the catalogue.
    await sleep(20_000)
    const rows: number[][] = []
    // The first round compiles code and reads the database into memory.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const pages = distinctPages(PAGES, round)
      const costs: { isAlone: boolean; cpu: number }[] = []
      for (const nodes of round % 2 === 0 ? [alone, reading] : [reading, alone]) {
        const isAlone = nodes === alone
        costs.push({ isAlone, cpu: await costOf(world, nodes, pages) })
      }
      const cpuOf = (isAlone: boolean) => costs.find((cost) => cost.isAlone === isAlone)?.cpu ?? Number.NaN
      if (round > 0) rows.push([cpuOf(true), cpuOf(false), cpuOf(true) / cpuOf(false)])
    }
    const ratio = median(rows.map(([, , ratio]) => ratio as number))
    return {
      title: 'A replica',
      method: `Two nodes without a replica and two with one, in turns; ${ROUNDS} rounds of ${PAGES} pages of visitors that neither node has in a cache, after one that is not counted. CPU seconds of all processes of the primary; the ratio is the median of the rounds.`,
      tables: [
        {
          head: ['round', 'primary s without', 'primary s with', 'pages per primary CPU, times'],
          rows: rows.map((row, at) => [String(at + 1), ...row.map(figure)]),
        },
      ],
      verdicts: [atLeast('uncached pages per primary CPU with a replica', TARGET, ratio)],
    }
  } finally {
    for (const node of [...alone, ...reading]) await node.stop()
    await world.close()
  }
}

async function costOf(
  world: ReplicaWorld,
  nodes: readonly { port: number }[],
  pages: readonly string[],
): Promise<number> {
  await world.caughtUp()
  const before = cpuSecondsOf(familyOf(world.primaryPid)) ?? Number.NaN
  for (const [at, path] of pages.entries()) await fetchBytes(nodes[at % nodes.length]?.port ?? 0, path, {})
  return (cpuSecondsOf(familyOf(world.primaryPid)) ?? Number.NaN) - before
}
