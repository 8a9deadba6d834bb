import { newMember, share } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, ready, send, test } from './browser.ts'
import { countKept, GAME, keep, write } from './offline-device.ts'

test.use({ serviceWorkers: 'allow' })

test('a journal entry is changed and deleted without a network, and arrives so', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await keep(page, context)
  for (const content of ['Rain all day.', 'Nothing to say.'])
    await page.evaluate(write, ['POST', '/api/journal', { type: 'daily', content }] as const)
  // The device reads its copy again after a write of its own.
  await page.goto('/profile/journal')
  await ready(page)
  await expect.poll(() => page.evaluate(countKept, 'journal')).toBe(2)
  const entry = (text: string) => page.getByRole('article').filter({ hasText: text }).first()
  await expect(entry('Rain all day.')).toBeVisible()
  const entries = async () => (await (await context.request.get('/api/journal')).json()).entries
  await context.setOffline(true)
  const choose = async (text: string, item: string) => {
    await entry(text)
      .getByRole('button', { name: /^Change/ })
      .tap()
    await page.getByRole('menuitem', { name: item }).tap()
  }
  await choose('Rain all day.', 'Edit')
  await page.getByRole('textbox', { name: 'Your day' }).fill('Rain, and then the sea.')
  await page.getByRole('button', { name: 'Save' }).tap()
  await expectToast(page, /updated/i)
  await choose('Nothing to say.', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).tap()
  await expect(entry('Nothing to say.')).toBeHidden()
  expect(await entries()).toHaveLength(2)

  const later = await context.newPage()
  await page.close()
  await later.goto('/profile/journal')
  await expect(later.getByText('Rain, and then the sea.')).toBeVisible()
  await expect(later.getByText('Waits for a network')).toBeVisible()
  await expect(later.getByText('Nothing to say.')).toBeHidden()
  await later.getByRole('tab', { name: /Waiting/ }).tap()
  await expect(later.getByText('Change of a journal entry')).toBeVisible()
  await expect(later.getByText('Deletion of a journal entry')).toBeVisible()
  await expectGoodPage(later)
  await context.setOffline(false)
  await expect(later.getByText('Nothing waits.')).toBeVisible()
  expect(await entries()).toMatchObject([{ content: 'Rain, and then the sea.' }])
})

test('two changes of one entry arrive in their order; one that was changed elsewhere waits with both texts', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await keep(page, context)
  const draft = { type: 'daily', content: 'One' }
  const { entry } = await send<{ entry: { id: string; updatedAt: string } }>(context, 'POST', '/api/journal', draft)
  await page.goto('/offline')
  await ready(page)
  await context.setOffline(true)
  const path = `/api/journal/${entry.id}`
  const change = async (content: string, updated_at: string) => {
    const { status, body } = await page.evaluate(write, ['PUT', path, { type: 'daily', content, updated_at }] as const)
    expect(status).toBe(200)
    return (body as { entry: { updatedAt: string } }).entry.updatedAt
  }
  await change('Three', await change('Two', entry.updatedAt))
  await context.setOffline(false)
  const stored = async () => (await (await context.request.get('/api/journal')).json()).entries[0]
  await expect.poll(async () => (await stored()).content).toBe('Three')

  await context.setOffline(true)
  await change('From the train', (await stored()).updatedAt)
  await send(context, 'PUT', path, { type: 'daily', content: 'From the desk' })
  await context.setOffline(false)
  await page.getByRole('tab', { name: /Waiting/ }).click()
  const waiting = page.getByRole('tabpanel').getByRole('listitem')
  await expect(waiting.getByText('From the train')).toBeVisible()
  await expect(waiting.getByText('From the desk')).toBeVisible()
  await expectGoodPage(page)
  expect((await stored()).content).toBe('From the desk')
  await waiting.getByRole('button', { name: 'Send' }).click()
  await expect.poll(async () => (await stored()).content).toBe('From the train')
})

test('messages, comments and reviews are deleted without a network, and what is gone already needs no answer', {
  tag: '@desktop',
}, async ({ page, context, another }) => {
  const friend = await newMember(await another())
  await keep(page, context)
  const { message } = await send<{ message: { id: string } }>(context, 'POST', '/api/messages', {
    userId: friend.id,
    content: 'Oh no',
  })
  const comments = `/api/activities/${await share(context)}/comments`
  const { comment } = await send<{ comment: { id: string } }>(context, 'POST', comments, { content: 'Hm' })
  const { review } = await send<{ review: { id: string } }>(context, 'POST', '/api/reviews', {
    game_id: GAME,
    rating: 4,
    review_text: 'Good.',
    is_public: true,
  })
  await page.goto('/offline')
  await ready(page)
  await context.setOffline(true)
  const reviewPath = `/api/reviews/${review.id}`
  for (const path of [`/api/messages/${message.id}`, `/api/activities/comments/${comment.id}`, reviewPath])
    expect((await page.evaluate(write, ['DELETE', path] as const)).status).toBe(204)
  await send(context, 'DELETE', reviewPath)
  await page.getByRole('tab', { name: /Waiting/ }).click()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3)
  await expectGoodPage(page)
  await context.setOffline(false)
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  const { messages } = await (await context.request.get(`/api/messages?userId=${friend.id}`)).json()
  expect(messages).toMatchObject([{ id: message.id, content: null }])
  expect((await (await context.request.get(comments)).json()).data).toEqual([])
})

test('a session that is typed without a network counts at once, is undone here, and arrives on its day', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await keep(page, context)
  await page.goto('/offline#library')
  await ready(page)
  await context.setOffline(true)
  const path = `/api/user/games/${GAME}/sessions`
  const log = (minutes: number, played_on: string) =>
    page.evaluate(write, ['POST', path, { minutes, played_on }] as const)
  const first = await log(90, '2026-01-02')
  expect(first).toMatchObject({ status: 201, body: { session: { minutes: 90 }, entry: { play_time: 1.5 } } })
  const row = page.getByRole('article').first()
  await expect(row.getByText('1h 30m')).toBeVisible()
  await expect(row.getByText('Waits for a network')).toBeVisible()
  const { id } = (first.body as { session: { id: string } }).session
  expect(await page.evaluate(write, ['DELETE', `${path}/${id}`] as const)).toMatchObject({
    status: 200,
    body: { entry: { play_time: 0 } },
  })
  await expect(row.getByText('1h 30m')).toBeHidden()
  await log(45, '2026-01-03')
  await page.getByRole('tab', { name: /Waiting/ }).click()
  await expect(page.getByRole('tabpanel').getByText('Play session')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('45m')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  const { data } = await (await context.request.get(path)).json()
  expect(data).toMatchObject([{ minutes: 45, played_on: '2026-01-03', origin: 'typed' }])
})

test('the page of a game that was looked at lately opens without a network, and says of when it is', async ({
  page,
  context,
}) => {
  await keep(page, context, `/game/${GAME}`)
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) as string
  await expect.poll(() => page.evaluate(countKept, 'looked')).toBe(1)
  await context.setOffline(true)
  await page.goto(`/game/${GAME}`)
  await expect(page.getByText('Offline. What you log is kept.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText(/This is what the page said when you looked at it here/)).toBeVisible()
  await expect(page.getByText('Platforms')).toBeVisible()
  await expectGoodPage(page)
  const menu = page.getByRole('button', { name: /^Change/ })
  if (isPhone(page)) await menu.tap()
  else {
    await menu.focus()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('menuitem', { name: '+ 30 min' }).click()
  await expect(page.getByText('Waits for a network')).toBeVisible()
  await page.getByRole('link', { name: 'All that this device has' }).click()
  await page.getByRole('tab', { name: /Library/ }).click()
  await page.getByRole('article').first().getByRole('link').last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  // A game that nobody has looked at here.
  await page.goto('/game/igdb_7346')
  await expect(page.getByText('This device has nothing about this game.')).toBeVisible()
  await expectGoodPage(page)
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Go on to where you were' }).click()
  await expect(page).toHaveURL(/\/game\/igdb_7346$/)
})
