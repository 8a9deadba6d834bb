import type { Visitor } from '../app/visitor.ts'
import { withClient } from '../database/postgres.ts'
import { atMost, figure, notMeasured, type Section } from '../report/report.ts'
import { reach, upload } from './importing.ts'
import { ABOVE_IDLE_MEGABYTES, type ImportsApp, withImportsApp } from './imports-app.ts'

/** As many records as a file may have. */
const ROWS = 100_000
const EVERY_MS = 100

/** Measures the app's memory while one member imports the largest file of games, and undoes it. */
export const importsWorkload = (): Promise<Section> => withImportsApp(measure)

interface Step {
  name: string
  seconds: number
  /** The largest resident memory of the app meanwhile. */
  megabytes: number
}

async function measure({ app, connectionString, visitors, memory, idle }: ImportsApp): Promise<Section> {
  await addGames(connectionString)
  const [visitor] = visitors as [Visitor]
  const steps: Step[] = []
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    let most = memory()
    const timer = setInterval(() => {
      most = Math.max(most, memory())
    }, EVERY_MS)
    try {
      return await work()
    } finally {
      clearInterval(timer)

      steps.push({ name, seconds: (performance.now() - began) / 1000, megabytes: most })
    }
  }
  const id = await step('upload', () => upload(app.origin, visitor, table()))
  await step('read and plan', () => reach(visitor, id, 'ready'))
  await step('write', async () => {
    await visitor.post(`/api/imports/${id}/apply`, {})
    const { applied } = (await reach(visitor, id, 'done')).counts
    if (applied !== ROWS) throw new Error(`${applied} of ${ROWS} rows were imported`)
  })
  await step('answer with everything of the member', () => visitor.get('/api/user/export'))
  await step('undo', async () => {
    await visitor.post(`/api/imports/${id}/undo`, {})
    await reach(visitor, id, 'undone')
  })
  const most = Math.max(...steps.map(({ megabytes }) => megabytes))
  const target = `memory of an import of ${figure(ROWS)} rows above idle`
  return {
    title: 'Imports',
    method: `One member uploads a table of ${figure(ROWS)} games that the catalogue has, imports all of them and undoes it. Resident memory of the app, every ${EVERY_MS} ms; before that ${figure(idle)} MB when nobody used it.`,
    tables: [
      {
        head: ['step', 'seconds', 'most MB', 'above idle'],
        rows: steps.map(({ name, seconds, megabytes }) => [
          name,
          ...[seconds, megabytes, megabytes - idle].map(figure),
        ]),
      },
    ],
    verdicts: Number.isFinite(most)
      ? [atMost(target, ABOVE_IDLE_MEGABYTES, most - idle, 'MB')]
      : [notMeasured(target, `≤ ${ABOVE_IDLE_MEGABYTES} MB`, 'this system has no /proc')],
  }
}

/** Stores a game for each row. */
const addGames = (connectionString: string) =>
  withClient(connectionString, async (client) => {
    await client.query(
      `insert into games (id, data_source, source_id, name, search_text)
      select 'igdb_' || n, 'igdb', n, 'Herd ' || n, '| herd ' || n || ' |' from generate_series(5000000, $1::int) n`,
      [4_999_999 + ROWS],
    )
    await client.query('analyze games')
  })

/** Returns a table of Yamtrack that names each game by its id. */
function table(): string {
  const lines = [
    'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,notes,progressed_at',
  ]
  for (let n = 0; n < ROWS; n += 1) {
    // Over ten years, as of a library that has grown: a day with thousands of finished games is no library.
    const day = new Date(Date.UTC(2015, 0, 1 + (n % 3650))).toISOString().slice(0, 10)
    lines.push(
      `${5_000_000 + n},igdb,game,Herd ${5_000_000 + n},https://images.igdb.com/igdb/image/upload/t_original/co${n}.jpg,,,8,12h 30min,Completed,${day},${day},Played with friends on the couch,${day} 20:00:00+00:00`,
    )
  }
  return lines.join('\n')
}
