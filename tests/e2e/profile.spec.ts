import type { BrowserContext, Page } from '@playwright/test'
import { follow, type NewMember, newMember, share } from './accounts.ts'
import { expect, expectGoodPage, isPhone, ready, send, signIn, test } from './browser.ts'

/** Signs up a member with this many games on the shelf, visible to everybody. */
async function newcomer(context: BrowserContext, games: number): Promise<NewMember> {
  const who = await newMember(context)
  const found = await context.request.get('/api/games?limit=20')
  for (const { id } of ((await found.json()) as { games: { id: string }[] }).games.slice(0, games)) {
    await send(context, 'PUT', `/api/library/${id}/progress`, { play_time: 2, completion_percentage: 10 })
    await share(context, 'started_playing', id)
  }
  return who
}

const list = (page: Page, title: string) => page.getByRole('region', { name: title }).getByRole('listitem')

test('a username leads to the profile, complete for a visitor, with its tabs', async ({ page, baseURL }) => {
  await page.goto('/profile/juno')
  await expect(page).toHaveURL(/\/profile\/[0-9a-f-]{36}$/)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Juno')
  await expect(page.getByRole('list', { name: 'Level and badges' })).toContainText('Level')
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'profile')
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    page.url().replace(/^.*(?=\/profile)/, baseURL as string),
  )
  await expectGoodPage(page)
  const tabs = page.getByRole('navigation', { name: 'Profile of Juno' })
  await tabs.getByRole('link', { name: /^Games/ }).click()
  await expect(page).toHaveURL(/\?tab=games$/)
  const list = page.getByRole('link', { name: 'List', exact: true })
  await list.click()
  // The addresses of the tabs contain the view once the list is shown.
  await expect(list).toHaveAttribute('aria-current', 'true')
  await page
    .getByRole('navigation', { name: 'Status' })
    .getByRole('link', { name: /^Completed/ })
    .click()
  await expect(page).toHaveURL(/tab=games.*status=completed.*view=list/)
  await expect(page.getByText('Return of the Obra Dinn').first()).toBeVisible()
  await ready(page)
  await expectGoodPage(page)
  await tabs.getByRole('link', { name: 'Activity' }).click()
  await expect(
    page
      .getByText(/completed|through|wants to play/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})

test('a closed section shows a message, with 403 and the names that are always visible', { tag: '@phone' }, async ({
  page,
}) => {
  const answer = await page.goto('/profile/hermit')
  expect(answer?.status()).toBe(403)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hermit')
  await expect(page.getByText("You don't have access to view this profile.")).toBeVisible()
  await expect(page.getByText('Nobody reads this.')).toHaveCount(0)
  await expectGoodPage(page)
  expect((await page.goto('/profile/01900000-0000-7000-8000-000000000000'))?.status()).toBe(404)
})

test('the own overview has five of each, and the actions of its owner [R-PROF-05, R-PROF-22, R-STAT-09, R-STAT-11]', async ({
  page,
  context,
}) => {
  const { id } = await newcomer(context, 7)
  await page.goto('/profile')
  await ready(page)
  for (const title of ['Recently Played', 'Most Played', 'Recent activity'])
    await expect(list(page, title)).toHaveCount(5)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/settings/profile')
  for (const name of ['Add Game', 'Invite']) await expect(main.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: /^(Follow|Unfollow|Message|Add friend)/ })).toHaveCount(0)
  await expectGoodPage(page)
  await page.goto(`/profile/${id}?as=guest`)
  await expect(page.getByText('This is how a guest sees your profile.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0)
})

test('a member finds, orders and saves favourites, which everybody sees on the profile', { tag: '@phone' }, async ({
  page,
  context,
  another,
}) => {
  const { id } = await newcomer(context, 1)
  await page.goto('/profile')
  await ready(page)
  await page.getByRole('button', { name: 'Choose favourites' }).click()
  const dialog = page.getByRole('dialog', { name: 'Favourites' })
  for (const name of ['Outer Wilds', 'Pentiment']) {
    await dialog.getByLabel('Find a game').fill(name)
    await dialog.getByRole('button', { name: `Choose ${name}`, exact: true }).click()
  }
  // Each cover has one control: it picks the cover up, the arrow keys move it, or another one takes its position.
  await expect(dialog.getByRole('list', { name: 'Chosen favourites' }).getByRole('button')).toHaveCount(2)
  const pentiment = dialog.getByRole('button', { name: /^Pentiment, place/ })
  await pentiment.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('status').filter({ hasText: 'Pentiment: place 1 of 2' })).toHaveCount(1)
  await expect(pentiment).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Outer Wilds, place 2/ }).click()
  await dialog.getByRole('button', { name: 'Pentiment, place 1 of 2' }).click()
  await expect(dialog.getByRole('button', { name: 'Outer Wilds, place 1 of 2' })).toBeVisible()
  await pentiment.click()
  await dialog.getByRole('button', { name: 'Outer Wilds, place 1 of 2' }).click()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const theirs = await (await another()).newPage()
  await theirs.goto(`/profile/${id}`)
  const names = theirs.getByRole('region', { name: 'Favourites' }).getByRole('link')
  await expect(names).toHaveCount(2)
  await expect(names.first()).toHaveAccessibleName(/^Pentiment/)
})

test('Add Game finds a game and adds it to the library', { tag: '@phone' }, async ({ page, context }) => {
  await newcomer(context, 0)
  await page.goto('/profile')
  await ready(page)
  await page.getByRole('button', { name: 'Add Game', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Game' })
  await dialog.getByLabel('Which game?').fill('Outer Wilds')
  await dialog.getByRole('button', { name: 'Add Outer Wilds', exact: true }).click()
  await expect(dialog.getByText('Want', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: /^Profile of/ }).getByRole('link', { name: /^Games/ })).toHaveText(
    /1$/,
  )
})

test('a name in the feed opens the profile above the page, on phones the profile itself [R-MODAL-01, R-MODAL-13]', async ({
  page,
  context,
  another,
}) => {
  const author = await newcomer(await another(), 1)
  await newcomer(context, 0)
  // Without a follow the feed would be everybody's, and its first page would show other journeys.
  await follow(context, author.id)
  await page.goto('/')
  await ready(page)
  const name = author.displayName
  await page.getByRole('main').getByRole('link', { name, exact: true }).first().click()
  if (isPhone(page)) {
    await expect(page).toHaveURL(/\/profile\/[0-9a-f-]{36}$/)
    return
  }
  const modal = page.getByRole('dialog', { name })
  await expect(modal.getByText('Completed or playing')).toBeVisible()
  await expectGoodPage(page)
  const followers = modal
    .locator('div', { has: page.getByText('Followers', { exact: true }) })
    .last()
    .locator('dd')
  await expect(followers).toHaveText('1')
  await modal.getByRole('button', { name: `Unfollow ${name}` }).click()
  await expect(followers).toHaveText('0')
  await modal.getByRole('button', { name: `Follow ${name}` }).click()
  await expect(followers).toHaveText('1')
  await modal.getByRole('link', { name: 'View profile' }).click()
  await expect(page).toHaveURL(/\/profile\/[0-9a-f-]{36}$/)
  await expect(modal).toBeHidden()
})

test('a profile that cannot be fetched shows an error and a retry button [R-PROF-21]', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await signIn(context)
  await page.goto('/all-games')
  await ready(page)
  const isBroken = (url: URL) => url.pathname.startsWith('/api/profiles/')
  await page.route(isBroken, (route) => route.fulfill({ status: 500, json: { error: 'Broken', requestId: 'r' } }))
  await page.getByRole('navigation', { name: /^Main/ }).getByRole('link', { name: 'Library', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile Unavailable')
  await expect(page.getByRole('button', { name: 'Refresh Page' })).toBeVisible()
  await page.unroute(isBroken)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara')
})
