import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, test } from './browser.ts'

test('a member who pauses says where they are, and finds it when they come back', async ({ page }) => {
  await newMember(page.context())
  await page.goto('/game/igdb_1942')
  await ready(page)
  const panel = page.getByRole('region', { name: 'My library' })
  await panel.getByRole('button', { name: 'Add 30 min' }).click()
  await expect(panel.getByText('30m').first()).toBeVisible()

  await panel.getByRole('button', { name: 'Log', exact: true }).click()
  const log = page.getByRole('dialog', { name: /^Log / })
  await log.getByRole('checkbox', { name: 'Paused' }).check()
  await log.getByLabel('Where are you?').fill('Before the bridge, with the lantern')
  await expectGoodPage(page)
  await log.getByRole('button', { name: 'Save log' }).click()
  await expect(log).toBeHidden()
  await expect(panel.getByRole('figure')).toContainText('Before the bridge')
  await expectGoodPage(page)

  // The next opening, and home.
  await page.reload()
  await expect(panel.getByRole('figure')).toContainText('Before the bridge')
  await page.goto('/')
  await ready(page)
  const card = page.getByRole('region', { name: 'Continue playing' }).getByRole('article')
  await expect(card).toContainText('Before the bridge, with the lantern')
  await expectGoodPage(page)

  // Changes it by keyboard.
  await card.getByRole('link').last().click()
  await ready(page)
  await panel.getByRole('button', { name: 'Where was I?' }).focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Where was I?' })
  await question.getByLabel('Where are you?').fill('On the other side')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(panel.getByRole('figure')).toContainText('On the other side')
})
