import type { Locator, Page } from '@playwright/test'
import {
  CONTRADICTION_LABELS,
  contradictionText,
  GROUP_TEXTS,
  groupDecisionText,
  rowQuestionText,
} from '../../src/features/imports/group-questions.texts.ts'
import { IMPORT_TEXTS } from '../../src/features/imports/imports.texts.ts'
import { RECOGNITION_TEXTS } from '../../src/features/imports/recognition.texts.ts'
import { newMember } from './accounts.ts'
import { expect, ready, test } from './browser.ts'

const FILE = [
  'Name,State,Backlog,Time Played',
  'Celeste,Zoomed,x,36000',
  'Hades,Zoomed,,7200',
  'Xyzzyplugh of the Attic,Zoomed,,3600',
  'Qwertyfrob Unsung,Planned,x,',
].join('\n')
const MAX_TABS = 80

const hasFocus = (part: Locator) => part.evaluate((element) => element === document.activeElement)

/** Presses Tab until a part has the focus. It begins where the focus is, so that a lost one shows. */
async function tabTo(page: Page, part: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await part.waitFor({ timeout: 60_000 })
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    if (await hasFocus(part)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${part} is not reached by ${key}`)
}

test('a member imports a file that asks, by keyboard alone', { tag: '@desktop' }, async ({ page, context }) => {
  await newMember(context)
  await page.goto('/settings/import')
  await ready(page)
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, page.getByRole('button', { name: IMPORT_TEXTS.choose }))
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })

  // One answer for the three rows that say 'Zoomed'; the focus stays at the choice.
  const word = page.getByRole('combobox', { name: 'Status “zoomed”' })
  await tabTo(page, word)
  await page.keyboard.type('Completed')
  await expect(page.getByRole('region', { name: RECOGNITION_TEXTS.outcome })).toContainText('Completed3')
  await expect(word).toBeFocused()

  const unit = page.getByRole('group', { name: RECOGNITION_TEXTS.unitOf('Time Played') })
  const seconds = unit.getByRole('button', { name: 'Seconds' })
  await tabTo(page, seconds, 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('36000 → Hours: 10h').first()).toBeVisible()
  await expect(seconds).toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Read the file' }))
  await page.keyboard.press('Enter')
  const asked = page.getByRole('region', { name: GROUP_TEXTS.title })
  const unknown = asked.getByRole('listitem').filter({ hasText: rowQuestionText('unknown', 2) })
  await tabTo(page, unknown.getByRole('button', { name: groupDecisionText('own', 2) }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(rowQuestionText('unknown', 2))).toBeHidden({ timeout: 60_000 })
  await expect(page.locator('body')).not.toBeFocused()
  const contradiction = asked.getByRole('group', { name: contradictionText(1) })
  await tabTo(page, contradiction.getByRole('button', { name: CONTRADICTION_LABELS.waiting }))
  await page.keyboard.press('Space')
  const celeste = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Celeste', exact: true }) })
  await expect(celeste).toContainText('Want to Play', { timeout: 60_000 })
  await expect(page.locator('body')).not.toBeFocused()

  await tabTo(page, page.getByRole('button', { name: 'Import 4 games' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('4 rows imported.')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('body')).not.toBeFocused()
})
