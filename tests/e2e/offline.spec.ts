import type { BrowserContext } from '@playwright/test'
import { newMember, share } from './accounts.ts'
import { expect, expectGoodPage, expectToast, isPhone, ready, send, test } from './browser.ts'

import { GAME, keep, keptGames, write } from './offline-device.ts'

test.use({ serviceWorkers: 'allow' })

const entryOf = async (context: BrowserContext) => {
  const answer = await context.request.get(`/api/library?game_id=${GAME}`)
  const { data } = (await answer.json()) as { data: readonly { play_time: number; user_rating: number | null }[] }
  return data[0]
}

test('without a network the library opens, and what is logged arrives once', async ({ page, context }) => {
  await keep(page, context)
  await context.setOffline(true)
  await page.goto('/profile/games')
  await expect(page.getByText('Offline. What you log is kept.')).toBeVisible()
  await expect(page.getByRole('tab', { name: /Library/ })).toHaveAttribute('aria-selected', 'true')
  const row = page.getByRole('article').first()
  await expect(row).toBeVisible()
  await expectGoodPage(page)

  const menu = row.getByRole('button', { name: /^Change/ })
  if (isPhone(page)) await menu.tap()
  else {
    await menu.focus()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('menuitem', { name: '+ 30 min' }).click()
  await expectToast(page, /30 minutes added/)
  await expect(row.getByText('Waits for a network')).toBeVisible()
  await row.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('menuitem', { name: 'Like' }).click()
  await page.getByRole('tab', { name: /Waiting/ }).click()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
  await expectGoodPage(page)

  await context.setOffline(false)
  await expect.poll(() => entryOf(context)).toMatchObject({ play_time: 0.5, is_liked: true })
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  await page.getByRole('link', { name: 'Go on to where you were' }).click()
  await expect(page).toHaveURL(/\/profile\/games$/)
})

test('an open page goes on without a network', { tag: '@phone' }, async ({ page, context }) => {
  await keep(page, context, `/game/${GAME}`)
  await page.reload()
  await ready(page)
  await page.getByRole('slider').first().focus()
  await context.setOffline(true)
  await page.keyboard.press('End')
  await expectToast(page, /rated 5 of 5/)
  expect(await entryOf(context)).toMatchObject({ user_rating: null })
  await context.setOffline(false)
  await expect.poll(() => entryOf(context)).toMatchObject({ user_rating: 10 })
})

test('what changed elsewhere meanwhile waits with both values, and the member decides', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await keep(page, context)
  await context.setOffline(true)
  await page.goto('/profile/games')
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Change/ })
    .click()
  await page.getByRole('menu').getByText('Dropped').click()
  await expect(page.getByText('Waits for a network').first()).toBeVisible()
  await send(context, 'PATCH', `/api/library/${GAME}`, { user_rating: 8 })
  await context.setOffline(false)
  await page.getByRole('tab', { name: /Waiting/ }).click()
  await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
  await expectGoodPage(page)
  expect(await entryOf(context)).toMatchObject({ status: 'playing' })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => entryOf(context)).toMatchObject({ status: 'dropped', user_rating: 8 })
})

test('a journal entry that is written without a network arrives once, on its day', async ({ page, context }) => {
  await keep(page, context)
  await context.setOffline(true)
  await page.goto('/journal')
  const button = page.getByRole('button', { name: 'New entry' })
  if (isPhone(page)) await button.tap()
  else {
    await button.focus()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: /^Daily/ }).click()
  await page.getByRole('textbox', { name: 'Your day' }).fill('A tunnel, and then the sea.')
  await page.getByRole('button', { name: 'Add entry' }).click()
  const entry = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'A tunnel' })
  await expect(entry.getByText('Waits for a network')).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('tab', { name: /Waiting/ }).click()
  await expect(page.getByRole('tabpanel').getByText('A tunnel, and then the sea.')).toBeVisible()
  await expectGoodPage(page)
  const entries = async () => (await (await context.request.get('/api/journal')).json()).entries
  expect(await entries()).toEqual([])
  await context.setOffline(false)
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  expect(await entries()).toMatchObject([{ type: 'daily', content: 'A tunnel, and then the sea.' }])
  await page.getByRole('tab', { name: /Journal/ }).click()
  await expect(entry).toHaveCount(1)
  await expect(entry.getByText('Waits for a network')).toBeHidden()
})

test('a comment that is written without a network shows a clock, and arrives once', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await keep(page, context)
  const id = await share(context)
  await page.goto(`/activity/${id}`)
  await ready(page)
  const field = page.getByRole('textbox', { name: 'Comment' })
  await field.fill('Good luck!')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Post' }).click()
  const comment = page.getByRole('list', { name: 'Comments' }).getByRole('listitem').filter({ hasText: 'Good luck!' })
  await expect(comment.getByText('Waits for a network')).toBeVisible()
  await expect(field).toHaveValue('')
  await expectGoodPage(page)
  await context.setOffline(false)
  await expect(comment.getByText('Waits for a network')).toBeHidden()
  await expect(comment).toHaveCount(1)
  const { data } = await (await context.request.get(`/api/activities/${id}/comments`)).json()
  expect(data).toMatchObject([{ content: 'Good luck!' }])
})

test('a message that is written without a network outlives its tab, and arrives once', async ({
  page,
  context,
  another,
}) => {
  const friend = await newMember(await another())
  await keep(page, context)
  await page.goto(`/messages?userId=${friend.id}`)
  await ready(page)
  const box = page.getByRole('textbox', { name: /^Message to/ })
  await box.fill('I am in the train.')
  await context.setOffline(true)
  if (isPhone(page)) await page.getByRole('button', { name: 'Send' }).tap()
  else await box.press('Enter')
  await expect(page.getByRole('listitem').getByText('Waits for a network')).toBeVisible()
  await expectGoodPage(page)
  await page.close()

  const later = await context.newPage()
  await later.goto('/offline#waiting')
  await expect(later.getByRole('tabpanel').getByText('I am in the train.')).toBeVisible()
  await context.setOffline(false)
  await expect(later.getByText('Nothing waits.')).toBeVisible()
  const { messages } = await (await context.request.get(`/api/messages?userId=${friend.id}`)).json()
  expect(messages).toMatchObject([{ content: 'I am in the train.' }])
})

test('what the site refuses of a text waits with its reason, and the text is not lost', { tag: '@desktop' }, async ({
  page,
  context,
  another,
}) => {
  const away = await another()
  const friend = await newMember(away)
  await keep(page, context)
  await page.goto(`/messages?userId=${friend.id}`)
  await ready(page)
  await page.getByRole('textbox', { name: /^Message to/ }).fill('Are you there?')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('listitem').getByText('Waits for a network')).toBeVisible()
  const { user } = await (await context.request.get('/api/auth/session')).json()
  await send(away, 'POST', '/api/blocks', { user_id: user.id })
  await context.setOffline(false)
  await expectToast(page, /did not take 1 thing/)
  await page.goto('/offline#waiting')
  const waiting = page.getByRole('tabpanel').getByRole('listitem')
  await expect(waiting.getByText('Are you there?')).toBeVisible()
  await expect(waiting.getByText("You can't message this user")).toBeVisible()
  await expectGoodPage(page)
  await waiting.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Nothing waits.')).toBeVisible()
})

test('timer and shelf go on without a network', { tag: '@desktop' }, async ({ page, context }) => {
  await keep(page, context)
  await send(context, 'PATCH', `/api/library/${GAME}`, { status: 'want_to_play' })
  await page.goto('/offline')
  await context.setOffline(true)
  const put = await page.evaluate(write, [
    'POST',
    '/api/library/bulk/shelf',
    { game_ids: [GAME], shelf_id: 'queue', is_on: true },
  ] as const)
  expect(put).toMatchObject({ status: 200, body: { changed: 1 } })
  await page.getByRole('tab', { name: /Up next/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  const { undo_id } = put.body as { undo_id: string }
  expect((await page.evaluate(write, ['POST', '/api/library/bulk/undo', { undo_id }] as const)).status).toBe(200)

  const start = ['POST', '/api/user/timer', { game_id: GAME }] as const
  expect(await page.evaluate(write, start)).toMatchObject({ status: 201, body: { timer: { game: { id: GAME } } } })
  expect(await page.evaluate(write, start)).toMatchObject({ status: 409, body: { code: 'timer_exists' } })
  const pause = ['PATCH', '/api/user/timer', { isRunning: false }] as const
  expect(await page.evaluate(write, pause)).toMatchObject({ status: 200, body: { timer: { isRunning: false } } })
  const timer = () => page.evaluate(async () => (await (await fetch('/api/user/timer')).json()).timer)
  expect(await timer()).toMatchObject({ game: { id: GAME }, isRunning: false })
  const stop = ['POST', '/api/user/timer/stop', { minutes: 45 }] as const
  expect(await page.evaluate(write, stop)).toMatchObject({ status: 200, body: { session: { minutes: 45 } } })
  expect(await timer()).toBeNull()
  await context.setOffline(false)
  await expect.poll(() => entryOf(context)).toMatchObject({ play_time: 0.75, status: 'playing' })
  expect((await (await context.request.get('/api/library/queue')).json()).total).toBe(0)
})

test('the device has nothing of a member who has signed out, and asks before it loses something', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await keep(page, context)
  await context.setOffline(true)
  await page.goto('/profile/games')
  await page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /^Change/ })
    .click()
  await page.getByRole('menuitem', { name: 'Like' }).click()
  await expect(page.getByText('Waits for a network').first()).toBeVisible()
  // The line is back for pages, and the server does not take the write.
  await send(context, 'DELETE', `/api/library/${GAME}`)
  await context.setOffline(false)
  await page.goto('/')
  await ready(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out anyway' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
  expect(await page.evaluate(keptGames)).toEqual([])
  const everything = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request)
        if (answer?.headers.get('content-type')?.startsWith('text/html')) texts.push(await answer.text())
      }
    }
    return texts
  })
  expect(everything).toHaveLength(1)
  expect(everything[0]).not.toContain('Account of')
})
