import type { Page } from '@playwright/test'
import { expect, expectGoodPage, isPhone, loaded, ready, test } from './browser.ts'

// Tests the catalogue's page in use, including a bad network.

const posters = (page: Page) => page.getByRole('main').locator('.pg .poster > a')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
/** The link to the catalogue on any page: in the header, on phones at the bottom. */
const gamesLink = (page: Page) =>
  page
    .getByRole('navigation', { name: isPhone(page) ? 'Main, at the bottom' : 'Main' })
    .getByRole('link', { name: 'Games' })
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY)

async function choose(page: Page, facet: string, choice: string): Promise<void> {
  if (!isPhone(page)) {
    await page.getByRole('form', { name: 'Filters' }).getByLabel(facet, { exact: true }).selectOption({ label: choice })
    return
  }
  await page.getByRole('button', { name: /Filters/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  if (facet === 'Genre') {
    await sheet.locator('summary', { hasText: facet }).click()
    await sheet.getByRole('button', { name: new RegExp(`^${choice}`) }).click()
  } else await sheet.getByLabel(facet, { exact: true }).selectOption({ label: choice })
  await sheet.getByRole('button', { name: /^Show/ }).click()
  await expect(sheet).toBeHidden()
}

/** Records the browser's own requests for lists or games. */
function calls(page: Page, path: RegExp): string[] {
  const seen: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (path.test(pathname + search)) seen.push(pathname + search)
  })
  return seen
}
const GAME = /^\/api\/games\/(igdb|rawg)_\d+$/

test('filters are part of a shareable address, and a change returns to page 1 [R-CAT-03][R-CAT-05][R-CAT-06]', async ({
  page,
}) => {
  await page.goto('/all-games?page=3')
  await ready(page)
  await choose(page, 'Genre', 'Role-playing')
  await expect(page).toHaveURL(/\/all-games\?genre=12$/)
  await expect(page.getByRole('link', { name: 'Remove the filter Role-playing' })).toBeVisible()
  await choose(page, 'IGDB score', '9 and up')
  await expect(page).toHaveURL(/\?genre=12&minRating=90$/)
  // The address changes before the list does.
  await expect(page.getByRole('link', { name: /^Remove the filter/ })).toHaveCount(2)
  const shown = await posters(page).count()
  expect(shown).toBeGreaterThan(0)
  await page.getByRole('button', { name: isPhone(page) ? /Filters/ : 'More filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByLabel('Time to beat', { exact: true }).selectOption({ label: '40 h or longer' })
  await sheet.getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL(/\?genre=12&minRating=90&takes=40\.\.$/)
  await page.getByRole('link', { name: 'Remove the filter Takes 40 h or longer' }).click()
  await expect(page).toHaveURL(/\?genre=12&minRating=90$/)
  const address = page.url()
  await page.getByRole('link', { name: 'Remove the filter Role-playing' }).click()
  await expect(page).toHaveURL(/\?minRating=90$/)
  await page.goto(address)
  await expect(posters(page)).toHaveCount(shown)
})

test('the member finds a platform by typing a part of its name', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/all-games')
  await ready(page)
  await page
    .getByRole('button', { name: /ilters/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.locator('summary', { hasText: 'Platform' }).click()
  const chosen = sheet.getByRole('group', { name: 'Platform: Any of' }).getByRole('button')
  await sheet.getByRole('searchbox', { name: 'Find a platform …' }).fill('genes')
  await expect(chosen).toHaveText([/Mega Drive/])
  await expectGoodPage(page)
  await chosen.press('Enter')
  await expect(page).toHaveURL(/\?platform=29$/)
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('the bar offers every platform, with a search by the keyboard [R-CAT-29]', { tag: '@desktop' }, async ({
  page,
}) => {
  const metadata = await (await page.request.get('/api/games/metadata?full=true')).json()
  await page.goto('/all-games')
  await ready(page)
  const button = page.getByRole('button', { name: 'Platform', exact: true })
  await button.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Platform' })
  const field = panel.getByRole('combobox', { name: 'Platform' })
  await expect(field).toBeFocused()
  await expect(panel.getByRole('option')).toHaveCount(1 + metadata.platforms.length)
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()
  await button.press('Enter')
  await field.fill('genes')
  await expect(panel.getByRole('option')).toHaveText([/Genesis/])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?platform=29$/)
})

test('filters are restored on the next visit, and never by the back button [R-CAT-08]', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/all-games')
  await ready(page)
  // The address changes before the page does, and the browser stores the filters after the page.
  const remembered = (filters: string | null) =>
    expect
      .poll(() =>
        page.evaluate(() => {
          const stored = localStorage.getItem('savepoint.filters') ?? sessionStorage.getItem('savepoint.filters')
          return stored === null ? null : JSON.parse(stored)
        }),
      )
      .toBe(filters)
  await choose(page, 'Genre', 'Role-playing')
  await expect(page).toHaveURL(/genre=12/)
  await remembered('?genre=12')
  await page.reload()
  await expect(page).toHaveURL(/genre=12/)
  // Opens the catalogue from another page, by link and by address.
  await page.goto('/')
  await ready(page)
  await gamesLink(page).click()
  await expect(page).toHaveURL(/\/all-games\?genre=12$/)
  await page.goto('/all-games')
  await expect(page).toHaveURL(/\/all-games\?genre=12$/)
  // Filters in the address take precedence.
  await page.goto('/all-games?sort=name')
  await ready(page)
  await expect(page).toHaveURL(/\?sort=name$/)
  // The history is unchanged.
  await page.goto('/all-games?genre=5')
  await ready(page)
  await page.getByRole('link', { name: 'Reset' }).click()
  await expect(page).toHaveURL(/\/all-games$/)
  await page.goBack()
  await expect(page).toHaveURL(/genre=5$/)
  await expect(page.getByRole('link', { name: 'Remove the filter Shooter' })).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(/\/all-games$/)
  await expect(page.getByRole('link', { name: /Remove the filter/ })).toHaveCount(0)
  await remembered(null)
  // A reset also clears the filters of the next visit.
  await page.goto('/')
  await ready(page)
  await gamesLink(page).click()
  await expect(page).toHaveURL(/\/all-games$/)
  await expect(page.getByRole('link', { name: /Remove the filter/ })).toHaveCount(0)
})

test('grid or list is one choice, stored and part of the address [R-GAME-47]', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/all-games?page=2')
  await ready(page)
  await page.getByRole('main').getByRole('link', { name: 'List' }).click()
  await expect(page).toHaveURL(/\?page=2&view=list$/)
  await expect(page.locator('.rows .row')).toHaveCount(48)
  await expectGoodPage(page)
  const names = page.locator('.rows h3 a')
  await names.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(names.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(names.nth(47)).toBeFocused()
  await page.goto('/')
  await ready(page)
  await gamesLink(page).click()
  await expect(page).toHaveURL(/\/all-games\?view=list$/)
  await page.getByRole('main').getByRole('link', { name: 'Grid' }).click()
  await expect(posters(page)).toHaveCount(48)
})

test('wide screens have numbered pages, also by keyboard, and restore the scroll position [R-CAT-12]', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/all-games')
  await ready(page)
  await expect(posters(page)).toHaveCount(48)
  await page.getByRole('link', { name: 'Page 2', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(posters(page).first()).toBeFocused()
  expect(await scrollTop(page)).toBe(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(posters(page).nth(9)).toBeFocused()
  await page.evaluate(() => window.scrollTo(0, 600))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/game\//)
  await page.goBack()
  await expect(page).toHaveURL(/\?page=2$/)
  await expect(posters(page).nth(9)).toBeFocused()
  await expect.poll(() => scrollTop(page)).toBe(600)
  const last = page.getByRole('navigation', { name: 'Pages' }).getByRole('listitem').last().getByRole('link')
  await last.click()
  await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  await expect(posters(page).first()).toBeVisible()
})

test('a phone loads the next page before the end is visible, and the back button restores the exact position [R-CAT-41]', async ({
  page,
}) => {
  test.skip(!isPhone(page), 'wide screens have numbered pages')
  await page.addInitScript(() => {
    const Real = window.IntersectionObserver
    const margins: unknown[] = []
    Object.assign(window, { margins })
    window.IntersectionObserver = class extends Real {
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(tell, options)
        if (options?.rootMargin) margins.push(options.rootMargin)
      }
    }
  })
  await page.goto('/all-games')
  await ready(page)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { margins: string[] }).margins))
    .toContain('0px 0px 400px')
  for (const count of [96, 144]) {
    await posters(page).last().scrollIntoViewIfNeeded()
    await expect(posters(page)).toHaveCount(count)
  }
  await expect(page.getByRole('status').filter({ hasText: '144 of' })).toBeAttached()
  await expect(page).toHaveURL(/\/all-games$/)
  const game = posters(page).nth(120)
  await game.scrollIntoViewIfNeeded()
  const top = await scrollTop(page)
  await game.click()
  await expect(page).toHaveURL(/\/game\//)
  await page.goBack()
  await expect(posters(page)).toHaveCount(144)
  await expect.poll(() => scrollTop(page)).toBe(top)
  await page.reload()
  await expect(posters(page)).toHaveCount(144)
  // The emulated phone scrolls by a few pixels at the last moment, when the page stores the position.
  await expect.poll(async () => Math.abs((await scrollTop(page)) - top)).toBeLessThan(20)
  // Another list starts at its first page.
  await page.evaluate(() => window.scrollTo(0, 0))
  await choose(page, 'Genre', 'Role-playing')
  await expect(page).toHaveURL(/genre=12/)
  await expect(posters(page)).toHaveCount(48)
})

test('without scripts the phone has every filter, and further pages', async ({ browser, baseURL, viewport }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL as string, viewport })
  const page = await context.newPage()
  await page.goto('/all-games')
  const form = page.getByRole('form', { name: 'Filters' })
  await form.getByLabel('Genre', { exact: true }).selectOption({ label: 'Role-playing' })
  await form.getByLabel('Theme', { exact: true }).selectOption({ label: 'Fantasy' })
  await form.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/genre=12.*theme=17/)
  await expect(page.getByRole('link', { name: 'Remove the filter Fantasy' })).toBeVisible()
  const count = await page.getByRole('main').locator('.page-title .num').textContent()
  expect(Number(count)).toBeGreaterThan(48)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(posters(page).first()).toBeVisible()
  await context.close()
})

test('an empty result suggests fewer filters, and games with similar names', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/all-games?year=1981&search=zeldaa')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'No matching games' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Ocarina of Time/ })).toBeVisible()
  await expectGoodPage(page)
})

test('a game is requested once: not again on the way back, after a reload, or without a network [R-CACHE-01][R-CACHE-06]', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await page.goto('/all-games')
  await ready(page)
  const seen = calls(page, GAME)
  await posters(page).nth(2).click()
  await expect(page).toHaveURL(/\/game\//)
  await expect(title(page)).not.toHaveText('Games')
  const name = await title(page).textContent()
  const { pathname } = new URL(page.url())
  // The code of the cache loads shortly after the page.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('savepoint.games'))).toContain('"version":2')
  await page.goBack()
  await page.reload()
  await ready(page)
  await loaded(page, 'after-hydration')
  await posters(page).nth(2).click()
  await expect(title(page)).toHaveText(name as string)
  expect(seen.filter((each) => each === `/api/games/${pathname.split('/').at(-1)}`)).toHaveLength(1)
  await page.goBack()
  await context.setOffline(true)
  await posters(page).nth(2).click()
  await expect(title(page)).toHaveText(name as string)
  await context.setOffline(false)
})

test('games under a resting pointer are fetched one at a time, a second apart, and an opened game at once [R-NET-01]', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/all-games')
  await ready(page)
  const ids: string[] = []
  for (const at of [8, 9, 10, 20])
    ids.push(((await posters(page).nth(at).getAttribute('href')) as string).slice('/game/'.length))
  await page.evaluate(() => {
    addEventListener('click', () => Object.assign(window, { clickedAt: performance.now() }), {
      capture: true,
      once: true,
    })
  })
  for (const at of [8, 9, 10]) {
    await posters(page).nth(at).hover()
    await page.waitForTimeout(150)
  }
  await posters(page).nth(20).click()
  // Returns when the browser itself began each request, by its own clock in milliseconds.
  const began = () =>
    page.evaluate((wanted) => {
      const entries = performance.getEntriesByType('resource')
      return wanted.map((id) => entries.find(({ name }) => name.endsWith(`/api/games/${id}`))?.startTime ?? null)
    }, ids)
  await expect.poll(began).not.toContain(null)
  const [first, second, third, opened] = (await began()) as [number, number, number, number]
  // Without the queue they begin 150 ms apart, as the pointer comes; a browser may begin each a few milliseconds late.
  expect(second - first).toBeGreaterThan(500)
  expect(third - second).toBeGreaterThan(500)
  const clickedAt = await page.evaluate(() => (window as unknown as { clickedAt: number }).clickedAt)
  // In the queue it would be the last, and after the others it would wait for a second.
  expect(opened).toBeLessThan(Math.max(third, clickedAt + 900))
})

test.describe('on a bad network', () => {
  /** Goes from the home page to the catalogue within the page, so that the browser itself sends the request. */
  async function go(page: Page): Promise<void> {
    await gamesLink(page).click()
    await expect(page).toHaveURL(/\/all-games/)
  }
  async function home(page: Page): Promise<void> {
    await page.goto('/')
    await ready(page)
    // Loads the page's code, but not its data.
    await gamesLink(page).hover()
    await loaded(page, 'all-games.page', 'after-hydration')
  }
  const LIST = /\/api\/games$/

  test('the page shows that there is none, and recovers by itself [R-NET-12][R-CAT-33]', { tag: '@desktop' }, async ({
    page,
    context,
  }) => {
    await page.goto('/all-games')
    await ready(page)
    await loaded(page, 'after-hydration', ...(isPhone(page) ? ['filter-sheet'] : []))
    await ready(page)
    await posters(page).first().click()
    await expect(page).toHaveURL(/\/game\//)
    await expect(page.getByRole('heading', { name: 'About' })).toBeVisible()
    // The game is among the most opened ones.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('savepoint.games'))).toContain('"version":2')
    await page.goBack()
    await context.setOffline(true)
    const notice = page
      .getByRole('status')
      .filter({ hasText: 'No internet connection - please check your network and try again' })
    await expect(notice).toBeVisible()
    await choose(page, 'Genre', 'Shooter')
    const face = page.getByRole('alert')
    await expect(face).toContainText('Failed to fetch games')
    await expect(face).toContainText('No internet connection - please check your network and try again')
    await expect(page.getByRole('heading', { name: 'Games you open most' })).toBeVisible()
    // The message is visible only for a moment, so the page itself watches for it.
    await Promise.all([
      page.waitForFunction(() =>
        [...document.querySelectorAll('[role=status]')].some(
          (status) => status.textContent.includes('Back online') && status.checkVisibility(),
        ),
      ),
      context.setOffline(false),
    ])
    await expect(posters(page)).toHaveCount(48)
    await expect(page.getByRole('status').filter({ hasText: /Back online|No internet/ })).toBeHidden()
  })

  test('the page requests four times from a failing server, then shows an error with a button to retry [R-CAT-33][R-CAT-34][R-NET-06]', {
    tag: '@desktop',
  }, async ({ page }) => {
    await page.route(/\/api\/games(\?|$|\/metadata)/, (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong.', requestId: 'r' } }),
    )
    await home(page)
    const seen = calls(page, LIST)
    await go(page)
    await expect(page.getByRole('heading', { name: 'Failed to fetch games' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('Failed to fetch metadata')).toBeVisible({ timeout: 30_000 })
    expect(seen.length).toBeLessThanOrEqual(8)
    await expectGoodPage(page)
    await page.unroute(/\/api\/games(\?|$|\/metadata)/)
    await page.getByRole('alert').last().getByRole('button', { name: 'Try again' }).click()
    await expect(posters(page)).toHaveCount(48)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('the page does not repeat a request that the server refuses [R-NET-07]', { tag: '@desktop' }, async ({
    page,
  }) => {
    await home(page)
    await page.route(/\/api\/games\?/, (route) =>
      route.fulfill({ status: 404, json: { error: 'Not here', requestId: 'r' } }),
    )
    const seen = calls(page, /genre=5/)
    await page.goto('/all-games')
    await ready(page)
    await choose(page, 'Genre', 'Shooter')
    await expect(page.getByRole('heading', { name: 'Failed to fetch games' })).toBeVisible()
    // Once for the page's load, and at most once when it becomes visible.
    expect(seen.filter((each) => each.startsWith('/api/')).length).toBeLessThanOrEqual(2)
  })

  for (const [speed, text] of [
    ['4g', 'Request timed out - please check your internet connection and try again'],
    ['3g', 'Request took too long - this might be due to a slow connection'],
  ] as const)
    test(`a silent server on ${speed} times out after 15 seconds [R-NET-05][${speed === '4g' ? 'R-NET-09' : 'R-NET-11'}]`, {
      tag: '@desktop',
    }, async ({ page }) => {
      test.slow()
      await page.addInitScript((effectiveType) => {
        Object.defineProperty(navigator, 'connection', { value: { effectiveType, saveData: false } })
      }, speed)
      await page.goto('/all-games')
      await ready(page)
      await page.route(/genre=5/, () => {})
      await choose(page, 'Genre', 'Shooter')
      await expect(page.locator('.skeleton-poster').first()).toBeVisible()
      await expect(page.getByRole('alert')).toContainText(text, { timeout: 40_000 })
    })

  test('a broken connection shows the message about the network [R-NET-10]', { tag: '@desktop' }, async ({ page }) => {
    test.slow()
    await page.goto('/all-games')
    await ready(page)
    await page.route(/genre=5/, (route) => route.abort('connectionrefused'))
    await choose(page, 'Genre', 'Shooter')
    await expect(page.locator('.skeleton-poster').first()).toBeVisible()
    await page.unroute(/genre=5/)
    // The page retries by itself before it shows the message.
    await expect(posters(page)).toHaveCount(48, { timeout: 40_000 })
  })

  test('a further page that fails on a phone has a button to retry [R-CAT-33]', async ({ page }) => {
    test.skip(!isPhone(page), 'wide screens have numbered pages')
    await page.goto('/all-games')
    await ready(page)
    await page.route(/page=2/, (route) => route.fulfill({ status: 404, json: { error: 'No', requestId: 'r' } }))
    await posters(page).last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('heading', { name: 'Failed to fetch games' })).toBeVisible()
    await expect(posters(page)).toHaveCount(48)
    await page.unroute(/page=2/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(posters(page)).toHaveCount(96)
  })
})
