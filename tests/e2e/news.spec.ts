import { newAdmin } from './accounts.ts'
import { expect, expectGoodPage, freshName, isPhone, ready, send, test, written } from './browser.ts'

test('a visitor reads the news: list, chips, search, an article and its neighbours [R-ROUTE-21] [R-ROUTE-27] [R-ROUTE-28] [R-INFO-01] [R-NEWS-02] [R-NEWS-03] [R-NEWS-14] [R-NEWS-18]', {
  tag: '@phone',
}, async ({ page }) => {
  test.slow()
  await page.goto('/info')
  await page.getByRole('main').getByRole('link', { name: /^News/ }).click()
  await expect(page).toHaveURL(/\/info\/news$/)
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('listitem')).toHaveText(['Home', 'Info', 'News'])
  await ready(page)
  await expectGoodPage(page)
  const rows = page.getByRole('main').getByRole('article')
  await expect(rows.first()).toBeVisible()
  // Scheduled posts and drafts are not there.
  await expect(page.getByText('Next: finish what you started')).toHaveCount(0)
  await expect(page.getByText('Playing together: what we are thinking about')).toHaveCount(0)

  const chips = page.getByRole('navigation', { name: 'Categories' })
  const filtered = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/news')
  await chips.getByRole('link', { name: 'Security' }).click()
  expect(new URL((await filtered).url()).searchParams.get('category')).toBe('Security')
  await expect(page).toHaveURL(/\?category=Security$/)
  await expect(page.getByRole('heading', { name: 'Passkeys and a second step for your account' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Welcome to Savepoint' })).toHaveCount(0)
  await page.reload()
  await ready(page)
  await expect(chips.getByRole('link', { name: 'Security' })).toHaveAttribute('aria-current', 'true')
  await chips.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(/\/info\/news$/)

  const search = page.getByRole('searchbox', { name: 'Search news' })
  await search.fill('zzzz')
  await expect(page.getByText('No news posts found matching your criteria.')).toBeVisible()
  await expectGoodPage(page)
  await search.fill('spoil')
  await expect(page).toHaveURL(/\?search=spoil$/)
  await page.getByRole('link', { name: 'Spoilers stay folded until you get there' }).click()
  await expect(page).toHaveURL(/\/news\/spoilers-stay-folded-until-you-get-there$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spoilers stay folded until you get there')
  await ready(page)
  await expect(page.getByText(/\d+ min read/)).toBeVisible()
  await expect(page.getByRole('table')).toBeVisible()
  await expectGoodPage(page)
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'article')
  await expect(page.locator('link[rel=alternate][type="application/atom+xml"]')).toHaveCount(1)
  await page.getByRole('navigation', { name: 'More news' }).getByRole('link', { name: /^Next/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your year has a page, and it is already open')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spoilers stay folded until you get there')
})

test('the short address redirects, the home page shows featured news, and an unknown post is not found [R-NEWS-12] [R-NEWS-15]', {
  tag: '@desktop',
}, async ({ page, request }) => {
  await page.goto('/news')
  await expect(page).toHaveURL(/\/info\/news$/)
  await page.goto('/')
  await ready(page)
  const featured = page.getByRole('list', { name: 'Featured news' })
  await expect(featured.getByRole('listitem').first()).toBeVisible()
  expect(await featured.getByRole('listitem').count()).toBeLessThanOrEqual(5)
  const missing = await page.goto('/news/none')
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'News post not found' })).toBeVisible()
  const feed = await request.get('/info/news/atom.xml')
  expect([feed.status(), feed.headers()['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
})

test('an admin writes a draft beside its preview, publishes it, renames its address, and deletes it [R-ADMIN-02]', async ({
  page,
  another,
}) => {
  // The journey uses two browsers and a command of the operator.
  test.slow()
  const title = `News ${freshName()}`
  const context = await another()
  await newAdmin(context)
  const admin = await context.newPage()
  await admin.goto('/admin/news')
  await ready(admin)
  await expectGoodPage(admin)
  await admin.getByRole('link', { name: 'New post' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'New post' })).toBeVisible()
  const field = (name: string) => admin.getByLabel(name, { exact: true })
  await admin.getByRole('button', { name: 'Save draft' }).click()
  await expect(field('Title')).toHaveAccessibleDescription('Title is required')
  await expectGoodPage(admin)

  await field('Title').fill(title)
  await field('Excerpt').fill('An excerpt for the list.')
  await field('Text').fill('## A heading\n\nSome **words** and <script>alert(1)</script>.' + '\n\nMore.'.repeat(60))
  await field('Category').selectOption('Community')
  // A reload restores the unsaved text.
  await expect(admin.getByText('Not saved yet')).toBeVisible()
  admin.on('dialog', (dialog) => void dialog.accept())
  await admin.reload()
  await expect(field('Title')).toHaveValue(title)
  if (isPhone(admin)) await admin.getByRole('button', { name: 'Preview' }).click()
  const preview = admin.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: 'A heading' })).toBeVisible()
  await expect(preview.getByText('<script>alert(1)</script>')).toBeVisible()
  await expectGoodPage(admin)
  if (isPhone(admin)) await admin.getByRole('button', { name: 'Write' }).click()

  const saved = written(admin, /\/api\/news$/)
  await admin.getByRole('button', { name: 'Save draft' }).click()
  const { post } = (await (await saved).json()) as { post: { id: string; slug: string } }
  await expect(admin).toHaveURL(new RegExp(`/admin/news/${post.id}/edit$`))
  expect((await page.goto(`/news/${post.slug}`))?.status()).toBe(404)
  await admin.goto(`/news/${post.slug}`)
  await ready(admin)
  await expect(admin.getByText('A draft: only admins see it.')).toBeVisible()
  await expectGoodPage(admin)
  await admin.getByRole('complementary', { name: 'For admins' }).getByRole('link', { name: 'Edit' }).click()
  await expect(field('Title')).toHaveValue(title)

  // Leaving with unsaved words asks first.
  await field('Status').selectOption('published')
  await admin.getByRole('link', { name: 'Savepoint, home' }).first().click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  // The closing dialog gives the focus back; before that, a key would be lost.
  await expect(admin.getByRole('link', { name: 'Savepoint, home' }).first()).toBeFocused()
  const published = written(admin, new RegExp(`/api/news/${post.id}$`))
  await field('Title').press('Control+s')
  expect((await published).status()).toBe(200)
  // The announcement of a write arrives a moment later.
  await expect(async () => {
    await page.goto('/info/news')
    await expect(page.getByRole('link', { name: title })).toBeVisible({ timeout: 500 })
  }).toPass()

  // Somebody else saves meanwhile: nothing is lost.
  await send(context, 'PUT', `/api/news/${post.id}`, {
    excerpt: 'Their excerpt.',
    content: 'Their text.\n\n'.repeat(60),
  })
  await field('Address').fill(`${post.slug}-renamed`)
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  const conflict = admin.getByRole('alert', { name: 'Another version' })
  await expect(conflict.getByText('Their excerpt.')).toBeVisible()
  await expectGoodPage(admin)
  const again = written(admin, new RegExp(`/api/news/${post.id}$`))
  await conflict.getByRole('button', { name: 'Save mine' }).click()
  expect((await again).status()).toBe(200)
  await expect(async () => {
    await page.goto(`/news/${post.slug}`)
    await expect(page).toHaveURL(new RegExp(`/news/${post.slug}-renamed$`), { timeout: 500 })
  }).toPass()
  await expect(page.getByText('An excerpt for the list.')).toBeVisible()

  await admin.getByRole('button', { name: 'Delete' }).click()
  const question = admin.getByRole('dialog', { name: `Delete ${title}?` })
  await expectGoodPage(admin)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(admin).toHaveURL(/\/admin\/news$/)
  await expect(async () => expect((await page.goto(`/news/${post.slug}`))?.status()).toBe(404)).toPass()
})
