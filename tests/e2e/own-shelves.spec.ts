import { newMember } from './accounts.ts'
import { expect, expectGoodPage, pickUp, ready, send, test, written } from './browser.ts'

const GAMES = ['igdb_1942', 'igdb_7346', 'igdb_14593']

test('a game goes on a new shelf from its page, and the library is filtered by it', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await newMember(context)
  for (const game_id of GAMES) await send(context, 'POST', '/api/library', { game_id })
  await page.goto(`/game/${GAMES[0]}`)
  await ready(page)
  await page.getByRole('button', { name: 'Shelves', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Shelves' })
  await dialog.getByLabel('New shelf', { exact: true }).fill('Couch co-op')
  const put = written(page, /\/bulk\/shelf$/)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await put
  await expect(dialog.getByRole('checkbox', { name: /^Couch co-op/ })).toBeChecked()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Shelves: Couch co-op', exact: true })).toBeVisible()

  await page.goto('/profile/games')
  await ready(page)
  await page.getByRole('link', { name: 'Couch co-op 1 game', exact: true }).click()
  await expect(page).toHaveURL(/shelf=Couch\+co-op/)
  await expect(page.getByRole('list', { name: 'My games', exact: true }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit shelves', exact: true }).click()
  await expect(page.getByLabel('Name of Couch co-op', { exact: true })).toBeVisible()
  await expectGoodPage(page)
})

test('the keyboard orders what comes next, and the home page shows it', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await newMember(context)
  for (const game_id of GAMES) await send(context, 'POST', '/api/library', { game_id })
  await send(context, 'POST', '/api/library/bulk/shelf', { game_ids: GAMES, shelf_id: 'queue', is_on: true })
  await page.goto('/')
  await ready(page)
  await page.getByRole('button', { name: 'Change order', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Up next' })
  const last = dialog.getByRole('button', { name: /^Move .*, position 3 of 3$/ })
  const name = (await last.getAttribute('aria-label'))?.replace(/^Move (.*), position.*$/, '$1') ?? ''
  await last.focus()
  await pickUp(page, `${name} is picked up. It is at position 3 of 3.`)
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`${name} moves to position 2 of 3.`)).toBeAttached()
  const moved = written(page, /\/queue\/order$/)
  await page.keyboard.press('Space')
  await moved
  await expect(dialog.getByRole('button', { name: `Move ${name}, position 2 of 3`, exact: true })).toBeFocused()
  // Escape ends a move, and the dialog stays.
  await pickUp(page, `${name} is picked up. It is at position 2 of 3.`)
  await page.keyboard.press('Escape')
  await expect(page.getByText(`${name} stays at position 2 of 3.`)).toBeAttached()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Done', exact: true }).click()
  const strip = page.getByRole('list', { name: 'Up next', exact: true }).getByRole('listitem')
  await expect(
    strip
      .nth(1)
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first(),
  ).toBeVisible()
  await page.reload()
  await expect(
    strip
      .nth(1)
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first(),
  ).toBeVisible()
})
