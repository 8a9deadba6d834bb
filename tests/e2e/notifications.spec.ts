import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expect, expectGoodPage, freshName, isPhone, passWelcome, ready, test } from './browser.ts'

const GAME = 'igdb_1942'

// Two browsers take their time.
test.describe.configure({ timeout: 120_000 })

async function write(context: BrowserContext, method: 'post' | 'delete', path: string, data?: object) {
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await context.request[method](path, {
    ...(data && { data }),
    headers: { 'x-csrf-token': csrfToken },
  })
  expect(answer.status()).toBeLessThan(300)
  return answer
}

/** A new member in this browser; answers their id. */
async function join(context: BrowserContext, displayName: string): Promise<string> {
  const username = freshName()
  const person = { email: `${username}@example.org`, password: 'Correct-horse-7', username, displayName }
  const { user } = (await (await write(context, 'post', '/api/auth/signup', person)).json()) as { user: { id: string } }
  await passWelcome(context)
  return user.id
}

async function share(context: BrowserContext): Promise<string> {
  const answer = await write(context, 'post', '/api/friends/activities/create', {
    activity_type: 'completed',
    game_id: GAME,
  })
  return ((await answer.json()) as { activity: { id: string } }).activity.id
}

/** Reader in the project's browser, who has shared something, and Ada in another one. */
async function twoMembers(browser: Browser, context: BrowserContext, baseURL: string) {
  const readerId = await join(context, 'Rhea Reader')
  const activityId = await share(context)
  const ada = await browser.newContext({ baseURL })
  await join(ada, 'Ada Lovett')
  return { readerId, activityId, ada }
}

const bell = (page: Page, name: string) =>
  isPhone(page)
    ? page.getByRole('banner').getByRole('link', { name, exact: true })
    : page.getByRole('banner').getByRole('button', { name, exact: true })

const saved = (page: Page) =>
  page.waitForResponse((answer) => answer.url().endsWith('/api/notifications/switches') && answer.ok())

const lines = (page: Page) => page.getByRole('main').getByRole('listitem')

test('a member hears of what another does, reads it, and switches off what they do not want', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const { readerId, activityId, ada } = await twoMembers(browser, context, baseURL as string)
  await page.clock.install()
  await page.goto('/info/about')
  await ready(page)
  await expect(bell(page, 'Notifications')).toBeVisible()

  await test.step('Ada follows and comments: within a minute the bell says so, politely', async () => {
    await write(ada, 'post', '/api/followers', { following_id: readerId })
    await write(ada, 'post', `/api/activities/${activityId}/comments`, { content: 'And? Was it worth the hours?' })
    await page.clock.fastForward(61_000)
    await expect(bell(page, '2 unread notifications')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '2 unread notifications' })).toHaveCount(1)
  })

  await test.step('what was said is open where the line leads', async () => {
    if (isPhone(page)) {
      await bell(page, '2 unread notifications').tap()
      await expect(page).toHaveURL(/\/notifications$/)
      await expectGoodPage(page)
      await lines(page)
        .getByRole('link', { name: /^Unread: Ada Lovett commented on your activity on/ })
        .tap()
    } else {
      await bell(page, '2 unread notifications').focus()
      await page.keyboard.press('Enter')
      const panel = page.getByRole('dialog', { name: 'Notifications' })
      await expect(panel.getByRole('listitem')).toHaveCount(2)
      await expectGoodPage(page)
      await page.keyboard.press('Escape')
      await expect(panel).toBeHidden()
      await expect(bell(page, '2 unread notifications')).toBeFocused()
      await page.keyboard.press('Enter')
      await panel.getByRole('link', { name: /^Unread: Ada Lovett commented on your activity on/ }).focus()
      await page.keyboard.press('Enter')
      await expect(panel).toBeHidden()
    }
    const comments = page.getByRole('dialog', { name: 'Add a Comment' })
    await expect(comments.getByText('And? Was it worth the hours?')).toBeVisible()
    await expectGoodPage(page)
    await page.keyboard.press('Escape')
    await expect(comments).toBeHidden()
    await expect(bell(page, '1 unread notification')).toBeVisible()
  })

  await test.step('the rest is read at once', async () => {
    await page.goto('/notifications')
    await ready(page)
    await expect(lines(page)).toHaveCount(2)
    await expect(lines(page).getByText('Unread:')).toHaveCount(1)
    await page.getByRole('button', { name: 'Mark all as read' }).focus()
    await page.keyboard.press('Enter')
    await expect(lines(page).getByText('Unread:')).toHaveCount(0)
    await expect(bell(page, 'Notifications')).toBeVisible()
    await page.reload()
    await expect(lines(page)).toHaveCount(2)
    await expect(bell(page, 'Notifications')).toBeVisible()
  })

  await test.step('comments are switched off, with a way back', async () => {
    await page.getByRole('link', { name: 'Notification settings' }).click()
    const comments = page.getByRole('switch', { name: /^Comments/ })
    await expect(comments).toBeChecked()
    await expectGoodPage(page)
    await comments.focus()
    await Promise.all([saved(page), page.keyboard.press('Space')])
    await expect(comments).not.toBeChecked()
    await Promise.all([saved(page), page.getByRole('button', { name: 'Undo' }).click()])
    await expect(comments).toBeChecked()
    await comments.focus()
    await Promise.all([saved(page), page.keyboard.press('Space')])
    await page.reload()
    await expect(comments).not.toBeChecked()

    const other = await browser.newContext({ baseURL: baseURL as string })
    await join(other, 'Bo Berg')
    await write(other, 'post', `/api/activities/${activityId}/comments`, { content: 'Hello' })
    await write(other, 'post', `/api/activities/${activityId}/reactions`, { emoji: '🏆' })
    await page.goto('/notifications')
    await expect(bell(page, '1 unread notification')).toBeVisible()
    await expect(lines(page).first()).toContainText('Bo Berg reacted to your activity on')
    await other.close()
  })
  await ada.close()
})

test('a request leads to where it is answered, and goes with it; a visitor has no bell', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await page.goto('/info/about')
  await ready(page)
  await expect(page.getByRole('banner').getByRole('link', { name: /notification/i })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: /notification/i })).toHaveCount(0)
  await page.goto('/notifications')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fnotifications/)

  const { readerId, ada } = await twoMembers(browser, context, baseURL as string)
  await page.goto('/notifications')
  await ready(page)
  await expect(page.getByText('Nothing yet')).toBeVisible()
  await expectGoodPage(page)
  await write(ada, 'post', '/api/friends', { friend_id: readerId })
  await page.reload()
  await ready(page)
  await lines(page)
    .getByRole('link', { name: /Ada Lovett wants to be friends with you/ })
    .click()
  await page.getByRole('button', { name: 'Accept Ada Lovett' }).click()
  await expect(page.getByRole('list', { name: 'Friends' }).getByRole('link', { name: 'Ada Lovett' })).toBeVisible()
  await page.goto('/notifications')
  await expect(page.getByText('Nothing yet')).toBeVisible()

  const adas = await ada.newPage()
  await adas.goto('/notifications')
  await expect(adas.getByRole('main').getByRole('listitem')).toContainText('Rhea Reader accepted your friend request')
  await ada.close()
})

test('a list that does not arrive says so, and is asked for again', async ({ page, context }) => {
  await join(context, 'Rhea Reader')
  await page.goto('/info/about')
  await ready(page)
  await page.route(/\/api\/notifications(\?|$)/, (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal', requestId: 'x' } }),
  )
  if (isPhone(page)) await bell(page, 'Notifications').tap()
  else {
    await bell(page, 'Notifications').click()
    await page.getByRole('link', { name: 'See all' }).click()
  }
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible({ timeout: 30_000 })
  await expectGoodPage(page)
  await page.unroute(/\/api\/notifications(\?|$)/)
  await retry.click()
  await expect(page.getByText('Nothing yet')).toBeVisible()
})
