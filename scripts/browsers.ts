import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

const CHROMIUM = [
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
const FIREFOX = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/** Returns the program of a setting, or one in a usual place. */
function find(setting: string, places: readonly string[]): string | null {
  const given = process.env[setting]
  if (given) return existsSync(given) ? given : null
  return places.find((path) => existsSync(path)) ?? null
}

/** Returns the browser for the journeys: `CHROMIUM`, or one in a usual place. */
export const chromiumPath = () => find('CHROMIUM', CHROMIUM)

/** Returns the Firefox for its tests: `FIREFOX`, or one in a usual place. */
export const firefoxPath = () => find('FIREFOX', FIREFOX)

/** The parts of WebKitGTK for its tests. */
export interface WebKitPaths {
  driver: string
  browser: string
  /** A display without a screen: WebKitGTK has no mode without a window. */
  display: string
}

/** Returns WebKitGTK's driver, its small browser and a display, as the packages of Linux install them; null if one is missing. */
export function webKitPaths(): WebKitPaths | null {
  const driver = ['/usr/bin/WebKitWebDriver'].find((path) => existsSync(path))
  const display = ['/usr/bin/Xvfb'].find((path) => existsSync(path))
  const browser = globSync(['/usr/lib/*/webkit2gtk-4.*/MiniBrowser', '/usr/libexec/webkit2gtk-4.*/MiniBrowser'])[0]
  return driver && display && browser ? { driver, browser, display } : null
}

/** The usual places of PgBouncer. */
const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer']

/** Returns the pooler for its tests: `PGBOUNCER`, or one in a usual place. */
export const pgBouncerPath = () => find('PGBOUNCER', PGBOUNCER)

/** Each program of the tests, with the packages of Debian that bring it; the first name that Debian has is enough. */
const PACKAGES = [
  { name: 'Chromium', isThere: () => chromiumPath() !== null, names: [['chromium-headless-shell'], ['chromium']] },
  { name: 'Firefox', isThere: () => firefoxPath() !== null, names: [['firefox-esr']] },
  { name: 'WebKit', isThere: () => webKitPaths() !== null, names: [['webkit2gtk-driver', 'xvfb']] },
  { name: 'PgBouncer', isThere: () => pgBouncerPath() !== null, names: [['pgbouncer']] },
]

/**
 * Installs Debian's packages of the missing browsers, and of PgBouncer, if that needs no password. Returns the names of those that are still
 * missing, with what a person may install.
 */
export function installBrowsers(): { name: string; packages: string }[] {
  const missing = () => PACKAGES.filter(({ isThere }) => !isThere())
  const canInstall = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (canInstall && missing().length > 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const aptGet = (...args: string[]) => spawnSync('apt-get', args, { stdio: 'ignore', env })
    aptGet('update')
    for (const { name, names, isThere } of missing()) {
      console.log(`Installing ${name} for the tests …`)
      for (const packages of names) if (!isThere()) aptGet('install', '-y', '--no-install-recommends', ...packages)
    }
  }
  return missing().map(({ name, names }) => ({ name, packages: (names.at(-1) as string[]).join(' ') }))
}
