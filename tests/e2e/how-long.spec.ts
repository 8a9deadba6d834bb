import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, send, test } from './browser.ts'

const HADES = '/game/igdb_113112'
const CELESTE = 'igdb_26226'

test('a visitor reads how long a game takes, and opens what members of this site needed', async ({ page }) => {
  await page.goto(HADES)
  await ready(page)
  const line = page.getByRole('button', { name: 'How long it takes: Story 14 h', exact: true })
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await line.click()
  const bars = page.getByRole('list', { name: 'Finished runs of members' }).getByRole('listitem')
  await expect(bars.first()).toHaveText(/Main story.*\d+ to \d+ h, median \d+ h\s*\d+ runs/)
  await expect(page.getByText('List of Steam games')).toBeVisible()
  await expect(page.getByText('Yours', { exact: false })).toHaveCount(0)
  await expectGoodPage(page)
  await line.click()
  await expect(page.getByText('List of Steam games')).toHaveCount(0)
})

test('a member sees the own time, opens it by keyboard, plays, and sees the hours that are left', async ({ page }) => {
  const context = page.context()
  await newMember(context)
  await send(context, 'POST', '/api/library', { game_id: CELESTE, status: 'completed' })
  await send(context, 'POST', `/api/user/games/${CELESTE}/playthroughs`, { finish_level: 'main_story' })
  await send(context, 'PUT', `/api/library/${CELESTE}/progress`, { play_time: 16, completion_percentage: 100 })

  await page.goto(HADES)
  await ready(page)
  const line = page.getByRole('button', { name: 'How long it takes: Story 14 h Yours ≈ 16 h' })
  await line.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Yours comes from your last 1 finished run: 15 % longer than usual\./)).toBeVisible()
  await expectGoodPage(page)

  await expect(page.getByText(/left$/)).toHaveCount(0)
  await page.getByRole('region', { name: 'My library' }).getByRole('button', { name: 'Add 30 min' }).click()
  await expect(page.getByText('about 16 h left')).toBeVisible()
})

test('a game of which nothing is known says nothing', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/game/igdb_472')
  await ready(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /^How long it takes/ })).toHaveCount(0)
})
