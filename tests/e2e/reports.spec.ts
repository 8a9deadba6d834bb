import type { BrowserContext } from '@playwright/test'
import { newAdmin, newMember, share } from './accounts.ts'
import { expect, expectGoodPage, expectToast, freshName, ready, send, test } from './browser.ts'

/** Shares an activity of one member, with a comment by another. */
async function makeComment(owner: BrowserContext, author: BrowserContext, text: string) {
  const { id } = await newMember(owner)
  await newMember(author)
  const activity = await share(owner, 'completed', 'igdb_1942', { text: `Done ${text}` })
  await send(author, 'POST', `/api/activities/${activity}/comments`, { content: text })
  return { address: `/profile/${id}?tab=activity` }
}

test('a comment is reported and hidden by an admin, its author sees the reason, nobody else sees it, and it is put back (G21)', {
  tag: '@desktop',
}, async ({ page, context, another }) => {
  const [owner, author, admin] = [await another(), await another(), await another()]
  const text = `Cheap keys ${freshName()}`
  const { address } = await makeComment(owner, author, text)

  // A visitor is asked to sign in.
  await page.goto(address)
  await ready(page)
  const comment = page.getByRole('listitem').filter({ hasText: text }).last()
  await comment.hover()
  await comment.getByRole('button', { name: /^Report the comment/ }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toContainText('Please sign in to report')

  await newMember(context)
  await page.goto(address)
  await ready(page)
  await comment.hover()
  await comment.getByRole('button', { name: /^Report the comment/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Report the comment by/ })
  await expect(dialog).toBeVisible()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(dialog.getByText('Choose a reason')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Spam/ }).check()
  await dialog.getByLabel('Anything to add?').fill('Under every game')
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expectToast(page, 'Thank you. The team of this site will look at it, and you will hear how it ended.')
  await expect(dialog).toBeHidden()
  // A second report is not possible.
  await comment.hover()
  await comment.getByRole('button', { name: /^Report the comment/ }).click()
  await dialog.getByRole('radio', { name: /^Spam/ }).check()
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(page.getByText('You have reported this already.')).toBeVisible()

  await newAdmin(admin)
  const desk = await admin.newPage()
  await desk.goto('/admin')
  await expect(desk.getByRole('list', { name: 'What waits' }).getByText(/open reports?/)).toBeVisible()
  await desk.goto('/admin/reports')
  await ready(desk)
  const item = desk
    .getByRole('listitem')
    .filter({ has: desk.getByRole('article') })
    .filter({ hasText: text })
  await expect(item.getByText('Under every game')).toBeVisible()
  await expectGoodPage(desk)
  await item.getByRole('button', { name: 'Hide' }).click()
  const question = desk.getByRole('dialog', { name: 'Hide this comment?' })
  await question.getByRole('textbox').fill('No advertising, please.')
  await expectGoodPage(desk)
  await question.getByRole('button', { name: 'Hide' }).click()
  // An open dialog hides the page behind it, so checking the item alone would prove nothing.
  await expect(question).toBeHidden()
  await expect(item).toBeHidden()
  await desk.goto('/admin/reports?show=handled')
  await ready(desk)
  await expect(item.getByText('No advertising, please.')).toBeVisible()
  await expectGoodPage(desk)

  // The author sees it, with a note.
  const own = await author.newPage()
  await own.goto(address)
  await expect(own.getByText(text, { exact: false }).last()).toBeVisible()
  await expect(own.getByText('Hidden by the team of this site.')).toBeVisible()
  await ready(own)
  await expectGoodPage(own)
  // Nobody else sees it: the reporter, the owner of the activity, a visitor.
  for (const who of [context, owner]) {
    const html = await (await who.request.get(address)).text()
    expect(html).toContain(`Done ${text}`)
    expect(html.split(`Done ${text}`).join('')).not.toContain(text)
  }
  const visitor = await another()
  await expect
    .poll(async () => (await (await visitor.request.get(address)).text()).split(`Done ${text}`).join('').includes(text))
    .toBe(false)

  // The admin corrects the mistake.
  await item.getByRole('button', { name: 'Put back this comment' }).click()
  const doubt = desk.getByRole('dialog', { name: 'Put this comment back?' })
  await doubt.getByRole('textbox').fill('We misread it.')
  await expectGoodPage(desk)
  await doubt.getByRole('button', { name: 'Put back' }).click()
  await expect(item.getByText(/^Put back by/)).toBeVisible()
  await expect(item.getByText('Hidden', { exact: true })).toHaveCount(1)
  await expect(item.getByRole('button')).toHaveCount(0)
  await expectGoodPage(desk)
  await own.goto('/notifications')
  await expect(own.getByText(/has put your comment .* back\. Others see it again\. We misread it\./)).toBeVisible()
  await expect
    .poll(async () => (await (await visitor.request.get(address)).text()).split(`Done ${text}`).join('').includes(text))
    .toBe(true)
})

test('a profile and an activity are reported from their menus, also by keyboard, and the author is warned', async ({
  page,
  context,
  another,
}) => {
  const [owner, author, admin] = [await another(), await another(), await another()]
  const text = `So it goes ${freshName()}`
  const { address } = await makeComment(owner, author, text)
  await newMember(context)
  // On phones only Overview has the actions of a profile.
  await page.goto(address.replace('?tab=activity', ''))
  await ready(page)
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: /^Report/ })
  await dialog.getByRole('radio', { name: /^Harassment/ }).check()
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expectToast(page, 'Thank you. The team of this site will look at it, and you will hear how it ended.')
  await expect(dialog).toBeHidden()

  await page.goto(address)
  await ready(page)
  await page.getByRole('button', { name: 'More', exact: true }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('radio', { name: /^Spoiler/ }).press('Space')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'More', exact: true }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter')
  await dialog.getByRole('radio', { name: /^Spoiler/ }).press('Space')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  await newAdmin(admin)
  const desk = await admin.newPage()
  await desk.goto('/admin/reports')
  await ready(desk)
  const item = desk
    .getByRole('listitem')
    .filter({ has: desk.getByRole('article') })
    .filter({ hasText: `Done ${text}` })
  await item.getByRole('button', { name: 'Warn' }).click()
  const question = desk.getByRole('dialog', { name: /^Warn/ })
  await question.getByRole('button', { name: 'Warn' }).click()
  await expect(question.getByText('Say why')).toBeVisible()
  await question.getByRole('textbox').fill('Mind the endings.')
  await question.getByRole('button', { name: 'Warn' }).click()
  await expect(question).toBeHidden()
  await expect(item).toBeHidden()
})

test('wrong data of a game is reported on its page, an admin says that it is corrected, and the member hears it (G21)', {
  tag: '@phone',
}, async ({ page, context, another }) => {
  const game = '/game/igdb_1942'
  const text = `Another year ${freshName()}`
  await page.goto(game)
  await ready(page)
  await page.getByRole('button', { name: 'Report wrong data' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign In Required' })).toContainText('Please sign in to report')

  await newMember(context)
  await page.goto(game)
  await ready(page)
  await page.getByRole('button', { name: 'Report wrong data' }).click()
  const dialog = page.getByRole('dialog', { name: /^Report wrong data of/ })
  await expect(dialog).toBeVisible()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expect(dialog.getByText('Choose what is wrong')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Release date' }).check()
  await dialog.getByLabel('What is wrong, and what is right?').fill(text)
  await dialog.getByLabel('Where does it say so?').fill('https://maker.example/news')
  await dialog.getByRole('button', { name: 'Report', exact: true }).click()
  await expectToast(page, 'Thank you. The team of this site will look at it, and you will hear how it ended.')
  await expect(dialog).toBeHidden()

  const admin = await another()
  await newAdmin(admin)
  const desk = await admin.newPage()
  await desk.goto('/admin/reports')
  await ready(desk)
  const item = desk
    .getByRole('listitem')
    .filter({ has: desk.getByRole('article') })
    .filter({ hasText: text })
  await expect(item.getByRole('link', { name: 'https://maker.example/news' })).toBeVisible()
  await expect(item.getByRole('link', { name: 'View it' })).toHaveAttribute('href', game)
  await expectGoodPage(desk)
  await item.getByRole('button', { name: 'It is corrected' }).click()
  const question = desk.getByRole('dialog', { name: 'Is this game corrected?' })
  await question.getByLabel('A message to who reported it').fill('Good catch.')
  await expectGoodPage(desk)
  await question.getByRole('button', { name: 'It is corrected' }).click()
  await expect(question).toBeHidden()
  await expect(item).toBeHidden()

  await page.goto('/notifications')
  await expect(page.getByText(/has corrected what it says about .*\. Good catch\./)).toBeVisible()
})

test('pages hide closed content from viewers who may not see it (G22)', { tag: '@desktop' }, async ({
  context,
  another,
}) => {
  const [owner, friend, blocked, visitor] = [await another(), await another(), await another(), await another()]
  const secret = freshName()
  const { id } = await newMember(owner)
  const { id: friendId } = await newMember(friend)
  const { id: blockedId } = await newMember(blocked)
  await newMember(context)
  await send(owner, 'PATCH', '/api/profiles/me', { bio: `Bio ${secret}` })
  await share(owner, 'completed', 'igdb_1942', { text: `Words ${secret}` })
  await send(friend, 'POST', '/api/friends', { friend_id: id })
  await send(owner, 'POST', '/api/friends', { friend_id: friendId })
  await send(owner, 'POST', '/api/blocks', { user_id: blockedId })
  const pages = [`/profile/${id}`, `/profile/${id}?tab=activity`, `/profile/${id}?tab=games`, '/game/igdb_1942', '/']
  const sees = async (who: BrowserContext) => {
    const found = await Promise.all(
      pages.map(async (path) => (await (await who.request.get(path)).text()).includes(secret)),
    )
    return found.some(Boolean)
  }
  for (const [visibility, toAll, toFriend] of [
    ['public', true, true],
    ['friends', false, true],
    ['private', false, false],
  ] as const) {
    await send(owner, 'PATCH', '/api/profiles/me', { settings: { visibility } })
    // The app invalidates cached pages shortly after the change.
    await expect.poll(() => sees(visitor)).toBe(toAll)
    expect(await sees(context)).toBe(toAll)
    expect(await sees(friend)).toBe(toFriend)
    expect(await sees(blocked)).toBe(false)
    expect(await sees(owner)).toBe(true)
  }
})
