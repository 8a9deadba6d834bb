import type { Page } from '@playwright/test'
import { expect, expectGoodPage, freshName, MARA, ready, test } from './browser.ts'

async function depart(page: Page): Promise<void> {
  await page.goto('/signin?redirect=%2Fall-games')
  await ready(page)
  await page.getByRole('button', { name: 'Continue with Keycloak' }).click()
  await expect(page.locator('input[name="login"]')).toBeVisible()
}
async function agree(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.locator('form:has(input[value="consent"]) button[type="submit"]').click()
}

test('a person signs in through a provider, is welcomed, and is asked for a name [R-ROUTE-33, R-ROUTE-34, R-SESS-15]', {
  tag: '@desktop',
}, async ({ page }) => {
  await depart(page)
  await agree(page, `${freshName()}@example.org`)
  await expect(page.getByText('Signed in successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/welcome\?new=true/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome, Person/)
  // The last step asks for what the provider has not said.
  for (const step of [2, 3]) {
    await page.getByRole('link', { name: 'Skip', exact: true }).click()
    await expect(page.getByText(`Step ${step} of 3`)).toBeVisible()
  }
  await expect(page.getByLabel('Username')).toHaveValue('')
  await expect(page.getByLabel('Display name')).toBeHidden()
  await page.getByRole('button', { name: 'Skip all' }).click()

  // The dialog asks only for missing facts, and the address no longer contains the request.
  const dialog = page.getByRole('dialog', { name: 'Complete your profile' })
  await expect(dialog.getByLabel('Username')).toBeVisible()
  await expect(dialog.getByLabel('Display name')).toBeHidden()
  await expect(page).toHaveURL(/\/$/)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Later' }).click()
  const banner = page.getByRole('region', { name: 'Your profile' })
  await page.reload()
  await expect(banner.getByText('Complete your profile')).toBeVisible()
  await expect(dialog).toBeHidden()
  await ready(page)
  await expectGoodPage(page)
  await banner.getByRole('button', { name: 'Complete' }).click()
  await dialog.getByLabel('Username').fill(freshName())
  await expect(dialog.getByText('Username is available!')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save profile' }).click()
  await expect(banner).toBeHidden()
  await expect(page.getByRole('button', { name: /^Account of Person/ })).toBeVisible()
})

test('a person who cancels there, or has a password here, sees a message and stays signed out', {
  tag: '@desktop',
}, async ({ page }) => {
  await depart(page)
  await page.locator('a[href*="abort"]').click()
  await expect(page.getByText('Social sign-in failed. Please try again.')).toBeVisible()
  await expect(page).toHaveURL(/\/signin$/)
  await expectGoodPage(page)

  await depart(page)
  await agree(page, MARA.email)
  await expect(page.getByText(/This email already has a password/)).toBeVisible()
  await expect(page).toHaveURL(/\/signin$/)
})
