import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, signUp, useMember } from '#tests/support/members.ts'
import { startOidcServer } from '#tests/support/oidc-server.ts'
import { type Client, ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const provider = await startOidcServer(`${ORIGIN}/auth/callback`)
afterAll(() => provider.close())
const OIDC = {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
}
const world = useTestApp({ ...OIDC, ADMIN_EMAIL: 'boss@example.org' })
const root = useMember(world, { username: 'admin-one', becomeAdmin: true })

let count = 0
const draft = (changes: object = {}) => {
  count += 1
  return {
    email: `guest-${count}@example.org`,
    username: `guest-${count}`,
    displayName: `Guest ${count}`,
    password: PASSWORD,
    ...changes,
  }
}
const join = (changes: object = {}, by: Client = world.visitor()) => by.post('/api/auth/signup', draft(changes))
const settings = {
  registration: 'open',
  visibility: 'public',
  provider_sign_up: false,
  invites_per_month: 0,
  allowed_domains: [],
  refused_domains: [],
  sentence: null,
}
const set = async (changes: object) => {
  const { status, body } = await root.put('/api/admin/registration', { ...settings, ...changes })
  expect([status, body]).toEqual([200, { success: true }])
}
const invite = async (form: object = {}, by: Client = root) => {
  const { status, body } = await by.post('/api/invitations', form)
  expect(status).toBe(201)
  return new URL(body.url).searchParams.get('invitation') as string
}
const through = async (login: string, body: object = {}) => {
  const browser = world.visitor()
  const { url } = (await browser.post('/api/auth/oauth/google', body)).body
  const back = await provider.visit(url, { login })
  const location = (await browser.get(back.replace('http://localhost:3000', ''))).headers.get('location')
  return { browser, location }
}
const hasUser = async (email: string) =>
  (await world.db.selectFrom('user').where('email', '=', email).select('id').execute()).length > 0

beforeEach(async () => set({}))

describe('a closed site', () => {
  test('refuses the form, and leaves nothing', async () => {
    await set({ registration: 'closed' })
    const given = draft()
    const { status, body } = await world.visitor().post('/api/auth/signup', given)
    expect([status, body.code]).toEqual([403, 'registration_closed'])
    expect(await hasUser(given.email)).toBe(false)
  })

  test('also refuses a taken address with that, and an invitation', async () => {
    const invitation = await invite()
    await set({ registration: 'closed' })
    expect((await join({ email: root.user.email })).body.code).toBe('registration_closed')
    expect((await join({ invitation })).body.code).toBe('registration_closed')
  })

  test('lets the address of ADMIN_EMAIL in', async () => {
    await set({ registration: 'closed' })
    const { status, body } = await join({ email: 'boss@example.org' })
    expect([status, body.user.role]).toEqual([201, 'admin'])
  })

  test('refuses the provider, unless its own switch is on; who has an account still signs in', async () => {
    const before = await through('early@example.org')
    expect(before.location).toBe('/signin?auth=success')
    await set({ registration: 'closed' })
    const refused = await through('late@example.org')
    expect(refused.location).toBe('/signup?error=registration_closed')
    expect(await hasUser('late@example.org')).toBe(false)
    expect((await through('early@example.org')).location).toBe('/signin?auth=success')
    await set({ registration: 'closed', provider_sign_up: true })
    expect((await through('late@example.org')).location).toBe('/signin?auth=success')
    expect((await join()).body.code).toBe('registration_closed')
  })

  test('lets a member link the provider', async () => {
    const ann = await signUp(world)
    await set({ registration: 'closed' })
    const { url } = (await ann.post('/api/auth/link/google', { password: PASSWORD })).body
    const back = await provider.visit(url, { login: 'linked@example.org' })
    const answer = await ann.get(back.replace('http://localhost:3000', ''))
    expect(answer.headers.get('location')).toBe('/settings/account?linked=1')
  })
})

describe('a site by invitation', () => {
  test('needs one, and says what is wrong with it', async () => {
    await set({ registration: 'invite' })
    expect((await join()).body.code).toBe('invitation_required')
    expect((await join({ invitation: 'x'.repeat(32) })).body.code).toBe('invitation_unknown')
    const invitation = await invite()
    const guest = await join({ invitation })
    expect([guest.status, guest.body.user.username]).toEqual([201, expect.any(String)])
    expect((await join({ invitation })).body.code).toBe('invitation_used')
    const ended = await invite({ days: 1 })
    world.time.now = new Date(Date.now() + 25 * 3_600_000)
    expect((await join({ invitation: ended })).body.code).toBe('invitation_ended')
    world.time.now = new Date()
    const revoked = await invite()
    const { invitations } = (await root.get('/api/invitations')).body
    expect((await root.delete(`/api/invitations/${invitations[0].id}`)).status).toBe(200)
    expect((await join({ invitation: revoked })).body.code).toBe('invitation_revoked')
  })

  test('one use left and six sign-ups at once: exactly one gets in, and nothing of the others is left', async () => {
    await set({ registration: 'invite' })
    const invitation = await invite({ uses: 1 })
    const drafts = Array.from({ length: 6 }, () => draft({ invitation }))
    const answers = await Promise.all(drafts.map((one) => world.visitor().post('/api/auth/signup', one)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403, 403])
    expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(new Set(['invitation_used']))
    const made = await Promise.all(drafts.map(({ email }) => hasUser(email)))
    expect(made.filter(Boolean)).toHaveLength(1)
    const { rows } = await sql<{ uses: number }>`select count(*)::int as uses from invitation_uses use
      join invitations on invitations.id = invitation_id where uses = 1 and email is not null`.execute(world.db)
    expect(rows).toEqual([{ uses: 0 }])
  })

  test('a sign-up that fails for another reason gives the place back', async () => {
    await set({ registration: 'invite' })
    const invitation = await invite()
    expect((await join({ invitation, username: 'admin-one' })).body.code).toBe('username_taken')
    expect((await join({ invitation })).status).toBe(201)
  })

  test('it survives the way through the provider, and the inviter gets a notification', async () => {
    await set({ registration: 'invite' })
    expect((await through('nobody@example.org')).location).toBe('/signup?error=invitation_required')
    const invitation = await invite({ note: 'For the guild' })
    const { browser, location } = await through('guild@example.org', { invitation })
    expect(location).toBe('/signin?auth=success')
    const { invited_by } = (await browser.get('/api/invitations')).body
    expect(invited_by.username).toBe('admin-one')
    expect((await through('second@example.org', { invitation })).location).toBe('/signup?error=invitation_used')
    expect(await hasUser('second@example.org')).toBe(false)
    const [latest] = (await root.get('/api/admin/invitations')).body.invitations
    expect(latest).toMatchObject({ state: 'used', used: 1, note: 'For the guild', by: { username: 'admin-one' } })
    expect(latest.guests).toHaveLength(1)
    const { data } = (await root.get('/api/notifications')).body
    expect(data[0].type).toBe('invitation_accepted')
  })

  test('the database has no token of a link', async () => {
    const invitation = await invite()
    const { rows } = await sql<{ row: string }>`select invitations::text as row from invitations`.execute(world.db)
    expect(rows.some(({ row }) => row.includes(invitation))).toBe(false)
  })
})

describe('mail domains', () => {
  test('are refused and allowed for the form and the provider', async () => {
    await set({ refused_domains: ['@Bad.example'], allowed_domains: [] })
    const bad = await join({ email: 'x@mail.bad.example' })
    expect([bad.status, bad.body.code, bad.body.details.email]).toEqual([
      400,
      'mail_domain_refused',
      expect.any(String),
    ])
    await set({ allowed_domains: ['club.example'] })
    expect((await join()).body.code).toBe('mail_domain_refused')
    expect((await join({ email: 'in@club.example' })).status).toBe(201)
    expect((await through('out@example.org')).location).toBe('/signup?error=mail_domain_refused')
    // Nobody has shown that this address belongs to the person.
    expect((await through('unverified-loose@club.example')).location).toBe('/signup?error=mail_domain_refused')
  })
})

describe('the environment', () => {
  const fixed = useTestApp({ REGISTRATION: 'closed', PROVIDER_SIGN_UP: 'off' })

  test('wins over the admins, and the page knows', async () => {
    const admin = await (async () => {
      const visitor = fixed.visitor()
      await fixed.db.updateTable('site_settings').set({ registration: 'open' }).execute()
      expect((await visitor.post('/api/auth/signup', draft())).body.code).toBe('registration_closed')
      return visitor
    })()
    expect((await admin.get('/api/registration')).body.registration).toBe('closed')
  })
})

describe('the first account', () => {
  const fresh = useTestApp({ LOG_LEVEL: 'warn' })

  test('is offered the admin role in the log, and does not get it', async () => {
    const first = draft()
    const { body } = await fresh.visitor().post('/api/auth/signup', first)
    expect(body.user.role).toBe('user')
    expect(fresh.logged()).toContain('npm run admin -- grant EMAIL')
    await fresh.visitor().post('/api/auth/signup', draft())
    expect(fresh.logged().split('npm run admin')).toHaveLength(2)
  })
})
