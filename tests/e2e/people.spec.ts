import type { BrowserContext, Page } from '@playwright/test'
import { follow, type NewMember, newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, send, test, written } from './browser.ts'

const NAME = 'Nadia Obi'

async function openFriends(page: Page): Promise<void> {
  await page.goto('/profile/friends')
  await ready(page)
}

/** A new member on the project's own page, and another one in another browser. */
async function twoPeople(another: () => Promise<BrowserContext>, context: BrowserContext) {
  const own = await newMember(context, { displayName: 'Per Lund' })
  const theirs = await another()
  const other: NewMember = await newMember(theirs, { displayName: NAME })
  return [own, { ...other, context: theirs, page: await theirs.newPage() }] as const
}

test('two people find each other and become friends', { tag: '@desktop' }, async ({ another, page, context }) => {
  // The journey uses two sign-ups and three browsers.
  test.slow()
  const [own, other] = await twoPeople(another, context)
  await openFriends(page)
  await expect(page.getByText('No friends yet')).toBeVisible()
  await expectGoodPage(page)
  // The next changes appear there without a reload.
  const wants = other.page.getByText('Wants to be friends with you')
  await openFriends(other.page)

  await test.step('one searches and sends a request by keyboard', async () => {
    await page.getByLabel('Find people').fill(`@${other.username}`)
    const found = page.getByRole('list', { name: 'People found' })
    await expect(found.getByRole('link', { name: NAME })).toBeVisible()
    const asked = written(page, /^\/api\/friends/)
    await found.getByRole('button', { name: `Add friend: ${NAME}` }).focus()
    await page.keyboard.press('Enter')
    await expect(found.getByRole('button', { name: `Cancel request to ${NAME}` })).toBeVisible()
    await expect(page.getByText('Request pending')).toBeVisible()
    await asked
    await expect(wants).toBeVisible()
    await found.getByRole('button', { name: `Cancel request to ${NAME}` }).click()
    await expect(wants).toHaveCount(0)
    await found.getByRole('button', { name: `Add friend: ${NAME}` }).click()
  })

  await test.step('the other accepts', async () => {
    await expect(wants).toBeVisible()
    const accepted = written(other.page, /^\/api\/friends/)
    await other.page.getByRole('button', { name: 'Accept Per Lund' }).click()
    const friends = other.page.getByRole('list', { name: 'Friends' })
    await expect(friends.getByRole('link', { name: 'Per Lund', exact: true })).toBeVisible()
    await expect(wants).toHaveCount(0)
    await accepted
    // The counts of friends change at once (C37).
    await expect(
      other.page.getByRole('navigation', { name: /^Profile of/ }).getByRole('link', { name: /^Friends/ }),
    ).toHaveText(/1$/)
    await expect(other.page.getByRole('navigation', { name: 'People' }).getByRole('link').first()).toHaveText(/1$/)
  })

  await test.step('both see it at once, with the presence ring', async () => {
    await expect(
      page.getByRole('list', { name: 'Friends' }).getByRole('link', { name: NAME, exact: true }),
    ).toBeVisible()
    const bubble = page.getByRole('list', { name: 'Who is here' }).getByRole('link')
    await expect(bubble).toHaveAttribute('data-ring', 'online')
    await expect(bubble).toHaveAttribute('href', /^\/profile\/[0-9a-f-]{36}$/)
    await expectGoodPage(page)
  })

  await test.step('open profiles show a follow and the end of the friendship at once', async () => {
    await page.goto(`/profile/${other.id}`)
    await other.page.goto('/profile')
    const main = [page.getByRole('main'), other.page.getByRole('main')] as const
    for (const one of main) await expect(one.getByText('0 followers', { exact: true })).toBeVisible()
    await follow(context, other.id)
    for (const one of main) await expect(one.getByText('1 follower', { exact: true })).toBeVisible()
    await send(other.context, 'DELETE', `/api/friends/${own.id}`)
    await expect(page.getByRole('button', { name: `Add friend: ${NAME}` })).toBeVisible()
  })
})

test('follows have their own lists, a failed follow is only logged, and a block ends it [R-FOLLOW-05]', {
  tag: '@desktop',
}, async ({ another, page, context }) => {
  const [own, other] = await twoPeople(another, context)
  await send(context, 'POST', '/api/friends', { friend_id: other.id })
  await send(other.context, 'POST', '/api/friends', { friend_id: own.id })
  await follow(context, other.id)

  await page.goto('/profile/friends?list=following')
  await ready(page)
  const following = page.getByRole('list', { name: 'Following' })
  const isBroken = (url: URL) => url.pathname.startsWith('/api/followers/')
  await page.route(isBroken, (route) => route.fulfill({ status: 500, json: { error: 'Broken', requestId: 'r' } }))
  const logged = page.waitForRequest((request) => request.url().endsWith('/api/error-log'))
  await following.getByRole('button', { name: `Unfollow ${NAME}` }).click()
  expect((await logged).postDataJSON()).toMatchObject({ level: 'warning' })
  await page.unroute(isBroken)
  await following.getByRole('button', { name: `Unfollow ${NAME}` }).click()
  await expect(following.getByRole('button', { name: `Follow ${NAME}`, exact: true })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'People' })
  await expect(tabs.getByRole('link', { name: /^Following/ })).toHaveText(/0$/)
  await tabs.getByRole('link', { name: /^Followers/ }).click()
  await expect(page.getByText('No followers yet')).toBeVisible()
  await tabs.getByRole('link', { name: /^Friends/ }).click()
  await page.getByRole('button', { name: `More about ${NAME}` }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(`${NAME} is blocked`)).toBeVisible()
  await expect(page.getByText('No friends yet')).toBeVisible()
  const { data } = await (await other.context.request.get('/api/friends')).json()
  expect(data).toEqual([])
})

test('a blocked member can be unblocked on their own page', { tag: '@phone' }, async ({ another, page, context }) => {
  const [, other] = await twoPeople(another, context)
  await send(context, 'POST', '/api/blocks', { user_id: other.id })
  const answer = await page.goto(`/profile/${other.id}`)
  // The first response contains the right button, so no other button flashes.
  expect(await answer?.text()).toContain(`Unblock ${NAME}`)
  await ready(page)
  const main = page.getByRole('main')
  await expect(main.getByText("You don't have access to view this profile.")).toBeVisible()
  const unblock = main.getByRole('button', { name: `Unblock ${NAME}` })
  await expect(unblock).toBeVisible()
  await expect(main.getByRole('button', { name: /^(Follow|Add friend)/ })).toHaveCount(0)
  await expectGoodPage(page)
  await unblock.click()
  await expect(main.getByRole('navigation', { name: `Profile of ${NAME}` })).toBeVisible()
  await expect(main.getByRole('button', { name: `Follow ${NAME}` })).toBeVisible()
})

test('a visitor is asked to sign in, and returns', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/profile/friends?list=followers')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fprofile%2Ffriends%3Flist%3Dfollowers$/)
})

test('a page for visitors stops naming a member who hides their relationships, and names them again afterwards', {
  tag: '@desktop',
}, async ({ another, page, context, playwright, baseURL }) => {
  const [own, other] = await twoPeople(another, context)
  await follow(context, other.id)
  const visitor = await playwright.request.newContext({ baseURL: baseURL as string })
  const isNamed = async () => {
    const shown = await visitor.get(`/profile/${other.id}?tab=friends&list=followers`)
    return (await shown.text()).includes(own.id)
  }
  await expect.poll(isNamed).toBe(true)
  const keep = (friends: 'private' | null) =>
    send(context, 'PATCH', '/api/profiles/me', { settings: { sections: { friends } } })
  await keep('private')
  await expect.poll(isNamed).toBe(false)
  await keep(null)
  await expect.poll(isNamed).toBe(true)
  await visitor.dispose()
  await page.close()
})
