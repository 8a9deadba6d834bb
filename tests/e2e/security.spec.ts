import type { BrowserContext, Locator, Page } from '@playwright/test'
import { totp } from '../support/totp.ts'
import { newMember, PASSWORD } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, ready, send, test } from './browser.ts'

const newAda = (context: BrowserContext) => newMember(context, { displayName: 'Ada' })

/** Signs up a member with a second factor, and signs out. */
async function guarded(context: BrowserContext): Promise<{ email: string; secret: string; recovery: string[] }> {
  const { email } = await newAda(context)
  const { secret } = await send<{ secret: string }>(context, 'POST', '/api/auth/two-factor', { password: PASSWORD })
  const { recovery_codes: recovery } = await send<{ recovery_codes: string[] }>(
    context,
    'POST',
    '/api/auth/two-factor/confirm',
    { code: totp(secret) },
  )
  await context.clearCookies({ name: /session_token/ })
  return { email, secret, recovery }
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of Ada' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/$/)
}

async function typePassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

const dialog = (page: Page) => page.getByRole('dialog')

/**
 * Waits until the first field of a dialog has the focus; on touch devices the sheet itself, because the keyboard would
 * cover it.
 */
async function isReady(field: Locator): Promise<void> {
  if (isPhone(field.page())) await expect(field).toBeVisible()
  else await expect(field).toBeFocused()
}

test('a member turns two-factor sign-in on by keyboard, and off', { tag: '@desktop' }, async ({ page, context }) => {
  test.slow()
  await newAda(context)
  await page.goto('/settings/security')
  await ready(page)
  await page.getByRole('button', { name: 'Turn on' }).focus()
  await page.keyboard.press('Enter')
  await isReady(dialog(page).getByLabel('Your password'))
  await dialog(page).getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('img', { name: 'QR code for your app' })).toBeVisible()
  await expectGoodPage(page)
  const secret = (await dialog(page).locator('code').innerText()).replaceAll(' ', '')
  await dialog(page).getByLabel('Code', { exact: true }).fill(totp(secret))
  await page.keyboard.press('Enter')
  const codes = dialog(page).getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectGoodPage(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('savepoint-recovery-codes.txt')
  await dialog(page).getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog(page).getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Two-factor sign-in is off')
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('the sign-in asks for a code after the password, also after a reload, and accepts a recovery code', {
  tag: '@desktop',
}, async ({ page, context }) => {
  test.slow()
  const { email, secret, recovery } = await guarded(context)
  await page.goto('/signin?redirect=%2Fall-games')
  await ready(page)
  await typePassword(page, email)
  await expect(page).toHaveURL(/\/signin\?step=code&redirect=%2Fall-games$/)
  await page.reload()
  await ready(page)
  await expectGoodPage(page)
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is wrong. Please try again.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(totp(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/all-games$/)

  await signOut(page)
  await page.goto('/signin')
  await ready(page)
  await typePassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await expect(page.getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.type(recovery[0] as string)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Account of Ada' })).toBeVisible()
})

test('a member adds a passkey, signs in with it, renames it and removes it', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  test.slow()
  await newAda(context)
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/settings/security')
  await ready(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await isReady(dialog(page).getByLabel('Name'))
  await dialog(page).getByLabel('Name').fill('My laptop')
  await dialog(page).getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Passkey added')
  await expect(page.getByText('never used')).toBeVisible()
  await expectGoodPage(page)
  // The virtual device confirms at once what the browser offers at the field for the address, so it must not yet.
  const confirms = (enabled: boolean) =>
    device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await confirms(false)
  await signOut(page)

  await page.addInitScript(() => {
    const ask = navigator.credentials.get.bind(navigator.credentials)
    navigator.credentials.get = (options) => {
      document.documentElement.dataset.passkey = options?.mediation ?? 'window'
      return ask(options)
    }
  })
  await page.goto('/signin?redirect=%2Fsettings%2Fsecurity')
  await ready(page)
  // A device that confirms both ceremonies at once would use the challenge of the one for the other.
  await expect(page.locator('html')).toHaveAttribute('data-passkey', 'conditional')
  await confirms(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/security$/)
  await expect(page.getByText(/last used just now/)).toBeVisible()

  // Chosen from what the browser offers at the field for the address.
  await signOut(page)
  await page.goto('/signin?redirect=%2Fsettings%2Fsecurity')
  await expect(page).toHaveURL(/\/settings\/security$/)

  await page.getByRole('button', { name: 'Rename My laptop' }).click()
  await dialog(page).getByLabel('Name').fill('Old laptop')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await dialog(page).getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Passkey removed')
  await expect(page.getByRole('button', { name: 'Remove Old laptop' })).toBeHidden()
})

test('a visitor signs in on the page of a game with a code, and the intended action completes there', {
  tag: '@desktop',
}, async ({ page, context }) => {
  test.slow()
  const { email, secret } = await guarded(context)
  await page.goto('/game/igdb_1942')
  await ready(page)
  const mine = page.getByRole('region', { name: 'My library' }).getByRole('radio', { name: 'Want to Play' })
  await mine.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Please sign in to add games to your library')).toBeVisible()
  await expect(dialog(page).getByRole('link', { name: 'Go to sign-in page' })).toHaveAttribute(
    'href',
    '/signin?redirect=%2Fgame%2Figdb_1942',
  )
  await expectGoodPage(page)
  // Esc closes, and the focus returns.
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(mine).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Email').fill(email)
  // A reload preserves the typed text, but not a password.
  await dialog(page).getByLabel('Password', { exact: true }).fill('Half-typed-1')
  await page.reload()
  await ready(page)
  await mine.click()
  await expect(dialog(page).getByLabel('Email')).toHaveValue(email)
  await expect(dialog(page).getByLabel('Password', { exact: true })).toHaveValue('')
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await isReady(dialog(page).getByLabel('Code', { exact: true }))
  await dialog(page).getByLabel('Code', { exact: true }).fill(totp(secret, 1))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Game added to library')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL('/game/igdb_1942')
  await expect(mine).toBeChecked()
})

test('the heart of a poster asks a visitor to sign in, and is then set', async ({ page, context }, { project }) => {
  test.skip(project.name.startsWith('phone'), 'quick actions are for pointers')
  const { email } = await newAda(context)
  await context.clearCookies({ name: /session_token/ })
  await page.goto('/all-games')
  await ready(page)
  const poster = page.locator('.poster').first()
  await poster.hover()
  await poster.getByRole('button', { name: /^Like/ }).click()
  await typePassword(page, email)
  await expectToast(page, 'Game added to library')
  await expect(page).toHaveURL('/all-games')
  await expect(page.getByRole('button', { name: 'Account of Ada' })).toBeVisible()
  await expect(poster.locator('.tag')).toBeVisible()
})

test("signing out in one tab redirects a members' page in the other to the sign-in", { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  await newAda(context)
  await page.goto('/')
  await ready(page)
  const second = await context.newPage()
  await second.goto('/settings/security')
  await ready(second)
  await signOut(page)
  await expect(second).toHaveURL(/\/signin\?redirect=%2Fsettings%2Fsecurity$/)
})
