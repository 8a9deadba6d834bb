import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, test } from './browser.ts'

test('a member creates a token, sees it once, uses it and revokes it', { tag: '@phone' }, async ({
  page,
  context,
  request,
}) => {
  await newMember(context)
  await page.goto('/settings/tokens')
  await ready(page)
  await expect(page.getByText('You have no tokens.')).toBeVisible()
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await dialog.getByLabel('Name').fill('Playnite')
  await dialog.getByRole('checkbox', { name: /Change the library/ }).check()
  await dialog.getByLabel('It expires').selectOption('In a year')
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const field = dialog.getByLabel('Token', { exact: true })
  await expect(field).toHaveValue(/^svp_[\w-]{43}$/)
  const secret = await field.inputValue()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  const me = () => request.get('/api/v1/me', { headers: { authorization: `Bearer ${secret}` } })
  expect((await me()).status()).toBe(200)
  await page.reload()
  await ready(page)
  const row = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem')
  await expect(row).toContainText('Read the library · Change the library')
  await expect(row).toContainText('last used')
  expect(await page.content()).not.toContain(secret)
  await expectGoodPage(page)
  await row.getByRole('button', { name: 'Revoke Playnite' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You have no tokens.')).toBeVisible()
  expect((await me()).status()).toBe(401)
})

test('a member lets a webhook call an address, reads its log and sends a call again', { tag: '@desktop' }, async ({
  page,
  context,
}) => {
  const calls: string[] = []
  const receiver = createServer((request, response) => {
    calls.push(String(request.headers['webhook-id']))
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${'a-long-path/'.repeat(8)}`
  await newMember(context)
  await page.goto('/settings/tokens')
  await ready(page)
  await expect(page.getByText('You have no webhooks.')).toBeVisible()
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('my server')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await expect(dialog.getByText(/Enter an address that begins with/)).toBeVisible()
  await dialog.getByLabel('Address').fill(url)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const secret = await dialog.getByLabel('Secret').inputValue()
  expect(secret).toMatch(/^whsec_/)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem')
  await expect(row).toContainText('Last call succeeded')
  await expectGoodPage(page)
  await row.getByRole('button', { name: 'Deliveries' }).click()
  await dialog.getByRole('button', { name: 'Resend: Test' }).click()
  await expect.poll(() => calls.length).toBe(2)
  expect(calls[1]).toBe(calls[0])
  await expect(dialog.getByText('Delivered')).toBeVisible()
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await row.getByRole('button', { name: `Delete ${url}` }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('You have no webhooks.')).toBeVisible()
  receiver.close()
})

test('the page of the API shows its endpoints under our own policy', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /API/ }).first()).toBeVisible()
  await expect(page.getByText('/api/v1/library', { exact: true }).first()).toBeVisible()
  await expectGoodPage(page)
})
