import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { pgBouncerPath } from '../../scripts/browsers.ts'
import { freePort } from './app-process.ts'

/** The path of PgBouncer; null if it is not installed. */
export const PGBOUNCER = pgBouncerPath()
if (!PGBOUNCER) console.info('PgBouncer is not installed: its tests are skipped (Debian: apt-get install pgbouncer).')

export interface PgBouncer {
  /** Returns the address of the database with this kind of pooling. */
  through: (mode: 'transaction' | 'statement' | 'session') => string
  close: () => void
}

/** Starts PgBouncer in front of a database behind a TCP port, with a pool of this many connections for each kind of pooling. */
export async function startPgBouncer(target: { port: number; name: string; poolSize: number }): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-pgbouncer-'))
  const port = await freePort()
  const databases = ['transaction', 'statement', 'session'].map(
    (mode) =>
      `${mode} = host=127.0.0.1 port=${target.port} user=savepoint dbname=${target.name} pool_mode=${mode} pool_size=${target.poolSize}`,
  )
  const settings = ['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'auth_type = any', 'unix_socket_dir =']
  const ini = join(folder, 'pgbouncer.ini')
  writeFileSync(ini, `[databases]\n${databases.join('\n')}\n[pgbouncer]\n${settings.join('\n')}\n`)
  chmodSync(folder, 0o755)
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const bouncer = spawn(PGBOUNCER as string, ['-q', ...user, ini], { stdio: 'ignore' })
  const through: PgBouncer['through'] = (mode) => `postgresql://savepoint@127.0.0.1:${port}/${mode}`
  await vi.waitFor(
    async () => {
      const client = new pg.Client({ connectionString: through('session') })
      client.on('error', () => undefined)
      await client.connect()
      await client.end()
    },
    { timeout: 30_000 },
  )
  return {
    through,
    close() {
      bouncer.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    },
  }
}
