import { createVisitor, signInReader, type Visitor } from '../app/visitor.ts'
import { withClient } from '../database/postgres.ts'
import type { ReadRequest } from '../load/load.ts'
import { pacedOverHttp } from '../load/paced-http.ts'
import { PAUSE_MS, READERS_AT_ONCE } from '../load/paced-readers.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import { median } from '../report/statistics.ts'
import type { World } from '../world.ts'
import { clearImports, reach, upload, writeAndUndo } from './importing.ts'
import { mixedReads } from './readers.ts'

const IMPORTERS = 10
const ROWS = 5000
const MATCH_SECONDS = 20
const UNDO_SECONDS = 5
const MAX_TIMES = 1.5
/** The readers are measured for so long, in turns with and without imports. */
const READING_SECONDS = 15

interface Importer {
  visitor: Visitor
  table: string
}

/**
 * Measures the time in which one member's 5,000 rows are matched, written and undone, and what readers wait while ten
 * members import. What the imports write is undone at the end.
 */
export async function importersWorkload(world: World): Promise<Section> {
  const importers = await openImporters(world)
  try {
    const alone = await importAlone(world, importers[0] as Importer)
    const requests = await mixedReads(world)
    const quiet: number[] = []
    const busy: number[] = []
    let imports = 0
    for (let round = 0; round < world.options.rounds; round += 1) {
      quiet.push(await waitOf(world, requests))
      const work = startImports(world, importers)
      busy.push(await waitOf(world, requests))
      imports += await work.stop()
    }
    const times = median(busy) / median(quiet)
    return {
      title: 'Readers while members import',
      method: `${ROWS} rows with names and years of games all over the catalogue, in a table that names no ids. ${READERS_AT_ONCE} readers send a request every ${PAUSE_MS} ms (feed, game page data, catalogue with two filters) for ${READING_SECONDS} s, in turns alone and while ${IMPORTERS} members each import such a table, write it and undo it, again and again.`,
      tables: [
        {
          head: ['one import of 5,000 rows', 'seconds'],
          rows: [
            ['read, match and plan', figure(alone.matching)],
            ['write', figure(alone.writing)],
            ['undo', figure(alone.undoing)],
          ],
        },
        {
          head: ['round', 'p99 ms alone', 'p99 ms while members import'],
          rows: quiet.map((wait, round) => [String(round + 1), figure(wait), figure(busy[round] ?? Number.NaN)]),
        },
      ],
      verdicts: [
        atMost(
          'seconds to match 5,000 rows',
          MATCH_SECONDS,
          alone.matching,
          's',
          `${alone.matched} of ${ROWS} are sure`,
        ),
        atMost('seconds to undo 5,000 rows', UNDO_SECONDS, alone.undoing, 's'),
        atMost(
          `p99 of ${READERS_AT_ONCE} readers while ${IMPORTERS} members import, against without`,
          MAX_TIMES,
          times,
          'times',
          `median of ${quiet.length} rounds: ${figure(median(quiet))} and ${figure(median(busy))} ms; ${imports} imports were finished meanwhile`,
        ),
      ],
    }
  } finally {
    for (const { visitor } of importers) await clearImports(visitor)
  }
}

/** Signs the importers in. Their tables have different games, drawn evenly from the whole catalogue. */
async function openImporters({ app, dataSet }: World): Promise<Importer[]> {
  const names = await withClient(dataSet.postgres.connectionString, async (client) => {
    const { rows } = await client.query<{ name: string; year: number | null }>(
      `select name, extract(year from to_timestamp(first_release_date))::int as year
       from games where owner_id is null order by md5(id) limit $1`,
      [IMPORTERS * ROWS],
    )
    return rows
  })
  const importers: Importer[] = []
  for (let at = 0; at < IMPORTERS; at += 1) {
    const visitor = createVisitor((path, init) => fetch(app.origin + path, init))
    await signInReader(visitor, at)
    await clearImports(visitor)
    const own = Array.from({ length: ROWS }, (_, n) => names[(at * ROWS + n) % names.length]).filter(
      (one) => one !== undefined,
    )
    importers.push({ visitor, table: tableOf(own) })
  }
  return importers
}

/** A table that no tracker is known for, with names and years alone. */
function tableOf(games: readonly { name: string; year: number | null }[]): string {
  const rows = games.map(
    ({ name, year }) => `"${name.replaceAll('"', '""')}",${year === null ? '' : `${year}`},Completed,8,12.5`,
  )
  return ['Name,Year,Status,Rating (10),Hours', ...rows].join('\n')
}

async function importAlone({ app }: World, { visitor, table }: Importer) {
  const began = performance.now()
  const id = await begin(app.origin, visitor, table)
  const { counts } = await reach(visitor, id, 'ready')
  const planned = performance.now()
  await visitor.post(`/api/imports/${id}/apply`, {})
  await reach(visitor, id, 'done')
  const written = performance.now()
  await visitor.post(`/api/imports/${id}/undo`, {})
  await reach(visitor, id, 'undone')
  const undone = performance.now()
  await visitor.remove(`/api/imports/${id}`)
  return {
    matched: counts.waiting,
    matching: (planned - began) / 1000,
    writing: (written - planned) / 1000,
    undoing: (undone - written) / 1000,
  }
}

/** Uploads a table whose columns are mapped as they were guessed. */
async function begin(origin: string, visitor: Visitor, table: string): Promise<string> {
  const id = await upload(origin, visitor, table)
  const { mapping } = (await visitor.get(`/api/imports/${id}/table`)) as { mapping: unknown }
  await visitor.put(`/api/imports/${id}/mapping`, mapping)
  return id
}

/** Lets all importers import until they are stopped. `stop` returns how many imports were finished. */
function startImports({ app }: World, importers: readonly Importer[]) {
  let isStopping = false
  let count = 0
  const working = importers.map(async ({ visitor, table }) => {
    while (!isStopping) {
      const id = await begin(app.origin, visitor, table)
      await reach(visitor, id, 'ready')
      await writeAndUndo(visitor, id)
      count += 1
    }
  })
  const ended = Promise.all(working)
  // Awaited by `stop`, which throws the error.
  ended.catch(() => {})
  return {
    stop: async () => {
      isStopping = true
      await ended
      return count
    },
  }
}

/** Returns the p99 of the readers, in milliseconds. */
async function waitOf({ app }: World, requests: readonly ReadRequest[]): Promise<number> {
  const { p99 } = await pacedOverHttp({ port: app.port, requests, seconds: READING_SECONDS, pauseMs: PAUSE_MS })
  return p99
}
