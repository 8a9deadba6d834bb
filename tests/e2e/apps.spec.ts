import { createHash } from 'node:crypto'
import { newMember, PASSWORD } from './accounts.ts'
import { expect, expectGoodPage, ready, send, test } from './browser.ts'

const VERIFIER = 'a-verifier-of-the-journey-that-is-long-enough-12345'
const REDIRECT = 'https://deck.example.org/back'

test('a member registers an app; another signs in, reads what it wants, allows it and revokes it', {
  tag: '@phone',
}, async ({ page, context, browser, baseURL }) => {
  const makers = await browser.newContext({ baseURL: baseURL as string })
  const maker = await newMember(makers)
  const settings = await makers.newPage()
  await settings.goto('/settings/apps')
  await ready(settings)
  await settings.getByRole('button', { name: 'Register an app' }).click()
  const dialog = settings.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Deck')
  await dialog.getByLabel('Redirect addresses').fill(REDIRECT)
  await dialog.getByRole('button', { name: 'Register app' }).click()
  const clientId = await dialog.getByLabel('Client id').inputValue()
  await makers.close()

  const member = await newMember(context)
  await send(context, 'POST', '/api/auth/logout', {})
  await page.route('https://deck.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/plain', body: 'Thanks' }),
  )
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope: 'read:library write:library offline_access',
    state: 'the-state',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  })
  await page.goto(`/oauth/authorize?${request}`)
  await expect(page).toHaveURL(/\/signin\?redirect=/)
  await ready(page)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Deck asks for access' })).toBeVisible()
  await expect(page.getByText(`Made by the member @${maker.username}`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Permissions' }).getByRole('listitem')).toHaveCount(2)
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Allow' }).press('Enter')
  await page.waitForURL(/^https:\/\/deck\.example\.org\/back/)
  const back = new URL(page.url())
  expect(back.searchParams.get('state')).toBe('the-state')
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
  }
  const exchanged = await context.request.post('/oauth/token', {
    form: { ...form, code: back.searchParams.get('code') ?? '' },
  })
  const { access_token } = (await exchanged.json()) as { access_token: string }
  const library = () => context.request.get('/api/v1/library', { headers: { authorization: `Bearer ${access_token}` } })
  expect((await library()).status()).toBe(200)

  await page.goto('/settings/apps')
  await ready(page)
  const row = page.getByRole('list', { name: 'Apps with access' }).getByRole('listitem')
  await expect(row).toContainText('Read the library · Change the library')
  await expectGoodPage(page)
  await row.getByRole('button', { name: 'Revoke Deck' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No app has access to your account.')).toBeVisible()
  expect((await library()).status()).toBe(401)

  await page.goto(`/oauth/authorize?${request}`.replace('deck.example.org', 'evil.example.org'))
  await expect(page.getByRole('heading', { name: 'This app cannot ask for access' })).toBeVisible()
  await expectGoodPage(page)

  await page.goto(`/oauth/authorize?${request}`.replace('read%3Alibrary', 'read%3Asecrets'))
  await expect(page.getByText('The app asks for something that does not exist here.')).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'Return to deck.example.org' }).click()
  await page.waitForURL(/^https:\/\/deck\.example\.org\/back\?.*error=invalid_scope/)
})
