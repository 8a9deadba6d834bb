import type { Browser, Page } from '@playwright/test'
import { expect, expectGoodPage, freshName, ready, signIn, test } from './browser.ts'

const PASSWORD = 'Correct-horse-7'
const NAME = 'Nadia Obi'

interface Somebody {
  username: string
  page: Page
  close: () => Promise<void>
}

/** A member of their own, in a browser of their own: the demo world's ties are other journeys' too. */
async function somebody(browser: Browser, baseURL: string, displayName: string): Promise<Somebody> {
  const context = await browser.newContext({ baseURL })
  const username = freshName()
  const { csrfToken } = (await (await context.request.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const answer = await context.request.post('/api/auth/signup', {
    data: { email: `${username}@example.org`, password: PASSWORD, username, displayName },
    headers: { 'x-csrf-token': csrfToken },
  })
  expect(answer.status()).toBe(201)
  return { username, page: await context.newPage(), close: () => context.close() }
}

async function openFriends(page: Page): Promise<void> {
  await page.goto('/profile/friends')
  await ready(page)
}

test('two people find each other, become friends, and part again', async ({ browser, page, baseURL, context }) => {
  const other = await somebody(browser, baseURL as string, NAME)
  const own = await somebody(browser, baseURL as string, 'Per Lund')
  // The project's own page, with its theme and size, belongs to the one who asks.
  await signIn(context, { email: `${own.username}@example.org`, password: PASSWORD })
  await own.close()

  await openFriends(page)
  await expect(page.getByText('No friends yet')).toBeVisible()
  await expectGoodPage(page)

  await test.step('search by keyboard, ask', async () => {
    await page.getByLabel('Find people').fill(`@${other.username}`)
    const found = page.getByRole('list', { name: 'People found' })
    await expect(found.getByRole('link', { name: NAME })).toBeVisible()
    const add = found.getByRole('button', { name: `Add friend: ${NAME}` })
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(found.getByRole('button', { name: `Cancel request to ${NAME}` })).toBeVisible()
    await expect(page.getByText('Request pending')).toBeVisible()
    await found.getByRole('button', { name: `Follow ${NAME}` }).click()
    await expect(found.getByRole('button', { name: `Unfollow ${NAME}` })).toBeVisible()
    await expectGoodPage(page)
  })

  await test.step('the other accepts', async () => {
    await openFriends(other.page)
    await expect(other.page.getByText('Wants to be friends with you')).toBeVisible()
    await other.page.getByRole('button', { name: 'Accept Per Lund' }).click()
    const friends = other.page.getByRole('list', { name: 'Friends' })
    await expect(friends.getByRole('link', { name: 'Per Lund' })).toBeVisible()
    await expect(other.page.getByText('Wants to be friends with you')).toHaveCount(0)
  })

  await test.step('both see it, with the ring of who is here, and it survives a reload', async () => {
    await openFriends(page)
    await expect(page.getByRole('list', { name: 'Friends' }).getByRole('link', { name: NAME })).toBeVisible()
    const bubble = page.getByRole('list', { name: 'Who is here' }).getByRole('link')
    await expect(bubble).toHaveAttribute('data-ring', 'online')
    await expect(bubble).toHaveAttribute('href', /^\/profile\/[0-9a-f-]{36}$/)
    await expectGoodPage(page)
  })

  await test.step('following and followers have their own lists', async () => {
    const tabs = page.getByRole('navigation', { name: 'People' })
    await tabs.getByRole('link', { name: /^Following/ }).click()
    await expect(page).toHaveURL(/list=following/)
    await page
      .getByRole('list', { name: 'Following' })
      .getByRole('button', { name: `Unfollow ${NAME}` })
      .click()
    await expect(
      page.getByRole('list', { name: 'Following' }).getByRole('button', { name: `Follow ${NAME}`, exact: true }),
    ).toBeVisible()
    await tabs.getByRole('link', { name: /^Followers/ }).click()
    await expect(page.getByText('No followers yet')).toBeVisible()
    await page.goBack()
    await page.goBack()
    await expect(page.getByRole('list', { name: 'Friends' })).toBeVisible()
  })

  await test.step('a block ends it on both sides, and hides each from the other', async () => {
    await page.getByRole('button', { name: `More about ${NAME}` }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    await expect(page.getByText(`${NAME} is blocked`)).toBeVisible()
    await expect(page.getByText('No friends yet')).toBeVisible()
    await openFriends(other.page)
    await expect(other.page.getByText('No friends yet')).toBeVisible()
    await other.page.getByLabel('Find people').fill(own.username)
    await expect(other.page.getByText(/^Nobody goes by/)).toBeVisible()
  })
  await other.close()
})

test('a visitor is asked to sign in, and comes back', async ({ page }) => {
  await page.goto('/profile/friends?list=followers')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fprofile%2Ffriends%3Flist%3Dfollowers$/)
})
