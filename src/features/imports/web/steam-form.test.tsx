// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { STEAM_REFUSALS, STEAM_TEXTS } from '../steam.texts.ts'
import { ImportHome } from './import-home.tsx'

const { answers, bodies } = fakeServer()
const listing = (can_ask_steam: boolean) => {
  answers['GET /api/imports'] = () => json(200, { imports: [], can_ask_steam })
}
const field = () => screen.findByRole('textbox', { name: STEAM_TEXTS.label })

test('what is no profile is refused at the field without a request, and stays', async () => {
  listing(true)
  const { user } = showPage(<ImportHome />)
  await user.type(await field(), 'my profile{Enter}')
  expect(await field()).toHaveProperty('value', 'my profile')
  await screen.findByText(STEAM_REFUSALS.steam_profile)
  expect(bodies('POST /api/imports/steam')).toEqual([])
})

test('a refusal of the server is shown at the field, and a second try asks again', async () => {
  listing(true)
  answers['POST /api/imports/steam'] = () => declined(404, STEAM_REFUSALS.steam_unknown, 'steam_unknown')
  const { user } = showPage(<ImportHome />)
  await user.type(await field(), 'robin')
  for (const times of [1, 2]) {
    await user.click(screen.getByRole('button', { name: STEAM_TEXTS.load }))
    await waitFor(() => expect(bodies('POST /api/imports/steam')).toHaveLength(times))
    await screen.findByText(STEAM_REFUSALS.steam_unknown)
  }
  expect(bodies('POST /api/imports/steam')[0]).toEqual({ profile: 'robin' })
  expect(await field()).toHaveProperty('value', 'robin')
})

test('a site without a key offers no form', async () => {
  listing(false)
  showPage(<ImportHome />)
  await screen.findByText('Nothing imported yet')
  expect(screen.queryByText(STEAM_TEXTS.title)).toBeNull()
})
