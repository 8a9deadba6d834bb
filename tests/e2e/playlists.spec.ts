import type { BrowserContext, Page } from '@playwright/test'
import { newAdmin, newMember } from './accounts.ts'
import {
  expect,
  expectGoodPage,
  expectToast,
  freshName,
  isPhone,
  lengthen,
  reach,
  ready,
  send,
  test,
  written,
} from './browser.ts'

const [HADES, CELESTE, TUNIC, WITCHER] = ['igdb_113112', 'igdb_26226', 'igdb_23733', 'igdb_1942']

interface Made {
  id: string
  slug: string
  title: string
  updatedAt: string
}

const draftOf = (more: object) => ({
  title: `Slow evenings ${freshName()}`,
  description: 'For a long weekend.',
  type: 'collection',
  isPublished: true,
  gameRefs: [HADES, CELESTE, TUNIC],
  metadata: { backgroundColor: '#5a2a83', textColor: '#ffe9c7', tags: ['cosy'] },
  ...more,
})

async function create(admin: BrowserContext, more: object = {}): Promise<Made> {
  const { playlist } = await send<{ playlist: Made }>(admin, 'POST', '/api/playlists', draftOf(more))
  return playlist
}

async function openPlaylist(page: Page, { id, title }: Made): Promise<void> {
  await page.goto(`/playlists/${id}`)
  await ready(page)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

const postersOf = (page: Page, { title }: Made) => page.getByRole('list', { name: title }).locator('.poster > a')

test('a visitor finds a playlist by its type, and its page is complete [R-ROUTE-07 R-ROUTE-08]', async ({
  page,
  another,
}) => {
  const admin = await another()
  await newAdmin(admin)
  const made = await create(admin, { type: 'genre' })

  await page.goto('/')
  await ready(page)
  await page
    .getByRole(isPhone(page) ? 'contentinfo' : 'navigation', isPhone(page) ? {} : { name: 'Main', exact: true })
    .getByRole('link', { name: 'Playlists' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Playlists' })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'See all genres' }).click()
  await expect(page).toHaveURL('/playlists/category/genre')
  await expect(page.getByRole('heading', { level: 1, name: 'Genre playlists' })).toBeVisible()
  const labels = page.getByRole('list', { name: 'Genre playlists' }).locator('.pl-type')
  // The heading stands while the cards load.
  await expect.poll(async () => [...new Set(await labels.allTextContents())]).toEqual(['Genre'])
  await expectGoodPage(page)

  await page.getByRole('link', { name: made.title }).click()
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible()
  await expect(postersOf(page, made)).toHaveCount(3)
  await expect(page.getByText('For a long weekend.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden()
  await expectGoodPage(page)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const fetched = await page.request.get(new URL(picture ?? '', page.url()).href)
  expect([fetched.status(), fetched.headers()['content-type']]).toEqual([200, 'image/png'])

  // Only members have a library.
  await page.getByRole('button', { name: 'Add all to library' }).click()
  await expect(page.getByRole('dialog').getByText('Please sign in to add games to your library')).toBeVisible()
  await expectGoodPage(page)
})

for (const type of ['featured', 'collection', 'event', 'genre', 'custom'])
  test(`the page of the type ${type} lists only playlists of that type [R-ROUTE-08]`, { tag: '@desktop' }, async ({
    request,
  }) => {
    const { playlists } = (await (await request.get(`/api/playlists?type=${type}`)).json()) as {
      playlists: { id: string; type: string }[]
    }
    const html = await (await request.get(`/playlists/category/${type}`)).text()
    expect(playlists.every((playlist) => playlist.type === type)).toBe(true)
    for (const { id } of playlists.slice(0, 3)) expect(html).toContain(`href="/playlists/${id}"`)
  })

test('an unknown type, playlist or slug has the page for missing pages', { tag: '@desktop' }, async ({ page }) => {
  for (const address of ['category/seasonal', 'no-such-playlist', '0197a1b2-0000-7000-8000-0000000000ff']) {
    const answer = await page.goto(`/playlists/${address}`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: /not found$/ })).toBeVisible()
  }
})

test('a slug, present or former, leads to the address with the id [R-ROUTE-09]', { tag: '@desktop' }, async ({
  page,
  another,
}) => {
  const admin = await another()
  await newAdmin(admin)
  const made = await create(admin)
  // A draft gets a slug of its new title, and the slug that it had while it was public still leads to it.
  await send(admin, 'PUT', `/api/playlists/${made.id}/published`, { isPublished: false })
  const change = draftOf({ title: `A new name ${freshName()}`, isPublished: false })
  const { title } = change
  const { playlist: renamed } = await send<{ playlist: Made }>(admin, 'PUT', `/api/playlists/${made.id}`, change)
  expect(renamed.slug).not.toBe(made.slug)
  await send(admin, 'PUT', `/api/playlists/${made.id}/published`, { isPublished: true })
  for (const slug of [made.slug, renamed.slug]) {
    await page.goto(`/playlists/${slug}`)
    await expect(page).toHaveURL(`/playlists/${made.id}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  // The slug is not in the history.
  await page.goto('/playlists')
  await ready(page)
  await page.evaluate((address) => {
    const link = document.createElement('a')
    link.href = address
    link.textContent = 'By its slug'
    document.querySelector('h1')?.append(link)
  }, `/playlists/${renamed.slug}`)
  await page.getByRole('link', { name: 'By its slug' }).click()
  await expect(page).toHaveURL(`/playlists/${made.id}`)
  await page.goBack()
  await expect(page).toHaveURL('/playlists')
})

test('a slow playlist shows its skeleton, and a slow slug still leads to the id', { tag: '@phone' }, async ({
  page,
  another,
}) => {
  const admin = await another()
  await newAdmin(admin)
  const made = await create(admin, { type: 'custom' })
  await page.goto('/playlists/category/custom')
  await ready(page)
  let held = Promise.withResolvers<void>()
  await page.route(/\/api\/playlists\/(?!featured)[^/?]+$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const link = page.locator(`a[href="/playlists/${made.id}"]`)
  await link.click()
  await expect(page.locator('.playlist.shape')).toBeVisible()
  await expectGoodPage(page)
  held.resolve()
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/playlists/category/custom')

  held = Promise.withResolvers<void>()
  await link.evaluate((element, slug) => element.setAttribute('href', `/playlists/${slug}`), made.slug)
  await page.locator(`a[href="/playlists/${made.slug}"]`).click()
  await expect(page.locator('.playlist.shape')).toBeVisible()
  held.resolve()
  await expect(page.getByRole('heading', { level: 1, name: made.title })).toBeVisible()
  await expect(page).toHaveURL(`/playlists/${made.id}`)
  await page.goBack()
  await expect(page).toHaveURL('/playlists/category/custom')
})

test('a member adds all games with one press, sees the progress, and undoes it', { tag: '@phone' }, async ({
  page,
  context,
  another,
}) => {
  const admin = await another()
  await newAdmin(admin)
  const made = await create(admin)
  await newMember(context)
  await send(context, 'POST', '/api/library', { game_id: HADES, status: 'completed' })
  await openPlaylist(page, made)
  await expect(page.getByText('1 of 3 played')).toBeVisible()
  const added = written(page, /\/api\/library\/bulk\/add$/)
  await page.getByRole('button', { name: 'Add all to library' }).click()
  await added
  await expectToast(page, '2 games added to library')
  const celeste = page.getByRole('link', { name: /^Celeste,.*Want to Play$/ })
  await expect(celeste).toBeVisible()
  const undo = page.getByRole('button', { name: 'Undo' })
  // The toast stays while it has the focus.
  await undo.focus()
  await expectGoodPage(page)
  const undone = written(page, /\/api\/library\/bulk\/add\/undo$/)
  await undo.click()
  await undone
  await expect(celeste).toBeHidden()
  await expect(page.getByRole('link', { name: /^Hades,.*Completed$/ })).toBeVisible()
})

test('the keyboard goes from poster to poster, also between rows of different lengths', async ({ page, another }) => {
  const admin = await another()
  await newAdmin(admin)
  const { games } = (await (await page.request.get('/api/games?limit=20')).json()) as { games: { id: string }[] }
  const made = await create(admin, { gameRefs: games.map(({ id }) => id) })
  await openPlaylist(page, made)
  const posters = postersOf(page, made)
  await expect(posters).toHaveCount(20)
  await reach(posters.first())
  const focused = () => posters.evaluateAll((links) => links.indexOf(document.activeElement as HTMLAnchorElement))
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe(1)
  await page.keyboard.press('ArrowDown')
  const columns = isPhone(page) ? 3 : 5
  expect(await focused()).toBeGreaterThanOrEqual(columns)
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBeLessThan(columns)
  await page.keyboard.press('End')
  expect(await focused()).toBe(19)
})

test('a draft is a page for admins only, with a ribbon', { tag: '@phone' }, async ({ page, context, another }) => {
  const admin = await another()
  await newAdmin(admin)
  const made = await create(admin, { isPublished: false })
  await newMember(context)
  expect((await page.goto(`/playlists/${made.id}`))?.status()).toBe(404)
  const theirs = await admin.newPage()
  await openPlaylist(theirs, made)
  await expect(theirs.getByText('Draft', { exact: true })).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/admin/playlists/${made.id}/edit`)
  await expectGoodPage(theirs)
})

for (const reader of ['a member', 'a visitor'])
  test(`what an admin edits appears in the browser of ${reader} without a reload [R-PLDATA-11] [R-GEN-10]`, {
    tag: '@desktop',
  }, async ({ page, context, another }) => {
    test.slow()
    const admin = await another()
    await newAdmin(admin)
    const made = await create(admin)
    if (reader === 'a member') await newMember(context)
    const stream = page.waitForResponse((response) => response.url().includes('/api/realtime'))
    await openPlaylist(page, made)
    expect((await stream).status()).toBe(200)
    const title = `Long evenings ${freshName()}`
    const change = draftOf({ title, gameRefs: [WITCHER, HADES, CELESTE, TUNIC] })
    await send(admin, 'PUT', `/api/playlists/${made.id}`, change)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 30_000 })
    await expect(postersOf(page, { ...made, title })).toHaveCount(4)
    // It becomes a draft again while a reader has it open.
    await send(admin, 'PUT', `/api/playlists/${made.id}/published`, { isPublished: false })
    await expect(page.getByRole('heading', { level: 1, name: 'Playlist not found' })).toBeVisible({ timeout: 30_000 })
  })

test('the showcase is on the home page, and admins edit it from there [R-SHOW-02 R-SHOW-03 R-SHOW-04]', async ({
  page,
  context,
  another,
}) => {
  const admin = await another()
  await newAdmin(admin)
  await create(admin, { type: 'featured' })
  const featured = async () => {
    const { playlists } = (await (await page.request.get('/api/playlists/featured')).json()) as { playlists: Made[] }
    return playlists[0] as Made
  }
  /** Other journeys may feature playlists meanwhile. */
  const openHome = async (on: Page) => {
    let shown = await featured()
    await expect(async () => {
      shown = await featured()
      await on.goto('/')
      await expect(on.getByRole('region', { name: shown.title })).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await ready(on)
    return { shown, strip: on.getByRole('region', { name: shown.title }) }
  }
  const { strip, shown } = await openHome(page)
  await expect(strip.getByRole('link', { name: 'Edit' })).toBeHidden()
  await expectGoodPage(page)
  await strip.getByRole('link', { name: 'See all Featured' }).click()
  await expect(page).toHaveURL('/playlists/category/featured')
  await page.goBack()
  await strip.getByRole('link', { name: 'View Details' }).click()
  await expect(page).toHaveURL(`/playlists/${shown.id}`)

  await newMember(context)
  const ofMember = await openHome(page)
  await expect(ofMember.strip.getByRole('link', { name: 'Edit' })).toBeHidden()
  await expectGoodPage(page)

  const theirs = await admin.newPage()
  const ofAdmin = await openHome(theirs)
  await expect(ofAdmin.strip.getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    `/admin/playlists/${ofAdmin.shown.id}/edit`,
  )
})

test('long words wrap on every screen of playlists', { tag: '@phone' }, async ({ page, another }) => {
  const admin = await another()
  await newAdmin(admin)
  const made = await create(admin, { type: 'custom' })
  for (const address of [`/playlists/${made.id}`, '/playlists/category/custom', '/playlists', '/']) {
    await page.goto(address)
    await ready(page)
    await lengthen(page.locator('.pl-tile-title, .playlist h1, .pl-description, .pl-tag, .showcase-title'))
    await expectGoodPage(page)
  }
})
