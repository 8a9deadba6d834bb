import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Member, PASSWORD, useMember } from '#tests/support/members.ts'
import { startOidcServer } from '#tests/support/oidc-server.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const provider = await startOidcServer(`${ORIGIN}/auth/callback`)
afterAll(() => provider.close())
const app = useTestApp({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
  ADMIN_EMAIL: 'boss@example.org',
  TRUST_PROXY: '1',
})
const root = useMember(app, { username: 'root', becomeAdmin: true })
const mara = useMember(app, { username: 'mara' })
const sol = useMember(app, { username: 'sol' })

const BLOCKS = '/api/admin/address-blocks'
const HOME = '198.51.100.20'
const BAD = '203.0.113.66'
const from = (address: string) => ({ 'x-forwarded-for': address })

const block = (network: string, more: object = {}, by: Member = root) =>
  by.post(BLOCKS, { network, is_closed: false, note: 'A hundred accounts a day', ...more }, from(HOME))
const blocked = async (...given: Parameters<typeof block>) => {
  const { status, body } = await block(...given)
  expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(String) })])
  return body
}
let count = 0
const join = (address: string, more: object = {}) => {
  count += 1
  const name = `guest-${count}`
  const draft = { email: `${name}@example.org`, username: name, displayName: name, password: PASSWORD, ...more }
  return app.visitor().post('/api/auth/signup', draft, from(address))
}
const signIn = (address: string) =>
  app.visitor().post('/api/auth/signin', { email: mara.user.email, password: PASSWORD }, from(address))
const through = async (login: string, address: string, start = HOME) => {
  const browser = app.visitor()
  const { url } = (await browser.post('/api/auth/oauth/google', {}, from(start))).body
  const back = await provider.visit(url, { login })
  return (await browser.get(back.replace(ORIGIN, ''), from(address))).headers.get('location')
}
const accounts = async () =>
  (
    await app.db
      .selectFrom('user')
      .select(({ fn }) => fn.countAll<string>().as('all'))
      .executeTakeFirstOrThrow()
  ).all

beforeEach(async () => {
  app.time.now = new Date()
  await app.db.deleteFrom('address_blocks').execute()
  await app.db.deleteFrom('audit_log').execute()
  await app.db.updateTable('site_settings').set({ registration: 'open' }).execute()
})

describe('a blocked network', () => {
  test('refuses sign-ups from there alone, and writes nothing', async () => {
    await blocked('203.0.113.0/24')
    const before = await accounts()
    const { status, body } = await join(BAD)
    expect([status, body.code, body.error]).toEqual([
      403,
      'address_blocked',
      'New accounts are not possible from your network.',
    ])
    expect(await accounts()).toBe(before)
    expect((await join('203.0.114.1')).status).toBe(201)
    expect((await signIn(BAD)).status).toBe(200)
  })

  test.each([
    ['2001:db8:bad::/48', '2001:db8:bad:1::7', '2001:db8:bae::7'],
    ['::ffff:cb00:7100/120', '203.0.113.9', '203.0.112.9'],
    ['203.0.113.9', '::ffff:cb00:7109', '203.0.113.10'],
  ])('%s refuses %s and not %s', async (network, inside, outside) => {
    await blocked(network)
    expect((await join(inside)).body.code).toBe('address_blocked')
    expect((await join(outside)).status).toBe(201)
  })

  test('refuses an invitation, the provider and a request for an account, too', async () => {
    const { url } = (await root.post('/api/invitations', {}, from(HOME))).body
    await blocked('203.0.113.0/24')
    const invitation = new URL(url).searchParams.get('invitation')
    expect((await join(BAD, { invitation })).body.code).toBe('address_blocked')
    const before = await accounts()
    expect(await through('stranger@example.org', BAD)).toBe('/signup?error=address_blocked')
    expect(await accounts()).toBe(before)
    expect(await through('friend@example.org', HOME)).toBe('/signin?auth=success')
    // Who has an account signs in.
    expect(await through('friend@example.org', BAD)).toBe('/signin?auth=success')
    await app.db.updateTable('site_settings').set({ registration: 'request' }).execute()
    const ask = { email: 'asks@example.org', message: 'I would like to join you.' }
    expect((await app.visitor().post('/api/registration/requests', ask, from(BAD))).body.code).toBe('address_blocked')
    expect((await app.visitor().post('/api/registration/requests', ask, from(HOME))).status).toBe(200)
    // The invitation has its place yet.
    expect((await join(HOME, { invitation })).status).toBe(201)
  })

  test('lets the address of ADMIN_EMAIL in', async () => {
    await blocked('203.0.113.0/24')
    expect((await join(BAD, { email: 'boss@example.org' })).status).toBe(201)
  })

  test('that is closed takes no sign-in and nothing of visitors, and serves everything else', async () => {
    await blocked('203.0.113.0/24', { is_closed: true })
    const contact = { name: 'Ann', email: 'ann@example.org', topic: 'other', message: 'Hello, is anybody there?' }
    for (const answer of [
      await signIn(BAD),
      await join(BAD),
      await app.visitor().post('/api/contact', contact, from(BAD)),
      await app.visitor().post('/api/auth/oauth/google', {}, from(BAD)),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'address_closed'])
    expect((await app.visitor().get('/api/registration', from(BAD))).status).toBe(200)
    // A member who is signed in writes.
    expect((await sol.post('/api/auth/logout', {}, from(BAD))).status).toBeLessThan(300)
    expect((await signIn(HOME)).status).toBe(200)
  })

  test('ends by itself, and may then be blocked again', async () => {
    await blocked('203.0.113.0/24', { ends_at: new Date(Date.now() + 60_000).toISOString() })
    expect((await join(BAD)).status).toBe(403)
    app.time.now = new Date(Date.now() + 61_000)
    expect((await join(BAD)).status).toBe(201)
    await blocked('203.0.113.0/24')
    expect((await join(BAD)).status).toBe(403)
  })

  test('is deleted ninety days after its end, and one without an end stays', async () => {
    await blocked('203.0.113.0/24', { ends_at: new Date(Date.now() + 60_000).toISOString() })
    await blocked('2001:db8::/32')
    app.time.now = new Date(Date.now() + 91 * 24 * 3_600_000)
    await app.run('prune-registration')
    const left = await app.db.selectFrom('address_blocks').select(['network', 'ends_at']).execute()
    expect(left).toEqual([{ network: '2001:db8::/32', ends_at: null }])
  })
})

describe('an admin', () => {
  test('blocks, lists and removes, with entries in the audit log', async () => {
    const first = await blocked('203.0.113.77/24')
    expect(first).toMatchObject({ network: '203.0.113.0/24', is_closed: false, note: 'A hundred accounts a day' })
    await blocked('2001:db8::/32', { is_closed: true, note: 'A farm' })
    const { blocks, nextCursor } = (await root.get(BLOCKS)).body
    expect(blocks.map(({ network }: { network: string }) => network)).toEqual(['2001:db8::/32', '203.0.113.0/24'])
    expect(nextCursor).toBeNull()
    expect((await root.delete(`${BLOCKS}/${first.id}`)).status).toBe(200)
    expect((await join(BAD)).status).toBe(201)
    expect((await root.delete(`${BLOCKS}/${first.id}`)).status).toBe(404)
    const { entries } = (await root.get('/api/admin/audit-log')).body
    expect(entries.map(({ words, about, reason }: Record<string, string>) => [words, about, reason])).toEqual([
      ['removed the block of the network', '203.0.113.0/24', null],
      ['blocked the network', '2001:db8::/32', 'A farm'],
      ['blocked the network', '203.0.113.0/24', 'A hundred accounts a day'],
    ])
  })

  test.each([
    ['no network', { network: 'example.org' }, 'network'],
    ['a wide IPv4 network', { network: '203.0.0.0/7' }, 'network'],
    ['a wide IPv6 network', { network: '2001::/15' }, 'network'],
    ['everything', { network: '0.0.0.0/0' }, 'network'],
    ['everything in IPv6', { network: '::/0' }, 'network'],
    ['this machine', { network: '127.0.0.0/8' }, 'network'],
    ['this machine in IPv6', { network: '::1' }, 'network'],
    ['their own address', { network: HOME }, 'network'],
    ['a network with their own address', { network: '::ffff:c633:6400/120' }, 'network'],
    ['no note', { note: ' ' }, 'note'],
    ['a long note', { note: 'a'.repeat(201) }, 'note'],
    ['an end that is over', { ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
  ])('cannot block with %s', async (_what, wrong, field) => {
    const { status, body } = await block('203.0.113.0/24', wrong)
    expect([status, Object.keys(body.details ?? {})]).toEqual([400, [field]])
    expect((await root.get(BLOCKS)).body.blocks).toEqual([])
    expect(await app.db.selectFrom('audit_log').selectAll().execute()).toEqual([])
  })

  test('cannot block the same network twice, also at once', async () => {
    const answers = await Promise.all(['203.0.113.1/24', '203.0.113.2/24'].map((network) => block(network)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already_blocked')
  })

  test('is somebody else than a member', async () => {
    expect((await block('203.0.113.0/24', {}, mara)).status).toBe(403)
    expect((await mara.get(BLOCKS)).status).toBe(403)
    expect((await app.visitor().get(BLOCKS)).status).toBe(401)
  })

  test('the list is read part by part', async () => {
    for (let at = 0; at < 51; at += 1)
      await app.db
        .insertInto('address_blocks')
        .values({ network: `10.0.${at}.0/24`, is_closed: false, note: 'One of many', created_at: new Date(at * 1000) })
        .execute()
    const first = (await root.get(BLOCKS)).body
    expect(first.blocks).toHaveLength(50)
    const rest = (await root.get(`${BLOCKS}?cursor=${first.nextCursor}`)).body
    expect(rest.blocks.map(({ network }: { network: string }) => network)).toEqual(['10.0.0.0/24'])
  })
})
