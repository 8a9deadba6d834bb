import { readFile } from 'node:fs/promises'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, send, test } from './browser.ts'

test('a member takes the library along: prepares the files, imports the JSON again, and deletes them', {
  tag: '@phone',
}, async ({ page, context }) => {
  await newMember(context)
  await send(context, 'POST', '/api/library', { game_id: 'igdb_1942', status: 'playing', user_rating: 9 })
  await page.goto('/settings/data')
  await ready(page)
  await page.getByRole('button', { name: 'Prepare my data', exact: true }).click()
  const everything = page.getByRole('link', { name: /^Everything \(JSON\)/ })
  await expect(everything).toBeVisible({ timeout: 60_000 })
  await expectGoodPage(page)
  const coming = page.waitForEvent('download')
  await everything.click()
  const text = await readFile(await (await coming).path())
  expect(JSON.parse(text.toString()).data.user_games).toMatchObject([{ game_id: 'igdb_1942', user_rating: 9 }])

  // The file is recognised, and says what the library says already.
  await page.goto('/settings/import')
  await ready(page)
  const file = { name: 'savepoint.json', mimeType: 'application/json', buffer: text }
  await page.getByLabel('File to import').setInputFiles(file)
  await expect(page.getByText('Unchanged', { exact: true }).first()).toBeVisible({ timeout: 60_000 })

  await page.goto('/settings/data')
  await ready(page)
  await page.getByRole('button', { name: 'Delete files', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Prepare my data', exact: true })).toBeVisible()
  await expect(everything).toHaveCount(0)
})
