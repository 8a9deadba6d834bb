import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromiumPath, installBrowsers } from './browsers.ts'

/** Runs all checks, the cheapest first. */
const ROOT = join(import.meta.dirname, '..')
const bin = (name: string) => join(ROOT, 'node_modules', name)

/** The duration of each step, in seconds. */
const times: [name: string, seconds: number][] = []

const missing = installBrowsers()
const chromium = chromiumPath()
if (!chromium) {
  console.error(
    'The browser tests need Chromium, which is not installed. Install Debian’s package (apt-get install chromium) or set CHROMIUM to its path, then run npm test again.',
  )
  process.exit(1)
}
sayMissing()

step('types of the server', bin('typescript/bin/tsc'), ['-p', 'tsconfig.server.json'])
step('types of the browser', bin('typescript/bin/tsc'), ['-p', 'tsconfig.web.json'])
step('types of the journeys', bin('typescript/bin/tsc'), ['-p', 'tsconfig.e2e.json'])
step('lint and format', bin('@biomejs/biome/bin/biome'), ['check', '.'])
step('build', join(ROOT, 'scripts/build.ts'), [])
step('rules, routes, components, architecture', bin('vitest/vitest.mjs'), ['run'])
step('journeys in the browser', bin('@playwright/test/cli.js'), ['test'])
console.log('\nAll tests passed.')
sayMissing()
for (const [name, seconds] of times) console.log(`${formatMinutes(seconds).padStart(7)}  ${name}`)
console.log(`${formatMinutes(times.reduce((sum, [, seconds]) => sum + seconds, 0)).padStart(7)}  in all`)

/** Says which browsers are not here, at the start and at the end: their tests were skipped. */
function sayMissing(): void {
  for (const { name, packages } of missing)
    console.log(`Not run: the tests in ${name}, which is not installed (Debian: apt-get install ${packages}).`)
}

/** Formats minutes and seconds as 3:07. */
function formatMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

function step(name: string, script: string, args: readonly string[]): void {
  console.log(`\n── ${name}`)
  const began = performance.now()
  const { status } = spawnSync(process.execPath, [script, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium as string },
  })
  if (status !== 0) {
    console.error(`\n${name}: failed.`)
    process.exit(status ?? 1)
  }
  times.push([name, (performance.now() - began) / 1000])
}
