import { newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, ready, send, test } from './browser.ts'

test('a member recommends a game to a friend, who adds it, finishes it and says thanks', async ({
  page,
  context,
  another,
}) => {
  test.slow()
  const other = await another()
  const friend = await newMember(other)
  const own = await newMember(context)
  // The second request accepts the first one.
  await send(context, 'POST', '/api/friends', { friend_id: friend.id })
  await send(other, 'POST', '/api/friends', { friend_id: own.id })

  await page.goto('/game/igdb_1942')
  await ready(page)
  const open = page.getByRole('button', { name: 'Recommend to a friend…' })
  if (isPhone(page)) await open.tap()
  else {
    await open.focus()
    await page.keyboard.press('Enter')
  }
  const dialog = page.getByRole('dialog', { name: /^Recommend / })
  await dialog.getByRole('radio', { name: friend.displayName }).check()
  await dialog.getByLabel('A line for them').fill('The ending. You will see.')
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Recommend' }).click()
  await expectToast(page, new RegExp(`^Recommended .* to ${friend.displayName}$`))
  await expect(dialog).toBeHidden()

  const theirs = await other.newPage()
  await theirs.goto('/')
  await ready(theirs)
  const tray = theirs.getByRole('region', { name: 'Recommended to you' })
  await expect(tray).toContainText(own.displayName)
  await expect(tray).toContainText('The ending. You will see.')
  await expectGoodPage(theirs)
  const accept = tray.getByRole('button', { name: /^To my backlog: / })
  if (isPhone(theirs)) await accept.tap()
  else {
    // Behind the games with which a newcomer begins.
    await accept.focus()
    await theirs.keyboard.press('Enter')
  }
  await expectToast(theirs, /is in your backlog$/)
  await expect(tray).toBeHidden()

  await send(other, 'PATCH', '/api/library/igdb_1942', { status: 'completed' })
  await theirs.goto('/')
  await ready(theirs)
  await tray.getByRole('button', { name: /^Finished it: thanks: / }).click()
  await expectToast(theirs, `${own.displayName} is told that you finished it`)

  await page.goto('/notifications')
  await ready(page)
  await expect(page.getByText(/finished .*, and thanks you for it/)).toBeVisible()
})
