import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, send, signIn, test } from './browser.ts'

const GAME = 'igdb_1942'
const PAGES = [
  ['Reviews', '/reviews'],
  ['Lists', '/lists'],
  ['Members', '/members'],
] as const

test('a visitor wanders from the community to reviews, lists and members', { tag: '@themes' }, async ({ page }) => {
  await page.goto('/forum')
  await ready(page)
  const row = page.getByRole('navigation', { name: 'Community' })
  for (const [name, address] of PAGES) {
    await row.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(row.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('main').getByRole('article').or(page.getByRole('list', { name })).first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Friends', exact: true })).toHaveCount(0)
    await expectGoodPage(page)
  }
})

test('the pages come rendered, and are in the sitemap', { tag: '@desktop' }, async ({ request }) => {
  for (const [name, address] of PAGES) {
    const html = await (await request.get(address)).text()
    expect(html).toContain(`>${name}</h1>`)
    expect(html.match(/href="\/(reviews|lists|profile)\/[\w-]{36}"/g)?.length ?? 0).toBeGreaterThan(2)
  }
  const map = await (await request.get('/sitemaps/pages-1.xml')).text()
  for (const [, address] of PAGES) expect(map).toContain(`${address}</loc>`)
})

test('a member switches to friends, to what is liked, and to similar libraries', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  for (const [address, switches] of [
    ['/reviews', ['Most helpful', 'Friends']],
    ['/lists', ['Most liked', 'Friends']],
    ['/members', ['Similar libraries']],
  ] as const) {
    await page.goto(address)
    await ready(page)
    for (const name of switches) {
      const link = page.getByRole('group', { name: /^Which/ }).getByRole('link', { name })
      await link.click()
      await expect(link).toHaveAttribute('aria-current')
      await expectGoodPage(page)
    }
  }
  await expect(page.getByText(/ in common$/).first()).toBeVisible()
})

test('a newcomer without friends or games reads what comes next', { tag: '@desktop' }, async ({ page, context }) => {
  await newMember(context)
  for (const address of ['/reviews?show=friends', '/lists?show=friends', '/members?show=similar']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 2, name: / yet$/ })).toBeVisible()
  }
})

test('the palette begins with what the page is about', async ({ page, context }) => {
  await newMember(context)
  await page.goto(`/game/${GAME}`)
  await ready(page)
  const here = page.getByRole('group', { name: 'On this page' })
  await page.keyboard.press('Control+k')
  await expect(here.getByRole('option')).toHaveText([/^Log /, /^Add .* to a list…$/])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Log/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await here.getByRole('option', { name: /to a list…$/ }).click()
  await expect(page.getByRole('dialog', { name: /list/i })).toBeVisible()

  const { list } = await send<{ list: { id: string } }>(context, 'POST', '/api/lists', { title: 'Rainy days' })
  await page.goto(`/lists/${list.id}`)
  await ready(page)
  await page.keyboard.press('Control+k')
  await expect(here.getByRole('option')).toHaveText([/^Add a game to this list/])
  await page.keyboard.press('Enter')
  // A wide page has suggestions, and a phone a sheet with a list.
  const field = page
    .getByRole('dialog')
    .getByRole('combobox')
    .or(page.getByRole('searchbox', { name: 'Find a game' }))
  await expect(field).toBeFocused()
})
