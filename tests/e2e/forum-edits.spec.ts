import type { Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, freshName, ready, send, test } from './browser.ts'
import { reply, startThread } from './forum-threads.ts'

const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('article')

async function chooseInMenu(page: Page, menu: RegExp | string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an author edits a post and a thread, and reads the earlier versions [G16]', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  test.slow()
  await newMember(context)
  const title = `Versions ${freshName()}`
  const threadId = await startThread(context, title)
  await reply(context, threadId, 'My first words')
  await page.goto(`/forum/thread/${threadId}`)
  await ready(page)

  const versions = page.getByRole('dialog', { name: 'Earlier versions' })
  await chooseInMenu(page, /^More about post 1/, 'Edit')
  const box = page.getByRole('textbox', { name: 'Your post' })
  await expect(box).toBeFocused()
  await box.fill('My second words')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(posts(page)).toContainText('My second words')
  await expect(posts(page)).toContainText('edited')
  await chooseInMenu(page, /^More about post 1/, 'Earlier versions')
  await expect(versions.getByRole('listitem')).toHaveCount(1)
  await expect(versions.getByRole('listitem')).toContainText('My first words')
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await expect(versions).toBeHidden()

  await chooseInMenu(page, 'More about this thread', 'Edit')
  const form = page.getByRole('form', { name: 'Edit your thread' })
  await form.getByLabel('Title').fill(`New ${title}`)
  await form.getByRole('textbox', { name: 'Text', exact: true }).fill('A second text that is long enough.')
  await expectGoodPage(page)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`New ${title}`)
  await expect(form).toBeHidden()
  await chooseInMenu(page, 'More about this thread', 'Earlier versions')
  await expect(versions.getByRole('listitem')).toContainText(title)
  await expect(versions.getByRole('listitem')).toContainText('A first text that is long enough.')
  await expectGoodPage(page)
})

test('an edit that another device has overtaken keeps both texts, and the author chooses [G59]', {
  tag: '@desktop',
}, async ({ page, context }) => {
  test.slow()
  await newMember(context)
  const threadId = await startThread(context, `Conflict ${freshName()}`)
  const postId = await reply(context, threadId, 'As it was')
  await page.goto(`/forum/thread/${threadId}`)
  await ready(page)
  const box = page.getByRole('textbox', { name: 'Your post' })
  const conflict = page.getByRole('alert', { name: 'Another version' })
  /** Edits the post here, and saves after another device has saved its own text. */
  const overtake = async (mine: string, theirs: string) => {
    await chooseInMenu(page, /^More about post 1/, 'Edit')
    await box.fill(mine)
    await send(context, 'PATCH', `/api/forum/posts/${postId}`, { content: theirs })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(conflict).toContainText(theirs)
    await expect(box).toHaveValue(mine)
  }

  await overtake('As this device has it', 'As the phone has it')
  await expectGoodPage(page)
  await conflict.getByRole('button', { name: 'Save mine' }).click()
  await expect(conflict).toBeHidden()
  await expect(posts(page)).toContainText('As this device has it')

  await overtake('Another try', 'As the tablet has it')
  await conflict.getByRole('button', { name: 'Use the other version' }).click()
  await expect(box).toHaveValue('As the tablet has it')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(box).toHaveValue('Another try')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(box).toBeHidden()
  await expect(posts(page)).toContainText('Another try')

  // Nothing is lost: each text that was saved is a version.
  await chooseInMenu(page, /^More about post 1/, 'Earlier versions')
  const versions = page.getByRole('dialog', { name: 'Earlier versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(4)
  for (const [at, text] of [
    'As the tablet has it',
    'As this device has it',
    'As the phone has it',
    'As it was',
  ].entries())
    await expect(versions.nth(at)).toContainText(text)
  await expectGoodPage(page)
})
