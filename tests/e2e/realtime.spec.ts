import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import {
  expectGoodPage,
  expect as expectNow,
  freshName,
  passWelcome,
  ready,
  returningCookies,
  test,
} from './browser.ts'

// Two browsers take their time, and what one does is seen in the other a moment later.
test.describe.configure({ timeout: 180_000 })
const expect = expectNow.configure({ timeout: 30_000 })

const GAME = 'igdb_1942'

interface Person {
  name: string
  id: string
  page: Page
  context: BrowserContext
}

async function write(context: BrowserContext, method: 'POST' | 'DELETE', path: string, data?: object) {
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  return context.request.fetch(path, { method, ...(data && { data }), headers: { 'x-csrf-token': csrfToken } })
}

/** A member with a name that nobody else has, past the welcome. */
async function become(context: BrowserContext, page: Page, as: string): Promise<Person> {
  const username = freshName()
  const name = `${as} ${username}`
  const answer = await write(context, 'POST', '/api/auth/signup', {
    email: `${username}@example.org`,
    password: 'Correct-horse-9',
    username,
    displayName: name,
  })
  expect(answer.status()).toBe(201)
  await passWelcome(context)
  const { user } = (await (await context.request.get('/api/auth/session')).json()) as { user: { id: string } }
  return { name, id: user.id, page, context }
}

/** Another member in a browser of their own, of the same size. */
async function somebody(browser: Browser, page: Page, baseURL: string, theme: 'dark' | 'light'): Promise<Person> {
  const viewport = page.viewportSize()
  const context = await browser.newContext({ baseURL, ...(viewport && { viewport }) })
  await context.addCookies(returningCookies(theme, baseURL))
  return become(context, await context.newPage(), 'Author')
}

async function follow({ context }: Person, { id }: Person): Promise<void> {
  expect((await write(context, 'POST', '/api/followers', { following_id: id })).ok()).toBe(true)
}

async function share(who: Person, type = 'completed', game = GAME): Promise<void> {
  const answer = await write(who.context, 'POST', '/api/friends/activities/create', {
    activity_type: type,
    game_id: game,
  })
  expect(answer.status()).toBe(201)
}

/** The stream is there as soon as the server says what it lets hear. */
async function openHome({ page }: Pick<Person, 'page'>): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/api/realtime'))
  await page.goto('/')
  await ready(page)
  expect((await stream).status()).toBe(200)
}

const itemOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('group', { name: 'Reactions' }), hasText: name })

const bellOf = ({ page }: Person, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .filter({ visible: true })

test('two browsers see each other’s reactions and comments as they are made', async ({
  page,
  context,
  browser,
  baseURL,
  theme,
}) => {
  const author = await somebody(browser, page, baseURL as string, theme)
  const reader = await become(context, page, 'Reader')
  await follow(reader, author)
  await share(author)
  await Promise.all([openHome(reader), openHome(author)])
  const [here, there] = [itemOf(page, author.name), itemOf(author.page, author.name)]

  await expect(async () => {
    await here.getByRole('button', { name: 'Add a reaction' }).click()
    await page.getByRole('menuitemradio', { name: 'Trophy' }).click({ timeout: 3_000 })
  }).toPass()
  await expect(here.getByRole('button', { name: 'Trophy, 1', pressed: true })).toBeVisible()
  await expect(there.getByRole('button', { name: 'Trophy, 1', pressed: false })).toBeVisible()
  // One follows, one reacts.
  await expect(bellOf(author, '2 unread notifications')).toBeVisible()
  await there.getByRole('button', { name: 'Trophy, 1' }).click()
  await expect(here.getByRole('button', { name: 'Trophy, 2', pressed: true })).toBeVisible()
  await here.getByRole('button', { name: 'Trophy, 2' }).click()
  await expect(there.getByRole('button', { name: 'Trophy, 1', pressed: true })).toBeVisible()

  // In the dialog, where both read.
  await there.getByRole('button', { name: 'Comment', exact: true }).click()
  const theirs = author.page.getByRole('dialog', { name: 'Add a Comment' })
  await expect(theirs.getByText('No comments yet')).toBeVisible()
  await here.getByRole('button', { name: 'Comment', exact: true }).click()
  const mine = page.getByRole('dialog', { name: 'Add a Comment' })
  await mine.getByRole('textbox', { name: 'Comment' }).fill('Well played')
  await mine.getByRole('button', { name: 'Post' }).click()
  await expect(theirs.getByText('Well played')).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Comment' }).fill('Thanks')
  await theirs.getByRole('button', { name: 'Post' }).click()
  await expect(mine.getByText('Thanks')).toBeVisible()
  await expect(mine.getByText('Well played')).toHaveCount(1)
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await author.page.keyboard.press('Escape')
  await expect(here.getByText('Thanks')).toBeVisible()
  await expect(here.getByRole('button', { name: 'Comment, 2 so far' })).toBeVisible()
  await expect(there.getByRole('button', { name: 'Comment, 2 so far' })).toBeVisible()

  // What its author takes back goes from the other screen.
  await there.getByRole('button', { name: 'More' }).click()
  await author.page.getByRole('menuitem', { name: 'Delete' }).click()
  await author.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(here).toHaveCount(0)
  await author.context.close()
})

test('what is new waits at the top of the feed, and comes in by keyboard', async ({
  page,
  context,
  browser,
  baseURL,
  theme,
}) => {
  const author = await somebody(browser, page, baseURL as string, theme)
  const reader = await become(context, page, 'Reader')
  await follow(reader, author)
  await share(author, 'want_to_play')
  await openHome(reader)
  const feed = itemOf(page, author.name)
  await expect(feed).toHaveCount(1)
  await share(author, 'started_playing')
  const one = page.getByRole('button', { name: '1 new activity' })
  await expect(one).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'New activity in the feed' })).toHaveCount(1)
  await expect(feed).toHaveCount(1)
  await share(author, 'completed', 'igdb_1020')
  const two = page.getByRole('button', { name: '2 new activities' })
  await expect(two).toBeVisible()
  await expectGoodPage(page)
  await two.focus()
  await page.keyboard.press('Enter')
  await expect(two).toBeHidden()
  await expect(feed).toHaveCount(3)
  // The next thing by keyboard is in what is new.
  await expect(page.locator('ul:focus')).toContainText(author.name)
  await expect(feed.first()).toContainText('completed')
  await author.context.close()
})

test('what was missed while there was no network comes when it is back', async ({
  page,
  context,
  browser,
  baseURL,
  theme,
}) => {
  const author = await somebody(browser, page, baseURL as string, theme)
  const reader = await become(context, page, 'Reader')
  await follow(reader, author)
  await share(author)
  await openHome(reader)
  await context.setOffline(true)
  await expect(page.getByText('No internet connection').first()).toBeVisible()
  await share(author, 'started_playing')
  const { activities } = (await (await author.context.request.get('/api/activities/mine')).json()) as {
    activities: { id: string; activity_type: string }[]
  }
  const shown = activities.find(({ activity_type }) => activity_type === 'completed')
  const reacted = await write(author.context, 'POST', `/api/activities/${shown?.id}/reactions`, { emoji: 'heart' })
  expect(reacted.status()).toBe(200)
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: '1 new activity' })).toBeVisible()
  await expect(itemOf(page, author.name).getByRole('button', { name: 'Heart, 1' })).toBeVisible()
  await author.context.close()
})

test('a stream that is killed comes back by itself', async ({ page, context, browser, baseURL, theme }) => {
  const author = await somebody(browser, page, baseURL as string, theme)
  const reader = await become(context, page, 'Reader')
  await follow(reader, author)
  await share(author)
  let opened = 0
  // The first is cut at once, and the second is refused.
  await page.route('**/api/realtime?*', async (route) => {
    opened += 1
    if (opened === 1) await route.abort('connectionreset')
    else if (opened === 2) await route.fulfill({ status: 503, body: '' })
    else await route.continue()
  })
  await page.goto('/')
  await expect(itemOf(page, author.name)).toBeVisible()
  await expect.poll(() => opened, { timeout: 30_000 }).toBe(2)
  await share(author, 'started_playing')
  await expect(page.getByRole('button', { name: '1 new activity' })).toBeVisible()
  expect(opened).toBe(3)
  await author.context.close()
})
