import type { Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, isPhone, reach, ready, send, signIn, test } from './browser.ts'

const PUBLIC = [
  '/',
  '/all-games',
  '/game/igdb_1942',
  '/challenges',
  '/playlists',
  '/releases',
  '/info/news',
  '/forum',
  '/forum/game-talk',
  '/search?q=cel',
  '/info',
  '/info/about',
  '/info/faq',
  '/info/contact',
  '/info/privacy',
  '/info/terms',
  '/signin',
  '/signup',
  '/forgot-password',
  '/nothing-here',
]
const MEMBERS = [
  '/',
  '/all-games',
  '/game/igdb_1942',
  '/profile',
  '/profile/games',
  '/profile/activity',
  '/profile/friends',
  '/profile/friends?list=followers',
  '/profile/challenges',
  '/profile/badges',
  '/profile/list',
  '/profile/reviews',
  '/profile/statistics',
  '/journal',
  '/achievements',
  '/forum',
  '/forum/new',
  '/profile/noor',
  '/messages',
  '/notifications',
  '/settings/account',
  '/settings/profile',
  '/settings/privacy',
  '/settings/notifications',
  '/settings/security',
  '/settings/tokens',
  '/playlists',
  '/playlists/category/event',
  '/challenges',
  '/info/about',
]

/** Finds elements that overflow the window sideways and are not inside an element that scrolls or clips them. */
const hangingOut = (page: Page) =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const isHeld = (element: Element): boolean => {
      for (let one = element.parentElement; one; one = one.parentElement)
        if (getComputedStyle(one).overflowX !== 'visible') return true
      return false
    }
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width: own, height } = element.getBoundingClientRect()
        if (own * height === 0 || element.matches('.skip, .visually-hidden')) return false
        return (right > width + 0.5 || left < -0.5) && !isHeld(element)
      })
      .map((element) => `${element.tagName}.${element.getAttribute('class')}`)
  })

test.describe('every page', () => {
  test.beforeEach(({ theme, page }) => {
    test.skip(theme !== 'light' || isPhone(page), 'the widths are set here')
  })
  for (const [who, paths] of [
    ['visitor', PUBLIC],
    ['member', MEMBERS],
  ] as const)
    test(`has no overflow for a ${who} from 320 to 2560 px, nor at 200 % of 1440 px`, async ({ page, context }) => {
      if (who === 'member') await signIn(context)
      const wrong: string[] = []
      for (const path of paths) {
        await page.setViewportSize({ width: 720, height: 450 })
        await page.goto(path)
        for (const width of [720, 320, 768, 1024, 2560]) {
          await page.setViewportSize({ width, height: 450 })
          wrong.push(...(await hangingOut(page)).map((element) => `${path} at ${width}: ${element}`))
        }
      }
      expect(wrong).toEqual([])
    })
})

test('a wide header has five places; a phone has Home, Games, Log, Library and More', async ({ page, context }) => {
  await signIn(context)
  await page.goto('/')
  if (isPhone(page)) {
    const bar = page.getByRole('navigation', { name: 'Main, at the bottom' })
    await expect(bar.locator('a')).toHaveText(['Home', 'Games', '', 'Library', 'More'])
    await expect(bar.locator('a').nth(2)).toHaveAccessibleName('Log a game')
    await ready(page)
    await bar.getByRole('button', { name: 'More' }).click()
  } else {
    const links = page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link')
    await expect(links).toHaveText(['Games', 'Community', 'Playlists', 'Library', 'Friends'])
    await ready(page)
  }
  await page.getByRole('link', { name: 'Friends', exact: true }).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(/\/profile\/friends$/)
})

test('a member’s header with a running timer fits every width, and More has what is left out', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await newMember(context)
  await send(context, 'POST', '/api/user/timer', { game_id: 'igdb_1942' })
  await page.goto('/')
  await ready(page)
  for (const width of [768, 900, 1024, 1200, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: /^Timer of/ })).toBeVisible()
    const { overflow, covered } = await header.evaluate((top) => {
      const parts = [...top.querySelectorAll('.top-nav > *, .top-tools > :not(.visually-hidden), .top-search')]
        .map((part) => part.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .sort((a, b) => a.left - b.left)
      return {
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        covered: parts.filter((part, at) => at > 0 && part.left < (parts[at - 1] as DOMRect).right - 1).length,
      }
    })
    expect({ width, overflow, covered }).toEqual({ width, overflow: 0, covered: 0 })
    const more = header.getByRole('button', { name: 'More' })
    if (width >= 900) await expect(more).toBeHidden()
    else {
      await more.click()
      await expect(page.getByRole('menuitem')).toHaveText(['Playlists', 'Friends'])
      await page.keyboard.press('Escape')
    }
  }
})

test('a page that was first shown without the typeface has it from the next page on', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  const arrived = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  const client = await context.newCDPSession(page)
  const fontOf = async (selector: string) => {
    await client.send('DOM.enable')
    await client.send('CSS.enable')
    const { root } = await client.send('DOM.getDocument')
    const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId })
    return fonts.map(({ familyName }) => familyName).join()
  }
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  expect(await fontOf('h1')).not.toContain('Archivo')
  arrived.resolve()
  await page.waitForLoadState('load')
  await ready(page)
  // The current page does not change its typeface.
  expect(await fontOf('h1')).not.toContain('Archivo')
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('About')
  await expect.poll(() => fontOf('h1')).toContain('Archivo')
})

interface Shift {
  value: number
  nodes: string[]
}

/** Two frames: what the page has changed is laid out. */
const framesLater = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** The facts of the game itself, which stand before those of its reviews. */
const facts = (page: Page) => page.getByRole('list', { name: 'Facts' }).first()

for (const late of ['responses are', 'responses and the code of the overview of a game are'])
  test(`navigation causes no layout shift, however late the ${late}`, async ({ page, context }) => {
    await page.addInitScript(() => {
      const shifts: Shift[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Node | null }[] }[]) {
          const nodes = entry.sources.map(({ node }) =>
            node instanceof Element ? `${node.tagName}.${node.className}` : '?',
          )
          shifts.push({ value: entry.value, nodes })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await signIn(context)
    let answers = Promise.withResolvers<void>()
    // What other journeys publish meanwhile would move the page, too.
    const featured = await context.request.get('/api/playlists/featured?limit=5')
    await page.route('**/api/realtime?*', (route) => route.abort())
    await page.goto('/')
    await ready(page)
    await page.route(/\/api\/(?!realtime)/, async (route) => {
      await answers.promise
      const isFeatured = new URL(route.request().url()).pathname === '/api/playlists/featured'
      // The page may be closed already.
      await (isFeatured ? route.fulfill({ response: featured }) : route.continue()).catch(() => {})
    })
    const gameArrived = Promise.withResolvers<void>()
    page.on('requestfinished', (request) => {
      if (new URL(request.url()).pathname === '/api/games/igdb_1942') gameArrived.resolve()
    })
    if (late.includes('code'))
      await page.route(/\/assets\/(game-overview|play-log-row)-/, async (route) => {
        // The data arrive first, and the page is rendered with them.
        await gameArrived.promise
        await page.evaluate(framesLater).catch(() => {})
        await route.continue().catch(() => {})
      })
    const moved: string[] = []
    for (const path of [
      '/all-games',
      '/game/igdb_1942',
      '/',
      '/notifications',
      '/messages',
      '/challenges',
      '/profile/statistics',
      '/profile/games',
      '/profile/friends',
      '/profile',
      '/info/about',
      '/profile/list',
      '/',
    ]) {
      answers = Promise.withResolvers<void>()
      // Not by mouse, because layout shifts shortly after a press are not counted.
      await page.evaluate((path) => {
        ;(window as unknown as { shifts: Shift[] }).shifts.length = 0
        const link = document.querySelector<HTMLElement>(`a[href="${path}"]:not([role])`) ?? document.createElement('a')
        link.setAttribute('href', path)
        if (!link.isConnected) document.querySelector('.foot')?.append(link)
        link.click()
      }, path)
      const isThere = page.waitForURL((url) => url.pathname === path)
      if (path.startsWith('/game/')) await page.locator('main .shape').waitFor()
      else
        await Promise.race([
          page.locator('main .shape, .nav-line[data-busy]').first().waitFor({ state: 'attached' }),
          isThere,
        ])
      answers.resolve()
      await isThere
      await expect(page.locator('main .shape, .nav-line[data-busy]')).toHaveCount(0)
      if (path.startsWith('/game/')) await expect(facts(page)).toBeVisible()
      await ready(page)
      await page.evaluate(framesLater)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
      for (const { value, nodes } of shifts) if (value > 0.01) moved.push(`${path} ${value}: ${nodes.join(', ')}`)
    }
    expect(moved).toEqual([])
  })

test('the numbers above the library keep their height, however large they are', async ({ page, context }) => {
  await signIn(context)
  const heights: number[] = []
  for (const [factor, total] of [
    [0, '0'],
    [1, '24'],
    [100, '2,400'],
  ] as const) {
    await page.route('**/api/library/stats', async (route) => {
      const stats = { total_played: 7, played_this_year: 6, backlog: 5, totalGames: 24, totalPlaytime: 85.5 }
      const json: Record<string, unknown> = await (await route.fetch()).json()
      for (const [name, value] of Object.entries(stats)) json[name] = value * factor
      await route.fulfill({ json })
    })
    await page.goto('/challenges')
    await ready(page)
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = '/profile/games'
      document.querySelector('.foot')?.append(link)
      link.click()
    })
    const figures = page.locator('.figs')
    await expect(figures.getByRole('listitem').filter({ hasText: 'Total games' })).toContainText(total)
    heights.push((await figures.boundingBox())?.height ?? 0)
  }
  expect(new Set(heights).size, heights.join()).toBe(1)
})

test('a slow page without a skeleton leaves the old one, dimmed under a line, and a screen reader says that it loads', async ({
  page,
}) => {
  await page.goto('/info')
  await ready(page)
  const held = Promise.withResolvers<void>()
  await page.route(/\/api\/info\/about$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page
    .getByRole('main')
    .getByRole('link', { name: /^About/ })
    .click()
  await expect(page.locator('.nav-line[data-busy=page]')).toBeAttached()
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.querySelector('main') as Element, '::after').opacity))
    .toBe('0.5')
  await expect(page.getByRole('status').filter({ hasText: 'Loading the page' })).toBeAttached()
  held.resolve()
  await expect(page).toHaveURL('/info/about')
})

test('code that fails to load comes from another address: of a part of the page, and of a dialog', {
  tag: '@desktop',
}, async ({ page, complaints }) => {
  // A browser keeps the failure of an import under its address, so these addresses never work.
  await page.route(/\/assets\/(site-footer|keys-dialog)-[\w-]{7}\.js$/, (route) => route.abort('connectionreset'))
  await page.goto('/')
  await ready(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  complaints.length = 0
})

test('the keyboard focus continues in the opened page, and ? shows the shortcuts', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await newMember(context)
  await page.goto('/')
  await ready(page)
  await reach(page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Community' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Forum' })).toBeFocused()
  const challenges = page.getByRole('navigation', { name: 'Community' }).getByRole('link', { name: 'Challenges' })
  await reach(challenges, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Challenges' })).toBeVisible()
  // The focus stays in the row of tabs, which both pages have.
  await expect(challenges).toBeFocused()

  await page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/challenges\/.+/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // Opens a suggestion of the search.
  await page.keyboard.press('/')
  await page.keyboard.type('hades ii')
  await expect(page.getByRole('option', { name: /^Hades II/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/game\//)
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('main, main h1'))).toBe(true)

  // A tab list keeps the focus on the tab.
  await page.goto('/profile')
  await ready(page)
  const tab = page.getByRole('navigation', { name: /^Profile of/ }).getByRole('link', { name: /^Friends/ })
  await tab.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile\/friends$/)
  await expect(tab).toBeFocused()

  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts.getByText('Search')).toBeVisible()
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await expect(tab).toBeFocused()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(shortcuts).toBeVisible()
})

test.describe('on a first visit', () => {
  test.use({ isReturning: false })

  test('the messages fit under the beta banner, and a toast covers no control', async ({ page, context }) => {
    await newMember(context)
    await page.goto('/messages')
    await ready(page)
    await expect(page.getByRole('region', { name: 'Beta' })).toBeVisible()
    // Measures the space from the bottom of the content to the bar of a phone, or to the edge of the window.
    const gap = await page.evaluate(() => {
      const bar = document.querySelector('.bottom')?.getBoundingClientRect()
      const free = bar && bar.height > 0 ? bar.top : window.innerHeight
      return free - (document.querySelector('#main > .page')?.getBoundingClientRect().bottom ?? Number.NaN)
    })
    expect(Math.abs(gap)).toBeLessThanOrEqual(1)

    await page.goto('/settings/privacy')
    await ready(page)
    const choice = page.getByRole('main').getByRole('radio').last()
    await choice.press(' ')
    // The page has room for the toast at its end; above that, a person scrolls on.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const toast = page.locator('.toast')
    await expect(toast).toHaveText(/Privacy saved/)
    const covered = () =>
      toast.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return [...document.querySelectorAll('button, input, select, textarea, a.btn, nav a')]
          .filter((control) => {
            const box = control.getBoundingClientRect()
            const isUnder = box.left < right && box.right > left && box.top < bottom && box.bottom > top
            return (
              isUnder &&
              control.checkVisibility() &&
              !element.contains(control) &&
              !control.closest('.top, .visually-hidden')
            )
          })
          .map((control) => control.outerHTML.slice(0, 120))
      })
    await expect.poll(covered).toEqual([])
  })
})
