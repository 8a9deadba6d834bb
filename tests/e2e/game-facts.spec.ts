import { expect, expectGoodPage, ready, signIn, test } from './browser.ts'

const NAME = 'The Witcher 3: Wild Hunt'

test('a reader sees releases, ages, languages and stores of a game, and opens the other rows', async ({ page }) => {
  await page.goto('/game/igdb_1942')
  await ready(page)
  const releases = page.getByRole('table', { name: 'Releases' })
  await expect(releases.getByRole('row')).toHaveCount(7)
  await expect(releases.getByRole('row', { name: 'Switch Worldwide Oct 15, 2019' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'GOG', exact: true })).toHaveAttribute('href', /gog\.com/)
  await expect(page.getByText('PEGI')).toBeVisible()
  await page.getByText('7 more').click()
  await expect(page.getByRole('row', { name: 'Russian Yes Yes Yes' })).toBeVisible()
  await expectGoodPage(page)
})

test('a member follows a relation from the remake to the original, and along the series', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await page.goto('/game/igdb_19686')
  await ready(page)
  await page.getByRole('region', { name: 'Remake of' }).getByRole('link').click()
  await expect(page).toHaveURL(/\/game\/igdb_880$/)
  await expect(page.getByRole('region', { name: 'Remake' }).getByRole('link')).toHaveAttribute(
    'href',
    '/game/igdb_19686',
  )
  const series = page.getByRole('region', { name: 'Resident Evil' })
  await expect(series.locator('.shelf-current')).toHaveCount(1)
  await expect(series.getByRole('link').first()).toHaveAttribute('href', '/game/igdb_424')
  await expectGoodPage(page)
  await page.goto('/game/igdb_1942')
  await expect(page.getByRole('region', { name: 'The Witcher' }).locator('.shelf-current')).toContainText(NAME)
})
