import type { Page, Route } from '@playwright/test'
import { expect, expectGoodPage, ready, signIn, test } from './browser.ts'

const GAME = 'igdb_1942'
const NAME = 'The Witcher 3: Wild Hunt'

const shot = (n: number) => ({ url: `/api/image?url=https%3A%2F%2Fimages.igdb.com%2Fsc${n}.jpg&w=1080&q=75&fm=auto` })
const video = (id: string, name: string) => ({
  id,
  name,
  url: `https://www.youtube.com/watch?v=video-${id}`,
  thumbnail_url: shot(900).url,
  video_id: `video-${id}`,
  provider: 'youtube',
})
/** Facts that only a live source has: media and achievements. */
const FULL = {
  screenshots: Array.from({ length: 30 }, (_, n) => shot(n)),
  artworks: [shot(100)],
  videos: [video('one', 'Gameplay'), video('two', 'Launch Trailer')],
  achievements: { total: 63, completed: 0 },
}
const ACHIEVEMENTS = Array.from({ length: 50 }, (_, n) => ({
  id: `a${n}`,
  name: `Deed ${n + 1}`,
  description: 'Done in the game.',
  icon_url: null,
  rarity: 7.52,
}))
const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="608"><rect width="1080" height="608" fill="#357"/></svg>'

/**
 * Replaces the external parts: the source's part of the game, pictures, and the players of videos. The page itself is
 * real.
 */
async function withMedia(page: Page, changes: object = FULL): Promise<void> {
  await page.route(`**/api/games/${GAME}`, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { game: object }
    await route.fulfill({ response: answer, json: { ...body, game: { ...body.game, ...changes } } })
  })
  await page.route('**/api/games/*/achievements', (route) => route.fulfill({ json: { data: ACHIEVEMENTS } }))
  await page.route('**/api/image?**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>A player</title>' }),
  )
}

const LIST = '/all-games?search=witcher&sort=name'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Opens the game from the catalogue's list, so that the browser itself requests it. */
async function openFromList(page: Page): Promise<void> {
  await page.goto(LIST)
  await ready(page)
  await page.getByRole('link', { name: new RegExp(`^${NAME}, 2015`) }).click()
  await expect(heading(page)).toHaveText(NAME)
}

/** The tabs without Reviews, which exists once another journey has reviewed the game. */
const tabs = (page: Page) => page.locator('[role=tab]').filter({ hasNotText: 'Reviews' })

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
  await expect(page).toHaveURL(new RegExp(`#${name.toLowerCase()}$`))
}

/** Expects the content of each panel. */
const PANELS: Record<string, (page: Page) => Promise<void>> = {
  Media: (page) => expect(page.getByRole('img', { name: `Screenshot 30 of ${NAME}` })).toBeAttached(),
  Achievements: (page) => expect(page.getByText('The first 50 of 63.')).toBeVisible(),
  Related: (page) => expect(page.getByRole('list', { name: 'Related Games' }).locator('.poster')).toHaveCount(12),
  Activity: (page) => expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Activity' })).toBeVisible(),
}

test('a visitor reads a game: five tabs, each with its panel, and the way back [R-GAME-12 R-GAME-52]', async ({
  page,
}) => {
  await withMedia(page)
  await openFromList(page)
  await expect(tabs(page)).toHaveText(['Overview', 'Media32', 'Achievements63', /Related\d+/, 'Activity'])
  await expect(page.getByRole('heading', { name: 'Game Info' })).toBeVisible()
  for (const [name, isOpen] of Object.entries(PANELS)) {
    await openTab(page, name)
    await isOpen(page)
  }
  await page.goBack()
  await expect(page).toHaveURL(/#related$/)
  await expect(page.getByRole('list', { name: 'Related Games' }).locator('.poster')).toHaveCount(12)
  await page.getByRole('link', { name: 'Back to Games' }).click()
  await expect(page).toHaveURL((url) => url.pathname + url.search === LIST)
})

for (const [name, isOpen] of Object.entries(PANELS))
  test(`${name} is complete`, async ({ page }) => {
    await withMedia(page)
    await openFromList(page)
    await openTab(page, name)
    await isOpen(page)
    await expectGoodPage(page)
  })

test('the tabs are a bar that scrolls the open tab into view, with the number of what each has [R-GAME-28]', async ({
  page,
}) => {
  await withMedia(page)
  await openFromList(page)
  const bar = page.getByRole('tablist', { name: `About ${NAME}` })
  expect(await bar.evaluate((element) => getComputedStyle(element).overflowX)).toBe('auto')
  await openTab(page, 'Activity')
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeInViewport()
  await expect(page.getByRole('tab', { name: 'Activity' })).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test('an address with Activity opens it at once, and one with a tab that the game lacks opens Overview', {
  tag: '@desktop',
}, async ({ page }) => {
  const arrived = Promise.withResolvers<void>()
  await page.goto('/all-games')
  await ready(page)
  await page.route('**/api/games/*/activities?*', async (route) => {
    await arrived.promise
    await route.continue().catch(() => {})
  })
  const opened = (hash: string) =>
    page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href })
      document.querySelector('footer')?.append(link)
      link.click()
    }, `/game/${GAME}#${hash}`)
  await opened('activity')
  await expect(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  arrived.resolve()
  await page.goBack()
  await opened('achievements')
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
})

test('panels send no request before they are opened [R-GAME-20 R-GAME-21 R-GAME-22 R-GAME-23]', {
  tag: '@desktop',
}, async ({ page }) => {
  await withMedia(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())))
  const count = (part: RegExp) => asked.filter((url) => part.test(url)).length
  const PARTS = { Media: /\/sc0\.jpg&w=528/, Achievements: /\/achievements$/, Related: /\/related$/ }
  const CODE = {
    Media: /game-media/,
    Achievements: /game-achievements/,
    Related: /game-related/,
    Activity: /game-activity/,
  }
  await openFromList(page)
  await ready(page)
  for (const part of [...Object.values(PARTS), ...Object.values(CODE)]) expect(count(part)).toBe(0)
  for (const [name, part] of Object.entries(PARTS)) {
    await openTab(page, name)
    await expect.poll(() => count(part)).toBe(1)
    expect(count(CODE[name as keyof typeof CODE])).toBe(1)
  }
  await openTab(page, 'Activity')
  await expect.poll(() => count(CODE.Activity)).toBe(1)
  expect(count(/\/activities\?page=1$/)).toBe(1)
})

test('the Activity tab is absent while its first request is pending, and appears after the response [R-GAME-26]', {
  tag: '@desktop',
}, async ({ page }) => {
  let waiting: Route | undefined
  await page.route('**/activities?page=1', (route) => {
    waiting = route
  })
  await openFromList(page)
  const tabs = page.locator('[role=tab]')
  await expect.poll(() => waiting !== undefined).toBe(true)
  await expect(tabs).toHaveText(['Overview', /Related/])
  await waiting?.fulfill({ json: { data: [], hasMore: false } })
  await expect(tabs).toHaveText(['Overview', /Related/, 'Activity'])
})

test('a screenshot opens large, arrow keys move on, Escape closes, and the focus returns', { tag: '@phone' }, async ({
  page,
}) => {
  await withMedia(page)
  await openFromList(page)
  await openTab(page, 'Media')
  const second = page.getByRole('button', { name: `Screenshot 2 of ${NAME}` })
  await second.focus()
  await page.keyboard.press('Enter')
  const lightbox = page.getByRole('dialog', { name: `Screenshots of ${NAME}` })
  await expect(lightbox).toBeVisible()
  await expect(lightbox.getByRole('status')).toHaveText('2 / 30')
  await expectGoodPage(page)
  for (let n = 0; n < 6; n++) {
    await page.keyboard.press('Tab')
    // The focus is in the dialog, or in the browser's own interface. Guards at its ends send the focus back.
    await expect
      .poll(() =>
        page.evaluate(
          () => document.activeElement === document.body || !!document.activeElement?.closest('[role=dialog]'),
        ),
      )
      .toBe(true)
  }
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox.getByRole('img')).toHaveAttribute('alt', `Screenshot 30 of ${NAME}`)
  await page.keyboard.press('Escape')
  await expect(lightbox).toBeHidden()
  await expect(second).toBeFocused()
})

test('a picture that fails to load is removed', { tag: '@desktop' }, async ({ page }) => {
  await withMedia(page)
  await page.route(/sc1\.jpg/, (route) => route.fulfill({ status: 404, body: '' }))
  await openFromList(page)
  await openTab(page, 'Media')
  await expect(page.getByRole('list', { name: 'Screenshots' }).getByRole('listitem')).toHaveCount(29)
})

test('the trailer plays in a dialog and disappears 300 ms after closing [R-GAME-08 R-GAME-09 R-GAME-10 R-GAME-11]', {
  tag: '@phone',
}, async ({ page }) => {
  await withMedia(page)
  await openFromList(page)
  await expect(page.locator('iframe')).toHaveCount(0)
  const button = page.getByRole('button', { name: 'Watch Trailer' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: `${NAME}: Launch Trailer` })
  await expect(dialog.locator('iframe')).toHaveAttribute(
    'src',
    'https://www.youtube-nocookie.com/embed/video-two?autoplay=1&rel=0',
  )
  await expect(dialog.getByRole('link', { name: 'Watch on YouTube' })).toBeVisible()
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('each of the three players plays its own videos and no others [R-GAME-36]', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto(`/game/${GAME}`)
  const answer = await page.request.get(`/game/${GAME}`)
  const frames = /frame-src ([^;]*)/.exec(answer.headers()['content-security-policy'] ?? '')?.[1]
  expect(frames).toBe('https://www.youtube-nocookie.com https://player.vimeo.com https://player.twitch.tv')
})

test('a cover that fails to load is replaced with the drawn one [R-GAME-49 R-GAME-50]', { tag: '@desktop' }, async ({
  page,
}) => {
  await withMedia(page, { cover_url: shot(500).url })
  await page.route(/sc500\.jpg/, (route) => route.fulfill({ status: 404, body: '' }))
  await openFromList(page)
  const poster = page.locator('.poster.lift')
  await expect(poster.locator('.cover > svg')).toBeVisible()
  await expect(poster.locator('.cover-img')).toBeHidden()
})

test('far down the page a button returns to the top [R-GAME-31]', { tag: '@phone' }, async ({ page }) => {
  await page.goto(`/game/${GAME}`)
  await ready(page)
  const button = page.getByRole('button', { name: 'Back to top' })
  // In a fresh demo world the page is too short to scroll that far.
  await page.evaluate(() => document.body.style.setProperty('min-height', '3000px'))
  await page.evaluate(() => window.scrollTo({ top: 499, behavior: 'instant' }))
  await expect(button).toBeHidden()
  await page.evaluate(() => window.scrollTo({ top: 501, behavior: 'instant' }))
  await expect(button).toBeVisible()
  await button.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(button).toBeHidden()
})

test("a panel whose code fails to load shows 'Something went wrong', and 'Try again' loads the page again [R-GAME-32 R-GAME-33]", {
  tag: '@desktop',
}, async ({ page, complaints }) => {
  await page.goto(`/game/${GAME}`)
  await ready(page)
  await page.route(/assets\/game-related/, (route) => route.abort())
  await openTab(page, 'Related')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Something went wrong')
  complaints.length = 0
  await page.unroute(/assets\/game-related/)
  const loaded = page.waitForEvent('load')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await loaded
  await expect(page.getByRole('list', { name: 'Related Games' }).locator('.poster')).toHaveCount(12)
})

test('a game that cannot be fetched shows the reason [R-GAME-32 R-CAT-01]', { tag: '@desktop' }, async ({ page }) => {
  await page.route(`**/api/games/${GAME}`, (route) =>
    route.fulfill({ status: 502, json: { error: 'Upstream failed', code: 'upstream', requestId: 'r' } }),
  )
  await page.goto(LIST)
  await ready(page)
  await page.getByRole('link', { name: new RegExp(`^${NAME}, 2015`) }).click()
  await expect(heading(page)).toHaveText('Something went wrong')
  await expect(page.getByRole('alert')).toContainText('Failed to fetch game: 502 Bad Gateway')
  await expectGoodPage(page)
})

test("an unknown game shows 'Game not found', and a link to the games [R-CAT-01]", { tag: '@phone' }, async ({
  page,
}) => {
  for (const id of ['igdb_499999', 'nonsense']) {
    const answer = await page.goto(`/game/${id}`)
    expect(answer?.status()).toBe(404)
    await expect(heading(page)).toHaveText('Game not found')
  }
  await expectGoodPage(page)
  await page.getByRole('main').getByRole('link', { name: 'Back to Games' }).click()
  await expect(page).toHaveURL(/\/all-games$/)
})

test('the keyboard alone moves along the tabs, into a panel, and back', { tag: '@desktop' }, async ({ page }) => {
  await withMedia(page)
  await openFromList(page)
  await ready(page)
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: /Media/ })).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: /Media/ })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('img', { name: `Screenshot 1 of ${NAME}` })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: `Screenshot 1 of ${NAME}` })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
})

test('a link to a tab opens it, and a link to a missing tab opens Overview [R-GAME-27]', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto(`/game/${GAME}#related`)
  await expect(page.getByRole('list', { name: 'Related Games' }).locator('.poster')).toHaveCount(12)
  await page.goto('about:blank')
  await page.goto(`/game/${GAME}#media`)
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Game Info' })).toBeVisible()
})

test('a member sees their progress on the game, and the feed under Activity [R-GAME-30]', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await page.goto('/profile/games?status=completed')
  await ready(page)
  await page.locator('main .poster a').first().click()
  const panel = page.getByRole('region', { name: 'My library' })
  await expect(panel).toContainText(/\d+ %/)
  await expect(panel).toContainText(/\d+h/)
  await page.getByRole('tab', { name: 'Activity' }).click()
  await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expectGoodPage(page)
})

test('the page describes the game in schema.org’s vocabulary, and loads without layout shifts', {
  tag: '@phone',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const shifts = { sum: 0 }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`/game/${GAME}`)
  await ready(page)
  const json = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(json ?? '')).toMatchObject({
    '@type': 'VideoGame',
    name: NAME,
    datePublished: '2015-05-19',
    url: expect.stringMatching(/\/game\/igdb_1942$/),
  })
  expect(await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)).toBeLessThan(0.01)
})

test('the first JavaScript of a game is at most 140 kB', { tag: '@desktop' }, async ({ request }) => {
  const page = await (await request.get(`/game/${GAME}`)).text()
  const files = [...page.matchAll(/<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+\.js)"/g)]
  expect(files.length).toBeGreaterThan(2)
  let bytes = 0
  for (const [, file = ''] of files) {
    const { 'content-encoding': encoding, 'content-length': length } = (
      await request.get(file, { headers: { 'accept-encoding': 'br' } })
    ).headers()
    expect(encoding).toBe('br')
    bytes += Number(length)
  }
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(140_000)
})
