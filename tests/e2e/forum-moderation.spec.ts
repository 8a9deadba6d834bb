import type { Page } from '@playwright/test'
import { newAdmin, newMember, newModerator } from './accounts.ts'
import { expect, expectGoodPage, expectToast, freshName, ready, test } from './browser.ts'
import { reply, startThread } from './forum-threads.ts'

const HELD = 'It contains a link. A moderator looks at it before others see it.'
const LINK = 'https://example.org/evening'
const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('article')
const main = (page: Page) => page.getByRole('main')

/** Opens another page of the person. */
async function open(page: Page, path: string): Promise<Page> {
  await page.goto(path)
  await ready(page)
  return page
}

test('the first links of a new member wait: a moderator publishes a thread and declines a reply, and the author sees both [G16]', {
  tag: '@desktop',
}, async ({ page, context, another }) => {
  test.slow()
  const [admin, desk, other] = [await another(), await another(), await another()]
  await newAdmin(admin)
  await newModerator(desk, admin)
  await newMember(other)
  const [ownTitle, otherTitle] = [`Links ${freshName()}`, `Answers ${freshName()}`]
  const otherId = await startThread(other, otherTitle)

  // The author writes both, and sees that they wait.
  await newMember(context)
  await open(page, '/forum/new?category=help')
  await page.getByLabel('Title').fill(ownTitle)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(`Look at ${LINK} please`)
  await page.getByRole('button', { name: 'Start thread' }).click()
  await expect(page.getByRole('heading', { level: 1, name: ownTitle })).toBeVisible()
  await expect(main(page).getByText(HELD)).toBeVisible()
  await expectGoodPage(page)
  const ownPath = new URL(page.url()).pathname
  const replying = await open(await context.newPage(), `/forum/thread/${otherId}`)
  await replying.getByRole('textbox', { name: 'Your reply' }).fill(`Cheap keys at ${LINK}`)
  await replying.getByRole('button', { name: 'Post reply' }).click()
  await expect(posts(replying).getByText(HELD)).toBeVisible()
  await expect(posts(replying)).toHaveCount(1)
  await expectGoodPage(replying)

  // Nobody else does.
  expect((await other.request.get(ownPath)).status()).toBe(404)
  const reading = await open(await other.newPage(), `/forum/thread/${otherId}`)
  await expect(reading.getByRole('heading', { level: 1, name: otherTitle })).toBeVisible()
  await expect(posts(reading)).toHaveCount(0)

  const queue = await open(await desk.newPage(), '/admin/held')
  const thread = queue.getByRole('article', { name: /^thread by/ }).filter({ hasText: ownTitle })
  const post = queue.getByRole('article', { name: /^post by/ }).filter({ hasText: `Cheap keys at ${LINK}` })
  await expect(thread).toContainText(`Look at ${LINK} please`)
  await expectGoodPage(queue)
  await thread.getByRole('button', { name: 'Publish' }).click()
  await expectToast(queue, '1 text published')
  await expect(thread).toBeHidden()
  await post.getByRole('button', { name: 'Decline…' }).click()
  const question = queue.getByRole('dialog', { name: 'Decline this post?' })
  await question.getByRole('textbox', { name: 'Reason' }).fill('No advertising, please.')
  await expectGoodPage(queue)
  await question.getByRole('button', { name: 'Decline' }).click()
  await expectToast(queue, '1 text declined')
  await expect(question).toBeHidden()
  await expect(post).toBeHidden()

  // The author sees that the thread is published without a reload, and reads why the reply is not.
  await expect(main(page).getByText(HELD)).toBeHidden()
  await expect(page.getByRole('article', { name: 'The first text' }).getByRole('link', { name: LINK })).toBeVisible()
  await replying.reload()
  await ready(replying)
  await expect(posts(replying)).toContainText(
    'A moderator has declined it, so only you see it. No advertising, please.',
  )
  await expectGoodPage(replying)
  // The others see the thread, and nothing of the reply.
  await reading.goto(ownPath)
  await expect(reading.getByRole('article', { name: 'The first text' })).toContainText(`Look at ${LINK} please`)
  await reading.goto(`/forum/thread/${otherId}`)
  await expect(reading.getByRole('heading', { level: 1, name: otherTitle })).toBeVisible()
  await expect(reading.getByText('Cheap keys')).toHaveCount(0)
})

test('a member reports a post; a moderator sees the report and hides the post, and its author sees that [G16] [G21]', {
  tag: '@phone',
}, async ({ page, context, another }) => {
  test.slow()
  const [admin, desk, author] = [await another(), await another(), await another()]
  await newAdmin(admin)
  await newModerator(desk, admin)
  const { displayName } = await newMember(author)
  await newMember(context)
  const text = `Rude words ${freshName()}`
  const threadId = await startThread(context, `Reports ${freshName()}`)
  await reply(author, threadId, text)
  const own = await open(await author.newPage(), `/forum/thread/${threadId}`)

  await open(page, `/forum/thread/${threadId}`)
  await page.getByRole('button', { name: /^More about post 1/ }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: `Report the post by ${displayName}` })
  await expect(dialog).toBeVisible()
  await expectGoodPage(page)
  await dialog.getByRole('radio', { name: /^Harassment/ }).check()
  await dialog.getByLabel('Anything to add?').fill('In every thread')
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expectToast(page, 'Thank you. The team of this site will look at it, and you will hear how it ended.')
  await expect(dialog).toBeHidden()

  const reports = await open(await desk.newPage(), '/admin/reports')
  const item = reports.getByRole('list', { name: 'Open reports' }).getByRole('article').filter({ hasText: text })
  await expect(item.getByText('In every thread')).toBeVisible()
  await expect(item.getByRole('link', { name: 'View it' })).toHaveAttribute('href', /^\/forum\/post\//)
  await expectGoodPage(reports)
  await item.getByRole('button', { name: 'Hide' }).click()
  const question = reports.getByRole('dialog', { name: /^Hide this/ })
  await question.getByRole('textbox').fill('Be kind.')
  await expectGoodPage(reports)
  await question.getByRole('button', { name: 'Hide' }).click()
  await expect(question).toBeHidden()
  await expect(item).toBeHidden()

  // Both see it without a reload: the author with the text, the others without.
  await expect(posts(own)).toContainText('Hidden by')
  await expect(posts(own)).toContainText(text)
  await expectGoodPage(own)
  await expect(posts(page)).toContainText('This post was hidden by a moderator.')
  await expect(page.getByText(text)).toHaveCount(0)
  await expectGoodPage(page)
})
