import type { Page } from '@playwright/test'
import { expect, expectGoodPage, ready, test } from './browser.ts'

/** Counts the animations that run or have finished inside the element. */
const moving = (page: Page, selector: string) =>
  page.evaluate(
    (inside) =>
      document.getAnimations().filter(({ effect }) => (effect as KeyframeEffect).target?.closest(inside)).length,
    selector,
  )

const lightTop = async (page: Page) => (await page.locator('.beam-light .logo').boundingBox())?.y ?? 0

test('the about page types its sentence, and a light follows the text [R-UI-03]', async ({ page }) => {
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 390, height: 500 })
  await page.goto('/info/about')
  await expect(page.getByText('Keep every game you play.')).toBeVisible()
  expect(await moving(page, '.typing')).toBeGreaterThan(0)
  expect(await moving(page, '.beam')).toBeGreaterThan(0)
  await ready(page)
  const beam = page.locator('.beam')
  const start = (await lightTop(page)) - ((await beam.boundingBox())?.y ?? 0)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect
    .poll(async () => (await lightTop(page)) - ((await beam.boundingBox())?.y ?? 0))
    .toBeGreaterThan(start + ((await beam.boundingBox())?.height ?? 0) * 0.9)
  await expectGoodPage(page)
})

test('with reduced motion nothing moves, and the sentence is complete [R-UI-03]', { tag: '@phone' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/info/about')
  await ready(page)
  await expect(page.locator('.typing > span')).toHaveCSS('clip-path', 'none')
  expect(await moving(page, '.typing')).toBe(0)
  expect(await moving(page, '.beam')).toBe(0)
})
