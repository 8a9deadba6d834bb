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

test('a member reviews two playthroughs, and the newer review says what they thought before', async ({ page }) => {
  await newMember(page.context())
  await page.goto('/game/igdb_1942')
  await ready(page)
  const panel = page.getByRole('region', { name: 'My library' })
  await panel.getByRole('button', { name: 'Add 30 min' }).click()
  const runs = page.getByRole('region', { name: 'Playthroughs' })
  const form = page.getByRole('dialog', { name: /^Review / })
  const review = async (stars: 'Home' | 'End', text: string) => {
    await runs.getByRole('button', { name: 'Review this playthrough' }).click()
    await form.getByRole('slider', { name: 'Your rating' }).press(stars)
    if (stars === 'Home') await form.getByRole('slider', { name: 'Your rating' }).press('ArrowRight')
    await form.getByRole('textbox', { name: 'Your review' }).fill(text)
    await form.getByRole('button', { name: 'Save review' }).click()
    await expect(form).toBeHidden()
  }
  await review('Home', 'Too long.')
  await expect(runs.getByRole('link', { name: 'Your review' })).toBeVisible()

  await runs.getByRole('button', { name: 'Start a new playthrough' }).click()
  const start = page.getByRole('dialog', { name: 'Start a new playthrough' })
  await expect(start.getByText('Stars of this playthrough')).toBeVisible()
  await start.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(start).toBeHidden()
  // By keyboard: what was typed stays until it is saved.
  await runs.getByRole('button', { name: 'Review this playthrough' }).focus()
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Playthrough', { exact: true })).toBeVisible()
  await expectGoodPage(page)
  await form.getByRole('textbox', { name: 'Your review' }).fill('I was wrong.')
  await page.keyboard.press('Escape')
  await review('End', 'I was wrong.')
  await expect(runs.getByRole('link', { name: 'Your review' })).toHaveCount(2)
  await expectGoodPage(page)

  await runs.getByRole('link', { name: 'Your review' }).first().click()
  const card = page.getByRole('article', { name: /^Review by/ })
  await expect(card).toContainText('I was wrong.')
  await expect(card).toContainText('Second playthrough')
  await expectGoodPage(page)
  await card.getByRole('link', { name: /^Changed from/ }).click()
  await expect(card).toContainText('Too long.')
  await expect(card).toContainText('First playthrough')

  // Its menu edits this one.
  await card.getByRole('button', { name: /^Change the review/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(form.getByRole('textbox', { name: 'Your review' })).toHaveValue('Too long.')
})
