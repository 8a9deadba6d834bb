import { newMember } from './accounts.ts'
import { expect, hold, isPhone, ready, test, written } from './browser.ts'

test('a poster is marked with one click or one hold, and Undo takes it back', async ({ page, context }) => {
  await newMember(context)
  await page.goto('/all-games')
  await ready(page)
  const poster = page.locator('.poster').first()
  const said = poster.locator('a > .vh')
  const title = (await said.textContent()) ?? ''
  if (isPhone(page)) {
    await hold(poster)
    await expect(page.getByRole('dialog')).toBeVisible()
    // No click follows, which would open the link.
    await expect(page).toHaveURL('/all-games')
    await page.getByRole('dialog').getByRole('button', { name: 'Like' }).tap()
  } else {
    await poster.hover()
    await poster.getByRole('button', { name: /^Like/ }).click()
  }
  await expect(page.getByRole('status').filter({ hasText: 'Undo' })).toBeVisible()
  await expect(said).toHaveText(/liked/)
  const undone = written(page, /^\/api\/library/, 'DELETE')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(said).toHaveText(title)
  // The page answers at once, the server a moment later.
  await undone
  await page.reload()
  await expect(said).toHaveText(title)
})

test('a visitor who acts is told why and led to the sign-in, and back [R-LIB-11, R-LIB-12]', async ({ page }) => {
  await page.goto('/game/igdb_1942')
  await ready(page)
  await page.getByRole('region', { name: 'My library' }).getByRole('radio', { name: 'Want to Play' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Please sign in to add games to your library')).toBeVisible()
  // The button of the provider comes last, and moves the link.
  await expect(dialog.getByRole('button', { name: 'Continue with Keycloak' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Go to sign-in page' }).click()
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fgame%2Figdb_1942$/)
})
