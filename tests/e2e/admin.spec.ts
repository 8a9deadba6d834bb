import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'
import type { FeaturePages } from '../../src/shared/feature-pages.ts'
import { grantByCommand, newAdmin, newMember, openAdminPage } from './accounts.ts'
import { expect, expectGoodPage, expectToast, freshName, isPhone, ready, test } from './browser.ts'

const isSignedIn = async (context: BrowserContext) =>
  ((await (await context.request.get('/api/auth/session')).json()) as { authenticated: boolean }).authenticated

test('the admin pages do not exist for anybody else', { tag: '@desktop' }, async ({ page, context }) => {
  for (const isMember of [false, true]) {
    if (isMember) await newMember(context)
    for (const address of [
      '/admin',
      '/admin/users',
      '/admin/reports',
      '/admin/jobs',
      '/admin/catalogue',
      '/admin/audit',
    ]) {
      expect((await page.goto(address))?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }
    if (!isMember) continue
    await page.goto('/')
    await ready(page)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Admin' })).toBeHidden()
  }
})

/** Returns the addresses that features have registered for admins and moderators, so that none is left out. */
async function adminAddresses(): Promise<string[]> {
  const files = globSync(join(import.meta.dirname, '../../src/features/*/*.pages.ts'))
  const modules: Record<string, FeaturePages>[] = await Promise.all(files.map((file) => import(file)))
  const pages = modules.flatMap((module) => Object.values(module))
  const destinations = pages.flatMap(({ destinations = [] }) => destinations)
  return destinations.flatMap(({ path }) => (path.startsWith('/admin') ? [path] : []))
}

test('the admin pages are accessible', async ({ page, context }) => {
  test.slow()
  await newAdmin(context)
  const addresses = await adminAddresses()
  expect(addresses.length).toBeGreaterThan(15)
  for (const address of [
    ...addresses,
    '/admin/errors?status=resolved&level=info',
    '/settings/invitations',
    '/admin/users?search=mara',
  ])
    await test.step(address, async () => {
      await page.goto(address)
      await ready(page)
      await expectGoodPage(page)
    })
  await page.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('dialog').getByText('Say why')).toBeVisible()
  await expectGoodPage(page)
})

test('an admin finds a member, disables them with a reason, and enables them again', { tag: '@phone' }, async ({
  page,
  context,
  another,
}) => {
  // The journey uses two browsers and a command of the operator.
  test.slow()
  grantByCommand(await newMember(context))
  const other = await another()
  const { username: name } = await newMember(other)

  await page.goto('/')
  await ready(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await expect(page.getByRole('heading', { name: 'Admin', level: 1 })).toBeVisible()
  await openAdminPage(page, 'Members')
  await expect(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible()
  await page.getByLabel('Search members').fill(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`search=${name}`))
  const row = page.getByRole('listitem').filter({ hasText: `@${name}` })
  await expect(row).toBeVisible()

  await row.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(dialog.getByText('Say why')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Spam in every review')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(row.getByText('Spam in every review')).toBeVisible()
  expect(await isSignedIn(other)).toBe(false)

  await row.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(row.getByText('Spam in every review')).toBeHidden()
  await page.goto('/admin')
  await expect(page.getByText('Spam in every review').first()).toBeVisible()
})

test('a failing component shows a message to the member and a report to the admins, who resolve it [R-ERR-02, R-ERR-03]', {
  tag: '@desktop',
}, async ({ page, context, complaints }) => {
  await newAdmin(context)
  await page.goto('/admin/users')
  await ready(page)
  // A response that our server never sends.
  await page.route('**/api/admin/stats', (route) => route.fulfill({ json: { audit_log: [] } }))
  const reported = page.waitForRequest('**/api/error-log')
  await openAdminPage(page, 'Overview')
  const report = (await reported).postDataJSON() as { message: string; context: { componentInfo: string } }
  const words = "reading 'includes'"
  expect(report.message).toContain(words)
  expect(report.context.componentInfo).not.toBe('')
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  const toast = page.locator('.toast')
  await expectToast(page, /^Something went wrong(?!.* \+ )/)
  await expect(toast).toHaveCount(0)

  await page.unroute('**/api/admin/stats')
  await page.goto('/admin/errors')
  await ready(page)
  const group = page.getByRole('listitem').filter({ hasText: words }).first()
  await group.locator('summary').first().click()
  // Other journeys may have caused the same error, with another stack.
  await expect(group.getByText('Stack').first()).toBeVisible()
  await expectGoodPage(page)
  await group.getByRole('button', { name: 'Resolve' }).click()
  await expectToast(page, /Resolved/)
  await page.getByRole('link', { name: 'Resolved' }).click()
  await expect(page).toHaveURL(/status=resolved/)
  await expect(page.getByRole('listitem').filter({ hasText: words }).first()).toBeVisible()
  // The test expects these complaints of the browser.
  complaints.length = 0
})

test('uncaught errors show one toast at a time [R-ERR-03, R-ERR-04]', { tag: '@desktop' }, async ({
  page,
  complaints,
}) => {
  await page.goto('/')
  await ready(page)
  const toast = page.locator('.toast')
  await page.evaluate(() => {
    void Promise.reject(new Error('a promise that nobody holds'))
    setTimeout(() => {
      throw new Error('a timer that breaks')
    })
  })
  await expectToast(page, /^Something went wrong(?!.* \+ )/)
  await expect(toast).toHaveCount(0)
  complaints.length = 0
})

test('a slow session shows a skeleton in the header [R-UI-01]', { tag: '@desktop' }, async ({ page, context }) => {
  await newMember(context)
  await page.goto('/')
  await ready(page)
  const second = await context.newPage()
  await second.goto('/')
  await ready(second)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await second.route('**/api/auth/session', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(second.getByRole('banner').getByText('Loading')).toBeAttached()
  await expect(second.getByRole('button', { name: /^Account of/ })).toBeHidden()
  letGo()
  await expect(second.getByRole('banner').getByText('Loading')).toBeHidden()
  if (!isPhone(second)) await expect(second.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
})

test('a slow panel shows Loading... [R-UI-02]', { tag: '@desktop' }, async ({ page, context }) => {
  await newAdmin(context)
  await context.request.post('/api/error-log', { data: { message: `For the spinner ${freshName()}` } })
  await page.goto('/admin/errors')
  await ready(page)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/admin/errors/*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('list', { name: 'Errors' }).locator('summary').first().click()
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  letGo()
  await expect(page.getByText('Loading...', { exact: true })).toBeHidden()
})
