import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, send, test } from './browser.ts'

const DAY_MS = 86_400_000
/** 31 December stands for a year, so a run in its week takes the day after. */
function day(days: number): string {
  const text = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  return text.endsWith('-12-31') ? day(days + 1) : text
}

/** Made-up games, because the built-in catalogue has no release to come. The second import of a run changes nothing. */
const gamesOfToday = () => [
  { name: 'Calendar Journey Today', released: day(0), platform: 'PlayStation 5' },
  { name: 'Calendar Journey Soon', released: day(5), platform: 'PC (Microsoft Windows)' },
  { name: 'Calendar Journey Later', released: day(40), platform: 'PC (Microsoft Windows)' },
  { name: 'Calendar Journey Lately', released: day(-10), platform: 'PlayStation 5' },
]

/** Imports the games as an operator does, beside the running app. Returns what the command says about a failure. */
function tryImport(): string {
  const file = join(tmpdir(), `releases-${process.pid}.csv`)
  const rows = gamesOfToday().map(({ name, released, platform }) => [name, released, platform].join(','))
  writeFileSync(file, ['name,released,platform', ...rows, ''].join('\n'))
  const script = join(import.meta.dirname, '../../scripts/catalogue.ts')
  const args = [script, 'import', file, '--map', 'name=name,released=released,platform=platform']
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: {
      ...process.env,
      BASE_URL: '',
      DATABASE_URL: '',
      DATA_DIR: join(process.env.E2E_DATA_DIR as string, 'demo'),
    },
  })
  return status === 0 ? '' : stderr
}

/** Waits while another journey imports, because the command refuses a second import at the same time. */
const importGames = () => expect.poll(tryImport, { timeout: 60_000 }).toBe('')

test('a member finds what comes out, and takes it along in a calendar', async ({ page, context, another }) => {
  await importGames()
  const visitor = await another()
  // A run over midnight UTC finds the games with the dates of the day before.
  for (const name of ['Calendar Journey Today', 'Calendar Journey Soon'])
    await expect
      .poll(async () => JSON.stringify(await (await visitor.request.get('/api/releases')).json()), { timeout: 90_000 })
      .toContain(name)

  await test.step('from the catalogue to the calendar', async () => {
    await newMember(context)
    await page.goto('/all-games')
    await ready(page)
    await page.getByRole('main').getByRole('link', { name: 'Releases' }).click()
    await expect(page).toHaveURL(/\/releases$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Releases')
    await expect(page.getByRole('heading', { level: 2, name: 'This week' })).toBeVisible()
    await expect(page.getByRole('link', { name: /Calendar Journey Today/ })).toBeVisible()
    await expect(page.getByRole('time').filter({ hasText: 'Today' }).first()).toBeVisible()
    await expectGoodPage(page)
  })

  await test.step('a platform, and the last 30 days', async () => {
    await page.getByRole('combobox', { name: 'Platform', exact: true }).selectOption('PS5')
    await expect(page).toHaveURL(/\?platform=167$/)
    await expect(page.getByRole('link', { name: /Calendar Journey Soon/ })).toHaveCount(0)
    await page.reload()
    await ready(page)
    await expect(page.getByRole('link', { name: /Calendar Journey Today/ })).toBeVisible()
    await page.getByRole('group', { name: 'Time' }).getByRole('link', { name: 'Last 30 days' }).click()
    await expect(page).toHaveURL(/\?span=out&platform=167$/)
    await expect(page.getByRole('link', { name: /Calendar Journey Lately/ })).toBeVisible()
    await expectGoodPage(page)
  })

  const poster = page.locator('.poster', { hasText: 'Calendar Journey Soon' })
  await test.step('a wished game comes first and is marked', async () => {
    await page.goto('/releases?mine=1')
    await ready(page)
    await expect(page.getByText(/^None of the games in your library/)).toBeVisible()
    await expectGoodPage(page)
    await page.getByRole('link', { name: 'Show all releases' }).click()
    await expect(page).toHaveURL(/\/releases$/)
    await expect(poster).toBeVisible()
    const game = ((await poster.getByRole('link').first().getAttribute('href')) ?? '').split('/').at(-1)
    await send(context, 'POST', '/api/library', { game_id: game, status: 'want_to_play' })
    await page.goto('/releases?mine=1')
    await ready(page)
    await expect(poster.getByRole('link', { name: /Want to Play/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /Calendar Journey Today/ })).toHaveCount(0)
  })

  await test.step('the calendar has the wished game, and a new address ends the old one', async () => {
    await page.getByRole('button', { name: 'Create an address' }).click()
    const field = page.getByRole('textbox', { name: 'Address of your calendar' })
    await expect(field).toHaveValue(/\/releases\.ics\?token=/)
    const first = await field.inputValue()
    const answer = await visitor.request.get(first)
    expect(answer.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    const text = await answer.text()
    expect(text).toContain('SUMMARY:Calendar Journey Soon\r\n')
    expect(text).toContain(`DTSTART;VALUE=DATE:${day(5).replaceAll('-', '')}\r\n`)
    expect(text).not.toContain('Calendar Journey Later')
    await expectGoodPage(page)
    await page.getByRole('button', { name: 'New address' }).click()
    await expect(field).not.toHaveValue(first)
    expect((await visitor.request.get(first)).status()).toBe(404)
    await page.goto('/settings/data')
    await ready(page)
    await expect(field).toHaveValue(/\/releases\.ics\?token=/)
    expect((await visitor.request.get(await field.inputValue())).status()).toBe(200)
    await expectGoodPage(page)
  })
})

test('a visitor reads the calendar without a session, and without scripts', { tag: '@phone' }, async ({
  browser,
  baseURL,
}) => {
  await importGames()
  const context = await browser.newContext({ baseURL: baseURL as string, javaScriptEnabled: false })
  const page = await context.newPage()
  // A visitor has no games, and the address of somebody's own calendar changes nothing for others.
  await page.goto('/releases?mine=1')
  await expect(async () => {
    await page.goto('/releases')
    await expect(page.getByRole('link', { name: /Calendar Journey Soon/ })).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 90_000 })
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/releases$/)
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
  await expect(page.getByText('Release calendar', { exact: true })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Platform' }).selectOption('PC')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/\/releases\?platform=6$/)
  await expect(page.getByRole('link', { name: /Calendar Journey Today/ })).toHaveCount(0)
  await context.close()
})
