import type { BrowserContext, Locator, Page } from '@playwright/test'
import { type NewMember, newMember } from './accounts.ts'
import { expectGoodPage, expect as expectNow, expectToast, isPhone, ready, send, test, written } from './browser.ts'

// Journeys with two browsers are slow, and one browser shows the changes of the other a moment later.
test.describe.configure({ timeout: 180_000 })
const expect = expectNow.configure({ timeout: 30_000 })

const boxOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Message to ${name}` })
const threadOf = (page: Page, name: string) => page.getByRole('region', { name: `Messages with ${name}` })
const headerOf = (page: Page, name: string) => page.locator('header.top').getByRole('link', { name, exact: true })
const messageIn = (thread: Locator, text: string) => thread.getByRole('listitem').filter({ hasText: text })

async function openThread(page: Page, to: NewMember): Promise<void> {
  await page.goto(`/messages?userId=${to.id}`)
  await ready(page)
}

/** Sends a message over the API, for parts of a journey that do not test sending. */
const write = (context: BrowserContext, to: NewMember, content: string) =>
  send(context, 'POST', '/api/messages', { userId: to.id, content })

test('two members write to each other, starting at the profile [R-FOLLOW-06, R-MSG-01, R-MSG-02, R-PROF-22, R-ROUTE-31]', async ({
  page,
  another,
}) => {
  const own = await newMember(page.context())
  const theirs = await another()
  const other = await newMember(theirs)
  const there = await theirs.newPage()
  await page.goto('/profile')
  await expect(page.getByRole('link', { name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Message / })).toHaveCount(0)
  const stream = there.waitForResponse((response) => response.url().includes('/api/realtime'))
  await there.goto('/')
  await ready(there)
  await stream

  await page.goto(`/profile/${other.id}`)
  await page.getByRole('link', { name: `Message ${other.displayName}` }).click()
  await expect(page).toHaveURL(`/messages?userId=${other.id}`)
  const box = boxOf(page, other.displayName)
  if (isPhone(page)) await box.click()
  else await expect(box).toBeFocused()
  await box.pressSequentially('Hello')
  await page.keyboard.press('Shift+Enter')
  await box.pressSequentially('https://example.org/a?b=1.')
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('')
  await expect(box).toBeFocused()
  const here = threadOf(page, other.displayName)
  await expect(messageIn(here, 'Hello')).toBeVisible()
  await expect(here.getByRole('link')).toHaveAttribute('href', 'https://example.org/a?b=1')

  // The other browser counts it at once, and marks it as read when it is visible.
  await headerOf(there, '1 unread message').click()
  await there.getByRole('link', { name: new RegExp(own.displayName) }).click()
  const answers = threadOf(there, own.displayName)
  await expect(messageIn(answers, 'Hello')).toBeVisible()
  await expect(here.getByText('Seen')).toBeVisible()
  await expect(headerOf(there, 'Messages')).toBeVisible()
  await expectGoodPage(there)

  const reply = boxOf(there, own.displayName)
  await reply.fill('Hello yourself')
  await reply.press('Enter')
  await expect(messageIn(here, 'Hello yourself')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: `${other.displayName}: Hello yourself` })).toBeAttached()
  await expect(answers.getByText('Seen')).toBeVisible()
  await expectGoodPage(page)

  // Deletes a message by keyboard, for both members.
  const mine = messageIn(here, 'example.org')
  await mine.getByRole('button', { name: 'More about this message' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  const gone = written(page, /\/api\/messages\//, 'DELETE')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await gone
  await expect(here.getByText('Message deleted')).toBeVisible()
  await expect(answers.getByText('Message deleted')).toBeVisible()
  await expect(mine).toHaveCount(0)

  // The admins see the reported content.
  await messageIn(here, 'Hello yourself').getByRole('button', { name: 'More about this message' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const report = page.getByRole('dialog')
  await expect(report.getByText('Of your messages they see this one, and no other.')).toBeVisible()
  await report.getByRole('radio', { name: /^Spam/ }).check()
  await report.getByRole('button', { name: 'Report', exact: true }).click()
  await expectToast(page, 'Thank you. The team of this site will look at it, and you will hear how it ended.')
})

test('an unsent message stays and is sent again once, and drafts stay in their conversation', {
  tag: '@desktop',
}, async ({ page, another }) => {
  const own = await newMember(page.context())
  const theirs = await another()
  const [one, two] = [await newMember(theirs), await newMember(await another())]
  await write(page.context(), one, 'First to one')
  await write(page.context(), two, 'First to two')
  await openThread(page, one)
  await boxOf(page, one.displayName).fill('Half a tho')
  if (isPhone(page)) await page.getByRole('link', { name: 'All messages' }).click()
  await page.getByRole('link', { name: new RegExp(two.displayName) }).click()
  await expect(messageIn(threadOf(page, two.displayName), 'First to two')).toBeVisible()
  await expect(boxOf(page, two.displayName)).toHaveValue('')
  if (isPhone(page)) await page.getByRole('link', { name: 'All messages' }).click()
  await page.getByRole('link', { name: new RegExp(one.displayName) }).click()
  await expect(boxOf(page, one.displayName)).toHaveValue('Half a tho')

  await page.route('**/api/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await boxOf(page, one.displayName).fill('It will not get there')
  await boxOf(page, one.displayName).press('Enter')
  const thread = threadOf(page, one.displayName)
  await expect(thread.getByText(/^Not sent/)).toBeVisible()
  await expectGoodPage(page)
  await thread.getByRole('button', { name: 'Edit' }).click()
  await expect(boxOf(page, one.displayName)).toHaveValue('It will not get there')
  await boxOf(page, one.displayName).press('Enter')
  await expect(thread.getByText(/^Not sent/)).toBeVisible()
  await page.unroute('**/api/messages')
  const sent = written(page, /\/api\/messages$/)
  await thread.getByRole('button', { name: 'Try again' }).click()
  expect((await sent).status()).toBe(201)
  await expect(thread.getByText(/^Not sent/)).toHaveCount(0)
  await expect(messageIn(thread, 'It will not get there')).toHaveCount(1)

  await test.step('a message that is written offline is sent by itself, once', async () => {
    await page.context().setOffline(true)
    await boxOf(page, one.displayName).fill('Written on a train')
    await boxOf(page, one.displayName).press('Enter')
    await expect(thread.getByText('It is sent when you are back online.')).toBeVisible()
    await page.context().setOffline(false)
    await expect(thread.getByText('It is sent when you are back online.')).toHaveCount(0)
    await expect(messageIn(thread, 'Written on a train')).toHaveCount(1)
    const { messages } = await (await theirs.request.get(`/api/messages?userId=${own.id}`)).json()
    expect(messages.filter(({ content }: { content: string }) => content === 'Written on a train')).toHaveLength(1)
  })

  await test.step('a block reaches the open thread, and nothing is retried', async () => {
    await page.route('**/api/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await boxOf(page, one.displayName).fill('Too late')
    await boxOf(page, one.displayName).press('Enter')
    await expect(thread.getByRole('button', { name: 'Try again' })).toBeVisible()
    await send(theirs, 'POST', '/api/blocks', { user_id: own.id })
    await expect(page.getByText("You can't message this user")).toBeVisible()
    await expect(boxOf(page, one.displayName)).toHaveCount(0)
    await expect(thread.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expectGoodPage(page)
    await thread.getByRole('button', { name: 'Remove' }).click()
    await expect(messageIn(thread, 'Too late')).toHaveCount(0)
  })
})

test('earlier messages load without moving the visible ones', async ({ page, another }) => {
  const own = await newMember(page.context())
  const theirs = await another()
  const other = await newMember(theirs)
  for (let at = 1; at <= 40; at += 1) await write(theirs, own, `Number ${at}.`)
  await openThread(page, other)
  const thread = threadOf(page, other.displayName)
  await expect(messageIn(thread, 'Number 40.')).toBeInViewport()
  const eleventh = messageIn(thread, 'Number 11.')
  await eleventh.scrollIntoViewIfNeeded()
  await thread.evaluate((list) => list.scrollTo({ top: -list.scrollHeight }))
  const earlier = thread.getByRole('button', { name: 'Show earlier messages' })
  await expect(earlier).toBeInViewport()
  const before = await eleventh.evaluate((line) => line.getBoundingClientRect().top)
  await earlier.click()
  await expect(messageIn(thread, 'Number 1.')).toHaveCount(1)
  await expect(earlier).toHaveCount(0)
  expect(Math.abs((await eleventh.evaluate((line) => line.getBoundingClientRect().top)) - before)).toBeLessThan(3)

  // New messages do not move them either, and are announced.
  await write(theirs, own, 'One more.')
  const more = page.getByRole('button', { name: 'New messages' })
  await expect(more).toBeVisible()
  await expect(messageIn(thread, 'One more.')).not.toBeInViewport()
  await more.click()
  await expect(messageIn(thread, 'One more.')).toBeInViewport()
  await expect(more).toHaveCount(0)
})

test('a member who accepts messages only from friends is shown as such, and visitors sign in first [R-MSG-01, R-ROUTE-31]', {
  tag: '@phone',
}, async ({ page, another }) => {
  const own = await newMember(page.context())
  const theirs = await another()
  const other = await newMember(theirs)
  const there = await theirs.newPage()
  await there.goto('/settings/privacy')
  await ready(there)
  const saved = written(there, /\/api\/profiles\//)
  await there
    .getByRole('group', { name: 'Who may write to you' })
    .getByRole('radio', { name: /^Friends/ })
    .check()
  await saved
  await openThread(page, other)
  await expect(page.getByText('This user only accepts messages from friends')).toBeVisible()
  await expect(boxOf(page, other.displayName)).toHaveCount(0)
  await expectGoodPage(page)
  await page.goto('/messages')
  await expect(page.getByRole('link', { name: 'Find people to write to' })).toBeVisible()
  await expectGoodPage(page)

  // A member that they write to may answer, once.
  await openThread(page, other)
  await openThread(there, own)
  await expect(there.getByText(/^Your settings let .* answer each of your messages once/)).toBeVisible()
  await write(theirs, own, 'Shall we play?')
  await expect(page.getByText(/^You can answer once/)).toBeVisible()
  await expectGoodPage(page)
  await boxOf(page, other.displayName).fill('At eight!')
  await boxOf(page, other.displayName).press('Enter')
  await expect(boxOf(page, other.displayName)).toHaveCount(0)
  await expect(messageIn(threadOf(there, own.displayName), 'At eight!')).toBeVisible()

  const visitor = await (await another()).newPage()
  await visitor.goto(`/messages?userId=${own.id}`)
  await expect(visitor).toHaveURL(/\/signin\?redirect=%2Fmessages%3FuserId%3D/)
})

test('the keyboard goes on in the conversation that it opens, and back at its row', async ({ page, another }) => {
  const own = await newMember(page.context())
  const theirs = await another()
  const other = await newMember(theirs)
  await write(theirs, own, 'Hello')
  await page.goto('/messages')
  await ready(page)
  const row = page.getByRole('link', { name: new RegExp(other.displayName) })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(threadOf(page, other.displayName)).toBeVisible()
  if (!isPhone(page)) return expect(boxOf(page, other.displayName)).toBeFocused()
  await expect(page.getByRole('heading', { name: other.displayName })).toBeFocused()
  const back = page.getByRole('link', { name: 'All messages' })
  await back.focus()
  await page.keyboard.press('Enter')
  await expect(row).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { name: other.displayName })).toBeFocused()
})
