import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startMailServer } from '#tests/support/mail-server.ts'
import { PASSWORD, signUp, useMember } from '#tests/support/members.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const server = await startMailServer()
afterAll(() => server.close())
const world = useTestApp({
  SMTP_URL: server.url,
  MAIL_FROM: 'Savepoint <hello@savepoint.example>',
  REQUIRE_EMAIL_CONFIRMATION: 'off',
  ADMIN_EMAIL: 'operator@example.org',
})
const root = useMember(world, { becomeAdmin: true })

const settings = {
  registration: 'request',
  visibility: 'public',
  provider_sign_up: false,
  invites_per_month: 3,
  allowed_domains: [],
  refused_domains: ['spam.example'],
  sentence: null,
}
const set = (changes: object = {}) => root.put('/api/admin/registration', { ...settings, ...changes })
const MESSAGE = 'A friend of Mara, and I play slow games.'
const ask = (email: string, more: object = {}) =>
  world.visitor().post('/api/registration/requests', { email, message: MESSAGE, ...more })
const listOf = async (status = 'open') => (await root.get(`/api/admin/requests?status=${status}`)).body.requests
const decide = (id: string, decision: string) => root.put(`/api/admin/requests/${id}`, { decision })
const join = (email: string, invitation: string) =>
  world.visitor().post('/api/auth/signup', {
    email,
    invitation,
    username: email.split('@')[0],
    displayName: 'Guest',
    password: PASSWORD,
  })

beforeEach(async () => {
  expect((await set()).status).toBe(200)
  await world.db.deleteFrom('account_requests').execute()
})

describe('a request for an account', () => {
  test('waits for an admin, and the accepted one gets a mail with a personal invitation', async () => {
    expect((await ask('ines@example.org')).body).toEqual({ success: true })
    await world.work()
    expect((await server.next('operator@example.org')).text).toContain(MESSAGE)
    const [request] = await listOf()
    expect(request).toMatchObject({ email: 'ines@example.org', message: MESSAGE, status: 'open' })
    const { groups } = (await root.get('/api/admin/pages')).body
    const page = groups.flatMap(({ pages }: { pages: { path: string }[] }) => pages)
    expect(page.find(({ path }: { path: string }) => path === '/admin/requests').waiting.count).toBe(1)
    expect((await decide(request.id, 'accept')).status).toBe(200)
    await world.work()
    const mail = await server.next('ines@example.org')
    const [, invitation = ''] = new RegExp(`${ORIGIN}/signup\\?invitation=([\\w-]{32})`).exec(mail.text ?? '') ?? []
    const shown = await world.visitor().get(`/api/registration/invitations/${invitation}`)
    expect(shown.body).toMatchObject({ state: 'valid', by: { username: root.user.username } })
    expect((await join('ines@example.org', invitation)).status).toBe(201)
    expect((await join('friend-of-ines@example.org', invitation)).body.code).toBe('invitation_used')
    const entries = (await root.get('/api/admin/audit-log')).body.entries
    expect(entries[0]).toMatchObject({ action: 'accept_request', about: 'ines@example.org' })
  })

  test('is declined with a mail, once, and the address may ask again after thirty days', async () => {
    await ask('juno@example.org')
    const [request] = await listOf()
    const answers = await Promise.all([decide(request.id, 'decline'), decide(request.id, 'accept')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await world.work()
    await server.next('juno@example.org')
    await world.db.updateTable('account_requests').set({ status: 'declined' }).execute()
    expect((await ask('juno@example.org')).body).toEqual({ success: true })
    expect(await listOf()).toEqual([])
    world.time.now = new Date(Date.now() + 31 * 86_400_000)
    await ask('juno@example.org')
    world.time.now = new Date()
    expect(await listOf()).toHaveLength(1)
  })

  test('has the same answer for a new address, one with an account, and one that asked already', async () => {
    const member = await signUpByInvitation()
    const answers = [await ask('new@example.org'), await ask('new@example.org'), await ask(member)]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 3 }, () => [200, { success: true }]),
    )
    expect((await listOf()).map(({ email }: { email: string }) => email)).toEqual(['new@example.org'])
  })

  test('is refused where requests are off, for a refused domain and without a message', async () => {
    expect((await ask('x@spam.example')).body.code).toBe('mail_domain_refused')
    expect((await ask('y@example.org', { message: 'hi' })).body.details.message).toEqual(expect.any(String))
    expect((await ask('robot@example.org', { website: 'https://spam.example' })).status).toBe(200)
    await set({ registration: 'invite' })
    expect((await ask('z@example.org')).body.code).toBe('requests_closed')
    expect(await listOf()).toEqual([])
  })
})

describe('invitations of members', () => {
  test('have a number a month, also for two at once, and revoking gives back who has not come', async () => {
    await set({ registration: 'open' })
    const ann = await signUp(world)
    const invite = (uses: number) => ann.post('/api/invitations', { uses })
    const both = await Promise.all([invite(2), invite(2)])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 403])
    expect((await ann.get('/api/invitations')).body.left).toBe(1)
    expect((await invite(2)).body.code).toBe('no_invitations_left')
    const { invitations } = (await ann.get('/api/invitations')).body
    const other = await signUp(world)
    expect((await other.delete(`/api/invitations/${invitations[0].id}`)).status).toBe(404)
    expect((await ann.delete(`/api/invitations/${invitations[0].id}`)).status).toBe(200)
    expect((await ann.get('/api/invitations')).body.left).toBe(3)
    await set({ registration: 'open', invites_per_month: 0 })
    expect((await invite(1)).body.code).toBe('invitations_off')
  })

  test('are in the export of who made and of who used them, and stay without a name', async () => {
    await set({ registration: 'open' })
    const ann = await signUp(world)
    const { url } = (await ann.post('/api/invitations', { note: 'Come in' })).body
    expect((await join('export@example.org', new URL(url).searchParams.get('invitation') as string)).status).toBe(201)
    const text = JSON.stringify((await ann.get('/api/user/export')).body)
    expect(text).toContain('Come in')
    await world.db.deleteFrom('user').where('id', '=', ann.user.id).execute()
    const [row] = (await root.get('/api/admin/invitations')).body.invitations
    expect(row).toMatchObject({ by: null, used: 1, note: 'Come in' })
  })
})

/** Returns the address of a member. */
async function signUpByInvitation(): Promise<string> {
  await set({ registration: 'open' })
  const { user } = await signUp(world)
  await set()
  return user.email
}
