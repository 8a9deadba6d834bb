import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumPath } from './scripts/browsers.ts'

// Workers and the server must agree on it, so it travels in the environment.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'savepoint-e2e-'))
const PORT = Number(process.env.E2E_PORT ?? 3187)
const executablePath = chromiumPath()
/** Slows the CPU of the pages down (tests/e2e/browser.ts). */
const CPU_SLOWDOWN = Number(process.env.E2E_CPU_SLOWDOWN ?? 1)

/** What Playwright itself turns off for Chromium 156 on Linux: the last list of the command line counts, and ours comes after it. */
const FEATURES_OF_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** Two pages that Chromium loads in processes of their own for the address bar of each window. Nobody sees them here. */
const FEATURES_OF_WINDOWS = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const OTHER_BROWSERS = '**/other-browsers/**'
export default defineConfig<{ theme: 'dark' | 'light' }>({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  // For two shared cores: two journeys at once left a quarter of them idle, because each waits for debounced input, retries
  // and other people.
  workers: 3,
  fullyParallel: true,
  // Far above what a journey takes: how fast it is, is measured elsewhere.
  timeout: 120_000 * CPU_SLOWDOWN,
  expect: { timeout: 20_000 * CPU_SLOWDOWN },
  reporter: [['list']],
  globalTeardown: './tests/support/e2e-teardown.ts',
  use: {
    baseURL: `http://localhost:${PORT}`,
    ...(executablePath && { launchOptions: launchOptions(executablePath) }),
    // A journey that needs the worker says so: requests of a page with one cannot be faked.
    serviceWorkers: 'block',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // The other two combinations differ in colours alone: journeys tagged @desktop or @themes check those of both themes.
  projects: [
    // Firefox and WebKit, each through its own driver. First, because the other journeys fill the demo world.
    { name: 'other browsers', testDir: 'tests/e2e/other-browsers' },
    // A journey tagged `@desktop` or `@phone` runs at that width alone, because what it expects does not depend on the width:
    // cookies, requests, addresses, the keyboard alone, failures of the server, what two people do to each other, and the
    // steps of a task whose screens other journeys open at both widths.
    {
      name: 'desktop light',
      testIgnore: OTHER_BROWSERS,
      grepInvert: /@phone/,
      use: { theme: 'light', ...DESKTOP },
    },
    { name: 'phone dark', testIgnore: OTHER_BROWSERS, grepInvert: /@desktop/, use: { theme: 'dark', ...PHONE } },
  ],
  webServer: [
    {
      // A real provider to sign in through.
      command: 'node tests/support/oidc-main.ts',
      url: `http://127.0.0.1:${PORT + 1}/.well-known/openid-configuration`,
      env: { OIDC_PORT: String(PORT + 1), REDIRECT_URI: `http://localhost:${PORT}/auth/callback` },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
    {
      command: 'node tests/support/steam-main.ts',
      // It answers 403 without a key.
      url: `http://127.0.0.1:${PORT + 2}/`,
      env: { STEAM_PORT: String(PORT + 2) },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
    {
      command: 'npm run demo --silent',
      url: `http://localhost:${PORT}/api/health`,
      timeout: 120_000,
      env: {
        PORT: String(PORT),
        DATA_DIR: process.env.E2E_DATA_DIR,
        BASE_URL: `http://localhost:${PORT}`,
        RATE_LIMITS: 'off',
        IMAGES: 'off',
        STARTER: 'small',
        LOG_LEVEL: 'warn',
        ACTIVITY_COOLDOWN_MINUTES: '5',
        FORUM_HOLD_LINKS: 'on',
        WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1',
        OIDC_ISSUER: `http://127.0.0.1:${PORT + 1}`,
        OIDC_CLIENT_ID: 'savepoint',
        OIDC_CLIENT_SECRET: 'a secret between the two',
        OIDC_NAME: 'Keycloak',
        STEAM_URL: `http://127.0.0.1:${PORT + 2}`,
        STEAM_API_KEY: 'the-key-of-the-operator',
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    },
  ],
})

function launchOptions(path: string) {
  return {
    executablePath: path,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...FEATURES_OF_PLAYWRIGHT, ...FEATURES_OF_WINDOWS].join(',')}`,
    ],
  }
}
