import type { BrowserContext, Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, MARA, ready, send, test, written } from './browser.ts'

/** Starts the selection of games; on phones its button is in the sheet. */
async function select(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
}

/** Signs up a member with this many wanted games. */
async function newcomer(context: BrowserContext, count: number): Promise<{ id: string; games: string[] }> {
  const { id } = await newMember(context)
  const { games } = (await (await context.request.get('/api/games?limit=100')).json()) as {
    games: { id: string; name: string }[]
  }
  // Takes the longest names, which test the layout.
  const chosen = games.toSorted((a, b) => b.name.length - a.name.length).slice(0, count)
  for (const game of chosen) await send(context, 'POST', '/api/library', { game_id: game.id })
  return { id, games: chosen.map(({ name }) => name) }
}

const statusTab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name })

test('a member selects games one by one and by range, changes them together, and one Undo restores all', async ({
  page,
  context,
}) => {
  await newcomer(context, 6)
  await page.goto('/profile/games')
  await ready(page)
  await select(page)
  const boxes = page.getByRole('checkbox')
  await boxes.nth(1).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Mark as Currently Playing' }).click()
  await expect(page.getByText('3 games marked as Currently Playing')).toBeVisible()
  await expect(statusTab(page, /^Currently Playing/)).toHaveText(/3$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(statusTab(page, /^Want to Play/)).toHaveText(/6$/)
  // Selects all visible games by keyboard alone, and leaves the mode.
  if (isPhone(page)) await select(page)
  else {
    await page.getByRole('button', { name: 'Select', exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  // A changed game may move in the list.
  const box = page.getByRole('checkbox', { name: (await boxes.first().getAttribute('aria-label')) as string })
  await box.focus()
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+a')
  await expect(page.getByText('6 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(boxes).toHaveCount(0)
})

test('a member removes many games after one confirmation', { tag: '@desktop' }, async ({ page, context }) => {
  const { games } = await newcomer(context, 4)
  await page.goto('/profile/games?view=list')
  await ready(page)
  await select(page)
  await page.getByRole('checkbox', { name: new RegExp(`^${games[0]}`) }).click()
  await page.getByRole('checkbox', { name: new RegExp(`^${games[1]}`) }).click()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Remove from library' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove 2 games?' })
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, '2 games removed from library')
  await expect(statusTab(page, /^All/)).toHaveText(/2$/)
  await expect(page.getByRole('link', { name: games[0] as string, exact: true })).toHaveCount(0)
})

test("the address contains the shelf's view, and the back button restores earlier views", { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/profile/mara?tab=games')
  await ready(page)
  await page.getByLabel('Sort by').selectOption('released')
  await expect(page).toHaveURL(/sort=released$/)
  // The name goes on with the other direction, so only its start tells which one is shown.
  await page.getByRole('link', { name: /^Newest first/ }).click()
  await expect(page).toHaveURL(/order=asc/)
  await expect(page.getByRole('link', { name: /^Oldest first/ })).toBeVisible()
  await page.getByRole('link', { name: 'List', exact: true }).click()
  const years = page.getByRole('list', { name: 'Games of Mara' }).locator('.row-year')
  await expect
    .poll(async () => {
      const shown = (await years.allTextContents()).map(Number)
      return shown.length > 1 && shown.every((year, at) => at === 0 || year >= Number(shown[at - 1]))
    })
    .toBe(true)
  await page.goBack()
  await expect(page.getByRole('link', { name: /^Oldest first/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: /^Newest first/ })).toBeVisible()
  await page.getByLabel('Sort by').selectOption('name')
  await expect(page).toHaveURL(/sort=name$/)
  const genre = page.getByLabel('Genre')
  const first = genre.locator('option').nth(1)
  const value = (await first.getAttribute('value')) as string
  const count = Number(/\((\d+)\)$/.exec((await first.textContent()) ?? '')?.[1])
  await genre.selectOption(value)
  await expect(page).toHaveURL(/genre=/)
  await expect(page.getByRole('status').filter({ hasText: `${count} games` })).toHaveCount(1)
  await expectGoodPage(page)
  await page.goBack()
  await expect(page).not.toHaveURL(/genre=/)
  await expect(genre).toHaveValue('')
  await page.goForward()
  await page.reload()
  await expect(genre).toHaveValue(value)
  await expect(page.getByLabel('Sort by')).toHaveValue('name')
})

test('the people around another member are listed, each list at its own address', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/profile/mara?tab=friends')
  await ready(page)
  await expect(page.getByRole('list', { name: 'Friends' }).getByRole('listitem').first()).toBeVisible()
  await expectGoodPage(page)
  await page
    .getByRole('navigation', { name: 'People' })
    .getByRole('link', { name: /^Followers/ })
    .click()
  await expect(page).toHaveURL(/list=followers/)
  await expect(page.getByRole('list', { name: 'Followers' }).getByRole('listitem').first()).toBeVisible()
})

test('pins appear on the profile in their order, for everybody', { tag: '@phone' }, async ({
  page,
  context,
  another,
}) => {
  const { id, games } = await newcomer(context, 3)
  await page.goto('/profile')
  await ready(page)
  await page.getByRole('button', { name: 'Pin something' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pinned' })
  for (const name of games.slice(0, 2)) await dialog.getByRole('button', { name: `Pin ${name}`, exact: true }).click()
  await dialog.getByRole('button', { name: `Move ${games[1]} forward` }).click()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expectGoodPage(page)
  const theirs = await (await another()).newPage()
  await theirs.goto(`/profile/${id}`)
  const pinned = theirs.getByRole('region', { name: 'Pinned' })
  await expect(pinned.getByRole('heading', { level: 3 })).toHaveText([games[1] as string, games[0] as string])
  await expect(pinned.getByRole('button')).toHaveCount(0)
})

test('a member pins a game and an activity from their menus, and Undo removes the pin', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  test.slow()
  const { id, games } = await newcomer(context, 4)
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const shared = await context.request.post('/api/friends/activities/create', {
    data: { activity_type: 'completed', game_id: 'igdb_1942' },
    headers: { 'x-csrf-token': csrfToken },
  })
  expect(shared.status()).toBe(201)
  const pinned = async () =>
    ((await (await context.request.get(`/api/profiles/${id}/pins`)).json()) as { pins: { item_type: string }[] }).pins
  await page.goto('/profile/games?view=list')
  await ready(page)
  const choose = async (game: string | undefined, entry: string) => {
    await page.getByRole('button', { name: `Change ${game}`, exact: true }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose(games[0], 'Pin to profile')
  await expect(page.getByText('Pinned to your profile')).toBeVisible()
  expect(await pinned()).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(pinned).toEqual([])
  for (const [at, game] of games.slice(0, 2).entries()) {
    await choose(game, 'Pin to profile')
    await expect.poll(async () => (await pinned()).length).toBe(at + 1)
  }

  await page.goto('/profile?tab=activity')
  await ready(page)
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true })
  await more.click()
  await expectGoodPage(page)
  await page.getByRole('menuitem', { name: 'Pin to profile' }).click()
  await expect
    .poll(async () => (await pinned()).map(({ item_type }) => item_type))
    .toEqual(['entry', 'entry', 'activity'])
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Unpin' })).toBeVisible()

  // A fourth pin is refused, until one is removed.
  await page.goto('/profile/games?view=list')
  await ready(page)
  await choose(games[2], 'Pin to profile')
  await expect(page.getByText('At most 3 things can be pinned')).toBeVisible()
  await choose(games[0], 'Unpin')
  await expect(page.getByText('Unpinned')).toBeVisible()
  await choose(games[2], 'Pin to profile')
  await expect
    .poll(async () => (await pinned()).map(({ item_type }) => item_type))
    .toEqual(['entry', 'activity', 'entry'])
})

test('a member who does not share leaves no activity', { tag: '@desktop' }, async ({ page, context }) => {
  await newcomer(context, 0)
  await page.goto('/settings/privacy')
  await ready(page)
  await page.getByRole('switch', { name: /^Share my activity/ }).click()
  await expectToast(page, 'Privacy saved')
  await page.goto('/game/igdb_1942')
  await ready(page)
  const shared = written(page, /\/activities\/create$/)
  await page.getByRole('region', { name: 'My library' }).getByRole('radio', { name: 'Want to Play' }).click()
  expect((await shared).status()).toBe(204)
  await expectToast(page, 'Game added to library')
  await page.goto('/profile/activity')
  await expect(page.getByText('Nothing shared yet')).toBeVisible()
})

test('a visitor who presses Log at home signs in and sees the log dialog', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await ready(page)
  const poster = page.getByRole('list', { name: 'New and notable' }).locator('.poster').first()
  await poster.hover()
  await poster.getByRole('button', { name: /^Log/ }).click()
  const signIn = page.getByRole('dialog')
  await signIn.getByLabel('Email').fill(MARA.email)
  await signIn.getByLabel('Password', { exact: true }).fill(MARA.password)
  await signIn.locator('form').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save log' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Library' })).toBeVisible()
})

test('a row of the catalogue also lets a visitor act, after the sign-in', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/all-games?view=list')
  await ready(page)
  await page
    .getByRole('button', { name: /^Change / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Log' }).click()
  await expect(page.getByRole('dialog').getByText('Please sign in to add games to your library')).toBeVisible()
})
