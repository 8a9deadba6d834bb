import { ORIGIN, openInProcess } from '../app/in-process.ts'
import { compete } from '../baseline/contest.ts'
import type { Statement } from '../baseline/sql-server.ts'
import { startSqlBaseline } from '../baseline/start-baseline.ts'
import { jsonReads } from '../paths.ts'
import { atLeast, figure, figureSpread, percent, percentSpread, type Section } from '../report/report.ts'
import type { World } from '../world.ts'

const TARGET = 0.5

/** Measures JSON for visitors, compared with a bare handler that runs the same statements through the same driver. */
export async function jsonReadsWorkload(world: World): Promise<Section> {
  const { app, dataSet, options, statements } = world
  const reads = jsonReads(world)
  // A fresh app with empty caches, because otherwise the baseline would get no statements.
  const inProcess = await openInProcess(dataSet.postgres.connectionString, null)
  const waves = new Map<string, Statement[][]>()
  const notes = new Map<string, string>()
  for (const { path } of reads) {
    const ask = async () => {
      const response = await inProcess.app.request(ORIGIN + path)
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
      await response.text()
    }
    const cold = await inProcess.capture(ask)
    const warm = await inProcess.capture(ask)
    waves.set(path, warm.length > 0 ? warm : cold)
    notes.set(
      path,
      warm.length > 0 ? '' : 'the app responds from its cache; the baseline runs the statements of a cold cache',
    )
  }
  await inProcess.close()
  const baseline = await startSqlBaseline({
    connectionString: dataSet.postgres.connectionString,
    poolSize: inProcess.poolSize,
    waves,
  })
  const perRequest = new Map<string, number | null>()
  for (const { path } of reads) {
    const count = 200
    const { calls } = await statements.during(async () => {
      for (let i = 0; i < count; i += 1) await (await fetch(app.origin + path)).arrayBuffer()
    })
    perRequest.set(path, calls === null ? null : calls / count)
  }
  const results = await compete(
    reads.map(({ name, path }) => ({ name, request: { path, headers: {} }, app, baseline })),
    { rounds: options.rounds, seconds: options.seconds, databasePid: dataSet.postgres.processId },
  )
  await baseline.stop()
  return {
    title: 'JSON for visitors',
    method: `Compared with a bare \`node:http\` handler that runs the app's own statements, captured with their parameters, through a pg pool of the same size (${inProcess.poolSize}) and sends the rows as JSON. Nothing is compressed. The target applies to the CPU of the Node process, which limits the rate when PostgreSQL has its own cores; "with DB" adds the CPU of PostgreSQL.`,
    tables: [
      {
        head: [
          'read',
          'statements',
          'app req/s',
          'baseline req/s',
          'app µs CPU',
          'baseline µs CPU',
          'by rate',
          'by CPU',
          'by CPU with DB',
          'p50 ms',
          'p99 ms',
          'failures',
          'note',
        ],
        rows: results.map(({ name, app, baseline, byRate, byCpu, byCpuWithDatabase }, at) => {
          const path = reads[at]?.path ?? ''
          return [
            name,
            figure(perRequest.get(path) ?? Number.NaN),
            figureSpread(app.rate),
            figureSpread(baseline.rate),
            figureSpread(app.cpu),
            figureSpread(baseline.cpu),
            percentSpread(byRate),
            percentSpread(byCpu),
            percentSpread(byCpuWithDatabase),
            figure(app.p50),
            figure(app.p99),
            figure(app.failures),
            notes.get(path) ?? '',
          ]
        }),
      },
    ],
    verdicts: results.map(({ name, byRate, byCpu, byCpuWithDatabase }) =>
      Number.isFinite(byCpu.median)
        ? atLeast(
            `JSON ${name}, of the baseline’s rate`,
            TARGET,
            byCpu.median,
            `by CPU; by rate ${percent(byRate.median)}, by CPU with the database ${percent(byCpuWithDatabase.median)}`,
          )
        : atLeast(`JSON ${name}, of the baseline’s rate`, TARGET, byRate.median, 'by rate'),
    ),
  }
}
