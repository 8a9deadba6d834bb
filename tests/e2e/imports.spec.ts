import {
  CONTRADICTION_LABELS,
  contradictionText,
  GROUP_TEXTS,
  groupDecisionText,
  rowQuestionText,
} from '../../src/features/imports/group-questions.texts.ts'
import { RECOGNITION_TEXTS, statusWordsText } from '../../src/features/imports/recognition.texts.ts'
import { zipOf } from '../support/zip.ts'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, test } from './browser.ts'

const FILE = [
  'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,notes,progressed_at',
  ',manual,game,Celeste,,,,9.0,22h 00min,Completed,2019-02-01,2019-03-02,,',
  ',manual,game,Resident Evil,,,,7.0,12h,Completed,,,,',
  ',manual,game,Xyzzyplugh of the Attic,,,,8.0,4h,Completed,,,,',
].join('\n')

test('a member imports a file, decides a doubtful row by a key, keeps one that nobody knows, and takes everything back', async ({
  page,
  context,
}) => {
  await newMember(context)
  await page.goto('/settings/import')
  await ready(page)
  await expectGoodPage(page)
  await page.getByLabel('File to import').setInputFiles({
    name: 'journey.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(FILE),
  })
  await page.getByRole('heading', { name: 'Which game is “Resident Evil”?' }).waitFor()
  await expectGoodPage(page)
  await page.keyboard.press('1')
  // What nobody knows becomes a game of the member's own, with a page that can be edited.
  const unknown = page.getByRole('listitem').filter({ hasText: rowQuestionText('unknown', 1) })
  await unknown.getByRole('button', { name: groupDecisionText('own', 1) }).click()
  await page.getByRole('checkbox', { name: /^Say in the feed/ }).check()
  await page.getByRole('button', { name: 'Import 3 games' }).click()
  await expect(page.getByText('3 rows imported. You can undo it until')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Xyzzyplugh of the Attic', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Xyzzyplugh of the Attic' }).waitFor()
  await ready(page)
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit the game' })
  await dialog.getByLabel('Name').fill('Xyzzyplugh')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Xyzzyplugh', exact: true }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('3 rows taken back.')).toBeVisible({ timeout: 60_000 })
  const library = await (await page.request.get('/api/library')).json()
  expect(library.total).toBe(0)

  await test.step('of a table that nothing recognises, the member says what its columns and values mean', async () => {
    await page.goto('/settings/import')
    await ready(page)
    const rows = Array.from({ length: 25 }, (_, at) => `Celeste ${at + 1},Fertig,8`)
    const buffer = Buffer.from(['Spiel,Stand,Wertung', ...rows].join('\n'))
    await page.getByLabel('File to import').setInputFiles({ name: 'spiele.csv', mimeType: 'text/csv', buffer })
    const first = page.getByRole('region', { name: 'The first rows' }).getByRole('listitem')
    await page.getByRole('combobox', { name: 'Meaning of Spiel' }).selectOption('Name of the game')
    await page.getByRole('combobox', { name: 'Meaning of Stand' }).selectOption('Status')
    await page.getByRole('combobox', { name: 'Meaning of Wertung' }).selectOption('Rating')
    await page.getByRole('combobox', { name: 'Status “fertig”' }).selectOption('Completed')
    await page.getByRole('group', { name: 'Best rating in the file' }).getByRole('button', { name: '20' }).click()
    await expect(first).toHaveCount(20)
    await expect(first.first()).toContainText('Celeste 1')
    await expect(first.first()).toContainText('2 stars')
    await expect(first.first()).toContainText('Completed')
    await expectGoodPage(page)
    await page.getByRole('button', { name: 'Read the file' }).click()
    await expect(page.getByText('Celeste 25')).toBeVisible({ timeout: 60_000 })
  })
})

test('a file in the wrong preset is read as a table, with one answer for a group of rows and another unit', async ({
  page,
  context,
}) => {
  await newMember(context)
  await page.goto('/settings/import')
  await ready(page)
  const table = [
    'Title,Platform,Playing,Backlog,Replay,CP,Paused,Priority,Completed,Retired,Progress,Main Story,Main Story Notes,Main + Extras,Main + Extras Notes,Completionist,Completionist Notes,General Notes,Storefront,Review,Review Notes,Added,Updated',
    'Celeste,PC,,,,,,,✓,,,8:30:00,,,,,,Zoomed through,,90,,,',
    'Hades,PC,✓,,,,,,,,2:00:00,,,,,,,Slowly,,80,,,',
  ].join('\n')
  const file = (text: string, name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel('File to import').setInputFiles(file(table, 'HLTB_Games.csv'))
  await expect(page.getByText(RECOGNITION_TEXTS.recognised('HowLongToBeat'))).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: RECOGNITION_TEXTS.somethingElse }).click()
  await page.getByRole('button', { name: RECOGNITION_TEXTS.asTable }).click()
  await expect(page.getByRole('heading', { name: RECOGNITION_TEXTS.columns })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('button', { name: RECOGNITION_TEXTS.somethingElse }).click()
  await page.getByRole('button', { name: RECOGNITION_TEXTS.asTracker('HowLongToBeat') }).click()
  await expect(page.getByText(RECOGNITION_TEXTS.recognised('HowLongToBeat'))).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()

  await ready(page)
  const played = ['Name,State,Time Played', 'Celeste,Zoomed,36000', 'Hades,Zoomed,7200', 'Portal 2,Backlog,'].join('\n')
  await page.getByLabel('File to import').setInputFiles(file(played, 'mine.csv'))
  await expect(page.getByText('2 rows say “Zoomed”. What does that mean?')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('combobox', { name: 'Status “zoomed”' }).selectOption('Completed')
  const unit = page.getByRole('group', { name: RECOGNITION_TEXTS.unitOf('Time Played') })
  await unit.getByRole('button', { name: 'Seconds' }).click()
  await expect(page.getByText('36000 → Hours: 10h').first()).toBeVisible()
  await expect(page.getByRole('region', { name: RECOGNITION_TEXTS.outcome })).toContainText('Completed2')
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Read the file' }).click()
  await page.getByRole('button', { name: 'Import 3 games' }).click({ timeout: 60_000 })
  await expect(page.getByText('3 rows imported.')).toBeVisible({ timeout: 60_000 })
})

test('rows that ask the same are answered together, and the files of an archive that are named as statuses are read together', async ({
  page,
  context,
}) => {
  await newMember(context)
  await page.goto('/settings/import')
  await ready(page)
  const parts = {
    'completed.csv': 'Title,Backlog,Hours Played\nCeleste,x,22\nResident Evil,,12\nXyzzyplugh of the Attic,,4\n',
    'backlog.csv': 'Title\nDoom\nQwertyfrob Unsung\n',
  }
  const buffer = zipOf(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
  await page.getByLabel('File to import').setInputFiles({ name: 'mine.zip', mimeType: 'application/zip', buffer })
  await expect(page.getByRole('combobox', { name: RECOGNITION_TEXTS.part })).toHaveValue(
    'completed.csv + backlog.csv',
    { timeout: 60_000 },
  )
  await expect(page.getByRole('combobox', { name: 'Meaning of File' })).toHaveValue('status')
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Read the file' }).click()
  const asked = page.getByRole('region', { name: GROUP_TEXTS.title })
  await asked.waitFor({ timeout: 60_000 })
  await expectGoodPage(page)
  await expect(page.getByText(/^file: .*Hours Played 22/)).toBeVisible()

  const contradiction = asked.getByRole('group', { name: contradictionText(1) })
  await contradiction.getByRole('button', { name: CONTRADICTION_LABELS.waiting }).click()
  const celeste = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Celeste', exact: true }) })
  await expect(celeste).toContainText('Want to Play', { timeout: 60_000 })
  const unknown = asked.getByRole('listitem').filter({ hasText: rowQuestionText('unknown', 2) })
  await unknown.getByRole('button', { name: groupDecisionText('own', 2) }).click()
  await expect(page.getByText(rowQuestionText('unknown', 2))).toBeHidden({ timeout: 60_000 })
  await asked
    .getByRole('button', { name: groupDecisionText('skip', 1) })
    .first()
    .click({ timeout: 60_000 })
  await expect(asked.getByRole('button')).toHaveCount(0, { timeout: 60_000 })
})

test('all signs of a file are one question, and a column of ticks that nobody knows becomes a shelf', {
  tag: '@phone',
}, async ({ page, context }) => {
  await newMember(context)
  await page.goto('/settings/import')
  await ready(page)
  const text = ['Game,Status,Lent out', 'Celeste,🏆,x', 'Hades,🎮,', 'Portal 2,🏆,'].join('\n')
  const file = { name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('File to import').setInputFiles(file)
  await expect(page.getByText(statusWordsText(3))).toBeVisible({ timeout: 60_000 })
  await expectGoodPage(page)
  await page.getByRole('combobox', { name: 'Status “🏆”' }).selectOption('Completed')
  await page.getByRole('combobox', { name: 'Status “🎮”' }).selectOption('Currently Playing')
  await page.getByRole('combobox', { name: 'Meaning of Lent out' }).first().selectOption('tick')
  await expect(page.getByRole('region', { name: RECOGNITION_TEXTS.outcome })).toContainText('Completed2')
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Read the file' }).click()
  await page.getByRole('button', { name: 'Import 3 games' }).click({ timeout: 60_000 })
  await expect(page.getByText('3 rows imported.')).toBeVisible({ timeout: 60_000 })
})
