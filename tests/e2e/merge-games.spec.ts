import { newAdmin, newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, ready, send, test } from './browser.ts'

// Games that no other journey is about; both projects run in one world.
const PAIRS = {
  desktop: { gone: { id: 'igdb_17246', name: 'Gravitar' }, stays: { id: 'igdb_12307', name: 'Gorf' } },
  phone: { gone: { id: 'igdb_3637', name: 'Wetrix' }, stays: { id: 'igdb_604', name: 'Bad Mojo' } },
}

test('an admin merges two games that are the same, the old address leads to the one that stays, and a split ends it', async ({
  page,
  context,
  another,
}) => {
  test.slow()
  const { gone, stays } = PAIRS[isPhone(page) ? 'phone' : 'desktop']
  const member = await another()
  await newMember(member)
  await send(member, 'POST', '/api/library', { game_id: gone.id, status: 'playing' })
  await send(member, 'POST', '/api/library', { game_id: stays.id, status: 'completed' })
  await newAdmin(context)

  await page.goto(`/game/${gone.id}`)
  await ready(page)
  await page.getByRole('link', { name: 'Merge with another game' }).click()
  await expect(page.getByRole('heading', { name: 'Choose the game that is the same' })).toBeVisible()
  await page.getByLabel('Search all games').fill(stays.name)
  await page
    .getByRole('link', { name: `Choose ${stays.name}`, exact: true })
    .first()
    .click()

  await expect(page.getByText('1 member has both in the library.')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Library entries/ })).toBeVisible()
  await page.getByRole('radio', { name: 'This one stays' }).nth(0).check()
  await page.getByRole('radio', { name: 'This one stays' }).nth(1).check()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Merge the games' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: `Merge ${gone.name} into ${stays.name}?` })).toBeVisible()
  await expect(dialog).toContainText(/library entr/)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Merge the games' }).click()
  await expectToast(page, `${gone.name} is now part of ${stays.name}`)

  const merges = page.getByRole('list', { name: 'Latest merges' }).getByRole('listitem')
  await expect(merges.filter({ hasText: gone.name })).toContainText(`is part of ${stays.name}`)
  await expectGoodPage(page)

  await page.goto(`/game/${gone.id}`)
  await expect(page).toHaveURL(new RegExp(`/game/${stays.id}$`))
  await expect(page.getByRole('heading', { name: stays.name, level: 1 })).toBeVisible()
  const entry = await member.request.get(`/api/library/${stays.id}`)
  expect(await entry.json()).toMatchObject({ entry: { status: 'completed' } })

  const { data } = await (await member.request.get('/api/notifications')).json()
  expect(data).toContainEqual(expect.objectContaining({ type: 'entries_joined' }))

  await page.goto('/admin/merges')
  await ready(page)
  await page.getByRole('button', { name: `Split again: ${gone.name}` }).click()
  await expect(dialog.getByRole('heading', { name: `Split ${gone.name} from ${stays.name}?` })).toBeVisible()
  await expect(dialog).toContainText(`${gone.name} gets back 1 library entry`)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Split the games' }).click()
  await expectToast(page, `${gone.name} is a game of its own again`)
  await page.goto(`/game/${gone.id}`)
  await expect(page.getByRole('heading', { name: gone.name, level: 1 })).toBeVisible()
  const again = await member.request.get(`/api/library/${gone.id}`)
  expect(await again.json()).toMatchObject({ entry: { status: 'playing' } })
})
