import { newMember } from './accounts.ts'
import { expect, expectGoodPage, isPhone, ready, signIn, test } from './browser.ts'

const field = /^Search games, people/

test('a member finds a game, a person, a list and a place in the palette, and the last ones again', async ({
  page,
  context,
}) => {
  await signIn(context)
  await page.goto('/')
  await ready(page)
  const link = page.getByRole('link', { name: 'Search', exact: true })
  if (isPhone(page)) await link.tap()
  else await link.click()
  const search = page.getByRole('combobox', { name: field })
  await expect(search).toBeFocused()
  await expect(page.getByRole('group', { name: 'Places in Savepoint' })).toBeVisible()
  await expectGoodPage(page)

  await search.fill('the')
  for (const group of [
    'Games whose title is like “the”',
    'Lists whose title has “the”',
    'Playlists whose title has “the”',
  ])
    await expect(page.getByRole('group', { name: group, exact: true })).toBeVisible()
  await expect(page.getByRole('option', { selected: true })).toHaveAttribute('href', /^\/game\//)
  await expectGoodPage(page)

  await search.fill('zzqqxx')
  await expect(page.getByText('Nothing by that name')).toBeVisible()
  await search.fill('dark theme')
  await expect(page.getByRole('option', { name: /^Preferences/, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/preferences$/)
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.keyboard.press('Control+k')
  const recent = page.getByRole('group', { name: 'Recent on this device' })
  await expect(recent.getByRole('option', { name: /^Preferences/, selected: true })).toBeVisible()
  await recent.getByRole('option', { name: 'Clear recent searches' }).click()
  await expect(recent).toBeHidden()
  await search.fill('new list')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'New list' })).toBeVisible()
})

test('no key is lost while the palette loads', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await ready(page)
  // The network is slow for the code of the palette alone.
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(/palette-[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await expect(async () => {
    await page.keyboard.press('/')
    // Long enough for a slow machine: a second slash would go into the field.
    await expect(page.getByRole('searchbox', { name: field })).toBeFocused({ timeout: 5_000 })
  }).toPass()
  await page.keyboard.type('hollow knight')
  go()
  const search = page.getByRole('combobox', { name: field })
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('hollow knight')
  await expect(page.getByRole('option', { name: /^Hollow Knight/, selected: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
})

test('the keys of the palette count before the page has hydrated, and before its code has arrived', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await newMember(context)
  const hold = async (files: RegExp) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(files, async (route) => {
      await promise
      await route.continue()
    })
    return resolve
  }
  const search = page.getByRole('combobox', { name: field })
  const link = page.getByRole('banner').getByRole('link', { name: 'Search', exact: true })

  const goPage = await hold(/\/assets\/browser-[^/]*\.js/)
  await page.goto('/game/igdb_1942', { waitUntil: 'commit' })
  await expect(link).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('hollow kn')
  goPage()
  await expect(search).toHaveValue('hollow kn')
  await expect(search).toBeFocused()
  await page.keyboard.type('ight')
  await expect(page.getByRole('option', { name: /^Hollow Knight/, selected: true })).toBeVisible()

  const goPalette = await hold(/\/assets\/palette-[^/]*\.js/)
  await page.reload()
  await ready(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox', { name: field })).toBeFocused()
  await page.keyboard.press('Enter')
  goPalette()
  await expect(page.getByRole('dialog', { name: /^Log/ })).toBeVisible()
})

test('a visitor reads all results on one page, also without scripts', { tag: '@phone' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/search?q=zelda')
  await expect(page).toHaveTitle(/^“zelda” · Search/)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('heading', { level: 2, name: 'Games' })).toBeVisible()
  await expect(page.getByText('Games whose title is like “zelda”.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All games' })).toHaveAttribute('href', '/all-games?search=zelda')
  await ready(page)
  await expectGoodPage(page)
  const text = page.getByRole('main').getByRole('searchbox', { name: field })
  await text.fill('zzqqxx')
  await text.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=zzqqxx$/)
  await expect(page.getByRole('heading', { name: 'Nothing by that name' })).toBeVisible()
  await expectGoodPage(page)

  const plain = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled: false })
  const still = await plain.newPage()
  await still.goto('/')
  await still.getByRole('link', { name: 'Search', exact: true }).click()
  await still.getByRole('main').getByRole('searchbox', { name: field }).fill('hades')
  await still.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(still.getByRole('link', { name: /^Hades/ }).first()).toBeVisible()
  await plain.close()
})
