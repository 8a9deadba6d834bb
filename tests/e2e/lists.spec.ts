import { newMember } from './accounts.ts'
import {
  expect,
  expectGoodPage,
  expectToast,
  freshName,
  hold,
  isPhone,
  pickUp,
  ready,
  send,
  test,
  written,
} from './browser.ts'

const [HADES, CELESTE, TUNIC] = ['igdb_113112', 'igdb_26226', 'igdb_23733']

interface Created {
  list: { id: string; title: string }
}

test('a member creates a list, adds games, orders them and shares the list [R-ROUTE-18]', async ({ page, context }) => {
  test.slow()
  await page.goto('/profile/list')
  await expect(page).toHaveURL(/\/signin\?redirect=/)
  await newMember(context)
  const title = `Rainy days ${freshName()}`
  await page.goto('/profile')
  await ready(page)
  const tab = page.getByRole('navigation', { name: /^Profile of/ }).getByRole('link', { name: 'Lists' })
  await tab.click()
  await expect(page).toHaveURL('/profile/list')
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('No lists yet')).toBeVisible()
  await expectGoodPage(page)

  await page.getByRole('button', { name: 'New list' }).click()
  const form = page.getByRole('dialog', { name: 'New list' })
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form.getByText('Title is required')).toBeVisible()
  await expectGoodPage(page)
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Ranked').check()
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('List created')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectGoodPage(page)

  await page.getByRole('button', { name: 'Add games' }).click()
  await page.getByRole('button', { name: 'Add games' }).click()
  const finder = page.getByRole('dialog', { name: 'Add games' })
  for (const name of ['Hades', 'Celeste', 'Tunic']) {
    await finder.getByLabel('Find a game').fill(name)
    const added = written(page, /\/api\/lists\/[^/]+\/games$/)
    await finder.getByRole('button', { name: `Add ${name}`, exact: true }).click()
    await added
  }
  await finder.getByRole('button', { name: 'Done' }).click()
  const rows = page.getByRole('list', { name: 'Order of the games' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expectGoodPage(page)

  // The keyboard moves Tunic up by one.
  const moved = written(page, /\/api\/lists\/[^/]+\/order$/)
  await page.getByRole('button', { name: 'Move Tunic, position 3 of 3' }).focus()
  await pickUp(page, 'Tunic is picked up. It is at position 3 of 3.')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Tunic moves to position 2 of 3.')).toBeAttached()
  await page.keyboard.press('Space')
  await moved
  await expect(rows.nth(1)).toContainText('Tunic')

  // The pointer moves Celeste to the top, where a toast could be in its way.
  await expect(page.locator('.toast')).toHaveCount(0, { timeout: 60_000 })
  const dragged = written(page, /\/api\/lists\/[^/]+\/order$/)
  const handle = page.getByRole('button', { name: 'Move Celeste, position 3 of 3' })
  await handle.scrollIntoViewIfNeeded()
  const from = (await handle.boundingBox()) as { x: number; y: number; width: number; height: number }
  const to = (await rows.nth(0).boundingBox()) as typeof from
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y, { steps: 3 })
  await page.mouse.move(from.x + from.width / 2, to.y + 4, { steps: 8 })
  await page.mouse.up()
  await dragged
  await expect(rows.nth(0)).toContainText('Celeste')

  const noted = written(page, /\/games\/[^/]+$/)
  // For 50 ms after a drop, dnd-kit clears every text selection, and with it the caret: what is typed then is lost.
  const note = page.getByRole('textbox', { name: 'Note on Tunic' })
  await expect(async () => {
    await note.fill('Bring a notebook.')
    await expect(note).toHaveValue('Bring a notebook.', { timeout: 100 })
  }).toPass()
  await page.keyboard.press('Enter')
  await noted

  // Undo adds a removed game at its old position.
  await page.getByRole('button', { name: 'Remove Hades' }).click()
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(3)

  await page.getByLabel('Shared').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'List saved')
  const shown = page.getByRole('list', { name: title }).getByRole('listitem')
  await expect(shown.nth(0)).toContainText('Rank 1')
  await expect(page.getByText('Bring a notebook.')).toBeVisible()
  await expect(page.getByText('0 of 3 played')).toBeVisible()
  await expectGoodPage(page)
  await page.reload()
  await ready(page)
  await expect(shown.nth(0)).toContainText('Celeste')
})

test('a reader likes, copies and comments on a shared list, and deletes the copy with Undo', async ({
  page,
  context,
  another,
}) => {
  test.slow()
  const ownerContext = await another()
  const owner = await newMember(ownerContext)
  const title = `Slow games ${freshName()}`
  const { list } = await send<Created>(ownerContext, 'POST', '/api/lists', {
    title,
    description: 'For a long weekend.',
    is_shared: true,
    game_ids: [HADES, CELESTE, TUNIC],
  })
  // Visitors see it, and its head contains the texts and the picture of a link preview.
  await page.goto(`/lists/${list.id}`)
  await ready(page)
  await expect(page).toHaveTitle(new RegExp(title))
  await expect(page.locator('meta[property="og:description"]')).toHaveAttribute('content', /^3 games, a list by/)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const fetched = await page.request.get(new URL(picture ?? '', page.url()).href)
  expect([fetched.status(), fetched.headers()['content-type']]).toEqual([200, 'image/png'])
  await expect(page.getByText('For a long weekend.')).toBeVisible()
  await expect(page.getByText(/ played$/)).toBeHidden()
  await expectGoodPage(page)

  await newMember(context)
  await page.goto(`/profile/${owner.id}?tab=list`)
  await ready(page)
  await expectGoodPage(page)
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('0 of 3 played')).toBeVisible()
  const liked = written(page, /\/like$/)
  await page.getByRole('button', { name: /^Like/ }).click()
  await liked
  await expect(page.getByRole('button', { name: 'Like 1' })).toHaveAttribute('aria-pressed', 'true')

  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByRole('textbox', { name: 'Comment' }).fill('Hades is not slow.')
  await page.getByRole('button', { name: 'Post' }).click()
  await expect(page.getByText('Hades is not slow.')).toBeVisible()

  await page.getByRole('button', { name: 'Clone' }).click()
  await expect(page.getByText('Copied to your lists')).toBeVisible()
  const deleted = written(page, /\/api\/lists\/[^/]+$/, 'DELETE')
  await page.getByRole('button', { name: 'Undo' }).click()
  await deleted
  await page.goto('/profile/list')
  await ready(page)
  await expect(page.getByText('No lists yet')).toBeVisible()

  const author = await ownerContext.newPage()
  await author.goto('/notifications')
  await ready(author)
  await expect(author.getByText(/liked your list/)).toBeVisible()
})

test('two tabs edit the same list, and the second shows both texts', { tag: '@phone' }, async ({ page, context }) => {
  await newMember(context)
  const { list } = await send<Created>(context, 'POST', '/api/lists', { title: 'First words' })
  await page.goto(`/lists/${list.id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Title').fill('Words of this tab')
  await send(context, 'PUT', `/api/lists/${list.id}`, { title: 'Words of the other tab' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('alert').getByText('This item was changed by someone else')).toBeVisible()
  await expect(page.getByRole('alert').getByText('Words of the other tab')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Words of this tab')
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Words of this tab' })).toBeVisible()
})

test('the menu of any poster adds the game to a list, or to a new one', async ({ page, context }) => {
  await newMember(context)
  const { list } = await send<Created>(context, 'POST', '/api/lists', { title: 'For the train' })
  await page.goto('/all-games?search=celeste')
  await ready(page)
  const openMenu = async () => {
    const poster = page.getByRole('link', { name: /^Celeste,/ }).first()
    if (isPhone(page)) {
      await hold(poster)
      const sheet = page.getByRole('dialog', { name: 'Celeste' })
      await sheet.getByRole('button', { name: 'More' }).click()
      await sheet.getByRole('button', { name: 'Add to list…' }).click()
      return
    }
    await poster.focus()
    await page
      .getByRole('group', { name: 'Quick actions for Celeste' })
      .first()
      .getByRole('button', { name: 'More' })
      .click()
    await page.getByRole('menuitem', { name: 'Add to list…' }).click()
  }
  await openMenu()
  const dialog = page.getByRole('dialog', { name: 'Add to list' })
  const added = written(page, /\/games$/)
  await dialog.getByRole('checkbox', { name: /For the train/ }).check()
  await added
  await expect(dialog.getByText('1 game')).toBeVisible()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'New list' }).click()
  const form = page.getByRole('dialog', { name: 'New list' })
  await form.getByLabel('Title').fill('For the plane')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('Added to For the plane')).toBeVisible()
  await page.goto(`/lists/${list.id}`)
  await ready(page)
  await expect(page.getByRole('link', { name: /^Celeste/ })).toBeVisible()
})
