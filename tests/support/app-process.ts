import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

let isBuilt = false

/** Builds the app unless the last build is of the same sources. */
export function build(): void {
  if (!isBuilt) execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { stdio: 'inherit' })
  isBuilt = true
}

export interface AppProcess {
  origin: string
  process: ChildProcess
  /** The exit code; resolves at once if the process has already exited. */
  ended: Promise<number | null>
  /** Everything that the process has printed so far. */
  output: () => string
  stop: () => Promise<number | null>
}

/**
 * Starts the built app as `npm start` does and waits until it is ready. Rejects with the printed output when the process
 * exits first.
 */
export async function startApp(
  dataDir: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<AppProcess> {
  build()
  const port = env.PORT ? Number(env.PORT) : await freePort()
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=32', '--expose-gc', join(ROOT, 'dist/main/main.js'), ...args],
    {
      env: {
        ...process.env,
        // Vitest sets BASE_URL to a path.
        BASE_URL: '',
        DATA_DIR: dataDir,
        PORT: String(port),
        RATE_LIMITS: 'off',
        IMAGES: 'off',
        STARTER: 'small',
        LOG_LEVEL: 'warn',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const origin = `http://localhost:${port}`
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  for (let tries = 0; tries < 1800; tries += 1) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The app did not start:\n${output}`)
    const isReady = await fetch(`${origin}/api/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return { origin, process: child, ended, output: () => output, stop }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  child.kill('SIGKILL')
  throw new Error(`The app was not ready in 90 seconds:\n${output}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
