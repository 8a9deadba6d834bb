import { newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, focusOn, hold, isPhone, ready, test, written } from './browser.ts'

test('a member marks a poster with one click or one long press, and Undo removes the mark', async ({
  page,
  context,
}) => {
  await newMember(context)
  await page.goto('/all-games')
  await ready(page)
  const poster = page.locator('.poster').first()
  const label = poster.locator('a > .visually-hidden')
  const title = (await label.textContent()) ?? ''
  if (isPhone(page)) {
    await hold(poster)
    await expect(page.getByRole('dialog')).toBeVisible()
    // The long press is not followed by a click, which would open the link.
    await expect(page).toHaveURL('/all-games')
    await page.getByRole('dialog').getByRole('button', { name: 'Like' }).tap()
  } else {
    await poster.hover()
    await poster.getByRole('button', { name: /^Like/ }).click()
  }
  await expect(page.getByRole('status').filter({ hasText: 'Undo' })).toBeVisible()
  await expect(label).toHaveText(/liked/)
  const undone = written(page, /^\/api\/library/, 'DELETE')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(label).toHaveText(title)
  // The page changes at once, the server a moment later.
  await undone
  await page.reload()
  await expect(label).toHaveText(title)
})

test('a visitor who acts sees the reason and the sign-in, and returns [R-LIB-11, R-LIB-12]', async ({ page }) => {
  await page.goto('/game/igdb_1942')
  await ready(page)
  await page.getByRole('region', { name: 'My library' }).getByRole('radio', { name: 'Want to Play' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Please sign in to add games to your library')).toBeVisible()
  // The provider's button appears last, and moves the link.
  await expect(dialog.getByRole('button', { name: 'Continue with Keycloak' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Go to sign-in page' }).click()
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fgame%2Figdb_1942$/)
})

test('a member logs an old game from anywhere, it does not count for this year, and the search finds people', async ({
  page,
  context,
}) => {
  const who = await newMember(context)
  await page.goto('/game/igdb_1942')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('savepoint.viewed'))).toContain('igdb_1942')
  await page.goto('/challenges')
  await ready(page)
  const find = page.getByRole('dialog', { name: 'Log a game' })
  // The code of the key loads shortly after the page.
  await expect(async () => {
    if (isPhone(page)) await page.getByRole('link', { name: 'Log a game' }).tap()
    else await page.keyboard.press('l')
    // Long enough for a slow machine: a second letter would go into the field.
    await expect(find).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(find.getByRole('combobox', { name: 'Search for a game to log' })).toBeFocused()
  await expect(find.getByRole('group', { name: 'Recently viewed' }).getByRole('option')).toHaveCount(1)
  await expectGoodPage(page)
  await page.keyboard.type('hollow knight')
  await expect(find.getByRole('option', { name: /^Hollow Knight/ }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  const form = page.getByRole('dialog', { name: 'Log Hollow Knight' })
  await expect(form).toBeVisible()
  await focusOn(page, 'radio', 'Want to Play')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('radio', { name: 'Completed' })).toBeChecked()
  await focusOn(page, 'textbox', 'Finished')
  await page.keyboard.type('2018')
  await form.getByRole('combobox', { name: 'Platform' }).selectOption('PC')
  await expect(form.getByRole('checkbox', { name: 'Share with friends' })).not.toBeChecked()
  await expectGoodPage(page)
  await focusOn(page, 'button', 'Save log')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expectToast(page, ': completed')
  const stats = await (await context.request.get('/api/user/stats')).json()
  expect(stats).toMatchObject({ total_played: 1, played_this_year: 0 })
  const feed = await (await context.request.get(`/api/profiles/${who.id}/activities`)).json()
  // The badge that it earns is no activity about the game.
  expect(feed.data.map(({ type }: { type: string }) => type)).toEqual(['badge', 'badge'])

  if (isPhone(page)) await page.getByRole('link', { name: 'Search', exact: true }).tap()
  else await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search games, people and pages' })
  await expect(search).toBeFocused()
  await page.keyboard.type('@mara')
  const people = page.getByRole('group', { name: 'People' })
  await expect(people.getByRole('option', { name: /@mara$/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara')
})
