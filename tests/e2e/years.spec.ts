import { newMember } from './accounts.ts'
import { expect, expectGoodPage, isPhone, openOwn, ready, send, test } from './browser.ts'

const [HADES, CELESTE] = ['igdb_113112', 'igdb_26226']

test('a member looks at the year in games, and others see what the member shows', async ({
  page,
  context,
  another,
}) => {
  test.slow()
  const { id, displayName } = await newMember(context)
  await page.goto('/profile')
  await ready(page)

  // A year without anything is an empty state.
  await openOwn(page, 'Year')
  await expect(page).toHaveURL(/\/year\/\d{4}$/)
  const year = Number(page.url().slice(-4))
  const address = `/profile/${id}/year/${year}`
  await expect(page.getByRole('heading', { name: 'Nothing logged yet' })).toBeVisible()
  await expectGoodPage(page)

  for (const [game, played_on, minutes] of [
    [HADES, `${year}-01-01`, 90],
    [HADES, `${year - 1}-12-31`, 30],
    [HADES, `${year - 1}-12-30`, 45],
  ] as const)
    await send(context, 'POST', `/api/user/games/${game}/sessions`, { minutes, played_on })
  const finished = { status: 'completed', play_time: 8, playthrough: { platform: 'PC', date: `${year - 1}-12-31` } }
  await send(context, 'PUT', `/api/library/${CELESTE}/progress`, finished)
  await send(context, 'PATCH', `/api/library/${CELESTE}`, { user_rating: 9 })

  await page.goto(address)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1, name: `${displayName} in games: ${year}` })).toBeVisible()
  // The figures of the year do not cover the name above them.
  await page.getByRole('main').getByRole('link', { name: displayName, exact: true }).first().click({ trial: true })
  await expect(page.getByRole('listitem').filter({ hasText: 'January: 1h 30m, 1 game' })).toBeVisible()
  await expectGoodPage(page)

  await page
    .getByRole('navigation', { name: 'Years' })
    .getByRole('link', { name: String(year - 1) })
    .click()
  await expect(page).toHaveURL(`/profile/${id}/year/${year - 1}`)
  await expect(page.getByRole('region', { name: 'Favourites of the year' }).getByRole('link')).toHaveText(/Celeste/)
  await expect(page.getByText(`Longest run: 2 days, Dec 30, ${year - 1} to Dec 31, ${year - 1}.`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Platforms' })).toContainText('PC')
  await expect(page.getByRole('list', { name: 'Hours and games by month' })).toContainText(
    'December: 9h 15m, 2 games, 1 finished',
  )
  if (!isPhone(page)) await expect(page.getByRole('img', { name: `Days played in ${year - 1}: 2` })).toBeVisible()
  await expectGoodPage(page)

  // On paper the year has its covers and charts, and nothing to press.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('list', { name: 'Hours and games by month' })).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Years' })).toBeHidden()
  await page.emulateMedia({ media: null })

  // Years that have no page say why.
  for (const other of [year - 2, year + 2]) {
    const answer = await page.request.get(`/profile/${id}/year/${other}`)
    expect([other, answer.status()]).toEqual([other, 404])
    expect(await answer.text()).toContain('This year has no page')
  }

  // The journal leads here.
  await page.goto('/journal?view=year')
  await ready(page)
  await page.getByRole('link', { name: `${year} in games` }).click()
  await expect(page).toHaveURL(address)

  await send(context, 'PATCH', `/api/profiles/${id}`, { settings: { sections: { library: 'private' } } })
  const visitor = await (await another()).newPage()
  await visitor.goto(address)
  await expect(visitor.getByText(`${displayName} does not show you their games.`)).toBeVisible()
  await expect(visitor.getByText('Hades')).toHaveCount(0)
  await expectGoodPage(visitor)
})
