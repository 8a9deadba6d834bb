import type { Page } from '@playwright/test'
import { PASSWORD } from './accounts.ts'
import { expect, expectGoodPage, expectToast, focusOn, freshName, ready, test, written } from './browser.ts'

/** From the landing page to a game on the shelf and in the feed, by mouse or touch. */
test('a newcomer logs a game within a minute of arriving, by pointer', async ({ page }) => {
  const name = freshName()
  await page.goto('/')
  await ready(page)
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/signup/)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Display name').fill('Nova')
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/welcome\?new=true$/)
  await page.getByRole('button', { name: 'Skip all' }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: /^Search games/ }).fill('witcher 3')
  await page.getByRole('option', { name: /The Witcher 3: Wild Hunt/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The Witcher 3: Wild Hunt')

  const panel = page.getByRole('region', { name: 'My library' })
  await panel.getByRole('radio', { name: 'Want to Play' }).click()
  await expectToast(page, 'Game added to library')
  await panel.getByRole('button', { name: 'Log', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /Log The Witcher 3/ })
  await dialog.getByLabel('Hours Played').fill('12.5')
  await dialog.getByRole('spinbutton', { name: 'Progress' }).fill('40')
  await expectGoodPage(page)
  const shared = written(page, /\/activities\/create$/)
  await dialog.getByRole('button', { name: 'Save log' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel).toContainText('40 %')
  await expect(panel.getByRole('radio', { name: 'Currently Playing' })).toBeChecked()
  await shared

  await expectOnShelfAndInFeed(page)
})

/** The same by keyboard alone. */
test('a newcomer logs a game by keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  const name = freshName()
  await page.goto('/signup')
  await ready(page)
  await focusOn(page, 'textbox', 'Username')
  for (const text of [name, 'Nova Keys', `${name}@example.org`, PASSWORD]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/welcome\?new=true$/)
  await ready(page)
  await focusOn(page, 'button', 'Skip all')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/$/)
  await ready(page)

  // The code of the dialog loads shortly after the page.
  await expect(async () => {
    await page.keyboard.press('/')
    // Long enough for a slow machine: a second slash would go into the field.
    await expect(page.getByRole('combobox', { name: /^Search games/ })).toBeFocused({ timeout: 5_000 })
  }).toPass()
  await page.keyboard.type('hollow knight')
  await expect(page.getByRole('option', { name: /^Hollow Knight/ }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Hollow Knight/)
  await ready(page)

  await focusOn(page, 'radio', 'Want to Play')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('region', { name: 'My library' })
  await expect(panel.getByRole('radio', { name: 'Currently Playing' })).toBeChecked()
  await focusOn(page, 'button', 'Log')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await focusOn(page, 'spinbutton', 'Hours Played')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(panel).toContainText('3h')

  await page.goto('/profile/games')
  await expect(page.getByRole('main')).toContainText('Hollow Knight')
})

async function expectOnShelfAndInFeed(page: Page): Promise<void> {
  await page.goto('/profile/games')
  await expect(page.getByRole('link', { name: /The Witcher 3: Wild Hunt/ }).first()).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('main')).toContainText('The Witcher 3: Wild Hunt')
  await expect(page.getByRole('main')).toContainText('40 %')
}
