import type { Page } from '@playwright/test'
import { newAdmin, openAdminPage } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, ready, send, test } from './browser.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('an admin sees what waits, and goes from page to page [G20]', async ({ page, context, another }) => {
  test.slow()
  await newAdmin(context)
  await send(await another(), 'POST', '/api/contact', {
    name: 'Ada',
    email: 'ada@example.org',
    topic: 'Support',
    message: 'Where do I find the export of my data?',
  })

  await page.goto('/admin')
  await ready(page)
  const waiting = page.getByRole('list', { name: 'What waits' })
  await expect(waiting.getByRole('link', { name: /open messages?$/ })).toBeVisible()
  await expectGoodPage(page)
  await waiting.getByRole('link', { name: /open messages?$/ }).click()
  await expect(heading(page, 'Contact')).toBeVisible()

  for (const name of ['Catalogue', 'Jobs', 'Audit log']) {
    await openAdminPage(page, name)
    await expect(heading(page, name)).toBeVisible()
    await expectGoodPage(page)
  }
})

test('an admin queues a job, and the audit log has it', { tag: '@desktop' }, async ({ page, context }) => {
  test.slow()
  const { username } = await newAdmin(context)
  await page.goto('/admin/jobs')
  await ready(page)
  const job = page.getByRole('listitem').filter({ hasText: 'divide-sitemap' })
  await expect(job).toContainText('hourly at minute 47')
  await job.getByRole('button', { name: 'Run now: divide-sitemap' }).click()
  const dialog = page.getByRole('dialog')
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Run now' }).click()
  await expectToast(page, /Queued/)
  await expect(job.getByText('Done')).toBeVisible({ timeout: 40_000 })

  await page.goto('/admin/audit')
  await ready(page)
  await page.getByLabel('Search by name').fill(username)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`search=${username}`))
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem')
  await expect(entries.first()).toContainText(`${username} queued the job divide-sitemap`)
  await entries.first().getByRole('link', { name: 'divide-sitemap' }).click()
  await expect(heading(page, 'Jobs')).toBeVisible()
})

test('an admin who loses the role reads it on the open page, and what was typed stays', { tag: '@desktop' }, async ({
  page,
  context,
  another,
}) => {
  test.slow()
  const { id } = await newAdmin(context)
  const boss = await another()
  await newAdmin(boss)
  await page.goto('/admin/audit')
  await ready(page)
  await page.getByLabel('Search by name').fill('Half a search')

  await send(boss, 'PUT', `/api/admin/users/${id}/role`, { role: 'user' })
  // Returning to the window reads again what waits.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('alert').filter({ hasText: 'You are no longer an admin' })).toBeVisible()
  await expect(page.getByLabel('Search by name')).toHaveValue('Half a search')
  await expectGoodPage(page)
  expect((await page.goto('/admin/audit'))?.status()).toBe(404)
})

test('the pages can be reached with the keyboard alone', async ({ page, context }) => {
  await newAdmin(context)
  await page.goto('/admin')
  await ready(page)
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  if (isPhone(page)) {
    await navigation.locator('summary').focus()
    await page.keyboard.press('Enter')
  }
  const link = navigation.getByRole('link', { name: 'Jobs' })
  await link.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Jobs')).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Jobs', includeHidden: true }).first()).toHaveAttribute(
    'aria-current',
    'page',
  )
})

test('visitors and robots find the public pages, with tags for previews [G63]', { tag: '@desktop' }, async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Disallow: /admin\n')
  expect(robots).toMatch(/^Sitemap: https?:\/\/\S+\/sitemap\.xml$/m)
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path = '']) => path)
  const parts = locations(await (await request.get('/sitemap.xml')).text())
  for (const kind of [
    'pages',
    'games',
    'members',
    'reviews',
    'lists',
    'challenges',
    'years',
    'playlists',
    'news',
    'threads',
  ])
    expect(parts).toContain(`/sitemaps/${kind}-1.xml`)
  for (const part of parts) {
    const [first = ''] = locations(await (await request.get(part)).text())
    const page = await request.get(first)
    expect([first, page.status()]).toEqual([first, 200])
    const html = await page.text()
    for (const tag of ['og:title', 'og:description', 'og:type', 'og:site_name', 'og:url'])
      expect([first, tag, html.includes(`property="${tag}"`)]).toEqual([first, tag, true])
    expect([first, html.includes('name="twitter:card"')]).toEqual([first, true])
    expect([first, html.includes('content="noindex"')]).toEqual([first, false])
  }
})
