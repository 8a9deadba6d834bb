import type { BrowserContext, Locator, Page } from '@playwright/test'
import { newAdmin, newMember } from './accounts.ts'
import {
  expect,
  expectGoodPage,
  expectToast,
  freshName,
  isPhone,
  pickUp,
  ready,
  send,
  test,
  written,
} from './browser.ts'

const [HADES, CELESTE, TUNIC] = ['igdb_113112', 'igdb_26226', 'igdb_23733']

interface Created {
  playlist: { id: string; updatedAt: string }
}

async function create(context: BrowserContext, title: string, gameIds = [HADES, CELESTE, TUNIC]): Promise<string> {
  const { playlist } = await send<Created>(context, 'POST', '/api/playlists', { title, gameIds })
  return playlist.id
}

/** Opens a page of the admins and waits until the code of the editor has arrived. */
async function open(page: Page, path: string, first: Locator): Promise<void> {
  await page.goto(path)
  await expect(first).toBeVisible()
  await ready(page)
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Playlist' })
const orderOf = (page: Page) => page.getByRole('list', { name: 'Order of the games' }).getByRole('listitem')

/** Drags a row by its handle to the place of another one: by mouse, on a phone by finger. */
async function drag(page: Page, handle: Locator, target: Locator): Promise<void> {
  await handle.scrollIntoViewIfNeeded()
  const from = (await handle.boundingBox()) as { x: number; y: number; width: number; height: number }
  const to = (await target.boundingBox()) as typeof from
  if (isPhone(page)) {
    const finger = await page.context().newCDPSession(page)
    const x = from.x + from.width / 2
    const touch = (type: 'touchStart' | 'touchMove', y: number) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })
    const start = from.y + from.height / 2
    await touch('touchStart', start)
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', start + ((to.y + 4 - start) * step) / 10)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    return
  }
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, from.y, { steps: 3 })
  await page.mouse.move(from.x + from.width / 2, to.y + 4, { steps: 8 })
  await page.mouse.up()
}

test('an admin creates a playlist, orders its games, publishes it and edits it again [R-PLED-10, R-PLED-28, R-ROUTE-10]', async ({
  page,
  context,
}) => {
  test.slow()
  const title = `Rainy days ${freshName()}`
  await newAdmin(context)
  await page.goto('/admin/playlists')
  await ready(page)
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'New playlist' }).first().click()
  await expect(page).toHaveURL('/admin/playlists/new')
  await expect(saveButton(page)).toBeVisible()
  await expectGoodPage(page)

  // A save without a title leads back to it.
  await page.getByRole('tab', { name: 'Appearance' }).click()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Moss' }).click()
  await saveButton(page).click()
  await expect(page.getByText('Please enter a playlist title')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill(title)
  await expect(page.getByText(/^\/playlists\/rainy-days/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Tags' }).fill('cozy, short')

  await page.getByRole('tab', { name: 'Games' }).click()
  await page.getByRole('searchbox', { name: 'Search games', exact: true }).fill('the')
  await page.getByRole('button', { name: 'Add Top 5' }).click()
  await expect(orderOf(page)).toHaveCount(5)
  await expectToast(page, 'Game Added')
  await page.getByRole('searchbox', { name: 'Search games', exact: true }).press('Enter')
  await expect(orderOf(page)).toHaveCount(6)
  await expectGoodPage(page)

  const names = () => orderOf(page).locator('a b').allTextContents()
  const [first, second, third] = (await names()) as [string, string, string]
  await page.getByRole('button', { name: `Move ${first}, position 1 of 6` }).focus()
  await pickUp(page, `${first} is picked up. It is at position 1 of 6.`)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText(`${first} moves to position 2 of 6.`)).toBeAttached()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([second, first, third])
  await drag(page, page.getByRole('button', { name: `Move ${third}, position 3 of 6` }), orderOf(page).nth(0))
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([third, second, first])
  await page.getByRole('button', { name: `Remove ${second}` }).click()
  await expect(orderOf(page)).toHaveCount(5)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(orderOf(page)).toHaveCount(6)

  await page.getByRole('button', { name: 'Draft', exact: true }).click()
  const saved = written(page, /\/api\/playlists$/)
  await saveButton(page).click()
  const { playlist } = (await (await saved).json()) as Created
  await expect(page.getByText('Playlist created successfully')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/admin/playlists/${playlist.id}/edit`))
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect.poll(async () => (await names()).slice(0, 3)).toEqual([third, second, first])

  // The same form in the style of the hub, and the preview in the other theme.
  await open(page, `/admin/playlists/${playlist.id}/edit?mode=hub`, page.getByRole('heading', { name: 'Curator' }))
  await expectGoodPage(page)
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Preview' }).click()
    const sheet = page.getByRole('dialog', { name: 'Preview' })
    await sheet.getByRole('button', { name: 'Light' }).click()
    await expectGoodPage(page)
    await sheet.getByRole('button', { name: 'Close' }).click()
  } else {
    await page.getByRole('button', { name: 'Plain' }).click()
    await page.getByRole('complementary', { name: 'Preview' }).getByRole('button', { name: 'Dark' }).click()
    await expect(page.locator('.preview')).toHaveAttribute('data-theme', 'dark')
  }

  await expectGoodPage(page)

  // The unsaved text survives a reload. A dialog asks before the admin leaves the page.
  await page.getByLabel('Title').fill(`${title} and nights`)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('This is what you had typed.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(`${title} and nights`)
  await expectGoodPage(page)
  const updated = written(page, new RegExp(`/api/playlists/${playlist.id}$`))
  await saveButton(page).click()
  expect((await updated).status()).toBe(200)
  await expectToast(page, 'Playlist updated successfully')
  await page.goto('/admin/playlists')
  await ready(page)
  await expect(page.getByRole('link', { name: `${title} and nights` })).toBeVisible()
  await expectGoodPage(page)
})

test('the picture of a cover is shown, and one that does not load is cleared [R-PLED-13]', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await newAdmin(context)
  const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64')
  // The pictures of this server are off, so the test answers for the image service.
  await page.route('**/api/admin/playlists/cover?**', (route) =>
    route.fulfill({ json: { coverUrl: `/api/image?url=${new URL(route.request().url()).searchParams.get('url')}` } }),
  )
  await page.route('**/api/image?**', (route) =>
    route.request().url().includes('none')
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: PIXEL, contentType: 'image/gif' }),
  )
  await open(page, '/admin/playlists/new#appearance', saveButton(page))
  const cover = page.getByLabel('Cover image')
  await cover.fill('https://pictures.example/a.jpg')
  await expect(page.getByRole('img', { name: 'Preview of the cover' })).toBeVisible()
  await expectGoodPage(page)
  await cover.fill('https://pictures.example/none.jpg')
  // While it has the focus, the address may be the beginning of a longer one.
  await cover.blur()
  await expect(page.getByText(/^No picture could be loaded from/)).toBeVisible()
  await expect(cover).toHaveValue('')
  await expect(page.getByRole('img', { name: 'Preview of the cover' })).toBeHidden()
})

test('of two admins who edit one playlist the second is asked, and nothing is lost (G59)', { tag: '@desktop' }, async ({
  page,
  context,
  another,
}) => {
  test.slow()
  const title = `Two hands ${freshName()}`
  await newAdmin(context)
  const otherContext = await another()
  await newAdmin(otherContext)
  const id = await create(context, title)
  const other = await otherContext.newPage()
  await open(page, `/admin/playlists/${id}/edit`, page.getByLabel('Title'))
  await open(other, `/admin/playlists/${id}/edit`, other.getByLabel('Title'))

  await page.getByLabel('Title').fill(`${title} of mine`)
  await other.getByLabel('Title').fill(`${title} of theirs`)
  await saveButton(other).click()
  await expectToast(other, 'Playlist updated successfully')

  // The form says so before it is saved, and the save is refused.
  const notice = page.getByRole('alert', { name: 'Another version' })
  await expect(notice.getByText('This item was changed by someone else')).toBeVisible()
  const refused = written(page, new RegExp(`/api/playlists/${id}$`))
  await saveButton(page).click()
  expect((await refused).status()).toBe(409)
  await expect(page.getByText('Failed to update playlist')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue(`${title} of mine`)
  await expectGoodPage(page)
  await notice.getByRole('button', { name: 'Look at the other version' }).click()
  await expect(page.getByRole('dialog', { name: 'The other version' })).toContainText(`${title} of theirs`)
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Back to yours' }).click()
  await notice.getByRole('button', { name: 'Save mine' }).click()
  await expectToast(page, 'Playlist updated successfully')
  await expect(notice).toBeHidden()

  // The other admin had changed nothing, so that form shows the new version by itself.
  await expect(other.getByLabel('Title')).toHaveValue(`${title} of mine`)
  await other.getByLabel('Description').fill('Mine?')
  await page.getByLabel('Title').fill(`${title} at last`)
  await saveButton(page).click()
  await other.getByRole('button', { name: 'Use the other version' }).click()
  await expect(other.getByLabel('Title')).toHaveValue(`${title} at last`)
  await expect(other.getByLabel('Description')).toHaveValue('')
})

test('an admin orders, publishes and deletes playlists in their list, and takes the deletion back', {
  tag: '@phone',
}, async ({ page, context }) => {
  test.slow()
  const name = freshName()
  const [one, two] = [`First ${name}`, `Second ${name}`]
  await newAdmin(context)
  const [firstId, secondId] = [await create(context, one), await create(context, two)]
  await page.goto('/admin/playlists')
  await ready(page)
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  const choose = async (title: string, item: string) => {
    await page.getByRole('button', { name: `Change ${title}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }

  const moved = written(page, /\/api\/playlists\/order$/)
  await choose(one, 'Move to the top')
  const { ids } = JSON.parse((await moved).request().postData() as string) as { ids: string[] }
  expect(ids.indexOf(firstId)).toBe(0)
  expect(ids).toContain(secondId)

  const published = written(page, /\/published$/)
  await choose(one, 'Publish')
  expect((await published).status()).toBe(200)
  await expect(row(one).getByText('Live')).toBeVisible()

  await choose(one, 'Delete')
  const question = page.getByRole('dialog', { name: `Delete ${one}?` })
  await expect(question).toBeVisible()
  await expectGoodPage(page)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(row(one)).toBeHidden()
  // Publishing has an Undo, too, in a toast before this one.
  const deleted = page.locator('.toast', { hasText: `${one} is deleted` })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(row(one)).toBeVisible()

  await page.getByLabel('Search playlists').fill(name)
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await expect(page).toHaveURL(new RegExp(`search=${name}`))
  await expect(row(two)).toBeVisible()
  await expectGoodPage(page)
})

/** Texts of the editors of playlists and news, one of each of their files that visitors must not load. */
const EDITOR_TEXTS = ['Visual Customization', 'Add Top 5', 'As readers see it', 'made-of-the-title']

test('the code of the editors is in no JavaScript of a visitor', { tag: '@desktop' }, async ({ page, another }) => {
  const { playlists } = (await (await page.request.get('/api/playlists?limit=1')).json()) as {
    playlists: { id: string }[]
  }
  const { posts } = (await (await page.request.get('/api/news?limit=1')).json()) as { posts: { slug: string }[] }
  const seen = (on: Page) => {
    const files = new Set<string>()
    on.on('request', (request) => request.resourceType() === 'script' && files.add(request.url()))
    return async () => {
      const bodies = await Promise.all([...files].map(async (file) => (await page.request.get(file)).text()))
      return EDITOR_TEXTS.filter((text) => bodies.some((body) => body.includes(text)))
    }
  }
  const ofVisitor = seen(page)
  const pages = ['/', '/playlists', '/playlists/category/featured', `/playlists/${playlists[0]?.id}`, '/info/news']
  for (const path of [...pages, `/news/${posts[0]?.slug}`, '/info', '/all-games']) {
    await page.goto(path)
    await ready(page)
  }
  expect(await ofVisitor()).toEqual([])

  // The texts are in the files that admins load.
  const context = await another()
  await newAdmin(context)
  const admin = await context.newPage()
  const ofAdmin = seen(admin)
  await open(admin, '/admin/playlists/new', saveButton(admin))
  await open(admin, '/admin/news/new', admin.getByRole('button', { name: 'Save draft' }))
  expect(await ofAdmin()).toEqual(EDITOR_TEXTS)
})

test('for everybody else the editor does not exist [R-ROUTE-10, R-PLED-28]', { tag: '@desktop' }, async ({
  page,
  context,
  another,
}) => {
  const adminContext = await another()
  await newAdmin(adminContext)
  const id = await create(adminContext, `Hidden ${freshName()}`)
  for (const path of ['/admin/playlists', '/admin/playlists/new', `/admin/playlists/${id}/edit`])
    expect((await page.goto(path))?.status()).toBe(404)
  await newMember(context)
  for (const path of ['/admin/playlists', '/admin/playlists/new', `/admin/playlists/${id}/edit`])
    expect((await page.goto(path))?.status()).toBe(404)
})
