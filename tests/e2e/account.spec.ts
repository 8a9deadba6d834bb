import { newMember, PASSWORD } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, ready, signIn, test } from './browser.ts'

const NEW_PASSWORD = 'Another-horse-8'

test('the pages around signing in are accessible', async ({ page }) => {
  for (const address of [
    '/forgot-password',
    '/reset-password',
    '/reset-password?error=x',
    '/signup?confirm=a%40b.org',
  ]) {
    await page.goto(address)
    await ready(page)
    await expectGoodPage(page)
  }
})

test('a visitor who forgot the password requests a link, by keyboard alone [R-ROUTE-01, R-ROUTE-03]', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/signin')
  await ready(page)
  await page.getByRole('link', { name: 'Forgot password?' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/forgot-password$/)
  await page.getByLabel('Email').focus()
  await page.keyboard.type('nobody@example.org')
  await page.keyboard.press('Enter')
  await expect(page.getByText('If an account exists for this email, we have sent a reset link.')).toBeVisible()
  await expectGoodPage(page)
})

test('/settings redirects a visitor to the sign-in, which leads back', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/settings/security')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fsettings%2Fsecurity$/)
})

test('a member changes the password by keyboard, and the other browser is signed out', { tag: '@desktop' }, async ({
  page,
  context,
  another,
}) => {
  const { email } = await newMember(context)
  const elsewhere = await another()
  await signIn(elsewhere, { email, password: PASSWORD })

  await page.goto('/settings')
  await expect(page).toHaveURL(/\/settings\/account$/)
  await ready(page)
  await expectGoodPage(page)
  await page.getByLabel('Current password').focus()
  await page.keyboard.type(PASSWORD)
  for (const text of [NEW_PASSWORD, NEW_PASSWORD]) {
    // Skips the button that shows the password of the field before.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expectToast(page, 'Password updated')
  expect(
    ((await (await elsewhere.request.get('/api/auth/session')).json()) as { authenticated: boolean }).authenticated,
  ).toBe(false)
})

test('a member sees their sessions and ends another one [R-SESS-02]', { tag: '@desktop' }, async ({
  page,
  context,
  browser,
}) => {
  const { email } = await newMember(context)
  const elsewhere = await browser.newContext({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' })
  const other = await elsewhere.newPage()
  await other.goto('/signin')
  await ready(other)
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(other).toHaveURL(/\/$/)

  await page.goto('/settings/security')
  await ready(page)
  await expect(page.getByText('This session')).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Sign out Firefox on Linux' }).click()
  await expect(page.getByText('Firefox on Linux signed out')).toBeVisible()
  await other.goto('/settings')
  await expect(other).toHaveURL(/\/signin/)
  await elsewhere.close()
})

test('signing out in one tab signs out the other', { tag: '@desktop' }, async ({ page, context }) => {
  await newMember(context, { displayName: 'Ada' })
  await page.goto('/settings')
  await ready(page)
  const second = await context.newPage()
  await second.goto('/')
  await ready(second)
  await expect(second.getByRole('button', { name: 'Account of Ada' })).toBeVisible()
  await page.getByRole('button', { name: 'Account of Ada' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
  await expect(second.getByRole('button', { name: 'Account of Ada' })).toBeHidden()
  if (!isPhone(second)) await expect(second.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
})

test('the outbox is a page for admins; for everybody else it does not exist', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  for (const isMember of [false, true]) {
    if (isMember) await newMember(context)
    const answer = await page.goto('/admin/outbox')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})
