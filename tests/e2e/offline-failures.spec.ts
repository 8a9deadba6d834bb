import { PASSWORD } from './accounts.ts'
import { expect, send, test } from './browser.ts'
import { GAME, keep, keptGames, write } from './offline-device.ts'

test.use({ serviceWorkers: 'allow' })

const TABS = 50
const log = ['PUT', `/api/library/${GAME}/progress`, { played: { minutes: 30 } }] as const
const look = async () => (await navigator.serviceWorker.ready).active?.postMessage('look')

test('what was done before the session ended waits until the member signs in again, and arrives once', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await keep(page, context)
  await page.goto('/offline')
  const { user } = await (await context.request.get('/api/auth/session')).json()
  await context.setOffline(true)
  expect((await page.evaluate(write, log)).status).toBe(200)
  await send(context, 'DELETE', '/api/auth/sessions')
  await context.clearCookies({ name: /session/ })
  await context.setOffline(false)
  await page.evaluate(look)
  expect(await page.evaluate(keptGames)).not.toEqual(null)
  await send(context, 'POST', '/api/auth/signin', { email: user.email, password: PASSWORD })
  const hours = async () => (await (await context.request.get(`/api/library?game_id=${GAME}`)).json()).data[0].play_time
  expect(await hours()).toBe(0)
  await expect
    .poll(async () => {
      await page.evaluate(look)
      return hours()
    })
    .toBe(0.5)
})

test(`${TABS} tabs send what waits once`, { tag: '@desktop' }, async ({ page, context }) => {
  test.slow()
  await keep(page, context)
  await page.goto('/offline')
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
  // A document without scripts is a tab of the worker, too.
  for (const tab of tabs) await tab.goto('/robots.txt')
  await context.setOffline(true)
  for (let at = 0; at < 5; at += 1) expect((await page.evaluate(write, log)).status).toBe(200)
  await context.setOffline(false)
  await Promise.all(tabs.map((tab) => tab.evaluate(look)))
  const hours = async () => (await (await context.request.get(`/api/library?game_id=${GAME}`)).json()).data[0].play_time
  await expect.poll(hours).toBe(2.5)
  await Promise.all(tabs.map((tab) => tab.evaluate(look)))
  await page.goto('/offline#waiting')
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  expect(await hours()).toBe(2.5)
})
