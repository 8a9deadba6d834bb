import { newAdmin, newMember } from './accounts.ts'
import { expect, expectGoodPage, freshName, ready, send, test, written } from './browser.ts'
import { reply, startThread } from './forum-threads.ts'

test('a visitor reads the forum, and liking leads to the sign-in [R-FORUM-03] [R-FORUM-09]', async ({ page }) => {
  await page.goto('/forum')
  await ready(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Forum' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Categories' }).getByRole('listitem')).toHaveCount(5)
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'Feedback', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'Half stars: done and loved' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Half stars: done and loved')
  await expect(page.getByText('This thread is locked')).toBeVisible()
  await expectGoodPage(page)
  const like = page.getByRole('button', { name: /^Like/ })
  await like.nth(1).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Sign in to like this post.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Go to sign-in page' })).toHaveAttribute(
    'href',
    /^\/signin\?redirect=%2Fforum%2Fthread%2F/,
  )
  await page.keyboard.press('Escape')
  await like.first().click()
  await expect(dialog.getByText('Sign in to like this thread.')).toBeVisible()
  expect((await page.goto('/forum/none'))?.status()).toBe(404)
  expect((await page.goto('/forum/thread/01900000-0000-7000-8000-000000000000'))?.status()).toBe(404)
  await page.goto('/forum/new?category=help')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fforum%2Fnew%3Fcategory%3Dhelp/)
})

test('a member starts a thread, whose draft survives a reload, replies with a quote, edits and deletes', async ({
  page,
  context,
}) => {
  test.slow()
  await newMember(context)
  const title = `Thread ${freshName()}`
  await page.goto('/forum/new?category=off-topic')
  await ready(page)
  await page.getByRole('button', { name: 'Start thread' }).click()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription('A title must have 5 to 120 characters')
  await expectGoodPage(page)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Text', { exact: true }).fill(`The first text. ${'Schwarzwaldklinik'.repeat(9)}`)
  await page.reload()
  await ready(page)
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Start thread' }).click()
  await expect(page).toHaveURL(/\/forum\/thread\/[0-9a-f-]+$/)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await ready(page)
  await expectGoodPage(page)

  const box = page.getByRole('textbox', { name: 'Your reply' })
  const posts = page.getByRole('list', { name: 'Posts' }).getByRole('article')
  await box.fill('Hello @mar')
  await expect(page.getByRole('option', { name: /@mara/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(box).toHaveValue('Hello @mara ')
  await page.getByRole('button', { name: 'Post reply' }).click()
  await expect(posts).toHaveCount(1)
  await expect(posts.first()).toBeFocused()
  await expect(posts.first().getByRole('link', { name: '@mara' })).toBeVisible()
  await page.getByRole('button', { name: /^More about post 1/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Your post' }).fill('Hello everybody')
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: /^More about post 1/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(page.getByRole('textbox', { name: 'Your post' })).toHaveValue('Hello everybody')
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(posts.first()).toContainText('Hello everybody')
  await expect(posts.first()).toContainText('edited')
  await page.getByRole('button', { name: /^More about post 1/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(posts.first()).toContainText('This post was deleted.')
})

test('likes toggle with their words, new posts arrive live, and a permalink leads to its page [R-FORUM-05] [R-FORUM-06]', async ({
  page,
  context,
  another,
}) => {
  test.slow()
  await newMember(context)
  const other = await another()
  await newMember(other)
  const threadId = await startThread(other, `Live ${freshName()}`)
  await page.goto(`/forum/thread/${threadId}`)
  await ready(page)
  const like = page.getByRole('button', { name: /^Like/ }).first()
  await like.click()
  await expect(page.getByText('Liked!')).toBeVisible()
  await like.click()
  await expect(page.getByText('Removed like')).toBeVisible()

  const postId = await reply(other, threadId, 'This came while you read')
  await page.getByRole('button', { name: '1 new post' }).click()
  await expect(page.getByText('This came while you read')).toBeVisible()
  await expect(page.getByText('1 new', { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: /^Quote Person/ })
    .last()
    .click()
  await expect(page.getByText(/^Quotes/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('I saw it')
  await page.getByRole('button', { name: 'Post reply' }).click()
  await expect(page.getByRole('blockquote')).toContainText('This came while you read')
  await page.goto(`/forum/post/${postId}`)
  await expect(page).toHaveURL(new RegExp(`/forum/thread/${threadId}#post-${postId}$`))
  await ready(page)
  await page.getByRole('button', { name: 'More about post 1' }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  await expect(page.getByRole('dialog')).toContainText('Report the post by')
})

test('an unread thread leads to its first unread post, and a moderator pins, locks and moves it', async ({
  page,
  context,
  another,
}) => {
  test.slow()
  await newMember(context)
  const other = await another()
  await newAdmin(other)
  const title = `Unread ${freshName()}`
  const threadId = await startThread(context, title)
  await send(context, 'PUT', `/api/forum/threads/${threadId}/read`, { number: 0 })
  await reply(other, threadId, 'Something new')
  await page.goto('/forum/off-topic')
  await ready(page)
  const read = written(page, /\/read$/)
  await page.getByRole('link', { name: new RegExp(`${title}.*1 new`) }).click()
  await expect(page).toHaveURL(/#new$/)
  await expect(page.getByText('1 new', { exact: true })).toBeVisible()
  await read

  const moderator = await other.newPage()
  await moderator.goto(`/forum/thread/${threadId}`)
  await ready(moderator)
  const menu = moderator.getByRole('button', { name: 'More about this thread' })
  await menu.click()
  await moderator.getByRole('menuitem', { name: 'Lock' }).click()
  await expect(moderator.getByText('This thread is locked')).toBeVisible()
  await menu.click()
  await moderator.getByRole('menuitem', { name: 'Move' }).click()
  await moderator.getByRole('dialog').getByText('Help', { exact: true }).click()
  await moderator.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await expect(moderator.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Help')
  await moderator.goto('/admin/forum')
  await ready(moderator)
  await expect(moderator.getByRole('heading', { level: 1, name: 'Forum' })).toBeVisible()
  await expectGoodPage(moderator)
})
