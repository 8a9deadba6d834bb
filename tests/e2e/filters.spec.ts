import type { Locator, Page } from '@playwright/test'
import { expect, expectGoodPage, isPhone, MARA, ready, signIn, test } from './browser.ts'

// Tests the filters of the catalogue that have several terms, ranges, and the member's own library.

const chips = (page: Page) => page.getByRole('link', { name: /^Remove the filter/ })
const posters = (page: Page) => page.getByRole('main').locator('.pg .poster > a')

async function openSheet(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: isPhone(page) ? /Filters/ : 'More filters' }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

/** Opens a section, says how its terms are meant, and presses some. */
async function press(sheet: Locator, section: string, way: string, ...terms: RegExp[]): Promise<void> {
  const fold = sheet.locator('details').filter({ has: sheet.page().locator(`summary > span:text-is("${section}")`) })
  await fold.locator('summary').press('Enter')
  await fold.getByRole('button', { name: way }).click()
  for (const name of terms) {
    await fold
      .getByRole('group', { name: `${section}: ${way}` })
      .getByRole('button', { name })
      .click()
    await expect(fold.getByRole('button', { name }).first()).toHaveAttribute('aria-pressed', 'true')
  }
}

const SIX = 'genre=12*31&platformAll=130*6&themeNot=19&gameMode=1&year=2015..2023&critics=80..'

test('filters by six at once, by a sheet that says what is set', async ({ page }) => {
  await page.goto('/all-games')
  await ready(page)
  const sheet = await openSheet(page)
  await sheet.getByLabel('Years: From').fill('2015')
  await sheet.getByLabel('Years: To').fill('2023')
  await sheet.getByLabel('Critics’ score').selectOption({ label: '80 and up' })
  await press(sheet, 'Genre', 'Any of', /^Role-playing \d/, /^Adventure \d/)
  await press(sheet, 'Platform', 'All of', /^Switch \d{3}$/, /^PC \d/)
  await press(sheet, 'Theme', 'None of', /^Horror \d/)
  await press(sheet, 'Mode', 'Any of', /^Single player \d/)
  await expect(page).toHaveURL(`/all-games?${SIX}`)
  await expect(sheet.locator('summary', { hasText: 'Genre' })).toContainText('Role-playing or Adventure')
  await expectGoodPage(page)
  await sheet.getByRole('button', { name: /^Show [1-9]/ }).click()
  await expect(sheet).toBeHidden()
  await expect(chips(page)).toHaveCount(6)
  await expect(posters(page).first()).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'Remove the filter Not Horror' }).click()
  await expect(chips(page)).toHaveCount(5)
  await expect(page).not.toHaveURL(/themeNot/)
})

test('finds a studio by typing', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/all-games')
  await ready(page)
  const sheet = await openSheet(page)
  await sheet.locator('summary', { hasText: 'Developer' }).press('Enter')
  await sheet.getByLabel('Find a developer …').fill('tarsier')
  await sheet.getByRole('button', { name: /^Tarsier Studios \d/ }).click()
  await expect(page).toHaveURL('/all-games?developer=Tarsier+Studios')
  await sheet.getByRole('button', { name: /^Show [1-9]/ }).click()
  await expect(page.getByRole('link', { name: 'Remove the filter Tarsier Studios' })).toBeVisible()
  await expect(posters(page).first()).toBeVisible()
})

test('members leave out what is in their library @desktop', async ({ page }) => {
  await signIn(page.context(), MARA)
  await page.goto('/all-games')
  await ready(page)
  const all = Number(
    (
      await page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /games$/ })
        .textContent()
    )?.replace(/\D/g, ''),
  )
  const sheet = await openSheet(page)
  await sheet.getByLabel('My library').selectOption({ label: 'Not in my library' })
  await sheet.getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL('/all-games?shelf=none')
  await expect
    .poll(async () =>
      Number(
        (
          await page
            .getByRole('main')
            .getByRole('status')
            .filter({ hasText: /games$/ })
            .textContent()
        )?.replace(/\D/g, ''),
      ),
    )
    .toBeLessThan(all)
  await expect(page.getByRole('link', { name: 'Remove the filter Not in my library' })).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('the form keeps what it has no field for @desktop', async ({ page }) => {
    await page.goto(`/all-games?${SIX}`)
    await expect(chips(page)).toHaveCount(6)
    await page.getByRole('textbox', { name: 'Publisher' }).fill('Nobody at all')
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(chips(page)).toHaveCount(7)
    await expect(page.getByRole('heading', { name: 'No matching games' })).toBeVisible()
  })
})
