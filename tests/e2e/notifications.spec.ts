import type { BrowserContext, Page } from '@playwright/test'
import { follow, newMember, share } from './accounts.ts'
import { expect, expectGoodPage, isPhone, ready, send, test, written } from './browser.ts'

/** The reader in the project's browser, who has shared an activity, and Ada in another browser. */
async function twoMembers(another: () => Promise<BrowserContext>, context: BrowserContext) {
  const { id: readerId } = await newMember(context, { displayName: 'Rhea Reader' })
  const activityId = await share(context)
  const ada = await another()
  await newMember(ada, { displayName: 'Ada Lovett' })
  return { readerId, activityId, ada }
}

const bell = (page: Page, name: string) =>
  isPhone(page)
    ? page.getByRole('banner').getByRole('link', { name, exact: true })
    : page.getByRole('banner').getByRole('button', { name, exact: true })

const saved = (page: Page) => written(page, /^\/api\/notifications\/switches$/)

const lines = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Notifications' }).getByRole('listitem')

test("a member is notified of another member's actions, reads the notification, and switches a type off", async ({
  page,
  context,
  another,
}) => {
  const { readerId, activityId, ada } = await twoMembers(another, context)
  await page.clock.install()
  await page.goto('/info/about')
  await ready(page)
  await expect(bell(page, 'Notifications')).toBeVisible()

  await test.step('Ada follows and comments, and within a minute the bell announces it politely', async () => {
    await follow(ada, readerId)
    await send(ada, 'POST', `/api/activities/${activityId}/comments`, { content: 'And? Was it worth the hours?' })
    await page.clock.fastForward(61_000)
    await expect(bell(page, '2 unread notifications')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: '2 unread notifications' })).toHaveCount(1)
  })

  await test.step('the line links to the activity with its comments', async () => {
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
    await expect(page).toHaveURL(new RegExp(`/activity/${activityId}#comments$`))
    await expect(page.getByRole('list', { name: 'Comments' })).toContainText('And? Was it worth the hours?')
    await expectGoodPage(page)
    await expect(bell(page, '1 unread notification')).toBeVisible()
  })

  await test.step('the rest is marked as read at once', async () => {
    await page.goto('/notifications')
    await ready(page)
    await expect(lines(page)).toHaveCount(2)
    await expect(lines(page).getByText('Unread:')).toHaveCount(1)
    const read = written(page, /^\/api\/notifications\/read$/)
    await page.getByRole('button', { name: 'Mark all as read' }).focus()
    await page.keyboard.press('Enter')
    await expect(lines(page).getByText('Unread:')).toHaveCount(0)
    await expect(bell(page, 'Notifications')).toBeVisible()
    await read
    await page.reload()
    await ready(page)
    await expect(lines(page)).toHaveCount(2)
    await expect(bell(page, 'Notifications')).toBeVisible()
  })

  await test.step('comments are switched off, and on again', async () => {
    await page.getByRole('link', { name: 'Notification settings' }).click()
    const comments = page.getByRole('switch', { name: 'Comments: Here' })
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

    const other = await another()
    await newMember(other, { displayName: 'Bo Berg' })
    await send(other, 'POST', `/api/activities/${activityId}/comments`, { content: 'Hello' })
    await send(other, 'POST', `/api/activities/${activityId}/reactions`, { emoji: '🏆' })
    await page.goto('/notifications')
    await expect(bell(page, '1 unread notification')).toBeVisible()
    await expect(lines(page).first()).toContainText('Bo Berg reacted with 🏆 to your activity on')
  })
})

test('a request is answered in its line, which then disappears, and a visitor has no bell', async ({
  page,
  context,
  another,
}) => {
  await page.goto('/info/about')
  await ready(page)
  await expect(page.getByRole('banner').getByRole('link', { name: /notification/i })).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('button', { name: /notification/i })).toHaveCount(0)
  await page.goto('/notifications')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fnotifications/)

  const { readerId, ada } = await twoMembers(another, context)
  await page.goto('/notifications')
  await ready(page)
  await expect(page.getByText('Nothing yet')).toBeVisible()
  await expectGoodPage(page)
  await send(ada, 'POST', '/api/friends', { friend_id: readerId })
  await page.reload()
  await ready(page)
  const asking = lines(page).getByRole('link', { name: /Ada Lovett wants to be friends with you/ })
  await expect(asking).toHaveAttribute('href', '/profile/friends')
  await expectGoodPage(page)
  if (!isPhone(page)) await bell(page, '1 unread notification').click()
  const place = isPhone(page) ? page : page.getByRole('dialog', { name: 'Notifications' })
  await place.getByRole('button', { name: 'Accept Ada Lovett' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('You and Ada Lovett are friends now')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept Ada Lovett' })).toHaveCount(0)
  await page.goto('/profile/friends')
  await expect(
    page.getByRole('list', { name: 'Friends' }).getByRole('link', { name: 'Ada Lovett', exact: true }),
  ).toBeVisible()

  const adas = await ada.newPage()
  await adas.goto('/notifications')
  await expect(lines(adas)).toContainText('Rhea Reader accepted your friend request')
})

test('a notification that arrives while the list is open appears by itself, and disappears with its cause', {
  tag: '@desktop',
}, async ({ page, context, another }) => {
  const { readerId, ada } = await twoMembers(another, context)
  const opened = page.waitForResponse((answer) => answer.url().includes('/api/realtime'))
  await page.goto('/notifications')
  await opened
  await follow(ada, readerId)
  await expect(lines(page)).toContainText('Ada Lovett followed you')
  await expect(bell(page, '1 unread notification')).toBeVisible()
  await send(ada, 'DELETE', `/api/followers/${readerId}`)
  await expect(page.getByText('Nothing yet')).toBeVisible()
  await expect(bell(page, 'Notifications')).toBeVisible()
})

test('a list that fails to load shows an error, and loads again on request', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await newMember(context, { displayName: 'Rhea Reader' })
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
