import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumPath } from '../../scripts/browsers.ts'
import { knownGame } from '../paths.ts'
import { atMost, figure, notMeasured, type Section } from '../report/report.ts'
import { median } from '../report/statistics.ts'
import type { World } from '../world.ts'

const VISITS = 3
const TITLE = 'First visit in a browser'
/**
 * DevTools' 'Fast 3G', which Lighthouse calls slow 4G: nine tenths of 1.6 Mbit/s down and of 750 kbit/s up; 150 ms ×
 * 3.75.
 */
const FAST_3G = {
  offline: false,
  downloadThroughput: ((1.6 * 1000 * 1000) / 8) * 0.9,
  uploadThroughput: ((750 * 1000) / 8) * 0.9,
  latency: 150 * 3.75,
}
const SLOWER_CPU = 4
/** The phone that Lighthouse emulates. */
const VIEWPORT = { width: 412, height: 823 }
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

interface Visit {
  scriptKilobytes: number
  usableMs: number
  lcpMs: number
  shift: number
}

/** Measures a game page on a slow network and a slow phone with an empty cache, then a click to the next page. */
export async function browserWorkload(world: World): Promise<Section> {
  const promises = [
    ['JavaScript before the game page is usable', '≤ 140 kB'],
    ['largest paint of the game page', '≤ 2.0 s'],
    ['layout shift of the game page', '0'],
    ['next page’s heading after a click', '≤ 300 ms'],
  ] as const
  const executablePath = chromiumPath()
  if (!executablePath) {
    const why = 'there is no Chromium here (apt-get install chromium, or set CHROMIUM)'
    console.log(`  skipped: ${why}`)
    return {
      title: TITLE,
      method: `Skipped: ${why}.`,
      tables: [],
      verdicts: promises.map(([what, target]) => notMeasured(what, target, why)),
    }
  }
  const browser = await chromium.launch({ executablePath, args: ARGS })
  try {
    const address = `${world.app.origin}/game/${knownGame(world)}`
    const visits: Visit[] = []
    for (let i = 0; i < VISITS; i += 1) visits.push(await firstVisit(browser, address))
    const clicks = []
    for (const { name, hoverMs, isSlowLine } of CLICKS)
      clicks.push({ name, ms: await clickMs(browser, address, hoverMs, isSlowLine) })
    const of = (key: keyof Visit) => median(visits.map((visit) => visit[key]))
    return {
      title: TITLE,
      method: `Headless Chromium, ${VIEWPORT.width} × ${VIEWPORT.height}, nothing cached, DevTools' Fast 3G (${figure((FAST_3G.downloadThroughput * 8) / 1000)} kbit/s down, ${figure((FAST_3G.uploadThroughput * 8) / 1000)} kbit/s up, ${FAST_3G.latency} ms per request), CPU ${SLOWER_CPU} times slower; median of ${VISITS} visits. JavaScript: compressed bodies of the scripts that were loaded when React had hydrated the page. A click is timed from the event to the new heading; before the click the pointer rests on the link for the time in the table.`,
      tables: [
        {
          head: ['visit', 'JavaScript kB', 'usable after ms', 'largest paint ms', 'layout shift'],
          rows: visits.map((visit, at) => [
            String(at + 1),
            ...[visit.scriptKilobytes, visit.usableMs, visit.lcpMs, visit.shift].map(figure),
          ]),
        },
        {
          head: ['next page', 'ms'],
          rows: clicks.map(({ name, ms }) => [name, ms === null ? 'no link found' : figure(ms)]),
        },
      ],
      verdicts: [
        atMost(promises[0][0], 140, of('scriptKilobytes'), 'kB'),
        atMost(promises[1][0], 2, of('lcpMs') / 1000, 's', `usable after ${figure(of('usableMs') / 1000)} s`),
        atMost(promises[2][0], 0, of('shift'), ''),
        clicks[0]?.ms === undefined || clicks[0].ms === null
          ? notMeasured(promises[3][0], promises[3][1], 'the game page has no link to another game or to the catalogue')
          : atMost(
              promises[3][0],
              300,
              clicks[0].ms,
              'ms',
              `${clicks.map(({ name, ms }) => `${name}: ${figure(ms ?? Number.NaN)} ms`).join('; ')}`,
            ),
      ],
    }
  } finally {
    await browser.close()
  }
}

const CLICKS = [
  { name: 'Fast 3G, 150 ms on the link before', hoverMs: 150, isSlowLine: true },
  { name: 'Fast 3G, 800 ms on the link before', hoverMs: 800, isSlowLine: true },
  { name: 'fast line, 150 ms on the link before', hoverMs: 150, isSlowLine: false },
]

async function openPage(browser: Browser, isSlowLine: boolean): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  if (isSlowLine) await devTools.send('Network.emulateNetworkConditions', FAST_3G)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU })
  await page.addInitScript(OBSERVE)
  return { context, page }
}

/** Runs in the page before any other script. React marks the elements that it has hydrated. */
const OBSERVE = `
window.bench = { lcp: 0, shift: 0, usable: null }
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.bench.lcp = entry.startTime
}).observe({ type: 'largest-contentful-paint', buffered: true })
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.bench.shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })
const look = () => {
  const main = document.querySelector('main')
  if (main && Object.keys(main).some((key) => key.startsWith('__react'))) window.bench.usable = performance.now()
  else setTimeout(look, 16)
}
look()
`

const READ = `(() => {
  const { lcp, shift, usable } = window.bench
  const scripts = performance.getEntriesByType('resource').filter(({ name, responseEnd }) =>
    new URL(name).pathname.endsWith('.js') && responseEnd <= usable)
  return {
    lcpMs: lcp,
    shift: Math.round(shift * 10000) / 10000,
    usableMs: usable,
    scriptKilobytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1000,
  }
})()`

async function firstVisit(browser: Browser, address: string): Promise<Visit> {
  const { context, page } = await openPage(browser, true)
  try {
    await page.goto(address, { waitUntil: 'load' })
    await untilUsable(page)
    await page.waitForLoadState('networkidle')
    // Late paints and layout shifts count, too.
    await sleep(1000)
    return await page.evaluate<Visit>(READ)
  } finally {
    await context.close()
  }
}

/** Polls from outside, because the page's content security policy forbids Playwright's way of waiting inside. */
async function untilUsable(page: Page): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await page.evaluate<boolean>('window.bench.usable !== null'))) {
    if (performance.now() > end) throw new Error('React did not hydrate the page within 30 s')
    await sleep(50)
  }
}

const WATCH_HEADING = `
window.bench.next = new Promise((resolve) => {
  const before = document.querySelector('h1')?.textContent
  document.addEventListener('click', () => {
    const began = performance.now()
    const look = () => {
      const heading = document.querySelector('h1')?.textContent
      if (heading && heading !== before) requestAnimationFrame(() => resolve(performance.now() - began))
      else requestAnimationFrame(look)
    }
    look()
  }, { capture: true, once: true })
})
0`

/** Returns the milliseconds from a click on a link to the next page's heading; null when there is no link. */
async function clickMs(
  browser: Browser,
  address: string,
  hoverMs: number,
  isSlowLine: boolean,
): Promise<number | null> {
  const { context, page } = await openPage(browser, isSlowLine)
  try {
    await page.goto(address, { waitUntil: 'load' })
    await untilUsable(page)
    await page.waitForLoadState('networkidle')
    const own = new URL(address).pathname
    const games = page.locator(`main a[href^="/game/"]:not([href="${own}"]):visible`)
    const link = ((await games.count()) > 0 ? games : page.locator('a[href^="/all-games"]:visible')).first()
    if ((await link.count()) === 0) return null
    await link.scrollIntoViewIfNeeded()
    // The page may have begun to fetch data for elements that scrolled into view.
    await page.waitForLoadState('networkidle')
    await page.evaluate(WATCH_HEADING)
    await link.hover()
    await sleep(hoverMs)
    await link.click()
    return await page.evaluate<number>('window.bench.next')
  } finally {
    await context.close()
  }
}
