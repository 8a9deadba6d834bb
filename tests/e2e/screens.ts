import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, isPhone } from './browser.ts'

type Audience = 'everybody' | 'visitors' | 'members' | 'moderators' | 'admins'

/** A screen of the app: a route, or one of its addresses that has a name of its own. */
export interface Screen {
  /** An address, with parameters as in `/game/:gameId`. */
  pattern: string
  isFor: Audience
}

const SOURCES = join(import.meta.dirname, '../../src')
const read = (path: string) => readFileSync(join(SOURCES, path), 'utf8')

/** Returns a route with and without each of its optional parts: '/news/:slug?' gives '/news' and '/news/:slug'. */
function patternsOf(route: string): string[] {
  const parts = route.split('/').slice(1)
  const least = parts.findIndex((part) => part.endsWith('?'))
  if (least < 0) return [route]
  return Array.from({ length: parts.length - least + 1 }, (_, more) => {
    const words = parts.slice(0, least + more).map((part) => part.replace('?', ''))
    return `/${words.join('/')}`
  })
}

function audienceOf(route: string, flags: string): Audience {
  if (route.startsWith('/admin')) return 'admins'
  if (flags.includes('isForMembers')) return 'members'
  return flags.includes('isBare') ? 'visitors' : 'everybody'
}

/**
 * Returns every screen: the pages of all features, and the addresses that people go to by name, which are each page of the
 * admin area, the settings and the info pages (`tests/places.test.ts`).
 */
export function allScreens(): Screen[] {
  const defined = globSync('features/*/*.pages.ts', { cwd: SOURCES }).map(read).join('\n')
  const entries = [...defined.matchAll(/\bpath: '([^'#]+)'([^}]*)/g)]
  const places = entries.flatMap(([, pattern = '', facts = '']): Screen[] => {
    const [, isFor] = /\bfor: '(\w+)'/.exec(facts) ?? []
    return isFor ? [{ pattern, isFor: isFor as Audience }] : []
  })
  const routes = entries
    .filter(([, , facts = '']) => !facts.includes('label: '))
    .flatMap(([, route = '', facts = '']) =>
      patternsOf(route).map((pattern): Screen => ({ pattern, isFor: audienceOf(route, facts) })),
    )
  const all = [...places, ...routes]
  return [...new Map(all.toReversed().map((screen) => [screen.pattern, screen])).values()]
}

/** Returns the screen at an address: the one with a fixed address before one with parameters. */
export function screenAt(screens: readonly Screen[], address: string): Screen | undefined {
  const fits = ({ pattern }: Screen) => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(address)
  return screens.find(({ pattern }) => pattern === address) ?? screens.find(fits)
}

/** Returns the addresses of the links that a person can see; those in a closed part of the page that opens in place, too. */
const linksIn = (part: Locator): Promise<string[]> =>
  part
    .locator('a[href^="/"]')
    // Links in drawings are SVG elements.
    .evaluateAll((links: Element[]) =>
      links
        .filter((link) => link.checkVisibility() || link.closest('details'))
        .map((link) => new URL(link.getAttribute('href') as string, location.href).pathname),
    )

/** Returns the addresses in the main navigation of this width, with those in its menus. */
async function mainNavigation(page: Page): Promise<string[]> {
  const banner = page.getByRole('banner')
  const bottom = page.getByRole('navigation', { name: 'Main, at the bottom' })
  const found = [...(await linksIn(banner)), ...(isPhone(page) ? await linksIn(bottom) : [])]
  const inPopup = async (opener: Locator, popup: Locator) => {
    if (!(await opener.isVisible())) return
    await opener.click()
    await expect(popup.locator('a[href^="/"]').first()).toBeVisible()
    found.push(...(await linksIn(popup)))
    await page.keyboard.press('Escape')
    await expect(popup).toBeHidden()
  }
  await inPopup(banner.getByRole('button', { name: /^Account of/ }), page.getByRole('menu'))
  await inPopup(banner.getByRole('button', { name: /notifications/i }), page.getByRole('dialog'))
  await inPopup(bottom.getByRole('button', { name: 'More' }), page.getByRole('dialog', { name: 'More' }))
  return found
}

/**
 * Opens an address as a press on a link does, waits for the page, and returns the addresses of its links. Returns null for
 * an item that is no longer there: other journeys delete what they have made.
 */
async function visit(page: Page, address: string, isItem: boolean): Promise<string[] | null> {
  const before = new URL(page.url()).pathname
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href })
    document.body.append(link)
    link.click()
    link.remove()
  }, address)
  if (before !== address) await expect.poll(() => new URL(page.url()).pathname).not.toBe(before)
  const heading = page.getByRole('heading', { level: 1 }).first()
  await expect(heading, address).toBeAttached()
  // The heading stands before the rest of a page.
  await expect(page.locator('main .shape, .nav-line[data-busy]')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
  if (isItem && /not found/i.test((await heading.textContent()) ?? '')) return null
  await expect(heading, address).not.toHaveText(/not found|went wrong/i)
  return linksIn(page.locator('body'))
}

export interface Reached {
  /** Presses on links since the main navigation. To open a menu of the navigation is none. */
  clicks: number
  address: string
}

/** The link to a post leads to its place in the thread. */
const REDIRECTS = /^\/forum\/post\//

/** Lists begin with the latest things, which other journeys have just made and will delete. Not those of Mara's own lists. */
const oldestFirst = (links: readonly string[], hasOwnLists: boolean): string[] => {
  const isOwn = (link: string) => hasOwnLists && link.startsWith('/lists/')
  return [...links.filter(isOwn), ...links.filter((link) => !isOwn(link)).toReversed()]
}

/** These pages list what admins did last, so their items are those that other journeys are about to delete. */
const LATEST_ACTIONS = ['/admin', '/admin/audit-log']

/** The number of clicks after which the journey ends. */
const MAX_CLICKS = 3

/**
 * Follows links from the main navigation of the open page until it has visited each wanted screen once, on the shortest
 * path. The document is not reloaded. Returns the visited addresses by pattern.
 */
export async function openScreens(
  page: Page,
  screens: readonly Screen[],
  isWanted: (screen: Screen) => boolean,
  { hasOwnLists }: { hasOwnLists: boolean },
): Promise<Map<string, Reached>> {
  const reached = new Map<string, Reached>()
  let links = await mainNavigation(page)
  for (let clicks = 1; clicks <= MAX_CLICKS; clicks += 1) {
    const next: string[] = []
    for (const address of links) {
      const screen = screenAt(screens, address)
      if (!screen || !isWanted(screen) || reached.has(screen.pattern) || REDIRECTS.test(address)) continue
      const isItem = (link: string) => screenAt(screens, link)?.pattern.includes(':') ?? false
      const found = await visit(page, address, isItem(address))
      if (!found) continue
      reached.set(screen.pattern, { clicks, address })
      next.push(...(LATEST_ACTIONS.includes(address) ? found.filter((link) => !isItem(link)) : found))
    }
    links = oldestFirst(next, hasOwnLists)
  }
  return reached
}
