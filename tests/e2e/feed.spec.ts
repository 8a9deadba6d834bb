import type { BrowserContext, Locator, Page } from '@playwright/test'
import { follow, newMember, share } from './accounts.ts'
import { expect, expectGoodPage, hold, isPhone, ready, send, test, written } from './browser.ts'

/** Signs up another member, in another browser, who has just completed a game. */
async function author(context: BrowserContext): Promise<{ id: string; name: string; page: Page }> {
  const { id, displayName } = await newMember(context)
  await share(context)
  return { id, name: displayName, page: await context.newPage() }
}

const itemOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('group', { name: 'Reactions' }), hasText: name })

/** The feed appears shortly after the page has loaded, so an early click is repeated. */
const opened = (page: Page, open: () => Promise<unknown>) =>
  expect(async () => {
    await open()
    await expect(page.getByRole('menu', { name: 'Choose a reaction' })).toBeVisible({ timeout: 2_000 })
  }).toPass()

test('a member reacts and comments by pointer, and the author sees both', async ({ page, context, another }) => {
  const other = await author(await another())
  await newMember(context)
  // Without a follow the feed would be everybody's, which other journeys fill too.
  await follow(context, other.id)
  await page.goto('/')
  await ready(page)
  const item = itemOf(page, other.name)
  const add = item.getByRole('button', { name: 'Add a reaction' })
  await add.scrollIntoViewIfNeeded()
  await opened(page, () => (isPhone(page) ? hold(add) : add.click()))
  const choice = page.getByRole('menuitemradio', { name: 'Trophy' })
  await expect(choice).toBeVisible()
  await expectGoodPage(page)
  const reacted = written(page, /\/reactions$/)
  await choice.click()
  await expect(item.getByRole('button', { name: 'Trophy, 1', pressed: true })).toBeVisible()
  await reacted

  await item.getByRole('button', { name: 'Comment', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a Comment' })
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('Well played.\nThe ending! שלום')
  await expectGoodPage(page)
  const posted = written(page, /\/comments$/)
  await dialog.getByRole('button', { name: 'Post' }).click()
  expect((await posted).status()).toBe(201)
  await expect(dialog.getByText('Well played.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(item.getByText('Well played.')).toBeVisible()

  await other.page.goto('/')
  const seen = itemOf(other.page, other.name)
  await expect(seen.getByRole('button', { name: 'Trophy, 1', pressed: false })).toBeVisible()
  await expect(seen.getByText('Well played.')).toBeVisible()
  await expect(seen.getByRole('button', { name: 'Delete comment' })).toHaveCount(0)
  await expectGoodPage(other.page)

  // The author deletes the activity, which also deletes its comments.
  await ready(other.page)
  await seen.getByRole('button', { name: 'More' }).click()
  await other.page.getByRole('menuitem', { name: 'Delete' }).click()
  const gone = written(other.page, /\/api\/activities\//)
  await other.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(seen).toHaveCount(0)
  await gone
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await expect(item).toHaveCount(0)
})

test('a member does the same by keyboard, and undoes it', { tag: '@desktop' }, async ({ page, context, another }) => {
  const other = await author(await another())
  await newMember(context)
  // Without a follow the feed would be everybody's, which other journeys fill too.
  await follow(context, other.id)
  await page.goto('/')
  await ready(page)
  const item = itemOf(page, other.name)
  const press = async (target: Locator, ...keys: string[]) => {
    await target.focus()
    for (const key of keys) await page.keyboard.press(key)
  }
  await opened(page, () => press(item.getByRole('button', { name: 'Add a reaction' }), 'Enter'))
  await expect(page.getByRole('menuitemradio', { name: 'Thumbs up' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(item.getByRole('button', { name: 'Add a reaction' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: 'Thumbs up' })).toBeFocused()
  const first = written(page, /\/reactions$/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const heart = item.getByRole('button', { name: 'Heart, 1', pressed: true })
  await expect(heart).toBeVisible()
  await first

  await press(item.getByRole('button', { name: 'Comment', exact: true }), 'Enter')
  const field = page.getByRole('dialog').getByRole('textbox', { name: 'Comment' })
  await field.focus()
  await page.keyboard.type('By hand')
  const posted = written(page, /\/comments$/)
  await page.keyboard.press('Control+Enter')
  await posted
  await expect(field).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(item.getByText('By hand')).toBeVisible()

  await page.reload()
  await ready(page)
  await expect(item.getByText('By hand')).toBeVisible()
  const back = written(page, /\/reactions$/)
  await press(heart, 'Enter')
  await expect(heart).toHaveCount(0)
  await back
  await press(item.getByRole('button', { name: 'Delete comment' }), 'Enter')
  const deleted = written(page, /\/comments\//)
  await press(page.getByRole('dialog').getByRole('button', { name: 'Delete' }), 'Enter')
  expect((await deleted).status()).toBe(204)
  await expect(item.getByText('By hand')).toHaveCount(0)
  await other.page.goto('/')
  await expect(itemOf(other.page, other.name)).toBeVisible()
  await expect(itemOf(other.page, other.name).getByText('By hand')).toHaveCount(0)
})

test('a visitor reads everything, and is asked to sign in to take part [R-ACT-18, R-ACT-19]', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/')
  await ready(page)
  const item = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('group', { name: 'Reactions' }) })
    .first()
  await item.getByRole('button', { name: 'Add a reaction' }).click()
  const asked = page.getByRole('dialog', { name: 'Sign In Required' })
  await expect(asked.getByText('Please sign in to react to activities', { exact: true })).toBeVisible()
  await expectGoodPage(page)
})

test("a visitor first sees a wall of covers and a shelf, and on phones a profile's tabs stay visible", async ({
  page,
  another,
}) => {
  // The page shows the most recently active member with games on the shelf.
  const owner = await another()
  const { displayName } = await newMember(owner)
  const { games } = await (await owner.request.get('/api/games?limit=5')).json()
  for (const { id } of games)
    await send(owner, 'POST', '/api/library', { game_id: id, status: 'completed', user_rating: 9 })
  await share(owner, 'completed', games[0].id)
  await page.goto('/')
  await ready(page)
  const wall = page.getByRole('list', { name: 'Popular' }).getByRole('listitem')
  await expect(wall.first()).toBeInViewport()
  await expect.poll(() => wall.filter({ visible: true }).count()).toBeGreaterThanOrEqual(8)
  const shelf = page.getByRole('region', { name: `${displayName}’s library` })
  await expect(shelf).toBeInViewport()
  await expect(page.locator('.btn-mine').filter({ visible: true })).toHaveCount(1)
  // The titles of generated covers end 50 units of 300 above the bottom, where no plate reaches.
  const plates = await shelf
    .locator('.poster:has(.tag)')
    .evaluateAll((posters) =>
      posters.map((poster) => (poster.querySelector('.tag')?.clientHeight ?? 0) / poster.clientWidth),
    )
  expect(plates).toHaveLength(5)
  expect(Math.max(...plates)).toBeLessThan(0.17)
  await expectGoodPage(page)

  await shelf.getByRole('link', { name: /’s library$/ }).click()
  const tabs = page.getByRole('navigation', { name: /^Profile of/ })
  await expect(tabs.getByRole('link', { name: /^Games/ })).toHaveAttribute('aria-current', 'page')
  if (!isPhone(page)) return
  expect((await tabs.boundingBox())?.y).toBeLessThan(180)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(tabs).toBeInViewport()
})
