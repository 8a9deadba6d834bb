import { expect, expectGoodPage, MARA, ready, signIn, test } from './browser.ts'

const PUBLIC = [
  '/',
  '/all-games',
  '/all-games?genre=12&page=2',
  '/game/igdb_1942',
  '/info/about',
  '/signin',
  '/signup',
  '/nothing-here',
]
const MEMBERS = [
  '/',
  '/all-games',
  '/game/igdb_1942',
  '/profile',
  '/profile/games',
  '/profile/games?status=completed',
  '/profile/activity',
  '/profile/friends',
]

for (const path of PUBLIC)
  test(`a visitor sees ${path} completely`, { tag: '@themes' }, async ({ page }) => {
    await page.goto(path)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectGoodPage(page)
  })

for (const path of MEMBERS)
  test(`a member sees ${path} completely`, { tag: '@themes' }, async ({ page, context }) => {
    await signIn(context)
    await page.goto(path)
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectGoodPage(page)
  })

/** Pages that no other journey checks with axe. */
const OTHERS = {
  visitor: [
    '/activity/01900000-0000-7000-8000-000000000000',
    '/forgot-password',
    '/forum/game-talk',
    '/info/faq',
    '/info/privacy',
    '/info/terms',
    '/playlists/category/event',
    '/profile/mara/statistics',
    '/search?q=cel',
  ],
  member: [
    '/forum/new',
    '/profile/challenges',
    '/profile/friends?list=followers',
    '/profile/list',
    '/profile/noor',
    '/settings/account',
    '/settings/apps',
    '/settings/notifications',
    '/settings/tokens',
  ],
}

for (const [who, paths] of Object.entries(OTHERS))
  test(`a ${who} sees the other pages completely`, { tag: '@desktop' }, async ({ page, context }) => {
    test.slow()
    if (who === 'member') await signIn(context)
    for (const path of paths)
      await test.step(path, async () => {
        await page.goto(path)
        await ready(page)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        await expectGoodPage(page)
      })
  })

test('every page has a title, description, Open Graph tags, canonical link and the credit of its source', {
  tag: '@desktop',
}, async ({ page, baseURL }) => {
  for (const path of ['/', '/all-games', '/game/igdb_1942']) {
    await page.goto(path)
    await expect(page).toHaveTitle(/Savepoint/)
    await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /.{20,}/)
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', /.+/)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', baseURL + path)
    const credit = page.getByRole('contentinfo').getByRole('link', { name: 'IGDB' })
    await expect(credit).toHaveAttribute('href', 'https://www.igdb.com/')
  }
})

test('the pages are complete before any script runs', { tag: '@desktop' }, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL as string })
  const page = await context.newPage()
  await page.goto('/all-games?search=zelda')
  await expect(page.getByRole('link', { name: /Ocarina of Time/ }).first()).toBeVisible()
  await page.goto('/game/igdb_1942')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Witcher 3: Wild Hunt')
  await context.close()
})

test('the theme applies before the first paint and stays', { tag: '@desktop' }, async ({ page, theme }) => {
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  const other = theme === 'dark' ? 'light' : 'dark'
  await ready(page)
  const choice = page.getByRole('contentinfo').getByLabel(other === 'light' ? 'Light theme' : 'Dark theme')
  await choice.click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', other)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', other)
})

test.describe('routes', () => {
  test('/signin and /signup link to each other and preserve the way back [R-ROUTE-02]', { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto('/signup?redirect=%2Fall-games')
    await ready(page)
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/signin\?redirect=%2Fall-games$/)
  })

  test('Back to Games leads to the catalogue [R-ROUTE-04]', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/game/igdb_1942')
    await ready(page)
    await page.getByRole('link', { name: 'Back to Games' }).click()
    await expect(page).toHaveURL(/\/all-games$/)
  })

  test('a game has one address, and so do its related games [R-ROUTE-05]', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/game/igdb_1942')
    await ready(page)
    const related = page.getByRole('link', { name: /The Witcher 2/ }).first()
    await related.click()
    await expect(page).toHaveURL(/\/game\/igdb_\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/The Witcher 2/)
  })

  test('/games/{id} opens the same page [R-ROUTE-06]', { tag: '@desktop' }, async ({ page }) => {
    const answer = await page.goto('/games/igdb_1942')
    expect(answer?.status()).toBe(200)
    await expect(page).toHaveURL(/\/game\/igdb_1942$/)
  })

  test('the viewer’s own games are for members; a visitor signs in and returns [R-ROUTE-13, R-ROUTE-32, R-ROUTE-35]', {
    tag: '@desktop',
  }, async ({ page }) => {
    await page.goto('/profile/games')
    await expect(page).toHaveURL(/\/signin\?redirect=%2Fprofile%2Fgames$/)
    await ready(page)
    await page.getByLabel('Email').fill(MARA.email)
    await page.getByLabel('Password', { exact: true }).fill(MARA.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(/\/profile\/games$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('the tabs of the viewer’s own profile have addresses, and Overview has the shortest [R-ROUTE-12, R-ROUTE-13, R-ROUTE-14, R-ROUTE-15]', {
    tag: '@desktop',
  }, async ({ page, context }) => {
    await signIn(context)
    const tabs = page.getByRole('navigation', { name: /^Profile of/ })
    for (const [path, tab] of [
      ['/profile', 'Overview'],
      ['/profile/games', 'Games'],
      ['/profile/activity', 'Activity'],
      ['/profile/friends', 'Friends'],
    ] as const) {
      await page.goto(path)
      await expect(tabs.locator('[aria-current=page]')).toHaveText(new RegExp(`^${tab}`))
    }
    await ready(page)
    for (const [tab, path] of [
      ['Activity', '/profile/activity'],
      ['Games', '/profile/games'],
      ['Friends', '/profile/friends'],
      ['Overview', '/profile'],
    ] as const) {
      await tabs.getByRole('link', { name: new RegExp(`^${tab}`) }).click()
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(tabs.locator('[aria-current=page]')).toHaveText(new RegExp(`^${tab}`))
    }
  })

  test('the viewer’s own profile asks a visitor to sign in, and returns there [R-ROUTE-12, R-ROUTE-14, R-ROUTE-15, R-ROUTE-32]', {
    tag: '@desktop',
  }, async ({ page }) => {
    for (const path of ['/profile', '/profile/activity', '/profile/friends']) {
      await page.goto(path)
      await expect(page).toHaveURL(`/signin?redirect=${encodeURIComponent(path)}`)
    }
  })

  test('friends are bubbles, and requests and suggestions are rows [R-FRIEND-07, R-FRIEND-21]', async ({
    page,
    context,
    another,
  }) => {
    // A friend who is here.
    await signIn(await another(), { ...MARA, email: 'sol@demo.savepoint.example' })
    await signIn(context)
    await page.goto('/profile/friends')
    await ready(page)
    const bubbles = page.getByRole('list', { name: 'Who is here' }).getByRole('listitem')
    await expect(bubbles.first().getByRole('link')).toHaveAttribute('data-ring', /^(gaming|online)$/)
    const requests = page.getByRole('region', { name: 'Friend requests' }).getByRole('listitem')
    const received = requests.filter({ hasText: 'Wants to be friends with you' }).first()
    await expect(received.getByRole('button', { name: /^Accept / })).toBeVisible()
    const sent = requests.filter({ hasText: 'Request pending' }).first()
    await expect(sent.getByRole('button', { name: /^Cancel / })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Friends' }).getByRole('listitem').first()).toBeVisible()
    const suggested = page.getByRole('complementary', { name: 'Suggestions' }).getByRole('listitem').first()
    await expect(suggested.getByRole('button', { name: /^Add friend/ })).toBeVisible()
  })

  test('/profile/{id} is a shareable link, and a username leads there [R-ROUTE-11]', { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto('/profile/mara')
    await expect(page).toHaveURL(/\/profile\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara')
    const answer = await page.goto(page.url())
    expect(answer?.status()).toBe(200)
  })

  test('/info/about is open to everybody, with its own heading [R-ROUTE-22]', async ({ page }) => {
    const answer = await page.goto('/info/about')
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/.{5,}/)
  })

  test('an unknown address shows a 404 page with a search, popular games and links', { tag: '@desktop' }, async ({
    page,
  }) => {
    for (const path of ['/nothing-here', '/game/igdb_499999', '/game/nonsense']) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
    }
    await ready(page)
    const main = page.getByRole('main')
    await expect(main.getByRole('list', { name: 'Popular' }).getByRole('link')).toHaveCount(9)
    await main.getByRole('searchbox').fill('Hades')
    await main.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/\/search\?q=Hades$/)
    // It begins at its top, wherever the page before was left.
    await page.goto('/info/faq')
    await ready(page)
    await page.evaluate(() => window.scrollTo(0, 500))
    await page.goto('/game/nonsense')
    await ready(page)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  })
})
