import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppProcess, startApp } from '../support/app-process.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { PASSWORD } from './accounts.ts'
import { expect, expectGoodPage, expectToast, freshName, ready, send, test } from './browser.ts'

// Who may come in (decisions 0105 and 0106). These journeys have a server of their own, because they close it.

test.describe.configure({ mode: 'serial' })

/** Each worker has its own. The system gives ports from 32,768 on to connections. */
const PORT = 20_000 + (process.pid % 10_000)
const BOSS = 'boss@example.org'
const folder = mkdtempSync(join(tmpdir(), 'savepoint-doors-'))
let mails: MailServer
let app: AppProcess

test.beforeAll(async () => {
  // The build, if there is none of these sources, and a new database.
  test.setTimeout(600_000)
  mails = await startMailServer()
  app = await startApp(folder, {
    PORT: String(PORT),
    BASE_URL: `http://localhost:${PORT}`,
    SMTP_URL: mails.url,
    MAIL_FROM: 'Savepoint <hello@savepoint.example>',
    REQUIRE_EMAIL_CONFIRMATION: 'off',
    ADMIN_EMAIL: BOSS,
    TRUST_PROXY: '1',
  })
})
test.afterAll(async () => {
  await app?.stop()
  await mails?.close()
  rmSync(folder, { recursive: true, force: true })
})

const SETTINGS = {
  registration: 'open',
  visibility: 'public',
  provider_sign_up: false,
  invites_per_month: 2,
  allowed_domains: [],
  refused_domains: [],
  sentence: 'Twelve friends and their games.',
}

test.use({ baseURL: `http://localhost:${PORT}` })

test('an invitation brings somebody in, and says when it is over', async ({ page, context, another }) => {
  await send(context, 'POST', '/api/auth/signup', {
    email: BOSS,
    username: 'the-chief',
    displayName: 'The chief',
    password: PASSWORD,
  }).catch(() => send(context, 'POST', '/api/auth/signin', { email: BOSS, password: PASSWORD }))
  await page.goto('/admin/registration')
  await ready(page)
  await page.getByRole('radio', { name: 'By invitation' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Saved')
  await expectGoodPage(page)
  await page.goto('/admin/invitations')
  await ready(page)
  await page.getByRole('button', { name: 'New invitation' }).click()
  const note = freshName()
  await page.getByLabel('A note for them').fill(note)
  await page.getByRole('button', { name: 'Create the link' }).click()
  const url = await page.getByRole('textbox', { name: 'Your link' }).inputValue()
  await page.getByRole('button', { name: 'Done' }).click()

  const guest = await (await another()).newPage()
  await guest.goto(`${app.origin}/signup`)
  await expect(guest.getByText('New members come by invitation.')).toBeVisible()
  await guest.goto(url)
  await ready(guest)
  await expect(guest.getByText(note)).toBeVisible()
  await expectGoodPage(guest)
  const name = freshName()
  await guest.getByLabel('Username').fill(name)
  await guest.getByLabel('Display name').fill('Guest')
  await guest.getByLabel('Email').fill(`${name}@example.org`)
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await guest.waitForURL(/\/(welcome|\?|$)/)

  const late = await (await another()).newPage()
  await late.goto(url)
  await expect(late.getByText('This invitation has been used already.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Guest' }).first()).toBeVisible()
})

test('a revoked invitation says so', async ({ page, context, another }) => {
  await send(context, 'POST', '/api/auth/signin', { email: BOSS, password: PASSWORD })
  await send(context, 'PUT', '/api/admin/registration', { ...SETTINGS, registration: 'request' })
  const note = freshName()
  const { url } = await send<{ url: string }>(context, 'POST', '/api/invitations', { note })
  await page.goto('/admin/invitations')
  await ready(page)
  await page.getByRole('button', { name: `Revoke: ${note}` }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await expectToast(page, 'Invitation revoked')
  await expectGoodPage(page)
  const guest = await (await another()).newPage()
  await guest.goto(url)
  await expect(guest.getByText('This invitation was withdrawn.')).toBeVisible()
  // The request is offered beside it.
  await expect(guest.getByRole('button', { name: 'Send the request' })).toBeVisible()
})

test('a request is accepted, and the mail opens the form', async ({ page, context, another }) => {
  await send(context, 'POST', '/api/auth/signin', { email: BOSS, password: PASSWORD })
  await send(context, 'PUT', '/api/admin/registration', { ...SETTINGS, registration: 'request' })
  const guest = await (await another()).newPage()
  await guest.goto(`${app.origin}/signup`)
  await ready(guest)
  await expectGoodPage(guest)
  const address = `${freshName()}@example.org`
  await guest.getByLabel('Who are you?').fill('A friend of the chief, and I play slow games.')
  await guest.getByLabel('Email').fill(address)
  await guest.getByRole('button', { name: 'Send the request' }).click()
  await expect(guest.getByText('Your request is on its way')).toBeVisible()

  await page.goto('/admin/requests')
  await ready(page)
  const request = page.getByRole('article', { name: address })
  await expect(request).toContainText('slow games')
  await expectGoodPage(page)
  await request.getByRole('button', { name: 'Accept' }).click()
  await expectToast(page, 'Accepted: the invitation is on its way')
  const mail = await mails.next(address)
  const [link = ''] = /http:\/\/localhost:\d+\/signup\?invitation=[\w-]+/.exec(mail.text ?? '') ?? []
  await guest.goto(link)
  await expect(guest.getByLabel('Username')).toBeVisible()
})

test('a network is blocked: nobody signs up from there until the block is removed', async ({
  page,
  context,
  another,
}) => {
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': '198.51.100.20' })
  await send(context, 'POST', '/api/auth/signin', { email: BOSS, password: PASSWORD })
  await send(context, 'PUT', '/api/admin/registration', SETTINGS)
  await page.goto('/admin/address-blocks')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'No blocked networks' })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Block a network' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block a network' })
  await dialog.getByLabel('Address or network').fill('198.51.100.0/24')
  await dialog.getByLabel('Note').fill('A hundred accounts a day')
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(dialog.getByText('Your own address is in this network')).toBeVisible()
  await dialog.getByLabel('Address or network').fill('203.0.113.0/24')
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Block' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('listitem').filter({ hasText: '203.0.113.0/24' })
  await expect(row).toContainText('A hundred accounts a day')
  await expectGoodPage(page)

  const outside = await another()
  await outside.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.66' })
  const guest = await outside.newPage()
  await guest.goto(`${app.origin}/signup`)
  await ready(guest)
  const name = freshName()
  await guest.getByLabel('Username').fill(name)
  await guest.getByLabel('Display name').fill('Guest')
  await guest.getByLabel('Email').fill(`${name}@example.org`)
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await guest.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(guest.getByText('New accounts are not possible from your network.').first()).toBeVisible()

  await row.getByRole('button', { name: 'Remove: 203.0.113.0/24' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the block of 203.0.113.0/24?' })
  await expectGoodPage(page)
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No blocked networks' })).toBeVisible()
  // On a phone the sentence is over the button.
  await guest.getByLabel('Password', { exact: true }).press('Enter')
  await guest.waitForURL(/\/(welcome|\?|$)/)
})

test('a members’ site shows a visitor the front door alone', async ({ page, context, another }) => {
  await send(context, 'POST', '/api/auth/signin', { email: BOSS, password: PASSWORD })
  await send(context, 'PUT', '/api/admin/registration', { ...SETTINGS, registration: 'request', visibility: 'members' })
  const visitor = await (await another()).newPage()
  await visitor.goto(`${app.origin}/`)
  await ready(visitor)
  await expect(visitor.getByText('Twelve friends and their games.')).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Ask for an account' })).toBeVisible()
  await expect(visitor.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expectGoodPage(visitor)
  await visitor.getByRole('link', { name: 'About' }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'News' })).toHaveCount(0)
  await visitor.goto(`${app.origin}/all-games?genre=rpg`)
  await expect(visitor).toHaveURL(`${app.origin}/signin?redirect=%2Fall-games%3Fgenre%3Drpg`)
  await page.goto('/all-games')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})
