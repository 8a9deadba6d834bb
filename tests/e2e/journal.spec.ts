import type { Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import {
  expect,
  expectGoodPage,
  expectToast,
  isPhone,
  lengthen,
  MARA,
  ready,
  send,
  signIn,
  test,
  written,
} from './browser.ts'

const GAME = 'Super Mario 64'
const ENTRY = /^\/api\/journal/

async function arrive(page: Page, path = '/journal') {
  await newMember(page.context())
  await page.goto(path)
  await ready(page)
}

/** Opens the form of a new entry of a type. */
async function openForm(page: Page, type: 'Progress' | 'Review' | 'Daily' | 'List') {
  await page.getByRole('button', { name: 'New Entry' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: new RegExp(`^${type}`) }).click()
  return page.getByRole('dialog', { name: `New ${type.toLowerCase()} entry` })
}

async function chooseGame(
  dialog: ReturnType<Page['getByRole']>,
  action: 'Choose' | 'Add',
  field = 'Game',
  name = GAME,
) {
  await dialog.getByLabel(field, { exact: false }).first().fill(name)
  await dialog.getByRole('button', { name: `${action} ${name}`, exact: true }).click()
}

async function add(page: Page, dialog: ReturnType<Page['getByRole']>) {
  const sent = written(page, ENTRY)
  await dialog.getByRole('button', { name: /Add entry/ }).click()
  await sent
  await expect(page.getByText('New journal entry created successfully')).toBeVisible()
  await expect(dialog).toBeHidden()
}

const entry = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

async function pick(page: Page, name: string, item: 'Edit' | 'Delete') {
  await page.getByRole('button', { name: `Change ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function remove(page: Page, name: string) {
  await pick(page, name, 'Delete')
  const question = page.getByRole('dialog', { name: `Delete ${name}?` })
  await expectGoodPage(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Entry deleted successfully')
  await expect(entry(page, name)).toHaveCount(0)
}

test('a member writes, edits and deletes a day, and a draft survives a reload [R-JOUR-07, R-JOUR-12, R-JOUR-30]', {
  tag: '@phone',
}, async ({ page }) => {
  await arrive(page)
  await expect(page.getByText('Nothing written yet')).toBeVisible()
  await expectGoodPage(page)
  const dialog = await openForm(page, 'Daily')
  await dialog.getByLabel('Your day').fill('Rain, and a castle.')
  await dialog.getByLabel('Title (optional)').fill('Sunday')
  await expectGoodPage(page)

  await page.reload()
  await ready(page)
  const again = await openForm(page, 'Daily')
  await expect(again.getByText('This is what you had typed.')).toBeVisible()
  await expect(again.getByLabel('Your day')).toHaveValue('Rain, and a castle.')
  await add(page, again)
  await expect(entry(page, 'Sunday')).toContainText('Rain, and a castle.')

  await pick(page, 'Sunday', 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit daily entry' })
  await edit.getByLabel('Your day').fill('Rain, and another castle.')
  await edit.getByRole('button', { name: /Save changes/ }).click()
  await expectToast(page, 'Journal entry updated successfully')
  await expect(entry(page, 'Sunday')).toContainText('Rain, and another castle.')
  await remove(page, 'Sunday')
})

test('a progress entry updates the library, and a lower total needs a confirmation [R-JOUR-09, R-JOUR-10]', {
  tag: '@phone',
}, async ({ page }) => {
  await arrive(page)
  const dialog = await openForm(page, 'Progress')
  await chooseGame(dialog, 'Choose')
  await dialog.getByRole('slider', { name: 'Progress' }).fill('40')
  await dialog.getByLabel('Hours Played').fill('12.5')
  await dialog.getByLabel('Description').fill('Third floor.')
  await expectGoodPage(page)
  await add(page, dialog)
  await expect(entry(page, GAME)).toContainText('12h 30m')

  const lower = await openForm(page, 'Progress')
  await chooseGame(lower, 'Choose')
  await expect(lower.getByRole('slider', { name: 'Progress' })).toHaveValue('40')
  await lower.getByLabel('Hours Played').fill('2')
  await lower.getByRole('button', { name: /Add entry/ }).click()
  const question = page.getByRole('dialog', { name: 'Save a lower total?' })
  await expectGoodPage(page)
  await question.getByRole('button', { name: 'Change the hours' }).click()
  await lower.getByLabel('Hours Played').fill('13')
  await add(page, lower)

  await page.goto('/profile/games?status=playing')
  await expect(page.getByRole('link', { name: new RegExp(GAME) }).first()).toBeVisible()
})

test('a review is written with stars, edited, and deleted together with the review [R-JOUR-13, R-JOUR-14]', {
  tag: '@phone',
}, async ({ page }) => {
  await arrive(page)
  const dialog = await openForm(page, 'Review')
  await chooseGame(dialog, 'Choose')
  await dialog.getByRole('slider', { name: 'Rating' }).fill('9')
  await dialog.getByLabel('Review', { exact: true }).fill('The camera aside, superb.')
  await dialog.getByRole('switch', { name: 'Spoilers' }).click()
  await expectGoodPage(page)
  await add(page, dialog)
  await expect(entry(page, GAME).getByRole('img', { name: '4 and a half of 5 stars' })).toBeVisible()

  await pick(page, GAME, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit review entry' })
  await expect(edit.getByRole('slider', { name: 'Rating' })).toHaveValue('9')
  await edit.getByRole('switch', { name: /Public/ }).click()
  await edit.getByRole('button', { name: /Save changes/ }).click()
  await expect(entry(page, GAME)).toContainText('Private')
  await remove(page, GAME)
})

test('a member creates a list with games from the search, and removes one [R-JOUR-16]', { tag: '@phone' }, async ({
  page,
}) => {
  await arrive(page)
  const dialog = await openForm(page, 'List')
  await dialog.getByLabel('Title').fill('Castles')
  await chooseGame(dialog, 'Add', 'Add games')
  await chooseGame(dialog, 'Add', 'Add games', 'Chrono Trigger')
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Remove Chrono Trigger' }).click()
  await add(page, dialog)
  await expect(entry(page, 'Castles').getByRole('link', { name: GAME })).toBeVisible()
  await remove(page, 'Castles')
})

test('the keyboard navigates the month, which is a list on phones', async ({ page }) => {
  await arrive(page)
  const today = (await page.evaluate(() => new Date().toLocaleDateString('sv'))) as string
  await send(page.context(), 'POST', '/api/journal', {
    type: 'daily',
    content: 'Castle.',
    game: { id: 'igdb_1074' },
    date: today,
  })
  await page.reload()
  await ready(page)
  if (isPhone(page)) {
    const day = page
      .getByRole('list', { name: /^Days of/ })
      .getByRole('button')
      .first()
    await day.click()
    await expect(day).toHaveAttribute('aria-expanded', 'true')
    await expectGoodPage(page)
    return
  }
  const grid = page.getByRole('grid')
  const focused = page.locator('[data-day]:focus')
  await grid.locator(`[data-day="${today}"]`).focus()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('region', { name: /, \d{4}$/ })
  await expect(detail).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(detail.locator(':focus')).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('PageUp')
  await expect(page).toHaveURL(/month=/)
  await expect(focused).toBeVisible()
  await page.keyboard.press('Home')
  await expect(focused).toContainText(/^Monday/)
  await page.keyboard.press('ArrowRight')
  await expect(focused).toContainText(/^Tuesday/)
  await expectGoodPage(page)
})

test('a day shows its entries, and titles without a space stay inside the page', async ({ page }) => {
  await arrive(page)
  const today = (await page.evaluate(() => new Date().toLocaleDateString('sv'))) as string
  const title = 'Schwarzwaldklinik'.repeat(9).slice(0, 150)
  const day = { type: 'daily', title, content: title.repeat(3), game: { id: 'igdb_1074' }, date: today }
  await send(page.context(), 'POST', '/api/journal', day)
  await page.reload()
  await ready(page)
  const opens = isPhone(page)
    ? page.getByRole('list', { name: /^Days of/ }).getByRole('button')
    : page.locator(`[data-day="${today}"]`)
  await opens.click()
  const detail = page.getByRole('region', { name: /, \d{4}$/ }).filter({ visible: true })
  await expect(detail.getByRole('article').getByRole('heading', { name: title })).toBeVisible()
  await lengthen(page.locator('.entry-facts a, section li a > span:last-child'))
  await expectGoodPage(page)
  await page
    .getByRole('button', { name: `Change ${title}` })
    .last()
    .click()
  await page.getByRole('menuitem', { name: `Only ${GAME}` }).click()
  await expect(page).toHaveURL(/game=igdb_1074/)
  const chip = page.getByRole('button', { name: `Remove the filter ${GAME}` })
  await lengthen(chip.locator('span'))
  const { x, width } = (await chip.boundingBox()) as { x: number; width: number }
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
})

test('the journal is a tab of the own profile, with the year and a clean page to print [R-ROUTE-19]', {
  tag: '@phone',
}, async ({ page, context }) => {
  await page.goto('/profile/journal')
  await expect(page).toHaveURL(/\/signin/)
  await signIn(context, MARA)
  await page.goto('/profile')
  await ready(page)
  const tab = page.getByRole('navigation', { name: /^Profile of/ }).getByRole('link', { name: 'Journal' })
  await tab.click()
  await expect(page).toHaveURL(/\/profile\/journal$/)
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectGoodPage(page)

  await page.getByRole('link', { name: 'Year', exact: true }).click()
  await expect(page).toHaveURL(/view=year/)
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await expect(page.getByRole('table')).toBeVisible()
  await expectGoodPage(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByRole('table')).toBeHidden()
  await expect(page.getByRole('searchbox', { name: 'Search entries' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Change / }).first()).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'New Entry' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: null })
})
