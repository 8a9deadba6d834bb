import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, test } from './browser.ts'

const FILE = [
  'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,notes,progressed_at',
  ',manual,game,Celeste,,,,9.0,22h 00min,Completed,2019-02-01,2019-03-02,,',
  ',manual,game,Resident Evil,,,,7.0,12h,Completed,,,,',
].join('\n')

test('a member imports a file, decides a doubtful row by a key, and takes everything back', async ({
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
  await page.getByRole('button', { name: 'Import 2 games' }).click()
  await expect(page.getByText('2 rows imported. You can undo it until')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('2 rows taken back.')).toBeVisible({ timeout: 15_000 })
  const library = await (await page.request.get('/api/library')).json()
  expect(library.total).toBe(0)
})
