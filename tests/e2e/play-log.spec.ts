import type { Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, ready, test, written } from './browser.ts'

const GAME = '/game/igdb_1942'

/** Opens a game as a new member of this journey. */
async function arrive(page: Page) {
  await newMember(page.context())
  await page.goto(GAME)
  await ready(page)
  return panelOf(page)
}

const panelOf = (page: Page) => page.getByRole('region', { name: 'My library' })

async function openLog(page: Page) {
  await panelOf(page).getByRole('button', { name: 'Sessions' }).click()
  const log = page.getByRole('dialog', { name: /^Sessions of/ })
  await expect(log.getByRole('heading', { name: 'Sessions', exact: true })).toBeVisible()
  return log
}

const figure = (log: ReturnType<Page['getByRole']>, name: string) =>
  log.locator('dl > div').filter({ hasText: name }).locator('dd')

test('a member adds, changes, restores and merges sessions, and the total is their sum', async ({ page }) => {
  const panel = await arrive(page)
  await panel.getByRole('button', { name: 'Add 30 min' }).click()
  await expectToast(page, '30 minutes added')
  await expect(panel.getByText('30m').first()).toBeVisible()

  const log = await openLog(page)
  await expect(figure(log, '1 session')).toHaveText('30m')
  await expectGoodPage(page)

  // Adds a session by keyboard alone, in natural language.
  const add = log.getByRole('button', { name: 'Add a session' })
  await add.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Add a session' })
  await form.getByLabel('Duration').fill('an hour')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Write it as 1h 30m, 1:30, 1.5 or 90 min')).toBeVisible()
  await form.getByLabel('Duration').fill('1.5 h')
  await expect(form.getByText('1h 30m')).toBeVisible()
  await form.getByLabel('Day').fill('2026-01-05')
  await form.getByLabel('Note').fill('Through the marsh.')
  await expectGoodPage(page)
  await form.getByLabel('Duration').focus()
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(add).toBeFocused()
  await expect(log.getByText('Through the marsh.')).toBeVisible()
  await expect(figure(log, 'Total')).toHaveText('2h')

  // Edits, deletes and restores.
  await log.getByRole('button', { name: 'Edit 1h 30m on Jan 5, 2026' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit session' })
  await edit.getByLabel('Duration').fill('0:45')
  await edit.getByRole('button', { name: 'Save session' }).click()
  await expect(figure(log, 'Total')).toHaveText('1h 15m')
  await log.getByRole('button', { name: 'Delete 45m on Jan 5, 2026' }).click()
  await expect(figure(log, 'Total')).toHaveText('30m')
  await expectToast(page, '45m deleted')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(figure(log, 'Total')).toHaveText('1h 15m')

  // Merges.
  await log.getByRole('button', { name: 'Merge…' }).click()
  const boxes = log.getByRole('checkbox')
  await expect(boxes).toHaveCount(2)
  for (const box of await boxes.all()) await box.check()
  await expect(log.getByText('2 sessions become one of 1h 15m')).toBeVisible()
  await expectGoodPage(page)
  await log.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(figure(log, '1 session')).toHaveText('1h 15m')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(figure(log, '2 sessions')).toHaveText('1h 15m')
  await expect(log.getByText('Through the marsh.')).toBeVisible()
})

test('a replay is a playthrough, and a typed total stays the total', { tag: '@desktop' }, async ({ page }) => {
  const panel = await arrive(page)
  await panel.getByRole('button', { name: 'Add 30 min' }).click()
  const runs = panel.getByRole('region', { name: 'Playthroughs' })

  // Plays again, on another platform.
  await runs.getByRole('button', { name: /^First time/ }).click()
  const first = page.getByRole('dialog', { name: 'Edit playthrough' })
  await first.getByLabel('How far').selectOption({ label: 'Main story' })
  await first.getByRole('slider', { name: 'Stars of this playthrough' }).press('End')
  await expect(first.getByRole('textbox', { name: 'Finished' })).toBeVisible()
  await first.getByRole('button', { name: 'Save' }).click()
  await expect(first).toBeHidden()
  await expect(runs.getByRole('button', { name: /^First time .*Main story/ })).toBeVisible()
  await runs.getByRole('button', { name: 'Start a new playthrough' }).click()
  const second = page.getByRole('dialog', { name: 'Start a new playthrough' })
  await second.getByLabel('Platform').fill('Switch')
  await expectGoodPage(page)
  await second.getByRole('button', { name: 'Start' }).click()
  await expect(runs.getByRole('listitem')).toHaveText([/^Replay · Switch/, /^First time/])

  // Stars on the panel are those of the latest; the first one keeps its own.
  await panel.getByRole('slider', { name: /^Rate / }).press('Home')
  await panel.getByRole('slider', { name: /^Rate / }).press('ArrowRight')
  await expect(runs.getByRole('img')).toHaveCount(2)

  // The quick dialog still sets the total, also below the sum of the sessions.
  await panel.getByRole('button', { name: 'Log', exact: true }).click()
  const quick = page.getByRole('dialog', { name: /^Log / })
  await quick.getByLabel('Hours Played').fill('0.25')
  await quick.getByRole('button', { name: 'Save log' }).click()
  await expect(panel.getByText('15m').first()).toBeVisible()
  const again = await openLog(page)
  await expect(figure(again, 'Set aside')).toHaveText('−15m')
  await expectGoodPage(page)
  await again.getByRole('button', { name: 'Use the sessions’ total' }).click()
  await expect(figure(again, 'Total')).toHaveText('30m')

  // Deleting a playthrough also deletes its session, after a confirmation.
  await page.keyboard.press('Escape')
  await expect(again).toBeHidden()
  await runs.getByRole('button', { name: /^First time/ }).click()
  await first.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Playthrough 1?' })
  await expect(question.getByText('Its session is deleted with it, and 30m of your hours.')).toBeVisible()
  const gone = written(page, /^\/api\/user\//, 'DELETE')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(runs.getByRole('listitem')).toHaveCount(1)
  await gone
  await page.reload()
  await expect(panel.getByText('0m', { exact: true }).first()).toBeVisible()
})

test('a timer continues across pages, tabs and devices, and becomes a session', { tag: '@desktop' }, async ({
  page,
}) => {
  // Aborts the stream, which would report the changes of another tab.
  await page.route('**/api/realtime?*', (route) => route.abort())
  await page.clock.install()
  const panel = await arrive(page)
  await panel.getByRole('button', { name: 'Start timer' }).click()
  await expect(panel.getByRole('timer')).toBeVisible()
  const chip = page.getByRole('banner').getByRole('link', { name: /^Timer of .*, running/ })
  await expect(chip).toBeVisible()
  await expectGoodPage(page)

  await page.goto('/all-games')
  await ready(page)
  await expect(chip).toBeVisible()
  await expectGoodPage(page)
  await chip.click()
  await expect(page).toHaveURL(GAME)
  await panel.getByRole('button', { name: 'Pause timer' }).click()
  await expect(panel.getByRole('button', { name: 'Resume timer' })).toBeVisible()

  // Another tab stops the timer, and this one learns of it at the next press.
  const other = await page.context().newPage()
  await other.goto(GAME)
  await ready(other)
  await panelOf(other).getByRole('button', { name: 'Stop timer' }).click()
  await expect(other.getByText('Less than a minute, so nothing was logged')).toBeVisible()
  await expect(panelOf(other).getByRole('button', { name: 'Start timer' })).toBeVisible()
  await other.close()
  await panel.getByRole('button', { name: 'Stop timer' }).click()
  await expect(panel.getByRole('button', { name: 'Start timer' })).toBeVisible()
})

test('a timer that is stopped and started on another device changes here at once', { tag: '@desktop' }, async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const panel = await arrive(page)
  const chip = page.getByRole('banner').getByRole('link', { name: /^Timer of .*, running/ })
  await panel.getByRole('button', { name: 'Start timer' }).click()
  await expect(chip).toBeVisible()
  const session = await page.context().storageState()
  const device = await browser.newContext({ storageState: session, ...(baseURL && { baseURL }) })
  const other = await device.newPage()
  await other.goto(GAME)
  await ready(other)
  await panelOf(other).getByRole('button', { name: 'Stop timer' }).click()
  await expect(panelOf(other).getByRole('button', { name: 'Start timer' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Start timer' })).toBeVisible()
  await expect(chip).toBeHidden()
  await panelOf(other).getByRole('button', { name: 'Start timer' }).click()
  await expect(chip).toBeVisible()
  await expect(panel.getByRole('timer')).toBeVisible()
  await device.close()
})

test('a forgotten timer asks how long the session was', { tag: '@desktop' }, async ({ page }) => {
  const panel = await arrive(page)
  await panel.getByRole('button', { name: 'Start timer' }).click()
  await expect(panel.getByRole('timer')).toBeVisible()
  // A journey cannot wait half a day, so it sets the server's response to stopping.
  await page.route('**/api/user/timer/stop', async (route) => {
    const body = route.request().postDataJSON() as { minutes?: number }
    if (body.minutes !== undefined) return route.continue()
    await route.fulfill({
      status: 409,
      json: { error: 'How long did you really play?', code: 'timer_forgotten', requestId: 'r' },
    })
  })
  await panel.getByRole('button', { name: 'Stop timer' }).click()
  const asked = page.getByRole('dialog', { name: 'How long did you play?' })
  await expect(asked).toBeVisible()
  await expectGoodPage(page)
  await asked.getByLabel('Duration').fill('2h')
  await asked.getByRole('button', { name: 'Save session' }).click()
  await expect(page.getByText('2h logged')).toBeVisible()
  await expect(panel.getByText('2h', { exact: true }).first()).toBeVisible()
  if (!isPhone(page)) await expect(panel.getByRole('radio', { name: 'Currently Playing' })).toBeChecked()
})
