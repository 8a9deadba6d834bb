import { newAdmin, newMember, share } from './accounts.ts'
import { expect, expectGoodPage, freshName, ready, send, test } from './browser.ts'

const WHY = 'It was a quotation of a game, not an advert.'

test('the author of a hidden comment appeals, another admin accepts, and everybody sees it again', {
  tag: '@phone',
}, async ({ page, context, another }) => {
  const [owner, first, second] = [await another(), await another(), await another()]
  const { id: ownerId } = await newMember(owner)
  const author = await newMember(context)
  await newAdmin(first)
  await newAdmin(second)
  const text = `Cheap keys ${freshName()}`
  const activity = await share(owner, 'completed', 'igdb_1942', { text: 'Done' })
  const { comment } = await send<{ comment: { id: string } }>(context, 'POST', `/api/activities/${activity}/comments`, {
    content: text,
  })
  await send(owner, 'POST', '/api/reports', { item_type: 'comment', item_id: comment.id, reason: 'spam' })
  const hidden = { action: 'hide', note: 'No advertising, please.' }
  await send(first, 'PUT', `/api/admin/reports/comment/${comment.id}`, hidden)

  await page.goto(`/profile/${ownerId}?tab=activity`)
  await ready(page)
  const line = page.getByRole('listitem').filter({ hasText: text }).last()
  await line.getByRole('button', { name: 'Appeal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Appeal' })
  await dialog.getByRole('textbox').fill('Short')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog.getByText('At least 10 characters')).toBeVisible()
  await expectGoodPage(page)
  await dialog.getByRole('textbox').fill(WHY)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(line.getByText(/^You appealed on .*; it waits\.$/)).toBeVisible()
  await expectGoodPage(page)

  const desk = await second.newPage()
  await desk.goto('/admin/reports')
  await ready(desk)
  const appeal = desk.getByRole('article', { name: `Appeal by ${author.displayName}` })
  await expect(appeal.getByText(WHY)).toBeVisible()
  await expect(appeal.getByText('No advertising, please.')).toBeVisible()
  await expect(appeal.getByText('You decided this')).toHaveCount(0)
  await expectGoodPage(desk)
  await appeal.getByRole('button', { name: 'Accept and show the text' }).click()
  const question = desk.getByRole('dialog', { name: 'Show this comment again?' })
  await expectGoodPage(desk)
  await question.getByRole('button', { name: 'Accept' }).click()
  await expect(question).toBeHidden()
  await expect(appeal).toHaveCount(0)

  const visitor = await another()
  await expect
    .poll(async () => (await (await visitor.request.get(`/profile/${ownerId}?tab=activity`)).text()).includes(text))
    .toBe(true)
  await page.goto('/notifications')
  await expect(page.getByText(/Others see it again\. Your appeal was accepted\./)).toBeVisible()
})

test('a suspended member appeals at the sign-in, an admin accepts, and the sign-in works', { tag: '@phone' }, async ({
  page,
  another,
}) => {
  const [earlier, admin] = [await another(), await another()]
  const member = await newMember(earlier)
  await newAdmin(admin)
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString()
  const status = { disabled: true, reason: 'Spam', message: 'Please read the rules.', until }
  await send(admin, 'PUT', `/api/admin/users/${member.id}/standing`, status)

  const signIn = async () => {
    await page.goto('/signin')
    await ready(page)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await signIn()
  await page.getByRole('button', { name: 'Appeal' }).click()
  const dialog = page.getByRole('dialog', { name: 'Appeal' })
  await dialog.getByRole('textbox').fill(WHY)
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^You appealed on .*; it waits\.$/)).toBeVisible()
  await expectGoodPage(page)

  const desk = await admin.newPage()
  await desk.goto('/admin/reports')
  await ready(desk)
  const appeal = desk.getByRole('article', { name: `Appeal by ${member.displayName}` })
  await expect(appeal.getByText(/^You decided this\./)).toBeVisible()
  await appeal.getByRole('button', { name: 'Accept and enable the account' }).click()
  const question = desk.getByRole('dialog', { name: /^Enable the account of/ })
  await question.getByRole('button', { name: 'Accept' }).click()
  await expect(question).toBeHidden()
  await expect(appeal).toHaveCount(0)

  await signIn()
  await expect(page).not.toHaveURL(/signin/)
  await expect.poll(async () => (await (await page.request.get('/api/auth/session')).json()).authenticated).toBe(true)
})
