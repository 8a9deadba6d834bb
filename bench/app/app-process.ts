import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MAIN_FILE, RESULTS, ROOT, SECRET } from '../places.ts'
import { end, watch } from './processes.ts'

const READY_TIMEOUT_MS = 60_000
/** The flags of `npm start`. */
const FLAGS = ['--max-semi-space-size=32', '--expose-gc']

export interface AppProcess {
  port: number
  origin: string
  pid: number
  /** Seconds from the start of the process to the first 200 of /api/health. */
  startSeconds: number
  stop: () => Promise<void>
}

/** Starts the built app as an operator does. `env` adds to the settings of the bench or replaces them. */
export async function startApp(env: Record<string, string>, isProfiled = false): Promise<AppProcess> {
  const port = await freePort()
  const profiles = join(RESULTS, 'profiles')
  if (isProfiled) mkdirSync(profiles, { recursive: true })
  const began = performance.now()
  const child = watch(
    spawn(
      process.execPath,
      [...FLAGS, ...(isProfiled ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []), MAIN_FILE],
      {
        cwd: ROOT,
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          PORT: String(port),
          SECRET,
          RATE_LIMITS: 'off',
          IMAGES: 'off',
          STARTER: 'small',
          LOG_LEVEL: 'warn',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    ),
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000)
    })
  const origin = `http://127.0.0.1:${port}`
  while (!(await isReady(origin))) {
    const seconds = (performance.now() - began) / 1000
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The app did not start:\n${output}`)
    if (seconds * 1000 > READY_TIMEOUT_MS) {
      await end(child)
      throw new Error(`The app was not ready in ${Math.round(seconds)} seconds:\n${output}`)
    }
    await sleep(20)
  }
  const startSeconds = (performance.now() - began) / 1000
  // Whatever the workload then fails with, such as a refused connection, says nothing about the app.
  child.once('close', (code, signal) => {
    if (!child.killed) console.error(`The app ended unexpectedly (${signal ?? code}):\n${output}`)
  })
  return { port, origin, pid: child.pid as number, startSeconds, stop: () => end(child) }
}

function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/api/health`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
