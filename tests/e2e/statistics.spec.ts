import { newMember } from './accounts.ts'
import { expect, expectGoodPage, openOwn, ready, send, test } from './browser.ts'

const [HADES, CELESTE] = ['igdb_113112', 'igdb_26226']

test('a member looks at statistics, and a bar leads to its games', async ({ page, context }) => {
  test.slow()
  await newMember(context)
  await page.goto('/profile/games')
  await ready(page)
  await openOwn(page, 'Statistics')
  await expect(page.getByRole('heading', { name: 'No games yet' })).toBeVisible()

  const year = new Date().getUTCFullYear() - 1
  for (const [game, played_on, minutes] of [
    [HADES, `${year}-01-05`, 90],
    [HADES, `${year}-03-05`, 30],
    [CELESTE, `${year}-03-06`, 600],
  ] as const)
    await send(context, 'POST', `/api/user/games/${game}/sessions`, { minutes, played_on })
  await send(context, 'PATCH', `/api/library/${CELESTE}`, { user_rating: 9 })

  await page.goto('/profile/statistics')
  await ready(page)
  await page
    .getByRole('navigation', { name: 'Period' })
    .getByRole('link', { name: String(year) })
    .click()
  await expect(page).toHaveURL(`/profile/statistics?period=${year}`)
  const chart = page.getByRole('group', { name: 'Hours by month' })
  await expect(chart.getByRole('link')).toHaveCount(2)
  await page.getByText('Show Hours by month as a table').click()
  await expect(page.getByRole('row', { name: `March ${year}` })).toHaveText(`March ${year}11h2`)
  await expectGoodPage(page)

  // In the page that is open, without loading it again.
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await chart.getByRole('link', { name: `January ${year}: 1h 30m` }).click()
  await expect(page).toHaveURL(`/profile/games?played=${year}-01`)
  await expect(page.getByText(`Played in January ${year}`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Hades' })).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('link', { name: 'Celeste' })).toHaveCount(0)
  await expect(page.locator('body[data-same]')).toHaveCount(1)
  await expectGoodPage(page)

  // The form works, and an address with something else says so.
  await page.goto('/profile/statistics')
  await page.getByText('Other days').click()
  await page.getByRole('textbox', { name: 'From' }).fill(`${year}-03-06`)
  await page.getByRole('textbox', { name: 'To', exact: true }).fill(`${year}-03-06`)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText(`Played on Mar 6, ${year}.`)).toBeVisible()
  const answer = await page.request.get(`/profile/statistics?from=${year}-03-06&to=x`)
  expect([answer.status(), (await answer.text()).includes('This is no period.')]).toEqual([400, true])
})
