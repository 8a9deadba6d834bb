// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, NOW, showPage } from '#tests/browser/fake-server.tsx'
import type { OwnApp } from '../apps.contract.ts'
import { MAX_APPS } from '../apps.rules.ts'
import { OWN_APP_TEXTS } from '../apps.texts.ts'
import type { AccessToken } from '../tokens.contract.ts'
import { SettingsApps } from './settings-apps.tsx'

const ID = '0197a1b2-0000-7000-8000-0000000000c1'
const SECRET = `svps_${'a'.repeat(43)}`
const REDIRECT = 'https://deck.example.org/back'
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString()
const access = (more: Partial<AccessToken> = {}) =>
  ({
    id: ID,
    name: 'Deck',
    scopes: ['read:library', 'write:library'],
    created_at: ago(40),
    expires_at: null,
    last_used_at: ago(1),
    app: { made_by: 'sol', allowed_as: null },
    ...more,
  }) as AccessToken
const app = (more: Partial<OwnApp> = {}) =>
  ({
    id: ID,
    client_id: 'abcdef',
    name: 'My app',
    kind: 'public',
    redirect_uris: [REDIRECT],
    created_at: ago(3),
    ...more,
  }) as OwnApp

const server = fakeServer()
let granted: AccessToken[]
let own: OwnApp[]
beforeEach(() => {
  granted = []
  own = []
  server.answers['GET /api/tokens'] = () => json(200, { tokens: granted })
  server.answers['GET /api/apps'] = () => json(200, { apps: own })
  server.answers['POST /api/apps'] = () => {
    own = [app({ kind: 'confidential' })]
    return json(201, { app: own[0], secret: SECRET })
  }
})
const press = async (user: ReturnType<typeof showPage>['user'], name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

test('the apps with access say who made them, what they may do and when they were used, and end when revoked', async () => {
  granted = [access(), access({ id: `${ID.slice(0, -1)}2` as never, name: 'Script', app: null })]
  server.answers[`DELETE /api/tokens/${ID}`] = () => {
    granted = []
    return json(204)
  }
  const { user } = showPage(<SettingsApps />)
  const rows = within(await screen.findByRole('list', { name: 'Apps with access' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^DeckMade by @solRead the library · Change the libraryAccess since .* · last used/),
  ])
  await press(user, 'Revoke Deck')
  expect(await screen.findByText(OWN_APP_TEXTS.end)).toBeTruthy()
  await press(user, 'Revoke')
  expect(await screen.findByText(OWN_APP_TEXTS.noneWithAccess)).toBeTruthy()
  expect(lastToast()?.title).toBe('Access revoked')
})

test('an app is registered with its redirect addresses, and its secret is shown once', async () => {
  const { user } = showPage(<SettingsApps />)
  expect(await screen.findByText(OWN_APP_TEXTS.none)).toBeTruthy()
  await press(user, 'Register an app')
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Redirect addresses'), 'http://deck.example.org')
  await press(user, 'Register app')
  expect(await within(dialog).findByText(OWN_APP_TEXTS.nameRequired)).toBeTruthy()
  expect(within(dialog).getByText(OWN_APP_TEXTS.redirectWrong)).toBeTruthy()
  expect(server.sent('POST /api/apps')).toEqual([])
  await user.type(within(dialog).getByLabelText('Name'), ' My app ')
  await user.click(within(dialog).getByRole('radio', { name: /On a server/ }))
  await user.clear(within(dialog).getByLabelText('Redirect addresses'))
  await user.type(
    within(dialog).getByLabelText('Redirect addresses'),
    `${REDIRECT}{enter}  http://localhost:8123/{enter}`,
  )
  await press(user, 'Register app')
  const field = await screen.findByLabelText<HTMLInputElement>('Secret')
  expect(field.value).toBe(SECRET)
  expect(server.bodies('POST /api/apps')).toEqual([
    { name: 'My app', kind: 'confidential', redirect_uris: [REDIRECT, 'http://localhost:8123/'] },
  ])
  await press(user, 'Done')
  await waitFor(() => expect(screen.queryByLabelText('Secret')).toBeNull())
  expect(await screen.findByText('abcdef')).toBeTruthy()
  expect(document.body.textContent).not.toContain(SECRET)
})

test('an app on a device shows its client id instead of a secret', async () => {
  server.answers['POST /api/apps'] = () => json(201, { app: app(), secret: null })
  const { user } = showPage(<SettingsApps />)
  await press(user, 'Register an app')
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Name'), 'My app')
  await user.type(within(dialog).getByLabelText('Redirect addresses'), REDIRECT)
  await press(user, 'Register app')
  expect((await screen.findByLabelText<HTMLInputElement>('Client id')).value).toBe('abcdef')
})

test('a refused redirect address is named at its field', async () => {
  server.answers['POST /api/apps'] = () =>
    json(400, {
      error: OWN_APP_TEXTS.redirectWrong,
      code: 'invalid_redirect_uri',
      details: { redirect_uris: OWN_APP_TEXTS.redirectWrong },
      requestId: 'r',
    })
  const { user } = showPage(<SettingsApps />)
  await press(user, 'Register an app')
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Name'), 'My app')
  await user.type(within(dialog).getByLabelText('Redirect addresses'), REDIRECT)
  await press(user, 'Register app')
  expect(await within(dialog).findByText(OWN_APP_TEXTS.redirectWrong)).toBeTruthy()
})

test('an app is edited: its name and its addresses, and a refusal is named at its field', async () => {
  own = [app()]
  const changed = `PATCH /api/apps/${ID}`
  server.answers[changed] = () => declined(400, 'No', 'invalid_redirect_uri')
  const { user } = showPage(<SettingsApps />)
  await press(user, 'Edit My app')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit My app' }))
  expect(dialog.getByText(OWN_APP_TEXTS.change)).toBeTruthy()
  expect(dialog.queryByRole('radio')).toBeNull()
  const addresses = dialog.getByLabelText<HTMLTextAreaElement>('Redirect addresses')
  expect(addresses.value).toBe(REDIRECT)
  await user.clear(addresses)
  await user.type(addresses, 'http://deck.example.org')
  await press(user, 'Save')
  expect(await dialog.findByText(OWN_APP_TEXTS.redirectWrong)).toBeTruthy()
  expect(server.sent(changed)).toEqual([])
  await user.clear(addresses)
  await user.type(addresses, `${REDIRECT}{enter}http://localhost:8123/`)
  await user.clear(dialog.getByLabelText('Name'))
  await user.type(dialog.getByLabelText('Name'), 'New name')
  await press(user, 'Save')
  await waitFor(() => expect(JSON.stringify(lastToast())).toContain('No'))
  const body = { name: 'New name', redirect_uris: [REDIRECT, 'http://localhost:8123/'] }
  server.answers[changed] = () => {
    own = [app(body)]
    return json(200, { app: own[0] })
  }
  await press(user, 'Save')
  expect(await screen.findByText('New name')).toBeTruthy()
  expect(server.bodies(changed)).toEqual([body, body])
  expect(lastToast()?.title).toBe('App saved')
})

test('an app with access that was renamed says as what it was allowed', async () => {
  granted = [access({ name: 'Deck 2', app: { made_by: 'sol', allowed_as: 'Deck' } })]
  showPage(<SettingsApps />)
  expect(await screen.findByText('You allowed it as “Deck”')).toBeTruthy()
})

test('an app is deleted after a question, and too many are not registered', async () => {
  own = Array.from({ length: MAX_APPS }, (_, at) => app({ id: `${ID}-${at}` as never, name: `App ${at}` }))
  server.answers[`DELETE /api/apps/${ID}-0`] = () => {
    own = own.slice(1)
    return json(204)
  }
  const { user } = showPage(<SettingsApps />)
  await screen.findByRole('list', { name: 'Your apps' })
  expect(screen.queryByRole('button', { name: 'Register an app' })).toBeNull()
  await press(user, 'Delete App 0')
  expect(await screen.findByText(OWN_APP_TEXTS.remove)).toBeTruthy()
  await press(user, 'Delete')
  await waitFor(() => expect(screen.queryByText('App 0')).toBeNull())
  expect(lastToast()?.title).toBe('App deleted')
  server.answers['POST /api/apps'] = () => declined(409, OWN_APP_TEXTS.tooMany, 'too_many_apps')
  await press(user, 'Register an app')
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Name'), 'My app')
  await user.type(within(dialog).getByLabelText('Redirect addresses'), REDIRECT)
  await press(user, 'Register app')
  await waitFor(() => expect(JSON.stringify(lastToast())).toContain(OWN_APP_TEXTS.tooMany))
})
