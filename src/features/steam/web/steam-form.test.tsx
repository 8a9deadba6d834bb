// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { declined, fakeServer, json, showPage } from '#tests/browser/fake-server.tsx'
import { STEAM_REFUSALS, STEAM_TEXTS } from '../steam.texts.ts'
import { SYNC_TEXTS } from '../steam-sync.texts.ts'
import { SteamPart } from './steam-part.tsx'

const { answers, bodies } = fakeServer()
const turned = (is_on: boolean) => {
  answers['GET /api/steam'] = () => json(200, { is_on, link: null, pause: null })
}
const field = () => screen.findByRole('textbox', { name: STEAM_TEXTS.label })

test('what is no profile is refused at the field without a request, and stays', async () => {
  turned(true)
  const { user } = showPage(<SteamPart />)
  await user.type(await field(), 'my profile')
  await user.click(screen.getByRole('button', { name: SYNC_TEXTS.once }))
  expect(document.activeElement).toBe(await field())
  await user.keyboard('{Enter}')
  expect(await field()).toHaveProperty('value', 'my profile')
  await screen.findByText(STEAM_REFUSALS.steam_profile)
  expect(bodies('POST /api/steam/link')).toEqual([])
})

test.each([
  [SYNC_TEXTS.link, 'POST /api/steam/link'],
  [SYNC_TEXTS.once, 'POST /api/imports/steam'],
])('a refusal of %j is shown at the field, and a second try asks again', async (label, call) => {
  turned(true)
  answers[call] = () => declined(404, STEAM_REFUSALS.steam_unknown, 'steam_unknown')
  const { user } = showPage(<SteamPart />)
  await user.type(await field(), 'robin')
  for (const times of [1, 2]) {
    await user.click(screen.getByRole('button', { name: label }))
    await waitFor(() => expect(bodies(call)).toHaveLength(times))
    await screen.findByText(STEAM_REFUSALS.steam_unknown)
  }
  expect(bodies(call)[0]).toEqual({ profile: 'robin' })
  expect(await field()).toHaveProperty('value', 'robin')
})

test('a site without a key says in a sentence that Steam is off, and offers no form', async () => {
  turned(false)
  showPage(<SteamPart />)
  await screen.findByText(SYNC_TEXTS.off)
  expect(screen.queryByRole('textbox')).toBeNull()
})
