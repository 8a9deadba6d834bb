import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, type TestContext, test } from 'vitest'
import { build, freePort } from './support/app-process.ts'

const ROOT = join(import.meta.dirname, '..')
const SIGNALS = ['SIGTERM', 'SIGINT'] as const
const folder = mkdtempSync(join(tmpdir(), 'savepoint-start-command-'))
/** Its database is made by the first start, and the later ones use it again. */
const used = join(folder, 'used')
const running: ChildProcess[] = []

beforeAll(build)
afterEach(() => {
  // Each start has its own process group, which is empty after a stop.
  for (const { pid } of running.splice(0)) if (groupOf(pid).length > 0) process.kill(-(pid as number), 'SIGKILL')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Started {
  pid: number
  ended: Promise<number | null>
  isReady: () => Promise<boolean>
}

/** Runs a command that leads to `npm start`, in a process group of its own. */
async function start(command: string, args: string[], dataDir: string): Promise<Started> {
  const port = await freePort()
  const child = spawn(command, args, {
    cwd: ROOT,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, BASE_URL: '', DATABASE_URL: '', SECRET: '', DATA_DIR: dataDir, PORT: String(port) },
  })
  running.push(child)
  const isReady = () =>
    fetch(`http://localhost:${port}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  return { pid: child.pid as number, ended: new Promise((resolve) => child.once('exit', resolve)), isReady }
}

/** Returns the processes with this parent or of this group, without those that have ended. */
function processesWith(column: 'ppid' | 'pgid', id: number | undefined): number[] {
  const lines = execFileSync('ps', ['-A', '-o', `pid=,${column}=,stat=`], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const rows = lines.map((line) => line.trim().split(/\s+/))
  return rows.filter(([, value, state]) => Number(value) === id && !state?.startsWith('Z')).map(([pid]) => Number(pid))
}
const groupOf = (pid: number | undefined) => processesWith('pgid', pid)
const childrenOf = (pid: number) => processesWith('ppid', pid)

/** PostgreSQL removes this file when it stops properly, and leaves it when it is killed. */
const postmasterFile = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid')

test.each(
  SIGNALS.flatMap((signal) => [
    [signal, 'npm'],
    [signal, 'its child'],
  ]),
)('%s to %s stops npm start, with the database, and the exit code is 0', async (signal, receiver) => {
  const { pid, ended, isReady } = await start('npm', ['start', '--silent'], used)
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
  const postmaster = Number(readFileSync(postmasterFile(used), 'utf8').split('\n')[0])
  const receivers = receiver === 'npm' ? [pid] : childrenOf(pid)
  expect(receivers).toHaveLength(1)
  process.kill(receivers[0] as number, signal)
  expect(await ended).toBe(0)
  expect(groupOf(pid)).toEqual([])
  expect(existsSync(postmasterFile(used))).toBe(false)
  expect(() => process.kill(postmaster, 0)).toThrow('ESRCH')
})

/** Programs in it see themselves as processes 1, 2 and so on, and all end with the first one. */
const NAMESPACE = [
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user']),
  ...['--pid', '--fork', '--mount-proc', '--kill-child'],
]

function needsNamespace({ skip }: TestContext): void {
  const probe = spawnSync('unshare', [...NAMESPACE, 'true'], { encoding: 'utf8' })
  skip(probe.status !== 0, `this machine allows no namespace of processes: ${probe.error?.message ?? probe.stderr}`)
}

test.for(SIGNALS)(
  '%s stops npm start that is the first process of a container, and its database is not killed',
  async (signal, context) => {
    needsNamespace(context)
    const { pid, ended, isReady } = await start('unshare', [...NAMESPACE, 'npm', 'start', '--silent'], used)
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
    expect(existsSync(postmasterFile(used))).toBe(true)
    const [first] = childrenOf(pid)
    process.kill(first as number, signal)
    expect(await ended).toBe(0)
    expect(existsSync(postmasterFile(used))).toBe(false)
  },
)

test.each(SIGNALS)('%s stops a first start that is not ready yet', async (signal) => {
  const dataDir = join(folder, `first-${signal}`)
  const { pid, ended, isReady } = await start('npm', ['start', '--silent'], dataDir)
  await expect.poll(() => existsSync(postmasterFile(dataDir)), { timeout: 60_000, interval: 1 }).toBe(true)
  expect(await isReady()).toBe(false)
  process.kill(pid, signal)
  expect(await ended).toBe(0)
  expect(groupOf(pid)).toEqual([])
  await expect.poll(() => existsSync(postmasterFile(dataDir))).toBe(false)
})

test('SIGTERM stops a start that is not ready yet and is itself the first process of a container', async (context) => {
  needsNamespace(context)
  const dataDir = join(folder, 'first-process')
  const program = [process.execPath, join(ROOT, 'dist/main/main.js')]
  const { pid, ended, isReady } = await start('unshare', [...NAMESPACE, ...program], dataDir)
  await expect.poll(() => existsSync(postmasterFile(dataDir)), { timeout: 60_000, interval: 1 }).toBe(true)
  expect(await isReady()).toBe(false)
  process.kill(childrenOf(pid)[0] as number, 'SIGTERM')
  expect(await ended).toBe(0)
})

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
] as const)('%s ends npm test and the step that it runs, and the exit code is %i', async (signal, code) => {
  const chromium = join(folder, 'chromium')
  writeFileSync(chromium, '')
  const child = spawn(process.execPath, [join(ROOT, 'scripts/test.ts')], {
    cwd: ROOT,
    detached: true,
    stdio: 'ignore',
    // Without programs in PATH it installs no browsers.
    env: { ...process.env, CHROMIUM: chromium, PATH: folder },
  })
  running.push(child)
  const ended = once(child, 'exit')
  await expect.poll(() => groupOf(child.pid).length, { timeout: 60_000 }).toBeGreaterThan(1)
  process.kill(child.pid as number, signal)
  expect(await ended).toEqual([code, null])
  expect(groupOf(child.pid)).toEqual([])
})

test.each([
  ['DATABASE_URL', 'postgresql://savepoint:a#b@localhost/savepoint', 'The setting DATABASE_URL is not an address'],
  ['BACKUP_DIR', join(folder, 'nowhere'), 'Create the folder of BACKUP_DIR'],
  ['HOST', '192.0.2.1', 'Correct PORT or HOST.'],
])('a start that refuses %s says why, and has written nothing', (name, value, sentence) => {
  const dataDir = join(folder, `refused-${name}`)
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'dist/main/main.js')], {
    encoding: 'utf8',
    env: { ...process.env, BASE_URL: '', DATABASE_URL: '', SECRET: '', DATA_DIR: dataDir, PORT: '0', [name]: value },
  })
  expect(stdout).toContain(sentence)
  expect([status, existsSync(dataDir)]).toEqual([1, false])
})

test('a start on a port that is taken says so, and has written nothing', async () => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  try {
    const { port } = other.address() as AddressInfo
    const dataDir = join(folder, 'taken')
    const child = spawn(process.execPath, [join(ROOT, 'dist/main/main.js')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, BASE_URL: '', DATABASE_URL: '', SECRET: '', DATA_DIR: dataDir, PORT: String(port) },
    })
    running.push(child)
    const output = text(child.stdout)
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await output).toContain(`Port ${port} is taken by another program`)
    expect(existsSync(dataDir)).toBe(false)
  } finally {
    other.close()
  }
})

test('no script leaves a shell between npm and the program that runs', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const programs = Object.values(scripts).filter((script) => script.startsWith('node scripts/require-node.js && '))
  expect(programs.length).toBeGreaterThan(5)
  for (const script of programs) expect(script).toMatch(/ && exec node [^&|;]+$/)
})
