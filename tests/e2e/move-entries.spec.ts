import { newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, ready, send, test } from './browser.ts'

const WRONG = { id: 'igdb_7346', name: 'The Legend of Zelda: Breath of the Wild' }
const RIGHT = { id: 'igdb_1942', name: 'The Witcher 3: Wild Hunt' }

test('a member moves an entry to the game that was played, reads before what becomes one, and undoes it', async ({
  page,
  context,
}) => {
  test.slow()
  await newMember(context)
  await send(context, 'POST', '/api/library', { game_id: WRONG.id, status: 'playing' })
  await send(context, 'POST', `/api/user/games/${WRONG.id}/sessions`, { minutes: 45 })
  await send(context, 'POST', '/api/library', { game_id: RIGHT.id, status: 'completed' })
  const entryOf = async (id: string) => (await (await context.request.get(`/api/library/${id}`)).json()).entry

  await page.goto(`/game/${WRONG.id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Wrong game?' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Search all games').fill('Witcher 3')
  await dialog.getByRole('button', { name: `Choose ${RIGHT.name}`, exact: true }).click()
  await expect(dialog.getByRole('heading', { name: `Move it to ${RIGHT.name}?` })).toBeVisible()
  await expect(dialog).toContainText('1 library entry, 1 playthrough, 1 play session')
  await expect(dialog).toContainText('Both are in your library and become one entry')
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/game/${RIGHT.id}$`))
  expect(await entryOf(WRONG.id)).toBeFalsy()
  expect(await entryOf(RIGHT.id)).toMatchObject({ status: 'completed', play_time: 0.75 })

  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Moved back')
  expect(await entryOf(WRONG.id)).toMatchObject({ status: 'playing', play_time: 0.75 })
  expect(await entryOf(RIGHT.id)).toMatchObject({ status: 'completed', play_time: 0 })

  await page.goto('/profile/games')
  await ready(page)
  if (isPhone(page)) await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByRole('button', { name: 'Change more' }).click()
  await page.getByRole('menuitem', { name: 'Wrong game?' }).click()
  await expect(dialog.getByRole('heading', { name: 'To which game do 2 games move?' })).toBeVisible()
  await dialog.getByLabel('Search all games').fill('Half-Life 2')
  await dialog.getByRole('button', { name: 'Choose Half-Life 2', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Move 2 games to Half-Life 2?' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expectToast(page, '2 games moved')
  expect(await entryOf(WRONG.id)).toBeFalsy()
})
