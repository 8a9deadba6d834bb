import type { FakeAccount } from '../support/fake-steam.ts'
import { newMember } from './accounts.ts'
import { expect, expectGoodPage, ready, test } from './browser.ts'

const STEAM = `http://127.0.0.1:${Number(process.env.E2E_PORT ?? 3187) + 2}`
const setAccount = (account: FakeAccount) =>
  fetch(`${STEAM}/accounts`, { method: 'POST', body: JSON.stringify(account) })

test('a member links an account at Steam, imports its games, syncs new play time, ignores a game and unlinks', {
  tag: '@phone',
}, async ({ page, context }) => {
  const id = `7656119${String(Math.floor(Math.random() * 1e10)).padStart(10, '0')}`
  const celeste = { appid: 504230, name: 'Celeste', rtime_last_played: Date.parse('2026-05-17T10:00:00Z') / 1000 }
  const played = (playtime_forever: number) =>
    setAccount({ id, persona: 'Robin at Steam', games: [{ ...celeste, playtime_forever }] })
  await played(600)
  await newMember(context)
  await page.goto('/settings/import')
  await ready(page)
  await expectGoodPage(page)
  await page.getByLabel('Steam profile').fill(`https://steamcommunity.com/profiles/${id}/`)
  await page.getByRole('button', { name: 'Link and sync' }).click()
  await expect(page.getByText('No new play time, 1 new game in an import.')).toBeVisible()
  await page.getByRole('link', { name: 'Open the import' }).click()
  await page.getByRole('button', { name: 'Import 1 game' }).click()
  await expect(page.getByText('1 row imported. You can undo it until')).toBeVisible()

  await played(690)
  await page.goto('/settings/import')
  await ready(page)
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText('1h 30m added to 1 game.')).toBeVisible()
  const games = page.getByRole('list', { name: 'Last play time' })
  await expect(games.getByText('11h 30m at Steam · Synced')).toBeVisible()
  await expectGoodPage(page)

  await games.getByRole('link', { name: 'Celeste' }).click()
  await page.getByRole('heading', { level: 1, name: 'Celeste' }).waitFor()
  await ready(page)
  await page.getByRole('button', { name: 'Sessions' }).first().click()
  const log = page.getByRole('dialog')
  await expect(log.getByText('From Steam')).toBeVisible()
  await expect(log.getByText('1h 30m').first()).toBeVisible()

  await page.goto('/settings/import')
  await ready(page)
  await page.getByRole('button', { name: 'Ignore Celeste' }).click()
  await page.getByRole('button', { name: 'Ignored 1' }).click()
  await expect(page.getByRole('button', { name: 'Sync again: Celeste' })).toBeVisible()
  await expectGoodPage(page)
  await page.getByRole('button', { name: 'Unlink', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Unlink this account?' })
  await expect(dialog.getByText('Your games, hours and play sessions stay as they are.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Unlink' }).click()
  await expect(page.getByRole('button', { name: 'Link and sync' })).toBeVisible()
  const { entry } = await (await page.request.get('/api/library/igdb_26226')).json()
  expect(entry.play_time).toBe(11.5)
})
