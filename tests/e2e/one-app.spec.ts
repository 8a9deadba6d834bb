import type { BrowserContext, Page } from '@playwright/test'
import { follow, newAdmin, newMember, share } from './accounts.ts'
import { expect, freshName, isPhone, ready, send, signIn, test, written } from './browser.ts'
import { allScreens, openScreens, type Screen } from './screens.ts'

const GAME = 'igdb_1942'
/** Reviews give a game's page another tab, and the journeys of the game above count its tabs. */
const REVIEWED = 'igdb_1074'

interface Games {
  games: { id: string; dataSource: string }[]
}

/** Follows a link of the main navigation, which a phone may have under More, or of the row of the community. */
async function goTo(page: Page, name: string): Promise<void> {
  const bar = page.getByRole('navigation', { name: isPhone(page) ? 'Main, at the bottom' : 'Main', exact: true })
  const link = bar.getByRole('link', { name, exact: true })
  const isInRow = name === 'News'
  if (isPhone(page) && !isInRow && !(await link.isVisible())) {
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('dialog', { name: 'More' }).getByRole('link', { name, exact: true }).click()
  } else if (await link.isVisible()) await link.click()
  else await page.getByRole('navigation', { name: 'Community' }).getByRole('link', { name, exact: true }).click()
}

test('one sign-in serves library, games, playlists, social parts and news [R-GEN-01]', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await page.goto('/')
  await ready(page)
  for (const [name, address] of [
    ['Games', /\/all-games$/],
    ['Library', /\/profile\/games$/],
    ['Playlists', /\/playlists$/],
    ['Friends', /\/profile\/friends$/],
    ['Community', /\/forum$/],
    ['News', /\/info\/news$/],
  ] as const) {
    await goTo(page, name)
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(page.getByRole('button', { name: 'Account of Mara' })).toBeVisible()
  }
})

test('status, hours and percentage of an entry are there after a reload [R-GEN-02]', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await newMember(context)
  await page.goto(`/game/${GAME}`)
  await ready(page)
  const panel = page.getByRole('region', { name: 'My library' })
  await panel.getByRole('radio', { name: 'Currently Playing' }).click()
  await expect
    .poll(async () => (await context.request.get(`/api/library/${GAME}`)).status(), { message: 'stored' })
    .toBe(200)
  await send(context, 'PUT', `/api/library/${GAME}/progress`, { play_time: 12.5, completion_percentage: 40 })
  await page.reload()
  await expect(panel.getByRole('radio', { name: 'Currently Playing' })).toBeChecked()
  await expect(panel).toContainText('40 %')
  await expect(panel).toContainText('12h 30m')
})

test('every card of the feed can be commented on, reacted to and shared [R-GEN-03]', { tag: '@phone' }, async ({
  page,
  context,
  another,
}) => {
  const other = await another()
  const { id } = await newMember(other)
  await share(other)
  await share(other, 'started_playing', 'igdb_11737')
  await newMember(context)
  await follow(context, id)
  await page.goto('/')
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('group', { name: 'Reactions' }) })
  await expect(cards).toHaveCount(2)
  for (const card of await cards.all())
    for (const name of [/^Comment/, 'Add a reaction', /^Share/])
      await expect(card.getByRole('button', { name })).toBeVisible()
})

for (const path of ['/signin', '/signup'])
  test(`${path} offers email with password, and a provider [R-GEN-04]`, { tag: '@desktop' }, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByLabel('Email')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /Keycloak/ })).toBeVisible()
  })

test('the id of every game in a list agrees with its source [R-GEN-06]', { tag: '@desktop' }, async ({ request }) => {
  for (const path of ['/api/games', '/api/games/search?query=mario', '/api/games/suggestions?query=mario']) {
    const { games } = (await (await request.get(path)).json()) as Games
    expect(games.length, path).toBeGreaterThan(0)
    for (const { id } of games) {
      expect(id).toMatch(/^(igdb|rawg)_\d+$/)
    }
  }
  const { games } = (await (await request.get('/api/games')).json()) as Games
  for (const { id } of games.slice(0, 5)) {
    const { game } = (await (await request.get(`/api/games/${id}`)).json()) as { game: Games['games'][number] }
    expect(`${game.dataSource}_`).toBe(id.slice(0, 5))
  }
})

async function review(context: BrowserContext): Promise<string> {
  const draft = { game_id: REVIEWED, rating: 4, review_text: 'A horse on a roof.' }
  return (await send<{ review: { id: string } }>(context, 'POST', '/api/reviews', draft)).review.id
}

test('members follow, react, comment, write, like, save and share a review [R-GEN-07]', { tag: '@desktop' }, async ({
  page,
  context,
  another,
}) => {
  const other = await another()
  const { id, displayName } = await newMember(other)
  const reviewId = await review(other)
  await newMember(context)
  await page.goto(`/profile/${id}`)
  await ready(page)
  const followed = written(page, /\/api\/followers$/)
  await page
    .getByRole('button', { name: /^Follow/ })
    .first()
    .click()
  expect((await followed).ok()).toBe(true)
  await page.goto(`/reviews/${reviewId}`)
  await ready(page)
  const card = page.getByRole('article', { name: new RegExp(displayName) })
  await card.getByRole('button', { name: /^Like/ }).click()
  await card.getByRole('button', { name: /^Save/ }).click()
  await expect(card.getByRole('button', { name: /^Share/ })).toBeVisible()
  const activityId = await share(other)
  await send(context, 'POST', `/api/activities/${activityId}/reactions`, { emoji: '🏆' })
  await send(context, 'POST', `/api/activities/${activityId}/comments`, { content: 'Well played.' })
  await page.reload()
  await expect(card.getByRole('button', { name: /^Like/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(card.getByRole('button', { name: /^Save/ })).toHaveAttribute('aria-pressed', 'true')
})

test('members like threads and posts of the forum [R-GEN-07]', { tag: '@desktop' }, async ({
  page,
  context,
  another,
}) => {
  const other = await another()
  await newMember(other)
  const draft = { category: 'general', title: `Evenings ${freshName()}`, body: 'What do you play this evening?' }
  const { thread } = await send<{ thread: { id: string } }>(other, 'POST', '/api/forum/threads', draft)
  await send(other, 'POST', `/api/forum/threads/${thread.id}/posts`, { content: 'I play Celeste.' })
  await newMember(context)
  await page.goto(`/forum/thread/${thread.id}`)
  await ready(page)
  const buttons = page.getByRole('button', { name: /^Like/ })
  await expect(buttons).toHaveCount(2)
  for (const likes of await buttons.all()) {
    const stored = written(page, /\/api\/forum\/likes$/)
    await likes.click()
    expect(await (await stored).json()).toEqual({ liked: true, likes_count: 1 })
  }
  await page.reload()
  await expect(page.getByRole('button', { name: /^Like/, pressed: true })).toHaveCount(2)
})

test('a journal has entries of all four types [R-GEN-07]', { tag: '@desktop' }, async ({ page, context }) => {
  await newMember(context)
  const game = { id: REVIEWED }
  for (const entry of [
    { type: 'progress', game, progress: 40, hoursPlayed: 12 },
    { type: 'review', game, rating: 9, content: 'Superb from the first hour.' },
    { type: 'daily', content: 'Played all evening.' },
    { type: 'list', title: 'Short ones', content: JSON.stringify([game]) },
  ])
    await send(context, 'POST', '/api/journal', entry)
  await page.goto('/journal')
  for (const words of ['40 %', 'Superb from the first hour.', 'Played all evening.', 'Short ones'])
    await expect(page.getByRole('main').getByText(words).first()).toBeVisible()
})

test('a visitor reads everything that is public, without a session [R-GEN-07] [R-GEN-08]', { tag: '@desktop' }, async ({
  page,
  request,
  another,
}) => {
  const other = await another()
  const { id } = await newMember(other)
  const reviewId = await review(other)
  const { playlists } = (await (await request.get('/api/playlists')).json()) as { playlists: { id: string }[] }
  await page.goto('/info/news')
  const article = await page.getByRole('main').locator('a[href^="/news/"]').first().getAttribute('href')
  for (const path of [
    '/all-games',
    `/game/${GAME}`,
    `/playlists/${playlists[0]?.id}`,
    '/info',
    '/info/about',
    '/info/faq',
    '/info/privacy',
    '/info/terms',
    '/info/news',
    '/forum',
    '/forum/general',
    article ?? '',
    `/reviews/${reviewId}`,
    `/profile/${id}`,
  ]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/not found|went wrong/i)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible()
  }
})

test('the catalogue has filters, a search and pages [R-GEN-09]', async ({ page }) => {
  await page.goto('/all-games')
  await ready(page)
  const filters = isPhone(page)
    ? page.getByRole('button', { name: /Filters/ })
    : page.getByRole('form', { name: 'Filters' }).getByLabel('Genre', { exact: true })
  await expect(filters).toBeVisible()
  const posters = page.getByRole('main').locator('.poster a')
  const first = (await posters.first().getAttribute('href')) ?? ''
  if (isPhone(page)) {
    // A phone loads the next page when the end of the list comes near.
    const count = await posters.count()
    await posters.last().scrollIntoViewIfNeeded()
    await expect.poll(() => posters.count()).toBeGreaterThan(count)
  } else {
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(posters.first()).not.toHaveAttribute('href', first)
  }
  await page.goto('/all-games?search=mario')
  await expect(page.getByRole('main')).toContainText(/Mario/)
})

test('the screens of a member are at most two clicks from the main navigation [R-GEN-11]', async ({
  page,
  context,
}) => {
  await signIn(context)
  for (const [name, inside, address] of [
    ['Home', null, /\/$/],
    ['Library', null, /\/profile\/games$/],
    ['Journal', null, /\/journal$/],
    ['Friends', null, /\/profile\/friends$/],
    ['Games', null, /\/all-games$/],
    ['Games', '.poster a', /\/game\//],
  ] as const) {
    await page.goto('/challenges')
    await ready(page)
    if (name === 'Home')
      await page
        .getByRole('link', { name: /, home$/ })
        .first()
        .click()
    else if (name === 'Journal') {
      await page.getByRole('button', { name: /^Account of/ }).click()
      await page.getByRole('menuitem', { name }).click()
    } else await goTo(page, name)
    if (inside) await page.getByRole('main').locator(inside).first().click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }
})

/** Addresses that are no screens of their own, or that nobody reaches by a link of the app. */
const NO_SCREENS: Record<string, string> = {
  '/games': 'redirects to /all-games',
  '/games/:gameId': 'redirects to the game',
  '/news': 'redirects to /info/news',
  '/settings/:tab': 'each tab is a screen',
  '/info/:page': 'each page is a screen',
  '/playlists/category/:type': 'each type is a screen',
  '/admin/:page': 'each page is a screen',
  '/welcome': 'the sign-up leads there once',
  '/settings/import/:importId': 'an upload leads there',
  '/oauth/authorize': 'an app leads there with its request',
  '/reset-password': 'a link in a mail leads there',
  '/offline': 'the service worker shows it without a network',
}
/**
 * What may be further than two clicks away: a part of one member or one post. Its own page is the second click and has the
 * link to it, and no navigation can name the parts of everything.
 */
const FURTHER: Record<string, readonly string[]> = {
  // A visitor comes to a profile by what its member has written. The page of the profile has both as links.
  visitors: ['/profile/:handle/year/:year', '/profile/:handle/statistics'],
  // The statistics of other members. The own ones have an address of their own, within two clicks. The footer leads to each page of
  // which `/info` is the list.
  members: ['/profile/:handle/statistics', '/info'],
  // The post that an admin reads has the link to its editor, and so have the rows of the admin page of news.
  admins: ['/admin/news/:newsId', '/admin/news/:newsId/edit'],
}
/** Pages of everybody where admins find the editors of what they read. */
const WAYS_OF_ADMINS = ['/', '/playlists', '/info/news']

/** What the journey of Mara finds and nobody else may see: her latest list is private. */
const PRIVATE = ['/lists/:listId']

const AUDIENCES = {
  visitors: ['everybody', 'visitors'],
  members: ['everybody', 'members'],
  admins: ['moderators', 'admins'],
}

for (const who of ['visitors', 'members', 'admins'] as const)
  test(`every screen for ${who} is at most two clicks from the main navigation, and shows itself to nobody else [R-GEN-01] [R-GEN-11]`, async ({
    page,
    context,
    another,
  }) => {
    test.slow()
    if (who === 'members') await signIn(context)
    if (who === 'admins') await newAdmin(context)
    const screens = allScreens()
    expect(screens.length).toBeGreaterThan(60)
    const isWanted = ({ pattern, isFor }: Screen) => AUDIENCES[who].includes(isFor) && !(pattern in NO_SCREENS)
    const wanted = screens.filter(isWanted)
    await page.goto('/')
    await ready(page)
    const isWay = ({ pattern }: Screen) => who === 'admins' && WAYS_OF_ADMINS.includes(pattern)
    const reached = await openScreens(page, screens, (screen) => isWanted(screen) || isWay(screen), {
      hasOwnLists: who === 'members',
    })
    const clicksTo = ({ pattern }: Screen) => reached.get(pattern)?.clicks ?? Number.POSITIVE_INFINITY
    const tooFar = wanted.filter((screen) => clicksTo(screen) > 2 && !FURTHER[who]?.includes(screen.pattern))
    expect(tooFar.map((screen) => `${screen.pattern}: ${clicksTo(screen)}`)).toEqual([])

    // What the journey has seen, others see by the rules.
    const [visitor, other] = [await another(), await another()]
    await newMember(other)
    const statusFor = async (someone: BrowserContext, address: string) => {
      const answer = await someone.request.get(address, { maxRedirects: 0 })
      return `${answer.status()} ${answer.headers().location ?? ''}`.trim()
    }
    for (const { pattern, isFor } of wanted) {
      const address = reached.get(pattern)?.address
      if (address === undefined) continue
      const signInFirst = `302 /signin?redirect=${encodeURIComponent(address)}`
      const expected = { everybody: '200', visitors: '200', members: signInFirst, moderators: '404', admins: '404' }
      const forVisitor = await statusFor(visitor, address)
      // Another journey has deleted what it had made: the journey saw it, and finds it no more.
      if (pattern.includes(':') && forVisitor === '404' && (await statusFor(context, address)) === '404') continue
      // Some members show their profiles and activities to members or friends only.
      const isHidden =
        (pattern.startsWith('/profile/:handle') && forVisitor === '403') ||
        (who === 'members' && pattern === '/activity/:activityId' && forVisitor === '404')
      if (!isHidden)
        expect([address, forVisitor]).toEqual([
          address,
          who === 'members' && PRIVATE.includes(pattern) ? '404' : expected[isFor],
        ])
      if (who === 'admins') expect([address, await statusFor(other, address)]).toEqual([address, '404'])
    }
  })
