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
  await page.getByRole('button', { name: 'Keep 1 as my own game' }).click()
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
    await page.getByRole('combobox', { name: 'Best rating in the file' }).selectOption('20')
    await expect(first).toHaveCount(20)
    await expect(first.first()).toContainText('Celeste 1')
    await expect(first.first()).toContainText('2 stars')
    await expect(first.first()).toContainText('Completed')
    await expectGoodPage(page)
    await page.getByRole('button', { name: 'Read the file' }).click()
    await expect(page.getByText('Celeste 25')).toBeVisible({ timeout: 60_000 })
  })
})
