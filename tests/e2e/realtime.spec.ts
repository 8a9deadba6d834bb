import type { BrowserContext, Locator, Page } from '@playwright/test'
import { follow, newMember, share } from './accounts.ts'
import { expectGoodPage, expect as expectNow, ready, send, test } from './browser.ts'

// Journeys with two browsers are slow, and one browser shows the changes of the other a moment later.
test.describe.configure({ timeout: 180_000 })
const expect = expectNow.configure({ timeout: 30_000 })

interface Person {
  name: string
  page: Page
  context: BrowserContext
}

/** Signs up a member in another browser; the new member in this one follows them. */
async function followed(another: () => Promise<BrowserContext>, page: Page): Promise<Person> {
  const context = await another()
  const { id, displayName } = await newMember(context)
  await newMember(page.context())
  await follow(page.context(), id)
  return { name: displayName, page: await context.newPage(), context }
}

/** The stream is open when the server has granted its channels. */
async function openHome(page: Page): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().includes('/api/realtime'))
  await page.goto('/')
  await ready(page)
  expect((await stream).status()).toBe(200)
}

const itemOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('group', { name: 'Reactions' }), hasText: name })

/** Lists the controls whose middle is covered, after they get the focus or are scrolled to an edge of the window. */
const coveredControls = (item: Locator): Promise<string[]> =>
  item.locator('a, button').evaluateAll((controls) =>
    (controls as HTMLElement[]).flatMap((control) => {
      const box = () => control.getBoundingClientRect()
      const show = {
        focus: () => {
          window.scrollBy(0, box().bottom - window.innerHeight)
          control.focus()
        },
        start: () => control.scrollIntoView({ block: 'start' }),
        end: () => control.scrollIntoView({ block: 'end' }),
      }
      return Object.entries(show).flatMap(([way, work]) => {
        work()
        const { x, y, width, height } = box()
        const isCovered = !control.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        return isCovered ? [`${way}: ${control.outerHTML}`] : []
      })
    }),
  )

const bellOf = ({ page }: Person, name: string) =>
  page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .filter({ visible: true })

test('two browsers see each other’s reactions and comments at once', { tag: '@desktop' }, async ({ page, another }) => {
  const author = await followed(another, page)
  await share(author.context)
  await Promise.all([openHome(page), openHome(author.page)])
  const [here, there] = [itemOf(page, author.name), itemOf(author.page, author.name)]

  await expect(async () => {
    await here.getByRole('button', { name: 'Add a reaction' }).click()
    await page.getByRole('menuitemradio', { name: 'Trophy' }).click({ timeout: 3_000 })
  }).toPass()
  await expect(here.getByRole('button', { name: 'Trophy, 1', pressed: true })).toBeVisible()
  await expect(there.getByRole('button', { name: 'Trophy, 1', pressed: false })).toBeVisible()
  // One member follows, and reacts.
  await expect(bellOf(author, '2 unread notifications')).toBeVisible()
  await there.getByRole('button', { name: 'Trophy, 1' }).click()
  await expect(here.getByRole('button', { name: 'Trophy, 2', pressed: true })).toBeVisible()
  await here.getByRole('button', { name: 'Trophy, 2' }).click()
  await expect(there.getByRole('button', { name: 'Trophy, 1', pressed: true })).toBeVisible()

  // Both read in the dialog.
  await there.getByRole('button', { name: 'Comment', exact: true }).click()
  const theirs = author.page.getByRole('dialog', { name: 'Add a Comment' })
  await expect(theirs.getByText('No comments yet')).toBeVisible()
  await here.getByRole('button', { name: 'Comment', exact: true }).click()
  const mine = page.getByRole('dialog', { name: 'Add a Comment' })
  await mine.getByRole('textbox', { name: 'Comment' }).fill('Well played')
  await mine.getByRole('button', { name: 'Post' }).click()
  await expect(theirs.getByText('Well played')).toBeVisible()
  await theirs.getByRole('textbox', { name: 'Comment' }).fill('Thanks')
  await theirs.getByRole('button', { name: 'Post' }).click()
  await expect(mine.getByText('Thanks')).toBeVisible()
  await expect(mine.getByText('Well played')).toHaveCount(1)
  await expectGoodPage(page)
  await page.keyboard.press('Escape')
  await author.page.keyboard.press('Escape')
  await expect(here.getByText('Thanks')).toBeVisible()
  await expect(here.getByRole('button', { name: 'Comment, 2 so far' })).toBeVisible()
  await expect(there.getByRole('button', { name: 'Comment, 2 so far' })).toBeVisible()

  // A deleted comment disappears from the other screen.
  await there.getByRole('button', { name: 'More' }).click()
  await author.page.getByRole('menuitem', { name: 'Delete' }).click()
  await author.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(here).toHaveCount(0)
})

test('new activities wait at the top of the feed, and the keyboard brings them in', async ({ page, another }) => {
  const author = await followed(another, page)
  await share(author.context, 'want_to_play')
  await openHome(page)
  const feed = itemOf(page, author.name)
  await expect(feed).toHaveCount(1)
  await share(author.context, 'started_playing')
  const one = page.getByRole('button', { name: '1 new activity' })
  await expect(one).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'New activity in the feed' })).toHaveCount(1)
  await expect(feed).toHaveCount(1)
  await share(author.context, 'completed', 'igdb_1020')
  const two = page.getByRole('button', { name: '2 new activities' })
  await expect(two).toBeVisible()
  await expectGoodPage(page)
  // Neither the button nor the bars cover what the keyboard reaches or a click scrolls to.
  expect(await coveredControls(feed.first())).toEqual([])
  const more = feed.first().getByRole('button', { name: 'More' })
  await more.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const [button, control] = [await two.boundingBox(), await more.boundingBox()]
  if (!button || !control) throw new Error('The button or the activity is not on the screen')
  const row = { x: button.x + button.width / 2, y: control.y + control.height / 2 }
  expect(await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('.feed-news'), row)).toBeNull()
  await two.focus()
  await page.keyboard.press('Enter')
  await expect(two).toBeHidden()
  await expect(feed).toHaveCount(3)
  // The next Tab goes into the new activities.
  await expect(page.locator('ul:focus')).toContainText(author.name)
  await expect(feed.first()).toContainText('completed')
})

test('events that were missed without a network arrive when it is back', { tag: '@desktop' }, async ({
  page,
  context,
  another,
}) => {
  const author = await followed(another, page)
  const shown = await share(author.context)
  await openHome(page)
  await context.setOffline(true)
  await expect(page.getByText('No internet connection').first()).toBeVisible()
  await share(author.context, 'started_playing')
  await send(author.context, 'POST', `/api/activities/${shown}/reactions`, { emoji: 'heart' })
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: '1 new activity' })).toBeVisible()
  await expect(itemOf(page, author.name).getByRole('button', { name: 'Heart, 1' })).toBeVisible()
})

test('a broken stream reconnects by itself', { tag: '@desktop' }, async ({ page, another }) => {
  const author = await followed(another, page)
  await share(author.context)
  let loaded = 0
  // The code that opens the stream is cut at its first load.
  await page.route('**/after-hydration-*.js*', async (route) => {
    loaded += 1
    await (loaded === 1 ? route.abort('connectionreset') : route.continue())
  })
  let opened = 0
  // The first stream is cut at once, and the second is refused.
  await page.route('**/api/realtime?*', async (route) => {
    opened += 1
    if (opened === 1) await route.abort('connectionreset')
    else if (opened === 2) await route.fulfill({ status: 503, body: '' })
    else await route.continue()
  })
  await page.goto('/')
  await expect(itemOf(page, author.name)).toBeVisible()
  await expect.poll(() => opened, { timeout: 30_000 }).toBeGreaterThan(1)
  await share(author.context, 'started_playing')
  await expect(page.getByRole('button', { name: '1 new activity' })).toBeVisible()
  expect(opened).toBeGreaterThan(2)
})
