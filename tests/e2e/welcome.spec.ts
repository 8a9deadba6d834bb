import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { newMember, PASSWORD } from './accounts.ts'
import { expect, expectGoodPage, expectToast, focusOn, freshName, isPhone, ready, test, written } from './browser.ts'

const step = (page: Page, number: number) => page.getByText(`Step ${number} of 3`)
const covers = (page: Page) => page.getByRole('list', { name: 'Games', exact: true }).getByRole('button')
const picture = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

test('a newcomer goes from the sign-up through three steps to their games, by pointer [R-ROUTE-33, R-SESS-14]', async ({
  page,
}) => {
  // axe checks four pages.
  test.slow()
  const name = freshName()
  await page.goto('/signup?redirect=%2Fprofile%2Fgames')
  await ready(page)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Display name').fill('Nova')
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/welcome\?new=true&next=%2Fprofile%2Fgames$/)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Nova')
  await expect(page.locator('.toast')).toHaveCount(0)
  await ready(page)
  await covers(page).nth(0).click()
  await covers(page).nth(1).click()
  await expect(page.getByText('2 in your library')).toBeVisible()
  // A second click removes the mark.
  await covers(page).nth(1).click()
  await expect(page.getByText('1 in your library')).toBeVisible()
  await expect(covers(page).nth(1)).toHaveAttribute('aria-pressed', 'false')
  // Another selected mark replaces the existing one.
  await page.getByRole('radio', { name: 'Want to Play' }).click()
  await covers(page).nth(2).click()
  await expect(covers(page).nth(2)).toHaveAccessibleName(/Want to Play$/)
  await page.getByRole('radio', { name: 'Currently Playing' }).click()
  await covers(page).nth(2).click()
  await expect(covers(page).nth(2)).toHaveAccessibleName(/Currently Playing$/)
  const stars = page.getByRole('slider').first()
  const box = await stars.boundingBox()
  await stars.click({ position: { x: (box?.width ?? 0) * 0.78, y: (box?.height ?? 0) / 2 } })
  await expect(stars).toHaveAttribute('aria-valuenow', '4')
  await expectGoodPage(page)

  await page.getByPlaceholder('Search for a game').fill('hollow knight')
  const found = page.getByRole('list', { name: 'Games found' }).getByRole('button', { name: /^Hollow Knight,/ })
  const shelved = written(page, /^\/api\/library/)
  await found.click()
  await shelved
  await expect(page.getByText('3 in your library')).toBeVisible()
  await page.getByPlaceholder('Search for a game').fill('')
  await expect(covers(page).first()).toHaveAccessibleName(/^Hollow Knight/)

  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(step(page, 2)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await ready(page)
  await expectGoodPage(page)
  const suggested = page.getByRole('list', { name: 'Suggested people' }).getByRole('button')
  await suggested.first().click()
  await expect(suggested.first()).toHaveAccessibleName(/^Unfollow /)
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(step(page, 3)).toBeVisible()
  // The sign-up has asked for the names.
  await expect(page.getByLabel('Bio')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  await expect(page.getByLabel('Display name')).toHaveCount(0)
  await ready(page)
  await expectGoodPage(page)
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture('#2a6ba8') })
  await expectToast(page, 'Picture saved')
  await page.getByLabel('Bio').fill('Plays slowly.')
  await page.getByRole('button', { name: 'Finish' }).click()

  await expect(page).toHaveURL(/\/profile\/games$/)
  await expect(page.getByRole('main')).toContainText('Hollow Knight')
  // A finished welcome does not appear again.
  await page.goto('/welcome')
  await expect(page).toHaveURL(/\/$/)
})

test('a newcomer does the same by keyboard alone', { tag: '@desktop' }, async ({ page, context }) => {
  await newMember(context, { displayName: 'Nova Keys', isWelcomed: false })
  await page.goto('/welcome?new=true&next=%2Fprofile%2Fgames')
  await ready(page)
  await focusOn(page, 'radio', 'Completed')
  await page.keyboard.press('Tab')
  await expect(page.getByPlaceholder('Search for a game')).toBeFocused()
  // The wall is one tab stop, and the arrow keys move within it.
  await page.keyboard.press('Tab')
  await expect(covers(page).nth(0)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(covers(page).nth(2)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('1 in your library')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('slider').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(covers(page).nth(2)).toHaveAccessibleName(/Completed, 5 stars$/)
  const name = ((await covers(page).nth(2).textContent()) ?? '').split(',')[0] ?? ''
  await focusOn(page, 'button', 'Continue')
  await page.keyboard.press('Enter')
  await expect(step(page, 2)).toBeVisible()
  await focusOn(page, 'button', 'Continue')
  await page.keyboard.press('Enter')

  await expect(step(page, 3)).toBeVisible()
  await focusOn(page, 'textbox', 'Bio')
  await page.keyboard.type('All keys.')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/profile\/games$/)
  await expect(page.getByRole('main')).toContainText(name)
})

test('a reload preserves text and marks, the back button goes one step back, and every step can be skipped', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await newMember(context, { isWelcomed: false })
  await page.goto('/welcome?new=true')
  await ready(page)
  const shelved = written(page, /^\/api\/library/)
  await covers(page).nth(5).click()
  await expect(page.getByText('1 in your library')).toBeVisible()
  await shelved
  const marked = await covers(page).nth(5).textContent()
  await page.reload()
  await expect(step(page, 1)).toBeVisible()
  await expect(page.getByText('1 in your library')).toBeVisible()
  await expect(covers(page).first()).toHaveText(marked ?? '')
  await ready(page)
  await page.getByRole('link', { name: 'Skip' }).click()
  await expect(step(page, 2)).toBeVisible()
  await page.goBack()
  await expect(step(page, 1)).toBeVisible()
  await page.goForward()
  // Until then the link belongs to the step before.
  await expect(step(page, 2)).toBeVisible()
  await page.getByRole('link', { name: 'Skip' }).click()
  await expect(step(page, 3)).toBeVisible()
  await page.getByLabel('Bio').fill('Half a senten')
  await page.reload()
  await expect(page.getByLabel('Bio')).toHaveValue('Half a senten')
  await ready(page)
  await page.getByRole('button', { name: 'Skip', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
})

test.describe('far from UTC', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test("a newcomer's days follow the browser's time zone, until they choose another", { tag: '@desktop' }, async ({
    page,
    context,
  }) => {
    await newMember(context, { isWelcomed: false })
    await page.goto('/welcome')
    await ready(page)
    await page.getByRole('button', { name: 'Skip all' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect.poll(() => settingsOf(context)).toMatchObject({ timezone: 'Asia/Tokyo', onboarded: true })
    await page.goto('/settings/preferences')
    await ready(page)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await expect(zone).toHaveValue('Asia/Tokyo')
    await zone.selectOption('America/New York')
    await expectToast(page, 'Time zone saved')
    await expect.poll(() => settingsOf(context)).toMatchObject({ timezone: 'America/New_York' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(zone).toHaveValue('Asia/Tokyo')
    await expect.poll(() => settingsOf(context)).toMatchObject({ timezone: 'Asia/Tokyo' })
    await expectGoodPage(page)
  })
})

test('a foreign address cannot redirect a member who has finished', { tag: '@desktop' }, async ({ page, context }) => {
  await newMember(context, { isWelcomed: false })
  await page.goto('/welcome?next=%2F%2Fevil.example')
  await ready(page)
  await page.getByRole('button', { name: 'Skip all' }).click()
  await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/$/)
})

/** Longer than a phone is wide. */
const LONG_ADDRESS = `https://a-very-long-name-of-a-site.example/${'speedruns-'.repeat(12)}`

test('a member edits the profile in the settings [R-PROF-03]', { tag: '@phone' }, async ({ page, context }) => {
  const { username } = await newMember(context)
  await page.goto('/settings/profile')
  await ready(page)
  await expectGoodPage(page)
  await expect(page.getByLabel('Username')).toHaveValue(username)
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByText('Please choose an image file')).toBeVisible()
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture('#a33a26') })
  await expectToast(page, 'Picture saved')
  await expect(page.locator('header img[src^="/avatars/"]')).toBeVisible()

  await page.getByLabel('Website').fill('javascript:alert(1)')
  await page.getByLabel('Location').fill('Lisbon')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Please enter a web address, such as https://example.com')).toBeVisible()
  // Leaving with unsaved changes asks for a confirmation.
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Privacy' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Location')).toHaveValue('Lisbon')
  await page.getByLabel('Website').fill('example.com')
  await page.getByLabel('Pronouns').fill('she/her')
  await page.getByLabel('Pinned line').fill('Looking for a third.')
  await page.getByLabel('More links').fill(`social.example/@${username}\n${LONG_ADDRESS}`)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expectToast(page, 'Profile saved')
  await page.reload()
  await expect(page.getByLabel('Website')).toHaveValue('https://example.com')
  await expect(page.getByLabel('Location')).toHaveValue('Lisbon')
  await ready(page)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expectToast(page, 'Picture removed')
  await expect(page.locator('header img[src^="/avatars/"]')).toHaveCount(0)

  await page.goto('/profile')
  await expect(page.getByText(/she\/her/)).toBeVisible()
  await expect(page.getByText('Looking for a third.')).toBeVisible()
  await expect(page.getByRole('link', { name: `social.example/@${username}` })).toHaveAttribute('rel', /\bme\b/)
  await expectGoodPage(page)
})

test('a member decides who sees what, each choice saved at once and with Undo', async ({ page, context }) => {
  await newMember(context)
  await page.goto('/settings/privacy')
  await ready(page)
  await expectGoodPage(page)
  // Each choice shows a toast; the test closes it, so that Undo belongs to the last choice.
  const undo = page.getByRole('button', { name: 'Undo' })
  const closeToast = async () => {
    await expectToast(page, 'Privacy saved')
    await undo.press('Escape')
    await expect(undo).toHaveCount(0)
  }
  const friends = page.getByRole('group', { name: 'Who can see your profile' }).getByRole('radio', { name: 'Friends' })
  await friends.check()
  await closeToast()
  await page.getByRole('combobox', { name: 'Who can see: Games and figures' }).selectOption('Only me')
  await closeToast()
  await page.getByRole('switch', { name: 'Show when I am online' }).uncheck()
  await expect
    .poll(() => settingsOf(context))
    .toMatchObject({
      visibility: 'friends',
      sections: { library: 'private' },
      presence: false,
    })
  await undo.click()
  await expect.poll(() => settingsOf(context)).toMatchObject({ visibility: 'friends', presence: true })
  await page.reload()
  await expect(friends).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Show when I am online' })).toBeChecked()
  if (isPhone(page)) await expectGoodPage(page)
})

async function settingsOf(context: BrowserContext): Promise<unknown> {
  const { profile } = (await (await context.request.get('/api/profiles/me')).json()) as {
    profile: { settings: object }
  }
  return profile.settings
}
