import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { useEmbeddedPostgres } from '#tests/support/embedded-app.ts'
import {
  hasProc,
  isRoot,
  kill,
  makeFolder,
  makersOf,
  ORDINARY,
  processesOf,
  startApp,
  until,
  watchdogsOf,
} from '#tests/support/embedded-world.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const { used, start, query, untilQueryRuns, ready, stopApp } = useEmbeddedPostgres()

describe.runIf(hasProc)('after a kill', () => {
  it('the database does not outlive the app, however the app ended', async () => {
    const dataDir = used
    for (const signal of ['SIGKILL', 'SIGHUP'] as const) {
      const app = startApp(dataDir)
      await ready(app)
      expect(processesOf(dataDir).length).toBeGreaterThan(1)
      app.child.kill(signal)
      await app.ended
      await until(
        'the database stopped by itself',
        () => processesOf(dataDir).length + watchdogsOf(dataDir).length === 0,
      )
      // It was stopped properly.
      expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
    }
  })

  it('Ctrl-C in the terminal reaches the app alone', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    const { processId } = await ready(app)
    const groupOf = (pid: number) =>
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[2]
    const [watchdog] = watchdogsOf(dataDir)
    expect(new Set([groupOf(app.child.pid!), groupOf(processId), groupOf(watchdog!)]).size).toBe(3)
    await stopApp(app)
    await until('the watchdog ended', () => watchdogsOf(dataDir).length === 0)
  })

  it('an orphaned server is found, stopped and restarted', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    const orphan = await ready(app)
    await query(orphan.connectionString, 'drop table if exists stored; create table stored ()')
    for (const pid of [...watchdogsOf(dataDir), app.child.pid!]) kill(pid, 'SIGKILL')
    await app.ended
    await sleep(100)
    expect(processesOf(dataDir)).toContain(orphan.processId)

    const next = startApp(dataDir)
    const { processId, connectionString } = await ready(next)
    expect(processId).not.toBe(orphan.processId)
    expect(processesOf(dataDir)).not.toContain(orphan.processId)
    await query(connectionString, 'select from stored')
    await stopApp(next)
  })

  it('of the app, its database and everything else, the next start recovers', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    await query((await ready(app)).connectionString, 'drop table if exists stored; create table stored ()')
    for (const pid of [app.child.pid!, ...watchdogsOf(dataDir), ...processesOf(dataDir)]) kill(pid, 'SIGKILL')
    await app.ended
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(true)
    expect(existsSync(join(dataDir, 'postgres-socket', '.s.PGSQL.5432.lock'))).toBe(true)
    const next = startApp(dataDir)
    await query((await ready(next)).connectionString, 'select from stored')
    await stopApp(next)
  })

  it('a process that got the process number of the killed server is neither mistaken for it nor harmed', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    const { processId } = await ready(app)
    for (const pid of [app.child.pid!, ...watchdogsOf(dataDir), ...processesOf(dataDir)]) kill(pid, 'SIGKILL')
    await app.ended
    // Run by the same user as PostgreSQL: this is where PostgreSQL itself gives up.
    const bystander = spawn('sleep', ['60'], { cwd: join(dataDir), stdio: 'ignore', ...(isRoot && ORDINARY) })
    onTestFinished(() => void bystander.kill('SIGKILL'))
    for (const file of ['postgres/postmaster.pid', 'postgres-socket/.s.PGSQL.5432.lock']) {
      const path = join(dataDir, file)
      const content = readFileSync(path, 'utf8')
      expect(content.startsWith(`${processId}\n`)).toBe(true)
      writeFileSync(path, content.replace(String(processId), String(bystander.pid)))
    }
    const next = startApp(dataDir)
    await ready(next)
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull()
    await stopApp(next)
  })

  it('an empty postmaster.pid, which a full disk leaves behind, does not prevent the next start', async () => {
    const dataDir = used
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), '')
    await start({ dataDir, durable: false })
  })

  it('a start waits for the remaining processes of a killed server', async () => {
    const dataDir = used
    const app = startApp(dataDir)
    const { processId, connectionString } = await ready(app)
    const client = new pg.Client({ connectionString })
    client.on('error', () => undefined)
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const [{ pid: backend }] = rows as [{ pid: number }]
    // A stopped process does not notice the server's death, like one in the middle of a long computation.
    kill(backend, 'SIGSTOP')
    for (const pid of [app.child.pid!, ...watchdogsOf(dataDir), processId]) kill(pid, 'SIGKILL')
    await app.ended
    const next = startApp(dataDir, { task: 'log' })
    await until('the first attempt has failed', () => next.log.some((line) => line.includes('is still in use')))
    kill(backend, 'SIGKILL')
    await ready(next)
    await stopApp(next)
    await client.end().catch(() => undefined)
  })

  it('during the first start, the incomplete cluster is created again', async () => {
    const dataDir = makeFolder()
    const isMaking = () => readdirSync(dataDir).some((name) => name.startsWith('postgres.making-'))
    for (const afterMs of [0, 150, 400]) {
      const app = startApp(dataDir)
      await until('the cluster is being made', isMaking)
      // initdb goes on, and the app does not get to the renaming.
      kill(app.child.pid!, 'SIGSTOP')
      await sleep(afterMs)
      kill(app.child.pid!, 'SIGKILL')
      await app.ended
      expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    }
    // The last initdb may still be running, and its files would appear later.
    await until('no initdb is at work', () => makersOf(dataDir).length === 0)
    const next = startApp(dataDir)
    await query((await ready(next)).connectionString, 'select 1')
    expect(isMaking()).toBe(false)
    await stopApp(next)
  })

  it('ten times during concurrent writes, no acknowledged write is lost and every restart works', async () => {
    const dataDir = used
    const acknowledged: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const app = startApp(dataDir, { task: 'write' })
      await ready(app)
      await until('rows are written', () => app.lines.length > 20)
      await sleep(round * 15)
      // In turn: the app alone; the app and its watchdog; the database's first process too; everything.
      const victims = [app.child.pid!]
      if (round % 4 > 0) victims.push(...watchdogsOf(dataDir))
      if (round % 4 === 2) victims.push(app.lines[0]!.processId!)
      if (round % 4 === 3) victims.push(...processesOf(dataDir))
      for (const pid of victims) kill(pid, 'SIGKILL')
      await app.ended
      await sleep(20)
      acknowledged.push(...app.lines.flatMap(({ id }) => id ?? []))
    }
    const { connectionString } = await start({ dataDir })
    const stored = new Set(
      (await query<{ id: string }>(connectionString, 'select id from written')).map(({ id }) => +id),
    )
    expect(acknowledged.length).toBeGreaterThan(200)
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  })

  it('of the database alone, the app is notified and can stop', async () => {
    const dataDir = used
    const postgres = await start({ dataDir, durable: false })
    const exitReason = new Promise<string>((resolve) => postgres.onExit(resolve))
    kill(postgres.processId, 'SIGKILL')
    expect(await exitReason).toBe('killed by SIGKILL')
    expect(await new Promise<string>((resolve) => postgres.onExit(resolve))).toBe('killed by SIGKILL')
    await postgres.stop()
    const again = await start({ dataDir, durable: false })
    let reason: string | undefined
    again.onExit((words) => {
      reason = words
    })
    await again.stop()
    expect(reason).toBeUndefined()
  })

  it('a stop ends clients that are in the middle of a query', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir: used, durable: false })
    const busy = query(postgres.connectionString, 'select pg_sleep(60)').then(
      () => 'finished',
      (error: pg.DatabaseError) => error.code,
    )
    await untilQueryRuns(postgres.connectionString)
    await postgres.stop()
    expect(await busy).toBe('57P01')
  })
})
