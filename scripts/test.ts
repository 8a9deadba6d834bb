import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { chromiumPath, installBrowsers } from './browsers.ts'

/** Runs all checks, the cheapest first. */
const ROOT = join(import.meta.dirname, '..')
const bin = (name: string) => join(ROOT, 'node_modules', name)

/** The duration of each step, in seconds. */
const times: [name: string, seconds: number][] = []

/** What a shell reports of a program that a signal has ended. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const
let child: ChildProcess | null = null
let endedBy: keyof typeof ENDED_BY | null = null
/** When the step began. */
let began = 0
/** The compiler replaces its process when it begins, and a signal at that moment is lost: a young step gets it again. */
const YOUNG_MS = 10_000
const AGAIN_MS = 1000
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    endedBy = signal
    child?.kill(signal)
    if (performance.now() - began < YOUNG_MS) setTimeout(() => child?.kill(signal), AGAIN_MS)
  })

const missing = installBrowsers()
const chromium = chromiumPath()
if (!chromium) {
  console.error(
    'The browser tests need Chromium, which is not installed. Install Debian’s package (apt-get install chromium) or set CHROMIUM to its path, then run npm test again.',
  )
  process.exit(1)
}
sayMissing()

await step('types of the server', bin('typescript/bin/tsc'), ['-p', 'tsconfig.server.json'])
await step('types of the browser', bin('typescript/bin/tsc'), ['-p', 'tsconfig.web.json'])
await step('types of the service worker', bin('typescript/bin/tsc'), ['-p', 'tsconfig.worker.json'])
await step('types of the journeys', bin('typescript/bin/tsc'), ['-p', 'tsconfig.e2e.json'])
await step('lint and format', bin('@biomejs/biome/bin/biome'), ['check', '.'])
await step('build', join(ROOT, 'scripts/build.ts'), [])
await step('rules, routes, components, architecture', bin('vitest/vitest.mjs'), ['run'])
await step('journeys in the browser', bin('@playwright/test/cli.js'), ['test'])
console.log('\nAll tests passed.')
sayMissing()
for (const [name, seconds] of times) console.log(`${formatMinutes(seconds).padStart(7)}  ${name}`)
console.log(`${formatMinutes(times.reduce((sum, [, seconds]) => sum + seconds, 0)).padStart(7)}  in all`)

/** Says which programs are not here, at the start and at the end: their tests were skipped. */
function sayMissing(): void {
  for (const { name, packages } of missing)
    console.log(`Not run: the tests with ${name}, which is not installed (Debian: apt-get install ${packages}).`)
}

/** Formats minutes and seconds as 3:07. */
function formatMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

/** Runs a step. Ends the process when it fails, and when a signal ends both. */
async function step(name: string, script: string, args: readonly string[]): Promise<void> {
  console.log(`\n── ${name}`)
  began = performance.now()
  child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium as string },
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (endedBy !== null) process.exit(ENDED_BY[endedBy])
  if (status !== 0) {
    console.error(`\n${name}: failed.`)
    process.exit(status ?? 1)
  }
  times.push([name, (performance.now() - began) / 1000])
}
