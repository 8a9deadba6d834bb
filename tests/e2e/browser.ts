import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'

/** The demo world's member with a full library, as `npm run demo` says. */
export const MARA = { email: 'mara@demo.savepoint.example', password: 'Demo-player-1' }

interface Options {
  theme: 'dark' | 'light'
  /** False for a first visit: `test.use({ isReturning: false })`. */
  isReturning: boolean
}

/** What a visitor's browser holds who has been here before and has chosen: nothing is asked, nothing is announced. */
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

/** A page in the project's theme; anything that the browser complains about fails the test. */
export const test = base.extend<Options & { complaints: string[] }>({
  theme: ['dark', { option: true }],
  isReturning: [true, { option: true }],
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        // A refused request (404 page, taken name) is told by the browser as an error too.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
  context: async ({ context, theme, isReturning, baseURL }, use) => {
    if (isReturning) await context.addCookies(returningCookies(theme, baseURL as string))
    await use(context)
  },
})

export { expect } from '@playwright/test'

let count = 0

/** A name that nobody has in this run. */
export function freshName(): string {
  count += 1
  return `e2e-${process.pid.toString(36)}${Date.now().toString(36).slice(-5)}${count}`
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Signs in over the API, so that a journey which is about something else begins there. */
export async function signIn(context: BrowserContext, who = MARA): Promise<void> {
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await context.request.post('/api/auth/signin', { data: who, headers: { 'x-csrf-token': csrfToken } })
  expect(answer.status()).toBe(200)
}

/** The welcome pages are behind the member who is signed in, for a journey that is about something else. */
export async function passWelcome(context: BrowserContext): Promise<void> {
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await context.request.patch('/api/profiles/me', {
    data: { settings: { onboarded: true } },
    headers: { 'x-csrf-token': csrfToken },
  })
  expect(answer.status()).toBe(200)
}

/** axe finds nothing, and nothing stands out to the side. */
export async function expectGoodPage(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
  const overflow = await page.evaluate(() => [
    document.documentElement.scrollWidth - window.innerWidth,
    // What stands out of a dialog can be scrolled to sideways inside it, or cannot be reached at all.
    ...[...document.querySelectorAll('[role=dialog], [role=dialog] *')]
      .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
      .map((element) => element.scrollWidth - element.clientWidth),
  ])
  expect(Math.max(...overflow)).toBeLessThanOrEqual(0)
}

/** Waits until the page answers to clicks: what it needs is here, and React holds each control that the server has sent. */
export async function ready(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() =>
    [...document.querySelectorAll('button, input')].every((control) =>
      Object.keys(control).some((key) => key.startsWith('__reactProps')),
    ),
  )
}
