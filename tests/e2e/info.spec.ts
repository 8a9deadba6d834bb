import { newAdmin } from './accounts.ts'
import { expect, expectGoodPage, freshName, ready, test, written } from './browser.ts'

test('the index leads to every page, and each shows where it stands [R-INFO-02] [R-ROUTE-23] [R-ROUTE-24] [R-ROUTE-25] [R-ROUTE-26]', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/info')
  await ready(page)
  await expectGoodPage(page)
  for (const [label, title] of [
    ['About', /^About /],
    ['Questions', 'Questions and answers'],
    ['Contact', 'Contact'],
    ['Privacy', 'Privacy'],
    ['Terms', 'Terms of use'],
  ] as const) {
    await page.goto('/info')
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${label}`) })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(breadcrumb.getByRole('listitem')).toHaveText(['Home', 'Info', label])
    await expect(breadcrumb.getByRole('link', { name: 'Info' })).toHaveAttribute('href', '/info')
    const sidebar = page.getByRole('navigation', { name: 'Info', exact: true })
    await expect(sidebar.getByRole('link', { name: label, exact: true })).toHaveAttribute('aria-current', 'page')
    await ready(page)
    await expectGoodPage(page)
  }
})

test('questions open by keyboard, by address and after a search [R-INFO-03]', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/info/faq#can-i-take-my-data-with-me')
  await ready(page)
  await expect(page.getByText('as one JSON file')).toBeVisible()
  const search = page.getByLabel('Search the questions')
  await search.fill('four statuses')
  await expect(page.getByText('1 question', { exact: true })).toBeVisible()
  await search.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('is your backlog')).toBeVisible()
  await expectGoodPage(page)
  await search.fill('spaceships')
  await expect(page.getByText('No question contains “spaceships”.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Ask the operator' })).toBeVisible()
})

test('a visitor writes to the operator, who answers and closes the message', { tag: '@phone' }, async ({
  page,
  another,
}) => {
  const name = `Ada ${freshName()}`
  await page.goto('/info/contact')
  await ready(page)
  await page.getByRole('button', { name: 'Send message' }).click()
  for (const [label, sentence] of [
    ['Name', 'Enter your name'],
    ['Topic', 'Choose a topic'],
    ['Message', 'Write at least 10 characters'],
  ] as const)
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(sentence)
  await expectGoodPage(page)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill('ada@example.org')
  await page.getByLabel('Topic').selectOption('Feedback')
  await page.getByLabel('Message').fill('I would like a darker dark theme.')
  // The form restores its input after a reload.
  await page.reload()
  await ready(page)
  await expect(page.getByLabel('Message')).toHaveValue('I would like a darker dark theme.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thanks! Your message has been sent.')).toBeVisible()
  await expectGoodPage(page)

  const context = await another()
  await newAdmin(context)
  const admin = await context.newPage()
  await admin.goto('/admin/contact')
  await ready(admin)
  const message = admin.getByRole('article', { name: `Feedback, from ${name}` })
  await expect(message.getByText('I would like a darker dark theme.')).toBeVisible()
  await expect(message.getByRole('link', { name: 'Reply by email' })).toHaveAttribute('href', /^mailto:ada%40example/)
  await expectGoodPage(admin)
  const closed = written(admin, /\/api\/admin\/contact\//)
  await message.getByRole('button', { name: 'Close' }).click()
  await closed
  await expect(message).toBeHidden()
  await admin.goto('/admin/contact?status=closed')
  await expect(message).toBeVisible()
})
