import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PLACES = [
  // Debian's chromium-headless-shell has no GPU process and no browser window: the journeys need a quarter less CPU with
  // it.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Returns the browser for the journeys: `CHROMIUM`, or one in a usual place. */
export function chromiumPath(): string | null {
  const given = process.env.CHROMIUM
  if (given) return existsSync(given) ? given : null
  return PLACES.find((path) => existsSync(path)) ?? null
}

/**
 * Installs Debian's Chromium, the headless shell if Debian has it, and only if that needs no password. Returns its
 * path, or null.
 */
export function installChromium(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('Installing Chromium for the browser tests …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update'], { stdio: 'ignore', env })
  for (const name of ['chromium-headless-shell', 'chromium']) {
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore', env })
    const path = chromiumPath()
    if (path) return path
  }
  return null
}
