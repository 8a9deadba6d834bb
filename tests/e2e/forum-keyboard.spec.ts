import type { Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, freshName, reach, ready, test, written } from './browser.ts'
import { reply } from './forum-threads.ts'

const box = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })
const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('article')

/** Goes from the forum to its category and to the form, and starts a thread that mentions one of two with this name. */
async function startByKeys(
  page: Page,
  title: string,
  { name, username }: { name: string; username: string },
): Promise<string> {
  await page.goto('/forum')
  await ready(page)
  await expectGoodPage(page)
  await reach(page.getByRole('region', { name: 'Categories' }).getByRole('link', { name: 'Off-topic', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Off-topic' })).toBeFocused()
  await expectGoodPage(page)
  await reach(page.getByRole('main').getByRole('link', { name: 'New thread' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New thread' })).toBeFocused()

  await reach(page.getByLabel('Title'))
  await page.keyboard.type(title)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await reach(text)
  await page.keyboard.type(`Good evening, @${name}`)
  await expect(page.getByRole('option', { name: `@${username}` })).toBeVisible()
  await expectGoodPage(page)
  await choose(page, username)
  await expect(text).toHaveValue(`Good evening, @${username} `)
  await expect(text).toBeFocused()
  await page.keyboard.type('what do you play?')
  await reach(page.getByRole('button', { name: 'Start thread' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/forum\/thread\/[0-9a-f-]+$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused()
  const first = page.getByRole('article', { name: 'The first text' })
  await expect(first.getByRole('link', { name: `@${username}` })).toBeVisible()
  await expectGoodPage(page)
  return new URL(page.url()).pathname.split('/').at(-1) as string
}

/** Moves down the open list of members to the one with this username, and completes it. */
async function choose(page: Page, username: string): Promise<void> {
  const members = page.getByRole('listbox', { name: 'Members' })
  await expect(members.getByRole('option')).toHaveCount(2)
  for (let presses = 0; presses < 2; presses += 1) {
    await page.keyboard.press('ArrowDown')
    if ((await members.getByRole('option', { selected: true }).innerText()).endsWith(`@${username}`)) break
  }
  await page.keyboard.press('Enter')
}

/** Writes into the box that has the focus, and posts it. */
async function postByKeys(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await reach(page.getByRole('button', { name: 'Post reply' }))
  await page.keyboard.press('Enter')
}

test('the keyboard alone starts a thread, mentions, replies, quotes, likes, subscribes and finds the first unread post [G16]', {
  tag: '@desktop',
}, async ({ page, context, another }) => {
  test.slow()
  const other = await another()
  const name = freshName()
  const displayName = `Ada ${name}`
  const { username } = await newMember(other, { displayName })
  await newMember(await another(), { displayName: `Ida ${name}` })
  await newMember(context)
  const title = `Keys ${freshName()}`
  const threadId = await startByKeys(page, title, { name, username })

  await reach(box(page))
  await postByKeys(page, 'I begin.')
  await expect(posts(page)).toHaveCount(1)
  await expect(posts(page).first()).toBeFocused()

  await reply(other, threadId, 'Celeste, again.')
  const news = page.getByRole('button', { name: '1 new post' })
  await expect(news).toBeVisible()
  await reach(news)
  await page.keyboard.press('Enter')
  await expect(posts(page).nth(1)).toBeFocused()
  await reach(page.getByRole('button', { name: `Quote ${displayName}` }))
  await page.keyboard.press('Enter')
  await expect(box(page)).toBeFocused()
  await expect(page.getByText(`Quotes ${displayName}, #2`)).toBeVisible()
  await expectGoodPage(page)
  await postByKeys(page, 'Me too.')
  await expect(posts(page).nth(2)).toBeFocused()
  await expect(posts(page).nth(2).getByRole('blockquote')).toContainText('Celeste, again.')

  const like = posts(page).nth(1).getByRole('button', { name: /^Like/ })
  await reach(like, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Liked!')
  await expect(like).toHaveAttribute('aria-pressed', 'true')
  await expect(like).toBeFocused()

  // Authors are subscribed to their threads.
  await reach(page.getByRole('button', { name: 'Subscribed' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'No more notifications from here')
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeFocused()
  const subscribed = written(page, /\/subscription$/)
  await page.keyboard.press('Enter')
  await expectToast(page, 'You are notified of new posts here')
  expect((await subscribed).ok()).toBe(true)

  await reply(other, threadId, 'And then Hades.')
  await reach(
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Off-topic' }),
    'Shift+Tab',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Off-topic' })).toBeFocused()
  const row = page.getByRole('link', { name: new RegExp(`${title}.*1 new`) })
  await expect(row).toBeVisible()
  await reach(row)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#new$/)
  await expect(page.locator('#new')).toBeFocused()
  await expect(page.locator('#new')).toHaveText('1 new')
  await reach(posts(page).nth(3).getByRole('button', { name: /^Like/ }))
})
