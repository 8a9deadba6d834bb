import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as base, expect, type Locator, type Page, type Response } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'

/** The demo world's member with a full library, as `npm run demo` prints it. */
export const MARA = { email: 'mara@demo.savepoint.example', password: 'Demo-player-1' }

interface Options {
  theme: 'dark' | 'light'
  /** False for a first visit: `test.use({ isReturning: false })`. */
  isReturning: boolean
}

/** Returns the cookies of a returning visitor who has made all choices, so that no banner appears. */
export function returningCookies(theme: Options['theme'], url: string) {
  const consent = encodeURIComponent(
    JSON.stringify({ level: 'functional', timestamp: new Date().toISOString(), version: '1.0' }),
  )
  return [
    { name: 'consent', value: consent, url },
    { name: 'beta', value: 'closed', url },
    { name: 'theme', value: theme, url },
  ]
}

/**
 * Slows the CPU of every page down by this factor, as a busy machine does: a journey that waits for something that has ended, or that
 * presses what is not there yet, then fails.
 */
const CPU_SLOWDOWN = Number(process.env.E2E_CPU_SLOWDOWN ?? 1)

async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript(recordToasts)
  if (CPU_SLOWDOWN === 1) return
  context.on('page', async (page) => {
    try {
      const browser = await context.newCDPSession(page)
      await browser.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    } catch (error) {
      if (!page.isClosed()) throw error
    }
  })
}

/** Records in the page what toasts have said, because they end by time. */
function recordToasts(): void {
  const said: string[] = []
  Object.assign(window, { said })
  let last = ''
  new MutationObserver(() => {
    const words = [...document.querySelectorAll('.toast-text')].map(({ textContent }) => textContent).join(' + ')
    if (words !== last && words !== '') said.push(words)
    last = words
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Expects that a toast of this document says this, or has said it since the last call: it may have ended on a slow machine. */
export async function expectToast(page: Page, words: string | RegExp): Promise<void> {
  const said = () => page.evaluate(() => (window as unknown as { said: string[] }).said)
  const isMeant = (one: string) => (typeof words === 'string' ? one.includes(words) : words.test(one))
  const wanted = typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words)
  await expect.poll(said, { message: 'what toasts said' }).toContainEqual(wanted)
  const count = (await said()).findIndex(isMeant) + 1
  await page.evaluate((count) => (window as unknown as { said: string[] }).said.splice(0, count), count)
}

/** A page in the project's theme. Any warning or error of the browser fails the test. */
export const test = base.extend<Options & { complaints: string[]; another: () => Promise<BrowserContext> }>({
  theme: ['dark', { option: true }],
  isReturning: [true, { option: true }],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        // The browser also logs a refused request (404 page, taken name) as an error.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          complaints.push(message.text())
      })
      await use(complaints)
      // A request that the journey answers itself may still run, unless the journey has closed its page.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, theme, isReturning, baseURL }, use) => {
    if (isReturning) await context.addCookies(returningCookies(theme, baseURL as string))
    await prepare(context)
    await use(context)
  },
  /** Opens another browser like this one, for another person, and closes it with the journey. */
  another: async ({ browser, baseURL, theme, viewport }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: baseURL as string, viewport })
      opened.push(context)
      await prepare(context)
      await context.addCookies(returningCookies(theme, baseURL as string))
      return context
    })
    for (const context of opened) await context.close()
  },
})

export { expect } from '@playwright/test'

let count = 0

/** Returns a name that is unique in this run. */
export function freshName(): string {
  count += 1
  return `e2e-${process.pid.toString(36)}${Date.now().toString(36).slice(-5)}${count}`
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** A caller of the API with cookies: a browser, or requests alone. */
export type Caller = Pick<BrowserContext, 'request'>

/**
 * Writes over the API as a page would, and returns the body; a refusal fails the journey. An open page of the same browser
 * may have requested a new token meanwhile, so a token that the server refuses is requested once more, as the app does
 * (C66).
 */
export async function send<Answer = unknown>(
  context: Caller,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> {
  const write = async () => {
    const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
    return context.request.fetch(path, { method, ...(data && { data }), headers: { 'x-csrf-token': csrfToken } })
  }
  let answer = await write()
  if (answer.status() === 403 && (await answer.text()).includes('csrf_invalid')) answer = await write()
  expect(answer.ok(), `${method} ${path} returned ${answer.status()}`).toBe(true)
  return (answer.status() === 204 ? null : await answer.json()) as Answer
}

/** Signs in over the API, for a journey that does not test the sign-in. */
export async function signIn(context: BrowserContext, { email, password } = MARA): Promise<void> {
  await send(context, 'POST', '/api/auth/signin', { email, password })
}

/** Completes the welcome of the signed-in member, for a journey that does not test the welcome. */
export async function passWelcome(context: Caller): Promise<void> {
  await send(context, 'PATCH', '/api/profiles/me', { settings: { onboarded: true } })
}

/**
 * Enables axe's rule for targets of 24 px (WCAG 2.2), which is off by default. The journeys read only violations, so
 * axe reports only these in full.
 */
const ALL_RULES: RunOptions = { rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] }
/**
 * Base UI's focus guards hand a focus on at once, so they are hidden and focusable on purpose; axe takes them for a fault
 * (dequelabs/axe-core#4832).
 */
const FOCUS_GUARD = '[data-base-ui-focus-guard]'
/** Less than half the size of `axe.source`, which every document would parse. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const CONTRAST: RunOptions = { runOnly: ['color-contrast'], resultTypes: ['violations'] }

/**
 * Expects that axe finds nothing in this run's theme, and that nothing is wider than the page. A journey that runs at both
 * widths sees both themes. In a journey of one width, or tagged `@themes`, colours must have enough contrast in the other theme too.
 */
export async function expectGoodPage(page: Page): Promise<void> {
  expect(await stableViolations(page, ALL_RULES)).toEqual([])
  if (test.info().tags.some((tag) => ['@desktop', '@phone', '@themes'].includes(tag)))
    await expectContrastInOtherTheme(page)
  // A phone enlarges its viewport for overflowing content, so the viewport's width proves nothing.
  const width = page.viewportSize()?.width ?? 0
  const overflow = await page.evaluate(
    (width) => [
      document.documentElement.scrollWidth - width,
      // Content that overflows a dialog scrolls sideways inside it, or is out of reach.
      ...[...document.querySelectorAll('[role=dialog], [role=dialog] *')]
        .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
        .map((element) => element.scrollWidth - element.clientWidth),
    ],
    width,
  )
  expect(Math.max(...overflow)).toBeLessThanOrEqual(0)
}

async function expectContrastInOtherTheme(page: Page): Promise<void> {
  const showTheme = (theme: string | undefined) =>
    page.evaluate((theme) => {
      const { dataset } = document.documentElement
      const shown = dataset.theme
      dataset.theme = theme ?? (shown === 'light' ? 'dark' : 'light')
      return shown
    }, theme)
  const shown = await showTheme(undefined)
  expect(await stableViolations(page, CONTRAST)).toEqual([])
  await showTheme(shown)
}

/**
 * Returns what axe finds three times in a row, because toasts, transitions and loading parts are incomplete for a
 * moment.
 */
async function stableViolations(page: Page, options: RunOptions): Promise<string[]> {
  // Loading axe costs up to a third of a run, so each document loads it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  let found: string[] = []
  for (let tries = 0; tries < 3; tries += 1) {
    found = await page.evaluate(runAxe, { ignored: FOCUS_GUARD, options })
    if (found.length === 0) break
  }
  return found
}

/** Runs axe in the page, after its transitions. Skips frames: videos come from other origins. */
async function runAxe({ ignored, options }: { ignored: string; options: RunOptions }): Promise<string[]> {
  const moving = document
    .getAnimations()
    .filter(({ effect, playState, timeline }) => {
      const isEndless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
      return playState === 'running' && timeline === document.timeline && !isEndless
    })
    .map(({ finished }) => finished)
  await Promise.allSettled(moving)
  // Almost half of a page's elements are the drawings of covers, and axe would copy each of them. React does not compare them
  // when it hydrates, unlike those of icons.
  const drawings = [...document.querySelectorAll('svg.cv')].map((svg) => {
    const content = document.createDocumentFragment()
    content.append(...svg.childNodes)
    return { svg, content }
  })
  const { violations } = await (window as unknown as { axe: typeof axe }).axe
    .run({ exclude: [ignored] }, { ...options, iframes: false })
    .finally(() => {
      for (const { svg, content } of drawings) svg.append(content)
    })
  // A control that lies under a bar at the moment is whole again after a scroll.
  const bars = [...document.querySelectorAll('body header, nav.bottom')].filter((bar) =>
    ['fixed', 'sticky'].includes(getComputedStyle(bar).position),
  )
  const isUnderBar = (control: Element) => {
    const { top, bottom } = control.getBoundingClientRect()
    const isAt = (bar: DOMRect) => bar.height > 0 && top < bar.bottom && bottom > bar.top
    return bars.some((bar) => !bar.contains(control) && isAt(bar.getBoundingClientRect()))
  }
  const isHidden = (target: unknown) => {
    const control = typeof target === 'string' ? document.querySelector(target) : null
    return control !== null && isUnderBar(control)
  }
  const found = violations
    .map(({ id, nodes }) => ({
      id,
      nodes: id === 'target-size' ? nodes.filter(({ target }) => !isHidden(target[0])) : nodes,
    }))
    .filter(({ nodes }) => nodes.length > 0)
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Whether React has hydrated the open page and every control that the server rendered; runs in the page. */
export const isHydrated = (): boolean => {
  const isReacts = (node: Node, key: string) => Object.keys(node).some((name) => name.startsWith(key))
  return (
    document.readyState === 'complete' &&
    isReacts(document, '__reactContainer') &&
    // Links in a text from Markdown or of the forum are plain HTML.
    [...document.querySelectorAll('a, button, input')].every(
      (control) => control.closest('.markdown, .forum-text') || isReacts(control, '__reactProps'),
    )
  )
}

/** Waits until the page reacts to clicks. */
export async function ready(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
}

/** Waits for code that loads shortly after the start and that a page without a network needs. */
export async function loaded(page: Page, ...files: string[]): Promise<void> {
  await page.waitForFunction((wanted) => {
    const here = performance.getEntriesByType('resource').map(({ name }) => name)
    return wanted.every((file) => here.some((name) => name.includes(`/assets/${file}-`)))
  }, files)
}

/**
 * Waits for the response to the next write to that path (with a method when another write may still be pending). The
 * screen shows a change at once, and the server has it a moment later. So a test that then loads a page, or looks from
 * another browser, waits for this first.
 */
export const written = (page: Page, path: RegExp, method?: 'DELETE'): Promise<Response> =>
  page.waitForResponse((answer) => {
    const asked = answer.request().method()
    return (method ? asked === method : asked !== 'GET') && path.test(new URL(answer.url()).pathname)
  })

/** Opens a page of the member's own from the menu of the account, which a phone has under More. */
export async function openOwn(page: Page, name: string): Promise<void> {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name, exact: true }).click()
    return
  }
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

/** Picks up the focused row of a list. dnd-kit hears the arrow keys only after a timer of its own. */
export async function pickUp(page: Page, announcement: string): Promise<void> {
  await page.keyboard.press('Space')
  await expect(page.getByText(announcement)).toBeAttached()
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
}

/** Presses the key until the element has the focus, as a person without a pointer must. */
export async function reach(wanted: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await wanted.page().keyboard.press(key)
  }
  throw new Error(`The key ${key} does not lead to ${wanted}`)
}

/**
 * Writes a name of 150 letters without a space into each of these elements: the catalogue has no game with such a name.
 * `expectGoodPage` then finds what does not wrap.
 */
export const lengthen = (names: Locator): Promise<void> =>
  names.evaluateAll((elements) => {
    for (const element of elements) element.textContent = 'Schwarzwaldklinik'.repeat(9).slice(0, 150)
  })

/** Tabs to the last element with that name. */
export const focusOn = (page: Page, role: 'textbox' | 'radio' | 'button' | 'spinbutton', name: string): Promise<void> =>
  reach(page.getByRole(role, { name, exact: true }).last())

/** Touches the middle of the element for the duration of a long press. */
export async function hold(target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to hold')
  const touch = await target.page().context().newCDPSession(target.page())
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await target.page().waitForTimeout(450)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
