import type { BrowserContext, Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, signIn, test } from './browser.ts'

const YEAR = 365 * 24 * 3600

const bar = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const banner = (page: Page) => page.getByRole('region', { name: 'Beta' })
const themeOf = (page: Page) => page.locator('html')
const choose = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click()
const cookie = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((each) => each.name === name)
const livesFor = async (context: BrowserContext, name: string) =>
  Math.round((((await cookie(context, name))?.expires ?? 0) - Date.now() / 1000) / 60) * 60
const localNames = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())

async function consentOf(context: BrowserContext): Promise<{ level: string; timestamp: string; version: string }> {
  return JSON.parse(decodeURIComponent((await cookie(context, 'consent'))?.value ?? 'null'))
}

async function openSettings(page: Page): Promise<void> {
  await ready(page)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' }).click()
  await expect(bar(page)).toBeFocused()
}

test.use({ isReturning: false })

test.describe('on the first visit', () => {
  test('the bar asks, is announced, and comes first in the keyboard order', { tag: '@phone' }, async ({
    page,
    context,
  }) => {
    await page.goto('/')
    await expect(bar(page)).toBeVisible()
    await expect(bar(page).getByRole('status')).toContainText('please choose')
    await page.keyboard.press('Tab')
    await expect(bar(page).getByRole('button', { name: 'Accept all' })).toBeFocused()
    for (const name of ['Only essential', 'Customise']) {
      await page.keyboard.press('Tab')
      await expect(bar(page).getByRole('button', { name })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await expectGoodPage(page)
    // Before the choice, nothing is stored that needs consent.
    await page.goto('/all-games?genre=12')
    await ready(page)
    expect((await context.cookies()).filter(({ name }) => !name.startsWith('savepoint.'))).toEqual([])
    expect(await localNames(page)).toEqual([])
  })

  test('the bar covers nothing: the end of the page can be reached', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/game/igdb_1942')
    await expect(bar(page)).toBeVisible()
    const last = page.getByRole('contentinfo').getByRole('button', { name: 'As the device' })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect
      .poll(async () => {
        const [end, top] = [await last.boundingBox(), await bar(page).boundingBox()]
        return (end?.y ?? 9999) + (end?.height ?? 0) <= (top?.y ?? 0)
      })
      .toBe(true)
  })

  test('the theme is dark [R-PREF-07]', { tag: '@desktop' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto('/')
    await ready(page)
    await expect(themeOf(page)).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 22, 24)')
  })

  test('an answer is stored for a year: level, timestamp, version 1.0 [R-PREF-09, R-PREF-14] [R-GEN-10]', {
    tag: '@desktop',
  }, async ({ page, context }) => {
    await page.goto('/')
    await choose(page, 'Only essential')
    await expect(bar(page)).toHaveCount(0)
    const { level, timestamp, version } = await consentOf(context)
    expect([level, version]).toEqual(['essential', '1.0'])
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000)
    expect(await livesFor(context, 'consent')).toBe(YEAR)
    await page.reload()
    await ready(page)
    await expect(bar(page)).toHaveCount(0)
  })

  test('each level includes the ones before it [R-PREF-08]', { tag: '@desktop' }, async ({ page, context }) => {
    await page.goto('/')
    await choose(page, 'Customise')
    const box = (name: string) => bar(page).getByRole('checkbox', { name: new RegExp(`^${name}`) })
    await expect(box('Essential')).toBeDisabled()
    await expect(box('Essential')).toBeChecked()
    await box('Analytics').check()
    await expect(box('Functional')).toBeChecked()
    await box('Functional').uncheck()
    await expect(box('Analytics')).not.toBeChecked()
    await expectGoodPage(page)
    for (const [boxes, level] of [
      [[], 'essential'],
      [['Functional'], 'functional'],
      [['Analytics'], 'analytics'],
    ] as const) {
      if (await bar(page).isHidden()) await openSettings(page)
      await box('Analytics').uncheck()
      await box('Functional').uncheck()
      for (const name of boxes) await box(name).check()
      await choose(page, 'Save choice')
      await expect(bar(page)).toHaveCount(0)
      expect((await consentOf(context)).level).toBe(level)
    }
    await openSettings(page)
    await choose(page, 'Accept all')
    expect((await consentOf(context)).level).toBe('all')
  })
})

test.describe('stored data', () => {
  const light = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Light theme' })

  test('with essential consent: another theme and a closed banner are lost with the page [R-PREF-15]', {
    tag: '@desktop',
  }, async ({ page, context }) => {
    await page.goto('/')
    await ready(page)
    await choose(page, 'Only essential')
    await light(page).click()
    await banner(page).getByRole('button', { name: 'Close the beta notice' }).click()
    await expect(themeOf(page)).toHaveAttribute('data-theme', 'light')
    await expect(banner(page)).toHaveCount(0)
    // A link within the app keeps the same document.
    await page.getByRole('link', { name: 'Newest' }).first().click()
    await expect(page).toHaveURL(/\/all-games/)
    await expect(themeOf(page)).toHaveAttribute('data-theme', 'light')
    await expect(banner(page)).toHaveCount(0)
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['consent'])
    await page.reload()
    await ready(page)
    await expect(themeOf(page)).toHaveAttribute('data-theme', 'dark')
    await expect(banner(page)).toBeVisible()
  })

  test('with functional consent: theme and closed banner are stored for a year [R-PREF-05, R-PREF-11]', {
    tag: '@desktop',
  }, async ({ page, context }) => {
    await page.goto('/')
    await ready(page)
    // A choice from before the consent is stored once it is allowed.
    await light(page).click()
    await banner(page).getByRole('button', { name: 'Close the beta notice' }).click()
    await expect(themeOf(page)).toHaveAttribute('data-theme', 'light')
    await expect(banner(page)).toHaveCount(0)
    expect(await cookie(context, 'theme')).toBeUndefined()
    await choose(page, 'Accept all')
    expect(await livesFor(context, 'theme')).toBe(YEAR)
    expect(await livesFor(context, 'beta')).toBe(YEAR)
    await page.reload()
    await expect(themeOf(page)).toHaveAttribute('data-theme', 'light')
    await expect(banner(page)).toBeHidden()
    await ready(page)
    await expect(banner(page)).toBeHidden()
    for (const [name, value] of [
      ['Dark theme', 'dark'],
      ['As the device', 'system'],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('button', { name }).click()
      await expect(themeOf(page)).toHaveAttribute('data-theme', value)
      expect((await cookie(context, 'theme'))?.value).toBe(value)
    }
  })

  test('with filters and games: in the tab without consent, in the browser with it, nowhere after its withdrawal', {
    tag: '@desktop',
  }, async ({ page, context }) => {
    await page.goto('/all-games?genre=12')
    await ready(page)
    const tabNames = () => page.evaluate(() => Object.keys(sessionStorage))
    await expect.poll(tabNames).toContain('savepoint.filters')
    await choose(page, 'Accept all')
    await expect.poll(() => localNames(page)).toContain('savepoint.filters')
    expect(await tabNames()).not.toContain('savepoint.filters')
    await page.goto('/game/igdb_1942')
    await expect.poll(() => localNames(page)).toEqual(['savepoint.filters', 'savepoint.games', 'savepoint.viewed'])
    await ready(page)
    await light(page).click()
    await expect.poll(async () => (await cookie(context, 'visit'))?.value).toBeTruthy()

    await openSettings(page)
    await choose(page, 'Only essential')
    expect(await localNames(page)).toEqual([])
    expect((await context.cookies()).map(({ name }) => name).filter((name) => name !== 'savepoint.csrf')).toEqual([
      'consent',
    ])
  })

  test('with analytics consent: pages are counted, and the cookie lives for 30 days [R-PREF-13]', {
    tag: '@desktop',
  }, async ({ page, context }) => {
    const sent: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/page-views')) sent.push(request.postDataJSON())
    })
    await page.goto('/')
    await choose(page, 'Customise')
    await bar(page)
      .getByRole('checkbox', { name: /^Functional/ })
      .check()
    await choose(page, 'Save choice')
    await page.getByRole('link', { name: 'Newest' }).first().click()
    await expect(page).toHaveURL(/\/all-games/)
    await ready(page)
    expect(sent).toEqual([])
    expect(await cookie(context, 'visit')).toBeUndefined()

    await openSettings(page)
    await bar(page)
      .getByRole('checkbox', { name: /^Analytics/ })
      .check()
    await choose(page, 'Save choice')
    await expect.poll(() => livesFor(context, 'visit')).toBe(30 * 24 * 3600)
    await page.goto('/game/igdb_1942')
    await expect.poll(() => sent).toEqual([{ page: '/all-games' }, { page: '/game/:gameId' }])
  })

  test('expired consent counts as none: what it allowed is deleted, and the bar asks again', {
    tag: '@desktop',
  }, async ({ page, context, baseURL }) => {
    const url = baseURL as string
    await context.addCookies([{ name: 'theme', value: 'light', url }])
    await page.goto('/')
    await expect(bar(page)).toBeVisible()
    await expect.poll(() => cookie(context, 'theme')).toBeUndefined()
  })
})

test('the choice can be reviewed and left unchanged, and the focus returns', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await page.goto('/')
  await choose(page, 'Accept all')
  const before = await consentOf(context)
  await openSettings(page)
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' })).toBeFocused()
  expect(await consentOf(context)).toEqual(before)
})

test('the theme "as the device" follows the device [R-PREF-06]', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await ready(page)
  await choose(page, 'Accept all')
  await page.getByRole('contentinfo').getByRole('button', { name: 'As the device' }).click()
  const ground = page.locator('body')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(ground).toHaveCSS('background-color', 'rgb(241, 245, 244)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(ground).toHaveCSS('background-color', 'rgb(14, 22, 24)')
})

test('a choice in one tab applies to the other', { tag: '@desktop' }, async ({ page, context }) => {
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  await expect(bar(other)).toBeVisible()
  await ready(other)
  await ready(page)
  await choose(page, 'Accept all')
  await expect(bar(other)).toHaveCount(0)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Light theme' }).click()
  await expect(themeOf(other)).toHaveAttribute('data-theme', 'light')
})

test.describe('a member', () => {
  test('chooses in the settings, saved at once, and finds the choice everywhere from the first paint [R-PREF-05] [R-GEN-10]', {
    tag: '@desktop',
  }, async ({ page, context, browser, baseURL }) => {
    const who = await newMember(context)
    await page.goto('/settings/preferences')
    await ready(page)
    await choose(page, 'Only essential')
    await page.getByRole('radio', { name: /^Light/ }).check()
    await expect(themeOf(page)).toHaveAttribute('data-theme', 'light')
    await expect(page.getByRole('region', { name: 'Theme' }).getByRole('status')).toContainText('Saved')
    await page.getByText('Advanced', { exact: true }).click()
    await page.getByRole('radio', { name: /^RAWG Strong/ }).check()
    await expect(page.getByRole('region', { name: 'Where games come from' }).getByRole('status')).toContainText('Saved')
    await page.getByRole('switch', { name: /^Show erotic games/ }).check()
    await expect(page.getByRole('region', { name: 'What lists show' }).getByRole('status')).toContainText('Saved')
    await page.getByRole('switch', { name: 'Use the other catalogue' }).uncheck()
    await expect(page.getByRole('region', { name: 'Speed and outages' }).getByRole('status')).toContainText('Saved')
    await expectGoodPage(page)

    const elsewhere = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled: false })
    await signIn(elsewhere, who)
    const there = await elsewhere.newPage()
    await there.goto('/settings/preferences')
    await expect(themeOf(there)).toHaveAttribute('data-theme', 'light')
    await there.getByText('Advanced', { exact: true }).click()
    await expect(there.getByRole('radio', { name: /^RAWG Strong/ })).toBeChecked()
    await expect(there.getByRole('switch', { name: /^Show erotic games/ })).toBeChecked()
    await expect(there.getByRole('switch', { name: 'Use the other catalogue' })).not.toBeChecked()
    await elsewhere.close()
  })

  test('sees a message when a choice cannot be saved, and the previous choice', { tag: '@desktop' }, async ({
    page,
    context,
  }) => {
    await newMember(context)
    await page.goto('/settings/preferences')
    await ready(page)
    await choose(page, 'Only essential')
    await page.route('**/api/user/preferences', (route) => route.abort())
    // Not `check()`, which would wait for the state that rolls back.
    await page.getByRole('radio', { name: /^Light/ }).click()
    await expect(page.getByRole('region', { name: 'Theme' }).getByRole('status')).toContainText('Not saved')
    await expect(page.getByRole('radio', { name: /^Dark/ })).toBeChecked()
    await expect(themeOf(page)).toHaveAttribute('data-theme', 'dark')
  })
})
