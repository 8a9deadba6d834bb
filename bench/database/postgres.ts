import { existsSync, rmSync } from 'node:fs'
import pg from 'pg'
import { startEmbeddedPostgres } from '#db/embedded/embedded-postgres.ts'

export interface Postgres {
  connectionString: string
  /** The id of PostgreSQL's first process; null for a server that the bench did not start. */
  processId: number | null
  version: string
  stop: () => Promise<void>
}

/** More memory and no waiting for the disk. Only for creating the data set, which can be repeated after a crash. */
const LOADING = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '30min', autovacuum: 'off' }

/**
 * Opens the operator's own database (DATABASE_URL), or the embedded one in `dataDir`, with the app's settings unless
 * `mode` is 'loading'.
 */
export async function openPostgres(dataDir: string, mode: 'loading' | 'measuring'): Promise<Postgres> {
  const given = process.env.DATABASE_URL
  const embedded = given
    ? null
    : await startEmbeddedPostgres({ dataDir, ...(mode === 'loading' && { durable: false, settings: LOADING }) })
  const connectionString = given ?? (embedded?.connectionString as string)
  return {
    connectionString,
    processId: embedded?.processId ?? null,
    version: await withClient(connectionString, async (client) => {
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version ?? ''
    }),
    stop: async () => embedded?.stop(),
  }
}

export async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'bench' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function removeDataDir(dataDir: string): void {
  if (existsSync(dataDir)) rmSync(dataDir, { recursive: true, force: true })
}
