import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { newestLink } from '#tests/support/outbox-mails.ts'
import { newScript } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { MAX_TOKENS } from '../../tokens.rules.ts'
import { TOKEN_TEXTS } from '../../tokens.texts.ts'

const app = useTestApp()
const DRAFT = { name: 'Playnite', scopes: ['read:library'], days: 30 }
const SECRET = /^svp_[\w-]{43}$/
let mara: Member
beforeEach(async () => {
  mara = await signUp(app)
})
const listed = async () => (await mara.get('/api/tokens')).body.tokens
const works = async (script: Awaited<ReturnType<typeof newScript>>) => (await script.get('/api/v1/me')).status

describe('a token', () => {
  test('is shown once, and stored as a hash only', async () => {
    const { status, body } = await mara.post('/api/tokens', DRAFT)
    expect(status).toBe(201)
    expect(body.secret).toMatch(SECRET)
    expect(body.token).toMatchObject({ name: 'Playnite', scopes: ['read:library'], last_used_at: null })
    expect(await listed()).toEqual([body.token])
    const rows = await app.db.selectFrom('access_tokens').where('user_id', '=', mara.user.id).selectAll().execute()
    expect(rows[0]?.hash).toEqual(createHash('sha256').update(body.secret).digest())
    expect(JSON.stringify(rows)).not.toContain(body.secret)
    expect(app.logged()).not.toContain(body.secret)
  })

  test('expires when its member has chosen, or never', async () => {
    const month = await newScript(app, mara, { days: 30 })
    const endless = await newScript(app, mara, { days: null })
    const ends = (await listed()).map(({ expires_at }: { expires_at: string | null }) => expires_at)
    expect(ends).toEqual([null, new Date(app.time.now.getTime() + 30 * 86_400_000).toISOString()])
    const { now } = app.time
    app.time.now = new Date(now.getTime() + 30 * 86_400_000)
    try {
      const { status, body, headers } = await month.get('/api/v1/me')
      expect([status, body.code]).toEqual([401, 'token_expired'])
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
      expect(await works(endless)).toBe(200)
    } finally {
      app.time.now = now
    }
  })

  test('says when it was last used, to the minute', async () => {
    const script = await newScript(app, mara)
    const { now } = app.time
    const usedAt = async () => (await listed())[0].last_used_at
    await script.get('/api/v1/me')
    expect(await usedAt()).toBe(now.toISOString())
    app.time.now = new Date(now.getTime() + 59_000)
    await script.get('/api/v1/me')
    expect(await usedAt()).toBe(now.toISOString())
    app.time.now = new Date(now.getTime() + 60_000)
    await script.get('/api/v1/me')
    expect(await usedAt()).toBe(app.time.now.toISOString())
    app.time.now = now
  })

  test('ends at once when its member revokes it, and no other member can', async () => {
    const script = await newScript(app, mara)
    const other = await signUp(app)
    expect((await other.delete(`/api/tokens/${script.id}`)).status).toBe(404)
    expect(await works(script)).toBe(200)
    expect((await mara.delete(`/api/tokens/${script.id}`)).status).toBe(204)
    expect(await works(script)).toBe(401)
    expect(await listed()).toEqual([])
    expect((await mara.delete(`/api/tokens/${script.id}`)).body.error).toBe(TOKEN_TEXTS.missing)
  })

  test('does not work while its member is disabled', async () => {
    const script = await newScript(app, mara)
    const disable = (disabled_at: Date | null) =>
      app.db.updateTable('profiles').set({ disabled_at }).where('id', '=', mara.user.id).execute()
    await disable(app.time.now)
    expect(await works(script)).toBe(401)
    await disable(null)
    expect(await works(script)).toBe(200)
  })

  test('is in the export without what gives access', async () => {
    const { body } = await mara.post('/api/tokens', DRAFT)
    const { body: data } = await mara.get('/api/user/export')
    expect(data.data.access_tokens).toEqual([
      {
        name: 'Playnite',
        scopes: ['read:library'],
        created_at: body.token.created_at,
        expires_at: body.token.expires_at,
        last_used_at: null,
      },
    ])
  })
})

describe('a member has', () => {
  test('a number of tokens at most, also when they come at once', async () => {
    const all = await Promise.all(Array.from({ length: MAX_TOKENS + 3 }, () => mara.post('/api/tokens', DRAFT)))
    expect(all.filter(({ status }) => status === 201)).toHaveLength(MAX_TOKENS)
    expect(all.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'too_many_tokens',
      error: TOKEN_TEXTS.tooMany,
    })
    // The tokens of one member leave those of others alone.
    expect((await (await signUp(app)).post('/api/tokens', DRAFT)).status).toBe(201)
  })

  test.each([
    [{ ...DRAFT, name: ' ' }, TOKEN_TEXTS.nameRequired],
    [{ ...DRAFT, name: 'x'.repeat(61) }, TOKEN_TEXTS.nameTooLong],
    [{ ...DRAFT, scopes: [] }, TOKEN_TEXTS.scopeRequired],
    [{ ...DRAFT, scopes: ['read:everything'] }, undefined],
    [{ ...DRAFT, days: 31 }, undefined],
    [{ ...DRAFT, days: undefined }, undefined],
  ])('no token from %j', async (draft, error) => {
    const answer = await mara.post('/api/tokens', draft)
    expect(answer.status).toBe(400)
    if (error) expect(answer.body.error).toBe(error)
    expect(await listed()).toEqual([])
  })
})

describe('no token survives', () => {
  test('a new password of its member, and those of others do', async () => {
    const script = await newScript(app, mara)
    const other = await newScript(app, await signUp(app))
    const change = { password: 'Another-horse-9', current_password: PASSWORD }
    expect((await mara.post('/api/auth/update-password', change)).status).toBe(200)
    expect([await works(script), await works(other)]).toEqual([401, 200])
  })

  test('a reset of the password', async () => {
    const script = await newScript(app, mara)
    await app.visitor().post('/api/auth/forgot-password', { email: mara.user.email })
    const browser = app.visitor()
    await browser.get(await newestLink(app, mara.user.email))
    expect((await browser.post('/api/auth/update-password', { password: 'Another-horse-9' })).status).toBe(200)
    expect(await works(script)).toBe(401)
  })

  test('the suspension of its member, not even when it is over', async () => {
    const admin = await signUp(app, { becomeAdmin: true })
    const script = await newScript(app, mara)
    const standing = (disabled: boolean) =>
      admin.put(`/api/admin/users/${mara.user.id}/standing`, { disabled, reason: 'Spam' })
    expect((await standing(true)).status).toBe(200)
    expect(await works(script)).toBe(401)
    expect((await standing(false)).status).toBe(200)
    expect(await works(script)).toBe(401)
  })

  test('the deletion of the account', async () => {
    const script = await newScript(app, mara)
    const { username } = mara.user
    expect((await mara.delete('/api/user/account', { username, password: PASSWORD })).status).toBe(200)
    expect(await works(script)).toBe(401)
    expect(await app.db.selectFrom('access_tokens').where('user_id', '=', mara.user.id).selectAll().execute()).toEqual(
      [],
    )
  })
})
