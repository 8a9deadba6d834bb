import { newAdmin, newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, freshName, isPhone, ready, send, test, written } from './browser.ts'

const GAME = 'igdb_1942'

test('an admin creates a challenge, and a member joins, logs hours, and completes it [R-PROG-09] [R-CHAL-03]', {
  tag: '@desktop',
}, async ({ page, context, another }) => {
  // The journey uses two browsers and a command of the operator.
  test.slow()
  const title = `Ten hours ${freshName()}`
  const adminContext = await another()
  await newAdmin(adminContext)
  const admin = await adminContext.newPage()
  await admin.goto('/admin/challenges')
  await ready(admin)
  await expectGoodPage(admin)
  await admin.getByRole('button', { name: 'New challenge' }).click()
  const form = admin.getByRole('dialog', { name: 'New challenge' })
  await form.getByRole('button', { name: 'Set up' }).click()
  await expect(form.getByText('The title must be 3 to 100 characters')).toBeVisible()
  await expectGoodPage(admin)
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Target').fill('10')
  await form.getByRole('button', { name: 'Choose a game for the cover' }).click()
  await form.getByLabel('Find a game for the cover').fill('Hades')
  await form.getByRole('button', { name: 'Choose Hades', exact: true }).click()
  const saved = written(admin, /\/api\/admin\/challenges$/)
  await form.getByRole('button', { name: 'Set up' }).click()
  const { data } = (await (await saved).json()) as { data: { id: string } }
  await expect(form).toBeHidden()
  await expect(admin.getByRole('link', { name: title })).toBeVisible()

  await newMember(context)
  await page.goto(`/challenges/${data.id}`)
  await ready(page)
  await expect(page.getByText('Nobody has joined yet')).toBeVisible()
  await page.getByRole('button', { name: 'Join' }).click()
  await expectToast(page, `You are in ${title}`)
  // The button has disappeared, and the keyboard focus stays in its group.
  await expect(page.getByRole('group', { name: 'Your part in it' })).toBeFocused()
  await expect(page.getByText('0 of 10 h')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ranking' }).getByText('You', { exact: true })).toBeVisible()
  await expectGoodPage(page)

  const logHours = async (hours: string, path: RegExp) => {
    await page.goto(`/game/${GAME}`)
    await ready(page)
    await page.getByRole('region', { name: 'My library' }).getByRole('button', { name: 'Log', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Hours Played').fill(hours)
    const answered = written(page, path)
    await dialog.getByRole('button', { name: 'Save log' }).click()
    // The dialog goes back in the history when it closes, which would end a navigation.
    await expect(dialog).toBeHidden()
    return answered
  }
  const refreshed = await logHours('4', new RegExp(`/api/challenges/${data.id}/progress$`))
  expect([refreshed.status(), refreshed.request().postData()]).toEqual([200, '{}'])
  await page.goto('/profile/challenges')
  await ready(page)
  const bar = page.getByRole('progressbar', { name: `Your progress in ${title}` })
  await expect(bar).toHaveAttribute('aria-valuenow', '40')
  // Saving completes the challenge, so there is nothing left to update.
  await logHours('10.5', /\/api\/library\/[^/]+\/progress$/)
  await page.goto(`/challenges/${data.id}`)
  await ready(page)
  await expect(page.getByText(/^You completed it on/)).toBeVisible()
  await expect(bar).toHaveAttribute('aria-valuenow', '100')

  // Leaving needs a confirmation, because progress would be lost.
  await page.getByRole('button', { name: 'Leave' }).click()
  const question = page.getByRole('dialog', { name: `Leave ${title}?` })
  await expect(question).toBeVisible()
  await expectGoodPage(page)
  await question.getByRole('button', { name: 'Cancel' }).click()

  await admin.reload()
  await ready(admin)
  await admin.getByRole('button', { name: `Edit ${title}` }).click()
  await expect(admin.getByRole('dialog').getByLabel('Target')).toBeDisabled()
  await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await admin.getByRole('button', { name: `More about ${title}` }).click()
  await admin.getByRole('menuitem', { name: 'Delete' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText(`${title} was deleted`)).toBeVisible()
  expect((await page.goto(`/challenges/${data.id}`))?.status()).toBe(404)
})

test('when the update of a challenge fails, the log is saved without a message [R-PROG-26]', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await newMember(context)
  const { data } = (await (await context.request.get('/api/challenges?status=active')).json()) as {
    data: { id: string; goals: { type: string }[] }[]
  }
  const challenge = data.find(({ goals }) => goals.some(({ type }) => type === 'play_time'))
  await send(context, 'POST', `/api/challenges/${challenge?.id}/join`)
  await page.route(/\/api\/challenges\/[^/]+\/progress$/, (route) =>
    route.fulfill({ status: 500, json: { error: 'Something went wrong.', code: 'internal', requestId: 'r' } }),
  )
  await page.goto(`/game/${GAME}`)
  await ready(page)
  await page.getByRole('region', { name: 'My library' }).getByRole('button', { name: 'Log', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel(/hours|play time/i)
    .first()
    .fill('3')
  const refreshed = written(page, /\/api\/challenges\/[^/]+\/progress$/)
  await dialog.getByRole('button', { name: 'Save log' }).click()
  expect((await refreshed).status()).toBe(500)
  await expectToast(page, ': currently playing')
  await expect(page.getByText('Something went wrong.')).toHaveCount(0)
  const { play_time } = (await (await context.request.get(`/api/library/${GAME}/progress`)).json()) as {
    play_time: number
  }
  expect(play_time).toBe(3)
})

test('visitors see challenges, and are asked to sign in when they join', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/')
  await ready(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Challenges' }).click()
  await expect(page.getByRole('heading', { name: 'Challenges', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Active' })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'A hundred slow hours' }).click()
  await expect(page.getByRole('heading', { name: 'A hundred slow hours', level: 1 })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Ranking' })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText('Please sign in to join this challenge')).toBeVisible()
})

test('the tab has an address, and shows how to begin [R-CHAL-04] [R-ROUTE-16]', async ({ page, context }) => {
  await page.goto('/profile/challenges')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fprofile%2Fchallenges$/)
  await newMember(context)
  await page.goto('/profile/friends')
  await ready(page)
  const tab = page.getByRole('navigation', { name: /^Profile of/ }).getByRole('link', { name: 'Challenges' })
  await tab.click()
  await expect(page).toHaveURL(/\/profile\/challenges$/)
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('You have not joined a challenge')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Available' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible()
  await expectGoodPage(page)
  if (isPhone(page)) return
  await page.goto('/profile/mara?tab=challenges')
  await ready(page)
  await expect(page.getByRole('link', { name: 'A hundred slow hours' })).toBeVisible()
  await expectGoodPage(page)
})
