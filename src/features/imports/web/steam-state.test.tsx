// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SteamState } from '#features/steam/steam.contract.ts'
import { PAUSES } from '#features/steam/steam-sync.rules.ts'
import { PAUSE_TEXTS } from '#features/steam/steam-sync.texts.ts'
import { SteamSyncState } from '#features/steam/web/steam-state.widgets.tsx'
import { declined, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'

const { answers } = fakeServer()
const show = (more: Partial<SteamState> = {}) => {
  answers['GET /api/admin/steam'] = () =>
    json(200, {
      ...{ is_on: true, links: 12, daily_links: 9, due: 2, requests: 1234, most_requests: 90_000, pause: null },
      ...more,
    })
  showPage(<SteamSyncState />)
}

test('the operator sees linked accounts and how much of the day is used', async () => {
  show()
  await screen.findByText('1,234 of 90,000')
  expect(screen.getByText('On')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each(PAUSES)('a pause because of %s says what to do, and until when', async (code) => {
  show({ pause: { code, until: '2026-11-21T16:00:00.000Z' } })
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(`${PAUSE_TEXTS[code]} It is asked again at 2026-11-21 16:00 UTC.`)
  expect(screen.getByText('Paused')).toBeDefined()
})

test('a site without a key names the setting', async () => {
  show({ is_on: false })
  await screen.findByText('STEAM_API_KEY')
  expect(screen.getByText('Off')).toBeDefined()
})

test('shows an error when the state could not be loaded', async () => {
  answers['GET /api/admin/steam'] = () => declined(429, 'Too many requests')
  showPage(<SteamSyncState />)
  expect((await screen.findByRole('alert')).textContent).toContain('The state of Steam could not be loaded.')
})
