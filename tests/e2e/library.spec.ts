import type { Locator, Page } from '@playwright/test'
import { expect, freshName, isPhone, ready, test } from './browser.ts'

const PASSWORD = 'Correct-horse-9'

test('a poster is marked with one click or one hold, and Undo takes it back', async ({ page, context }) => {
  const name = freshName()
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  await context.request.post('/api/auth/signup', {
    data: { email: `${name}@example.org`, password: PASSWORD, username: name, displayName: 'Quick' },
    headers: { 'x-csrf-token': csrfToken },
  })
  await page.goto('/all-games')
  await ready(page)
  const poster = page.locator('.poster').first()
  const said = poster.locator('a > .vh')
  const title = (await said.textContent()) ?? ''
  if (isPhone(page)) {
    await hold(page, poster)
    await page.getByRole('dialog').getByRole('button', { name: 'Like' }).tap()
  } else {
    await poster.hover()
    await poster.getByRole('button', { name: /^Like/ }).click()
  }
  await expect(page.getByRole('status').filter({ hasText: 'Undo' })).toBeVisible()
  await expect(said).toHaveText(/liked/)
  const undone = page.waitForResponse((response) => response.request().method() === 'DELETE')
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

/** A finger on the middle of it for as long as a long press takes; no click may follow, which would open the link. */
async function hold(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('There is nothing to hold')
  const touch = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.waitForTimeout(450)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL('/all-games')
}
