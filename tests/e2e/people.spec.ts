import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect, expectGoodPage, freshName, ready, signIn, test } from './browser.ts'

const PASSWORD = 'Correct-horse-7'
const NAME = 'Nadia Obi'

interface Somebody {
  username: string
  page: Page
  close: () => Promise<void>
}

/** A member of their own, in a browser of their own: the demo world's ties are other journeys' too. */
async function somebody(browser: Browser, baseURL: string, displayName: string): Promise<Somebody> {
  const context = await browser.newContext({ baseURL })
  const username = freshName()
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await context.request.post('/api/auth/signup', {
    data: { email: `${username}@example.org`, password: PASSWORD, username, displayName },
    headers: { 'x-csrf-token': csrfToken },
  })
  expect(answer.status()).toBe(201)
  return { username, page: await context.newPage(), close: () => context.close() }
}

async function openFriends(page: Page): Promise<void> {
  await page.goto('/profile/friends')
  await ready(page)
}

/** The project's own page, with its theme and size, as a new member; and somebody else in a browser of their own. */
async function twoPeople(browser: Browser, context: BrowserContext, baseURL: string): Promise<[string, Somebody]> {
  const own = await somebody(browser, baseURL, 'Per Lund')
  await own.close()
  await signIn(context, { email: `${own.username}@example.org`, password: PASSWORD })
  return [own.username, await somebody(browser, baseURL, NAME)]
}

test('two people find each other and become friends', async ({ browser, page, baseURL, context }) => {
  // Two sign-ups and three browsers.
  test.slow()
  const [, other] = await twoPeople(browser, context, baseURL as string)
  await openFriends(page)
  await expect(page.getByText('No friends yet')).toBeVisible()
  await expectGoodPage(page)

  await test.step('search, and ask by keyboard', async () => {
    await page.getByLabel('Find people').fill(`@${other.username}`)
    const found = page.getByRole('list', { name: 'People found' })
    await expect(found.getByRole('link', { name: NAME })).toBeVisible()
    await found.getByRole('button', { name: `Add friend: ${NAME}` }).focus()
    await page.keyboard.press('Enter')
    await expect(found.getByRole('button', { name: `Cancel request to ${NAME}` })).toBeVisible()
    await expect(page.getByText('Request pending')).toBeVisible()
  })

  await test.step('the other accepts', async () => {
    await openFriends(other.page)
    await expect(other.page.getByText('Wants to be friends with you')).toBeVisible()
    await other.page.getByRole('button', { name: 'Accept Per Lund' }).click()
    const friends = other.page.getByRole('list', { name: 'Friends' })
    await expect(friends.getByRole('link', { name: 'Per Lund' })).toBeVisible()
    await expect(other.page.getByText('Wants to be friends with you')).toHaveCount(0)
  })

  await test.step('both see it, with the ring of who is here', async () => {
    await openFriends(page)
    await expect(page.getByRole('list', { name: 'Friends' }).getByRole('link', { name: NAME })).toBeVisible()
    const bubble = page.getByRole('list', { name: 'Who is here' }).getByRole('link')
    await expect(bubble).toHaveAttribute('data-ring', 'online')
    await expect(bubble).toHaveAttribute('href', /^\/profile\/[0-9a-f-]{36}$/)
    await expectGoodPage(page)
  })
  await other.close()
})

test('following has its own lists, its failure is only logged, and a block ends it [R-FOLLOW-05]', async ({
  browser,
  page,
  baseURL,
  context,
}) => {
  const [own, other] = await twoPeople(browser, context, baseURL as string)
  const id = await idOf(context, other.username)
  await write(context, '/api/friends', { friend_id: id })
  await write(other.page.context(), '/api/friends', { friend_id: await idOf(other.page.context(), own) })
  await write(context, '/api/followers', { following_id: id })

  await page.goto('/profile/friends?list=following')
  await ready(page)
  const following = page.getByRole('list', { name: 'Following' })
  const isBroken = (url: URL) => url.pathname.startsWith('/api/followers/')
  await page.route(isBroken, (route) => route.fulfill({ status: 500, json: { error: 'Broken', requestId: 'r' } }))
  const logged = page.waitForRequest((request) => request.url().endsWith('/api/error-log'))
  await following.getByRole('button', { name: `Unfollow ${NAME}` }).click()
  expect((await logged).postDataJSON()).toMatchObject({ level: 'warning' })
  await page.unroute(isBroken)
  await following.getByRole('button', { name: `Unfollow ${NAME}` }).click()
  await expect(following.getByRole('button', { name: `Follow ${NAME}`, exact: true })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'People' })
  await tabs.getByRole('link', { name: /^Followers/ }).click()
  await expect(page.getByText('No followers yet')).toBeVisible()
  await tabs.getByRole('link', { name: /^Friends/ }).click()
  await page.getByRole('button', { name: `More about ${NAME}` }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(`${NAME} is blocked`)).toBeVisible()
  await expect(page.getByText('No friends yet')).toBeVisible()
  const { data } = await (await other.page.context().request.get('/api/friends')).json()
  expect(data).toEqual([])
  await other.close()
})

async function idOf(context: BrowserContext, username: string): Promise<string> {
  const { data } = await (await context.request.get(`/api/profiles?search=${username}`)).json()
  return data[0].id
}

async function write(context: BrowserContext, path: string, data: object): Promise<void> {
  const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json()
  const answer = await context.request.post(path, { data, headers: { 'x-csrf-token': csrfToken } })
  expect(answer.status()).toBe(201)
}

test('a visitor is asked to sign in, and comes back', async ({ page }) => {
  await page.goto('/profile/friends?list=followers')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fprofile%2Ffriends%3Flist%3Dfollowers$/)
})
