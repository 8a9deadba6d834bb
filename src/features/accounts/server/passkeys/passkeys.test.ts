import { afterEach, describe, expect, test } from 'vitest'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { mailsTo } from '#tests/support/outbox-mails.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import { totp } from '#tests/support/totp.ts'

const world = useTestApp()
afterEach(() => {
  world.time.now = new Date()
})

type Device = ReturnType<typeof createAuthenticator>
async function add(ann: Member, name = 'My phone', device: Device = createAuthenticator()) {
  const asked = await ann.post('/api/auth/passkeys/new', { password: PASSWORD })
  expect(asked.status).toBe(200)
  const answer = await ann.post('/api/auth/passkeys', { name, response: device.make(asked.body) })
  return { device, answer }
}
const challenge = async (browser: Client) => (await browser.post('/api/auth/passkeys/challenge')).body
const enter = async (browser: Client, device: Device, how = {}) =>
  browser.post('/api/auth/passkeys/sign-in', { response: device.use(await challenge(browser), how) })
const isIn = async (browser: Client) => (await browser.get('/api/auth/session')).body.authenticated
const namesOf = async (ann: Client) =>
  (await ann.get('/api/auth/passkeys')).body.passkeys.map(({ name }: { name: string }) => name)

describe('adding a passkey', () => {
  test('requires the password and the device’s response; the list then has it, and its owner is notified', async () => {
    const ann = await signUp(world)
    const { answer } = await add(ann)
    expect([answer.status, answer.body]).toEqual([
      201,
      { id: expect.any(String), name: 'My phone', created_at: expect.any(String), last_used_at: null },
    ])
    expect((await ann.get('/api/auth/passkeys')).body).toEqual({ passkeys: [answer.body] })
    expect((await mailsTo(world, ann.user.email)).at(-1)?.subject).toBe('A passkey was added · Savepoint')
  })

  test('requires user verification by the device, and excludes devices that already have a passkey', async () => {
    const ann = await signUp(world)
    const { device } = await add(ann)
    const { body } = await ann.post('/api/auth/passkeys/new', { password: PASSWORD })
    expect(body.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
    expect(body.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([device.id])
    expect(body.rp).toEqual({ id: 'localhost', name: 'Savepoint' })
  })

  test('is refused without the password, to visitors, and with an invalid name', async () => {
    const ann = await signUp(world)
    for (const body of [{}, { password: 'Wrong-horse-1' }]) {
      const answer = await ann.post('/api/auth/passkeys/new', body)
      expect([answer.status, answer.body.code]).toEqual([401, 'invalid_credentials'])
    }
    expect((await world.visitor().post('/api/auth/passkeys/new', { password: PASSWORD })).status).toBe(401)
    for (const name of ['', '   ', 'x'.repeat(61)]) expect((await add(ann, name)).answer.status).toBe(400)
    expect(await namesOf(ann)).toEqual([])
  })

  test('is refused for a response to another challenge, from another site, or without PIN, finger or face', async () => {
    const ann = await signUp(world)
    const device = createAuthenticator()
    const ask = async () => (await ann.post('/api/auth/passkeys/new', { password: PASSWORD })).body
    const send = async (response: object) => (await ann.post('/api/auth/passkeys', { name: 'x', response })).body.code
    const old = await ask()
    await ask()
    expect(await send(device.make(old))).toBe('passkey_failed')
    expect(await send(device.make(await ask(), { origin: 'https://evil.example' }))).toBe('passkey_failed')
    expect(await send(device.make(await ask(), { isVerified: false }))).toBe('passkey_not_verified')
    expect(await send({ id: 'x', rawId: 'x', type: 'public-key', response: {} })).toBe('validation_failed')
    // A response is accepted once.
    const asked = await ask()
    const answer = device.make(asked)
    expect((await ann.post('/api/auth/passkeys', { name: 'x', response: answer })).status).toBe(201)
    expect(await send(answer)).toBe('passkey_failed')
    expect(await namesOf(ann)).toEqual(['x'])
  })

  test('requires a sign-in of the last ten minutes from a member without a password', async () => {
    const ann = await signUp(world)
    await world.db.deleteFrom('account').where('userId', '=', ann.user.id).execute()
    expect((await ann.post('/api/auth/passkeys/new', {})).status).toBe(200)
    world.time.now = new Date(Date.now() + 11 * 60_000)
    const late = await ann.post('/api/auth/passkeys/new', {})
    expect([late.status, late.body.code]).toEqual([403, 'not_recent'])
  })

  test('is limited to twenty', async () => {
    const ann = await signUp(world)
    const row = { userId: ann.user.id, publicKey: 'x', counter: 0, deviceType: 'singleDevice', backedUp: false }
    await world.db
      .insertInto('passkey')
      .values(Array.from({ length: 20 }, (_, at) => ({ ...row, credentialID: `${ann.user.id}-${at}` })))
      .execute()
    const answer = await ann.post('/api/auth/passkeys/new', { password: PASSWORD })
    expect([answer.status, answer.body.code]).toEqual([409, 'too_many_passkeys'])
  })
})

describe('signing in with a passkey', () => {
  test("requires no typing, records the use, and ends the browser's earlier session", async () => {
    const ann = await signUp(world)
    const { device } = await add(ann)
    const browser = await signUp(world)
    const old = world.visitor()
    old.cookies.set('savepoint.session_token', browser.cookies.get('savepoint.session_token') as string)
    const { status, body, headers } = await enter(browser, device)
    expect([status, body.user.id, body.profile.username]).toEqual([200, ann.user.id, ann.user.username])
    expect(headers.getSetCookie().find((one) => one.startsWith('savepoint.session_token='))).toMatch(/HttpOnly/i)
    expect([await isIn(browser), await isIn(old)]).toEqual([true, false])
    const [passkey] = (await ann.get('/api/auth/passkeys')).body.passkeys
    expect(passkey.last_used_at).toBe(world.time.now.toISOString())
  })

  test('counts as both factors', async () => {
    const ann = await signUp(world)
    const { device } = await add(ann)
    const { secret } = (await ann.post('/api/auth/two-factor', { password: PASSWORD })).body
    await ann.post('/api/auth/two-factor/confirm', { code: totp(secret) })
    const browser = world.visitor()
    expect((await enter(browser, device)).body.user.id).toBe(ann.user.id)
    const touched = world.visitor()
    const answer = await enter(touched, device, { isVerified: false })
    expect([answer.status, answer.body.code]).toEqual([403, 'passkey_not_verified'])
    expect(await isIn(touched)).toBe(false)
  })

  test('does not reveal which passkeys exist', async () => {
    const ann = await signUp(world)
    await add(ann)
    for (const browser of [world.visitor(), ann])
      expect(await challenge(browser)).toEqual({
        challenge: expect.any(String),
        rpId: 'localhost',
        timeout: expect.any(Number),
        userVerification: 'required',
      })
  })

  test('is refused to an unknown device, for another site, for another browser’s challenge, and a second time', async () => {
    const ann = await signUp(world)
    const { device } = await add(ann)
    const stranger = await enter(world.visitor(), createAuthenticator())
    expect([stranger.status, stranger.body.code]).toEqual([401, 'passkey_unknown'])
    const phished = await enter(world.visitor(), device, { origin: 'https://evil.example' })
    expect([phished.status, phished.body.code]).toEqual([401, 'passkey_failed'])

    const mine = world.visitor()
    const response = device.use(await challenge(mine))
    const thief = world.visitor()
    await challenge(thief)
    expect((await thief.post('/api/auth/passkeys/sign-in', { response })).body.code).toBe('passkey_failed')
    expect((await mine.post('/api/auth/passkeys/sign-in', { response })).status).toBe(200)
    await mine.post('/api/auth/logout')
    expect((await mine.post('/api/auth/passkeys/sign-in', { response })).body.code).toBe('passkey_failed')
    expect(await isIn(mine)).toBe(false)
  })

  test('is refused when another key has signed the response', async () => {
    const ann = await signUp(world)
    const { device } = await add(ann)
    const browser = world.visitor()
    const forged = { ...createAuthenticator().use(await challenge(browser)), id: device.id, rawId: device.id }
    const answer = await browser.post('/api/auth/passkeys/sign-in', { response: forged })
    expect([answer.status, answer.body.code]).toEqual([401, 'passkey_failed'])
  })

  test('does not let a disabled account in (G10)', async () => {
    const ann = await signUp(world)
    const { device } = await add(ann)
    await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', ann.user.id).execute()
    const answer = await enter(world.visitor(), device)
    expect([answer.status, answer.body.code]).toEqual([403, 'account_disabled'])
    const { appeal_token: token } = answer.body.details
    const appeal = { token, text: 'I have done nothing of the kind, please look again.' }
    expect((await world.visitor().post('/api/appeals/suspension', appeal)).status).toBe(201)
    // One appeal for each suspension.
    expect((await enter(world.visitor(), device)).body.details).toBe(undefined)
  })

  test('gives no token for an appeal when another key has signed', async () => {
    const ann = await signUp(world)
    const { device } = await add(ann)
    await world.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', ann.user.id).execute()
    const browser = world.visitor()
    const forged = { ...createAuthenticator().use(await challenge(browser)), id: device.id, rawId: device.id }
    const answer = await browser.post('/api/auth/passkeys/sign-in', { response: forged })
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([401, 'passkey_failed', undefined])
  })
})

describe('the list of passkeys', () => {
  test('renames a passkey, for its owner only', async () => {
    const ann = await signUp(world)
    const bea = await signUp(world)
    const { id } = (await add(ann)).answer.body
    expect((await bea.patch(`/api/auth/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
    expect((await ann.patch(`/api/auth/passkeys/${id}`, { name: '  ' })).status).toBe(400)
    expect(await namesOf(ann)).toEqual(['My phone'])
    expect((await ann.patch(`/api/auth/passkeys/${id}`, { name: ' Old phone ' })).body.name).toBe('Old phone')
    expect(await namesOf(bea)).toEqual([])
  })

  test('removes a passkey, for its owner only; it no longer works, and its owner is notified', async () => {
    const ann = await signUp(world)
    const bea = await signUp(world)
    const { device, answer } = await add(ann)
    const address = `/api/auth/passkeys/${answer.body.id}`
    expect((await bea.delete(address)).status).toBe(404)
    expect(await namesOf(ann)).toHaveLength(1)
    expect((await ann.delete(address)).body).toEqual({ success: true })
    expect((await ann.delete(address)).status).toBe(404)
    expect((await enter(world.visitor(), device)).body.code).toBe('passkey_unknown')
    expect((await mailsTo(world, ann.user.email)).at(-1)?.subject).toBe('A passkey was removed · Savepoint')
  })

  test('refuses to remove the last sign-in method, also for two simultaneous removals (G08)', async () => {
    const ann = await signUp(world)
    const ids = [(await add(ann, 'a')).answer.body.id, (await add(ann, 'b')).answer.body.id]
    await world.db.deleteFrom('account').where('userId', '=', ann.user.id).execute()
    const answers = await Promise.all(ids.map((id) => ann.delete(`/api/auth/passkeys/${id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(answers.find(({ status }) => status === 400)?.body.code).toBe('last_sign_in_way')
    expect(await namesOf(ann)).toHaveLength(1)
    // A provider that is not configured here does not count.
    await world.db.insertInto('account').values({ userId: ann.user.id, accountId: 'x', providerId: 'oidc' }).execute()
    const [{ id }] = (await ann.get('/api/auth/passkeys')).body.passkeys
    expect((await ann.delete(`/api/auth/passkeys/${id}`)).body.code).toBe('last_sign_in_way')
  })
})
