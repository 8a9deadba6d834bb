// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { declined, fakeServer, json, lastToast, NOW, showPage } from '#tests/browser/fake-server.tsx'
import type { AccessToken } from '../tokens.contract.ts'
import { MAX_TOKENS } from '../tokens.rules.ts'
import { TOKEN_TEXTS } from '../tokens.texts.ts'
import { SettingsTokens } from './settings-tokens.tsx'

const ID = '0197a1b2-0000-7000-8000-0000000000a1'
const SECRET = `svp_${'a'.repeat(43)}`
const day = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString()
const token = (more: Partial<AccessToken> = {}) =>
  ({
    id: ID,
    name: 'Playnite',
    scopes: ['read:library'],
    created_at: day(-40),
    expires_at: day(50),
    last_used_at: null,
    app: null,
    ...more,
  }) as AccessToken

const server = fakeServer()
let stored: AccessToken[]
beforeEach(() => {
  stored = []
  server.answers['GET /api/tokens'] = () => json(200, { tokens: stored })
  server.answers['POST /api/tokens'] = () => {
    stored = [token()]
    return json(201, { token: stored[0], secret: SECRET })
  }
  server.answers[`DELETE /api/tokens/${ID}`] = () => {
    stored = []
    return json(204)
  }
})
const press = async (user: ReturnType<typeof showPage>['user'], name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

test('a token is created with what the member chooses, and shown once', async () => {
  const { user } = showPage(<SettingsTokens />)
  expect(await screen.findByText(TOKEN_TEXTS.none)).toBeTruthy()
  await press(user, 'New token')
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('checkbox', { name: /Read the library/ }))
  await press(user, 'Create token')
  expect(await within(dialog).findByText(TOKEN_TEXTS.nameRequired)).toBeTruthy()
  expect(within(dialog).getByText(TOKEN_TEXTS.scopeRequired)).toBeTruthy()
  expect(server.sent('POST /api/tokens')).toEqual([])
  await user.type(within(dialog).getByLabelText('Name'), ' Playnite ')
  await user.click(within(dialog).getByRole('checkbox', { name: /Change the library/ }))
  await user.selectOptions(within(dialog).getByLabelText('It expires'), 'Never')
  await press(user, 'Create token')
  const field = await screen.findByLabelText<HTMLInputElement>('Token')
  expect(field.value).toBe(SECRET)
  expect(server.bodies('POST /api/tokens')).toEqual([{ name: 'Playnite', scopes: ['write:library'], days: null }])
  await press(user, 'Done')
  await waitFor(() => expect(screen.queryByLabelText('Token')).toBeNull())
  expect(await screen.findByText('Playnite')).toBeTruthy()
  expect(document.body.textContent).not.toContain(SECRET)
})

test('a list says what each token may do, when it ends and when it was used', async () => {
  stored = [
    token({ last_used_at: day(-1), scopes: ['read:library', 'read:social'] }),
    token({ id: `${ID.slice(0, -1)}2` as never, name: 'Old', expires_at: day(-1) }),
    token({ id: `${ID.slice(0, -1)}3` as never, name: 'Endless', expires_at: null }),
    // Apps with access have a tab of their own.
    token({ id: `${ID.slice(0, -1)}4` as never, name: 'Deck', app: { made_by: 'sol', allowed_as: null } }),
  ]
  showPage(<SettingsTokens />)
  const rows = within(await screen.findByRole('list', { name: 'API tokens' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^PlayniteRead the library · Read what you see of membersExpires .* · last used/),
    expect.stringMatching(/^OldRead the libraryExpired .* · never used$/),
    expect.stringMatching(/^EndlessRead the libraryDoes not expire · never used$/),
  ])
})

test('a member with all tokens is offered no other', async () => {
  stored = Array.from({ length: MAX_TOKENS }, (_, at) => token({ id: `${ID}-${at}` as never }))
  showPage(<SettingsTokens />)
  await screen.findByRole('list', { name: 'API tokens' })
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
})

test('a token is revoked only after a question', async () => {
  stored = [token()]
  const { user } = showPage(<SettingsTokens />)
  await press(user, 'Revoke Playnite')
  await press(user, 'Cancel')
  expect(server.sent(`DELETE /api/tokens/${ID}`)).toEqual([])
  await press(user, 'Revoke Playnite')
  expect(await screen.findByText(TOKEN_TEXTS.revoke)).toBeTruthy()
  await press(user, 'Revoke')
  expect(await screen.findByText(TOKEN_TEXTS.none)).toBeTruthy()
  expect(lastToast()?.title).toBe('Token revoked')
})

test('a refusal is said, and the form stays', async () => {
  server.answers['POST /api/tokens'] = () => declined(409, TOKEN_TEXTS.tooMany, 'too_many_tokens')
  const { user } = showPage(<SettingsTokens />)
  await press(user, 'New token')
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Name'), 'Playnite')
  await press(user, 'Create token')
  await waitFor(() => expect(JSON.stringify(lastToast())).toContain(TOKEN_TEXTS.tooMany))
  expect(screen.getByRole('dialog')).toBeTruthy()
})
