import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { useEmbeddedPostgres } from '#tests/support/embedded-app.ts'
import {
  giveToOrdinary,
  kill,
  makeFolder,
  makeProject,
  ORDINARY,
  processesOf,
  startApp,
  until,
  watchdogsOf,
} from '#tests/support/embedded-world.ts'

const { used, copyUsed, query, ready, refusal, stopApp, needsRoot, readyApp } = useEmbeddedPostgres()

describe('as root', () => {
  /** A process of PostgreSQL, such as an autovacuum worker, may have ended since it was listed. */
  const owners = (pids: number[]) =>
    new Set(pids.flatMap((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid ?? []))

  it('the database runs as another user, and not even that user can connect to it', async (context) => {
    needsRoot(context, 'run PostgreSQL as another user')
    const dataDir = used
    const app = startApp(dataDir)
    const { connectionString } = await ready(app)
    expect(owners(processesOf(dataDir)).has(0)).toBe(false)
    const { uid, gid } = statSync(join(dataDir, 'postgres'))
    expect(uid).not.toBe(0)
    expect(statSync(join(dataDir, 'postgres')).mode & 0o077).toBe(0)
    const script = `import pg from ${JSON.stringify(import.meta.resolve('pg'))}
      const code = await new pg.Client(process.argv[1]).connect().then(() => 'let in', (error) => error.code)
      console.log(code)
      process.exit()`
    const stranger = spawnSync(process.execPath, ['--input-type=module', '-e', script, connectionString], {
      uid,
      gid,
      cwd: '/',
    })
    expect(String(stranger.stdout).trim()).toBe('28000')
    await stopApp(app)
  })

  it('works where only root may go, as under /root: the project, the data, the folder for temporary files', async (context) => {
    needsRoot(context, 'close folders to others')
    const project = makeProject({ binaries: 'without links', mode: 0o700 })
    const dataDir = join(project, 'data')
    const programsCache = makeFolder()
    const app = startApp(dataDir, { project, programsCache })
    const { connectionString } = await ready(app)
    expect(readdirSync(programsCache)).toHaveLength(1)
    await query(connectionString, 'drop table if exists stored; create table stored ()')
    expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
    // An orphan is recognised here too.
    for (const pid of [...watchdogsOf(dataDir), app.child.pid!]) kill(pid, 'SIGKILL')
    await app.ended
    const next = startApp(dataDir, { project, programsCache })
    const again = await ready(next)
    await query(again.connectionString, 'select from stored')
    next.child.kill('SIGKILL')
    await until('the watchdog stopped the database', () => processesOf(dataDir).length === 0)
    const last = startApp(dataDir, { project, programsCache })
    await ready(last)
    await stopApp(last)
  })

  it('the database of an ordinary user remains theirs', async (context) => {
    needsRoot(context, 'start the app as two users')
    const dataDir = makeFolder()
    giveToOrdinary(dataDir)
    for (const as of [ORDINARY, undefined, ORDINARY]) {
      const app = startApp(dataDir, as ? { as } : {})
      const { connectionString } = await ready(app)
      await query(connectionString, 'create table if not exists stored ()').catch((error: pg.DatabaseError) => {
        // The test is root: the database of an ordinary user lets that user in and nobody else.
        expect([as, error.code]).toEqual([ORDINARY, '28000'])
      })
      expect(owners(processesOf(dataDir))).toEqual(new Set([ORDINARY.uid]))
      expect(statSync(join(dataDir, 'postgres')).uid).toBe(ORDINARY.uid)
      await stopApp(app)
    }
  })

  it('an ordinary user gets an error when the database belongs to another user', async (context) => {
    needsRoot(context, 'make a database for another user')
    const dataDir = makeFolder(0o777)
    await stopApp(await readyApp(dataDir))
    unlinkSync(join(dataDir, 'savepoint.lock'))
    execFileSync('chown', ['-R', '1:1', join(dataDir, 'postgres')])
    expect(await refusal(startApp(dataDir, { as: ORDINARY }))).toContain('(permission denied)')
  })

  it('a database that root restored from a copy gets the user that runs it as its owner', async (context) => {
    needsRoot(context, 'own files')
    const dataDir = copyUsed()
    await stopApp(await readyApp(dataDir))
    execFileSync('chown', ['-R', '0:0', join(dataDir, 'postgres')])
    await stopApp(await readyApp(dataDir))
    expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0)
  })
})
