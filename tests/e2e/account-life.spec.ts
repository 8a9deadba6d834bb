import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type AppProcess, freePort, startApp } from '../support/app-process.ts'
import { linkIn, type MailServer, startMailServer } from '../support/mail-server.ts'
import { PASSWORD } from './accounts.ts'
import {
  test as base,
  expect,
  expectGoodPage,
  expectToast,
  freshName,
  isPhone,
  reach,
  ready,
  returningCookies,
} from './browser.ts'

// The whole life of an account, on a separate app that sends real mail.

interface World {
  app: AppProcess
  mail: MailServer
}

const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use, { workerIndex }) => {
      const mail = await startMailServer()
      const port = String(await freePort())
      const app = await startApp(join(process.env.E2E_DATA_DIR as string, `mailing-${workerIndex}`), {
        PORT: port,
        BASE_URL: `http://localhost:${port}`,
        SMTP_URL: mail.url,
        MAIL_FROM: 'Savepoint <hello@savepoint.example>',
      })
      await use({ app, mail })
      await app.stop()
      await mail.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

const NEW_PASSWORD = 'Another-horse-8'

/** Uses the keyboard alone on a desktop, and touch on a phone. */
function hands(page: Page) {
  const byKeyboard = !isPhone(page)
  return {
    async type(label: string, text: string): Promise<void> {
      const field = page.getByLabel(label, { exact: true })
      if (!byKeyboard) return field.fill(text)
      await reach(field)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(text)
    },
    async press(
      name: string | RegExp,
      role: 'button' | 'link' | 'menuitem' = 'button',
      within = page.locator('body'),
    ): Promise<void> {
      const what = within.getByRole(role, { name, exact: true })
      await expect(what).toBeEnabled()
      if (!byKeyboard) return what.tap()
      await reach(what, role === 'menuitem' ? 'ArrowDown' : 'Tab')
      await page.keyboard.press('Enter')
    },
  }
}

/** Reloads the page and expects the typed text in it, but no password. */
async function reloadPreserving(page: Page, preserved: Record<string, string>, cleared: string[]): Promise<void> {
  await page.reload()
  await ready(page)
  for (const [label, text] of Object.entries(preserved))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
  for (const label of cleared) await expect(page.getByLabel(label, { exact: true })).toHaveValue('')
}

test('a member signs up, confirms, signs in, changes the address, resets the password, exports, deletes the account, and returns', {
  tag: '@desktop',
}, async ({ page, world: { app, mail }, context, theme }) => {
  // The journey waits for several mails, a dozen pages and as many password hashes.
  test.setTimeout(300_000)
  const { origin } = app
  await context.addCookies(returningCookies(theme, origin))
  const { type, press } = hands(page)
  const name = freshName()
  const first = `${name}@example.org`
  const second = `${name}-new@example.org`
  const isIn = page.getByRole('button', { name: 'Account of Ada' })

  // Signs up. A reload in the middle clears only the password.
  await page.goto(`${origin}/signup?redirect=%2Fsettings%2Fdata`)
  await ready(page)
  await type('Username', name)
  await type('Display name', 'Ada')
  await type('Email', first)
  await reloadPreserving(page, { Username: name, 'Display name': 'Ada', Email: first }, ['Password'])
  await type('Password', PASSWORD)
  await press('Sign Up')
  await expectToast(page, 'Account created!')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fsettings%2Fdata$/)

  // Signs in before the address is confirmed.
  await type('Email', first)
  await reloadPreserving(page, { Email: first }, ['Password'])
  await type('Password', PASSWORD)
  await press('Sign In')
  await expect(page).toHaveURL(/\/signup\?confirm=/)
  await ready(page)
  await expectGoodPage(page)
  await page.reload()
  await expect(page.getByText(first)).toBeVisible()

  // The link in the mail signs in, and leads through the welcome to the page that the newcomer wanted.
  const confirmation = await mail.next(first)
  expect(confirmation.subject).toBe('Confirm your email for Savepoint')
  await page.goto(linkIn(confirmation))
  await expect(page).toHaveURL(/\/welcome\?/)
  await ready(page)
  await press('Skip all')
  await expect(page).toHaveURL(/\/settings\/data$/)
  await expect(isIn).toBeVisible()

  // Signs out, and in again.
  await page.goto(`${origin}/settings/account`)
  await ready(page)
  await press('Account of Ada')
  await press('Sign out', 'menuitem')
  await expect(isIn).toBeHidden()
  await page.goto(`${origin}/signin?redirect=%2Fsettings%2Faccount`)
  await ready(page)
  await type('Email', first)
  await type('Password', PASSWORD)
  await press('Sign In')
  await expect(page).toHaveURL(/\/settings\/account$/)
  await ready(page)

  // Asks for a digest of notifications by mail.
  await page.goto(`${origin}/settings/notifications#mail`)
  await ready(page)
  const digest = page.getByLabel('Digest', { exact: true })
  await digest.selectOption('Every day')
  await expectToast(page, 'Notifications saved')
  await expectGoodPage(page)
  await page.reload()
  await expect(digest).toHaveValue('daily')
  await page.goto(`${origin}/settings/account`)
  await ready(page)

  // Changes the address, which both addresses have to confirm.
  await type('New email', second)
  await reloadPreserving(page, { 'New email': second }, ['Your password'])
  await type('Your password', PASSWORD)
  await press('Change email')
  await expect(page.getByText('Open both within 24 hours.')).toBeVisible()
  await expectGoodPage(page)
  await page.goto(linkIn(await mail.next(first)))
  await expect(page.getByText('Confirmed. Now open the link in the mail to the other address.')).toBeVisible()
  await page.goto(linkIn(await mail.next(second)))
  await expect(page.getByText('Your email is changed.')).toBeVisible()
  await page.reload()
  await expect(page.getByText(second)).toBeVisible()

  // No page contains a credential.
  const html = await (await context.request.get(`${origin}/settings/account`)).text()
  for (const { name: cookie, value } of await context.cookies(origin))
    if (cookie.startsWith('savepoint.')) expect(html).not.toContain(value.slice(0, 20))

  // Resets a forgotten password.
  await context.clearCookies({ name: /^savepoint\./ })
  await page.goto(`${origin}/forgot-password`)
  await ready(page)
  await type('Email', second)
  await reloadPreserving(page, { Email: second }, [])
  await press('Send reset link')
  await expect(page.getByText('If an account exists for this email, we have sent a reset link.')).toBeVisible()
  await page.goto(linkIn(await mail.next(second)))
  await expect(page).toHaveURL(/\/reset-password$/)
  await ready(page)
  await page.reload()
  await ready(page)
  await type('New password', NEW_PASSWORD)
  await type('New password again', NEW_PASSWORD)
  await press('Set new password')
  await expectToast(page, 'Password updated')
  await expect(isIn).toBeVisible()
  expect((await mail.next(second)).subject).toBe('Your Savepoint password was changed')

  // Prepares the data export, and downloads its JSON.
  await page.goto(`${origin}/settings/data`)
  await ready(page)
  await expectGoodPage(page)
  await press('Prepare my data')
  const everything = page.getByRole('link', { name: /^Everything \(JSON\)/ })
  await expect(everything).toBeVisible({ timeout: 60_000 })
  await expectGoodPage(page)
  const coming = page.waitForEvent('download')
  await everything.click()
  const file = await coming
  expect(file.suggestedFilename()).toMatch(new RegExp(`^savepoint-${name}-\\d{4}-\\d\\d-\\d\\d\\.json$`))

  // Deletes the account.
  await press('Delete my account…')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectGoodPage(page)
  await type(`Type ${name} to confirm`, name)
  await type('Your password', 'Wrong-horse-7')
  await press('Delete my account', 'button', dialog)
  await expect(dialog.getByText('This is not your current password')).toBeVisible()
  await type('Your password', NEW_PASSWORD)
  await press('Delete my account', 'button', dialog)
  await expect(page).toHaveURL(/\/signin\?deleted=/)
  await expect(page.getByText('Your account is deleted, and nobody sees it any more.')).toBeVisible()
  await ready(page)
  await expectGoodPage(page)
  expect((await mail.next(second)).subject).toBe('Your Savepoint account is deleted')

  // Signs up again.
  await type('Email', second)
  await type('Password', NEW_PASSWORD)
  await press('Sign In')
  await expect(page.getByText('Your account is restored. It will not be deleted.')).toBeVisible()
  await expect(isIn).toBeVisible()
  expect((await mail.next(second)).subject).toBe('Your Savepoint account is back')
  await page.goto(`${origin}/settings/account`)
  await expect(page.getByText(second)).toBeVisible()

  // The form redirects a signed-in member, but only to a page of this site.
  for (const target of [
    '//evil.example',
    '/\\evil.example',
    '/%09//evil.example/..//evil.example',
    'javascript:alert(1)',
  ]) {
    const address = `${origin}/signin?redirect=${encodeURIComponent(target)}`
    const { headers } = { headers: (await context.request.get(address, { maxRedirects: 0 })).headers() }
    expect(new URL(headers.location as string, origin).origin).toBe(origin)
  }
})
