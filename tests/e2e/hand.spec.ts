import type { Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, hold, isPhone, ready, test } from './browser.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const posterOf = (page: Page) => page.getByRole('main').locator('.poster a[href^="/game/"]').first()

/** Opens the log of the first poster: by its quick actions, on a phone by a long press. */
async function openLog(page: Page): Promise<void> {
  const poster = posterOf(page)
  if (isPhone(page)) {
    await hold(poster)
    await page.getByRole('dialog').getByRole('button', { name: 'Log', exact: true }).click()
  } else {
    await poster.focus()
    const log = poster.locator('..').getByRole('button', { name: /^Log / })
    await log.focus()
    await page.keyboard.press('Enter')
  }
  await expect(dialog(page, /^Log /)).toBeVisible()
}

test('Back closes the log of a poster and asks for its note, and the focus returns to the poster', {
  tag: '@phone',
}, async ({ page }) => {
  await newMember(page.context())
  await page.goto('/')
  await page.goto('/all-games')
  await ready(page)
  const address = page.url()
  await openLog(page)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const poster = posterOf(page).locator('..')
  await expect(poster.locator(':focus')).toHaveCount(1)

  await openLog(page)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Elysium')
  await page.goBack()
  await expect(dialog(page, 'Discard what you typed?')).toBeVisible()
  await expectGoodPage(page)
  await page.goBack()
  await expect(dialog(page, 'Discard what you typed?')).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Elysium')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(poster.locator(':focus')).toHaveCount(1)
  expect(page.url()).toBe(address)
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('Back leads to the page before and not to a menu, and the focus to the link that led away', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/')
  await ready(page)
  const link = page.getByRole('main').locator('a[href^="/game/"]:visible').first()
  const href = await link.getAttribute('href')
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${href}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('main').locator(`a[href="${href}"]`).first()).toBeFocused()
})

test('a sheet that is dragged down by its handle closes', async ({ page }) => {
  test.skip(!isPhone(page), 'Wide windows have no sheets')
  await newMember(page.context())
  await page.goto('/all-games')
  await ready(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const sheet = dialog(page, 'More')
  const handle = sheet.locator('.sheet-handle')
  const pull = async (far: number) => {
    const box = await handle.boundingBox()
    const [x, y] = [(box?.x ?? 0) + 100, (box?.y ?? 0) + 10]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + far)
    // Standing still for a moment, it is not flung.
    await page.mouse.move(x, y + far)
    await page.mouse.up()
  }
  // It slides in: this waits until it stands still.
  await handle.hover()
  const height = (await sheet.boundingBox())?.height ?? 0
  await pull(height * 0.6)
  await expect(sheet).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
})

test('a toast covers nothing at the foot of the window, and F8 leads to it', async ({ page }) => {
  await newMember(page.context())
  await page.goto('/game/igdb_1942')
  await ready(page)
  await page.getByRole('button', { name: /^Like/ }).first().click()
  const toast = page.locator('.toast')
  await expect(toast).toBeVisible()
  const foot = isPhone(page) ? (await page.locator('.bottom').boundingBox())?.y : page.viewportSize()?.height
  // It slides in: this waits until it stands still.
  await toast.hover()
  const box = await toast.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(foot ?? 0)
  expect(box?.x).toBeLessThan(30)
  await page.keyboard.press('F8')
  await expect(toast.locator(':focus')).toHaveCount(1)
})
