import { describe, expect, test } from 'vitest'
import { PASSWORD, signUp } from '#tests/support/members.ts'
import { useOAuthApp } from '#tests/support/oauth-app.ts'
import { openOAuthClient, registerApp } from '#tests/support/oauth-client.ts'
import { REQUEST_TEXTS } from '../../apps.texts.ts'

// What ends the access of an app of others (decision 0093).
const { app, maker, mara, deck, statusOf, refused } = useOAuthApp()

describe('no access of an app survives', () => {
  const ends = async ({ access_token, refresh_token }: { access_token: string; refresh_token?: string }) => {
    expect(await statusOf(access_token)).toBe(401)
    await expect(deck.refresh(refresh_token as string)).rejects.toEqual(refused('invalid_grant'))
    for (const table of ['oauthAccessToken', 'oauthRefreshToken', 'oauthConsent'] as const)
      expect(await app.db.selectFrom(table).where('userId', '=', mara.user.id).select('id').execute()).toEqual([])
  }

  test('a new password', async () => {
    const granted = await deck.connect(mara)
    const change = { password: 'Another-horse-9', current_password: PASSWORD }
    expect((await mara.post('/api/auth/update-password', change)).status).toBe(200)
    await ends(granted)
  })

  test('the suspension of the member, who cannot allow anything either, not even when it is over', async () => {
    const admin = await signUp(app, { becomeAdmin: true })
    const granted = await deck.connect(mara)
    const pending = await deck.allow(mara)
    const { signed } = (await deck.ask(mara)).body.question
    const standing = (disabled: boolean) =>
      admin.put(`/api/admin/users/${mara.user.id}/standing`, { disabled, reason: 'Spam' })
    expect((await standing(true)).status).toBe(200)
    await ends(granted)
    await expect(deck.exchange(pending)).rejects.toEqual(expect.objectContaining({ status: 400 }))
    expect((await mara.post('/api/apps/request', { signed, allow: true })).status).toBe(401)
    expect((await standing(false)).status).toBe(200)
    await ends(granted)
  })

  test('the deletion of the account', async () => {
    const granted = await deck.connect(mara)
    const { username } = mara.user
    expect((await mara.delete('/api/user/account', { username, password: PASSWORD })).status).toBe(200)
    await ends(granted)
  })

  test('the deletion of the app', async () => {
    const other = await registerApp(maker, { name: 'Short' })
    const short = await openOAuthClient(app, other)
    const { access_token } = await short.connect(mara)
    expect((await maker.delete(`/api/apps/${other.app.id}`)).status).toBe(204)
    expect(await statusOf(access_token)).toBe(401)
    expect((await short.ask(mara)).body.problem).toBe(REQUEST_TEXTS.unknown)
  })

  test('the suspension of the member who has registered the app, until it is over', async () => {
    const admin = await signUp(app, { becomeAdmin: true })
    const spammer = await signUp(app)
    const spam = await openOAuthClient(app, await registerApp(spammer))
    const { access_token, refresh_token } = await spam.connect(mara)
    const standing = (disabled: boolean) =>
      admin.put(`/api/admin/users/${spammer.user.id}/standing`, { disabled, reason: 'Spam' })
    await standing(true)
    expect(await statusOf(access_token)).toBe(401)
    expect((await spam.ask(mara)).body.problem).toBe(REQUEST_TEXTS.disabled)
    await expect(spam.refresh(refresh_token as string)).rejects.toEqual(refused('invalid_client'))
    await standing(false)
    expect(await statusOf(access_token)).toBe(200)
  })
})

test('a job deletes expired tokens, and keeps used refresh tokens until they expire', async () => {
  const { refresh_token } = await deck.connect(mara)
  await deck.refresh(refresh_token as string)
  const count = async (table: 'oauthAccessToken' | 'oauthRefreshToken') =>
    (await app.db.selectFrom(table).where('userId', '=', mara.user.id).select('id').execute()).length
  const { now } = app.time
  try {
    app.time.now = new Date(Date.now() + 2 * 3600_000)
    await app.run('prune-tokens-of-apps')
    expect([await count('oauthAccessToken'), await count('oauthRefreshToken')]).toEqual([0, 2])
    app.time.now = new Date(Date.now() + 31 * 86_400_000)
    await app.run('prune-tokens-of-apps')
    expect(await count('oauthRefreshToken')).toBe(0)
  } finally {
    app.time.now = now
  }
})
