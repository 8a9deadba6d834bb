import type { Page } from '@playwright/test'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, expectToast, ready, send, test, written } from './browser.ts'

/** A game of the demo world with achievements, which enough members have ticked. */
const NAME = 'Stardew Valley'
const UNLOCK = /\/api\/achievements\/[^/]+\/unlock$/

async function gameId(page: Page): Promise<string> {
  const answer = await page.request.get(`/api/games/search?query=${encodeURIComponent(NAME)}`)
  const { games } = (await answer.json()) as { games: { id: string; name: string }[] }
  return games.find(({ name }) => name === NAME)?.id as string
}

async function openAchievements(page: Page, id: string): Promise<void> {
  await page.goto(`/game/${id}`)
  await ready(page)
  await page.getByRole('tab', { name: /^Achievements/ }).click()
  await expect(page.getByRole('heading', { name: 'First parsnip' })).toBeVisible()
}
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `${name} unlocked` })

test('a member adds a game, ticks its achievements, and finds them by "View All" [R-BADGE-02] [R-ROUTE-30]', {
  tag: '@phone',
}, async ({ page, context }) => {
  // The journey visits four pages, and each is checked in both themes.
  test.slow()
  await newMember(context)
  await page.goto('/achievements')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'No achievements yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open my games' })).toHaveAttribute('href', '/profile/games')
  await expectGoodPage(page)

  await openAchievements(page, await gameId(page))
  await expect(page.getByText(/\d % of \d+ members/).first()).toBeVisible()
  await expect(box(page, 'First parsnip')).toBeDisabled()
  await expectGoodPage(page)
  const added = written(page, /\/api\/library$/)
  await page.getByRole('button', { name: 'Add as playing' }).click()
  await added
  await expect(box(page, 'First parsnip')).toBeEnabled()

  const panel = page.getByRole('tabpanel')
  const ticked = written(page, UNLOCK)
  await box(page, 'First parsnip').focus()
  await page.keyboard.press('Space')
  await expect(panel.getByText('1 of 8 completed')).toBeVisible()
  await ticked
  const tickedAgain = written(page, UNLOCK)
  await box(page, 'Angler').check()
  await expect(panel.getByText('2 of 8 completed')).toBeVisible()
  await tickedAgain
  await expectToast(page, 'Achievement unlocked')
  const undo = page.getByRole('button', { name: 'Undo' })
  // The toast stays while it has the focus.
  await undo.focus()
  await expectGoodPage(page)
  const undone = written(page, UNLOCK, 'DELETE')
  await undo.click()
  await undone
  await expect(box(page, 'Angler')).not.toBeChecked()
  await expect(panel.getByText('1 of 8 completed')).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(box(page, 'First parsnip')).toBeChecked()
  await expect(box(page, 'Angler')).not.toBeChecked()

  await page.goto('/profile')
  await ready(page)
  const area = page.getByRole('region', { name: 'Achievements' })
  await expect(area.getByRole('heading', { name: 'First parsnip' })).toBeVisible()
  await area.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL(/\/achievements$/)
  await expect(page.getByRole('heading', { name: 'First parsnip' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Totals' })).toContainText('1Unlocked')
  await expectGoodPage(page)
  await page.getByRole('link', { name: 'By game' }).click()
  await expect(page.getByText('1 of 8')).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('heading', { name: NAME }).getByRole('link').click()
  await expect(page).toHaveURL(/\?game=/)
  await expect(page.getByRole('heading', { name: 'First parsnip' })).toBeVisible()
  await expectGoodPage(page)
})

test('a visitor reads the achievements of a game, and signs in to see the own ones', { tag: '@phone' }, async ({
  page,
}) => {
  await openAchievements(page, await gameId(page))
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('tabpanel').getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expectGoodPage(page)
  await page.goto('/achievements?show=games')
  await expect(page).toHaveURL(/\/signin\?redirect=%2Fachievements%3Fshow%3Dgames$/)
})

test('a tick that cannot be saved is rolled back with the reason', { tag: '@desktop' }, async ({ page, context }) => {
  await newMember(context)
  const id = await gameId(page)
  await send(context, 'POST', '/api/library', { game_id: id, status: 'playing' })
  await openAchievements(page, id)
  await expect(box(page, 'Regular')).toBeEnabled()
  await send(context, 'DELETE', `/api/library/${id}`)
  await box(page, 'Regular').click()
  await expect(page.getByText('Failed to tick the achievement')).toBeVisible()
  await expect(page.getByText('This game is not in your library').first()).toBeVisible()
  await expect(box(page, 'Regular')).not.toBeChecked()
})
