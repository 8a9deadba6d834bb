import { beforeAll, describe, expect, test } from 'vitest'
import { changeRole, disableMember } from '#features/accounts/server/roles-and-status/roles-and-status.service.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const world = useTestApp()
let root: Member
let count = 0

beforeAll(async () => {
  root = await signUp(world, { username: 'the-root', becomeAdmin: true })
})

const somebody = (over: Parameters<typeof signUp>[1] = {}) => {
  count += 1
  return signUp(world, { username: `person-${count}`, ...over })
}
const profile = (id: string) =>
  world.db.selectFrom('profiles').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const auditLogOf = (id: string) =>
  world.db.selectFrom('audit_log').where('item_id', '=', id).selectAll().orderBy('created_at').orderBy('id').execute()
const disable = (admin: Member, id: string, reason: unknown = 'Spam in every review') =>
  admin.put(`/api/admin/users/${id}/standing`, { disabled: true, reason })
const enable = (admin: Member, id: string) => admin.put(`/api/admin/users/${id}/standing`, { disabled: false })
const setRole = (admin: Member, id: string, role: string) => admin.put(`/api/admin/users/${id}/role`, { role })
const isSignedIn = async (member: Member) => (await member.get('/api/auth/session')).body.authenticated

describe('disabling a member', () => {
  test('ends every session at once, prevents signing in, and is logged with its reason', async () => {
    const ann = await somebody()
    const phone = world.visitor()
    await phone.post('/api/auth/signin', { email: ann.user.email, password: PASSWORD })
    // Both sessions are cached.
    expect(await isSignedIn(ann)).toBe(true)
    expect((await disable(root, ann.user.id)).status).toBe(200)
    expect(await isSignedIn(ann)).toBe(false)
    expect((await phone.get('/api/auth/session')).body.authenticated).toBe(false)
    const again = await world.visitor().post('/api/auth/signin', { email: ann.user.email, password: PASSWORD })
    expect([again.status, again.body.code]).toEqual([403, 'account_disabled'])
    expect(await profile(ann.user.id)).toMatchObject({ disabled_reason: 'Spam in every review' })
    expect(await auditLogOf(ann.user.id)).toMatchObject([
      { admin_id: root.user.id, action: 'disable', data: { reason: 'Spam in every review' } },
    ])
  })

  test('invalidates an earlier reset link', async () => {
    const ann = await somebody()
    await world.visitor().post('/api/auth/forgot-password', { email: ann.user.email })
    await world.work()
    const codes = () => world.db.selectFrom('verification').where('value', 'like', `${ann.user.id} %`).execute()
    expect(await codes()).toHaveLength(1)
    await disable(root, ann.user.id)
    expect(await codes()).toEqual([])
  })

  test('a second time replaces reason and time', async () => {
    const ann = await somebody()
    const once = new Date('2026-01-01T00:00:00Z')
    await world.db.updateTable('profiles').set({ disabled_at: once }).where('id', '=', ann.user.id).execute()
    await disable(root, ann.user.id, 'Worse than thought')
    const { disabled_at, disabled_reason } = await profile(ann.user.id)
    expect(disabled_reason).toBe('Worse than thought')
    expect(disabled_at).toEqual(world.time.now)
  })

  test('until a date ends by itself: by the job, and at a sign-in before it; until then its member reads why', async () => {
    const [ann, ben] = [await somebody(), await somebody()]
    const before = world.time.now
    const until = new Date(before.getTime() + 3 * 86_400_000)
    const body = { disabled: true, reason: 'Spam', message: 'Please read the rules.', until: until.toISOString() }
    for (const { user } of [ann, ben])
      expect((await root.put(`/api/admin/users/${user.id}/standing`, body)).status).toBe(200)
    const enter = ({ user }: Member) =>
      world.visitor().post('/api/auth/signin', { email: user.email, password: PASSWORD })
    const refused = await enter(ann)
    expect([refused.status, refused.body.code]).toEqual([403, 'account_disabled'])
    expect(refused.body.error).toMatch(/^This account is suspended until .*2026\. Please read the rules\.$/)
    // Nobody without the password learns that.
    const guess = await world
      .visitor()
      .post('/api/auth/signin', { email: ann.user.email, password: 'not the password' })
    expect(guess.body.error).not.toContain('suspended')
    expect((await root.get(`/api/admin/users?search=${ann.user.id}`)).body.users).toMatchObject([
      { disabled_until: until.toISOString(), disabled_message: 'Please read the rules.' },
    ])
    await world.run('end-suspensions')
    expect((await profile(ben.user.id)).disabled_at).not.toBe(null)
    world.time.now = until
    expect((await enter(ann)).status).toBe(200)
    await world.run('end-suspensions')
    expect(await profile(ben.user.id)).toMatchObject({
      disabled_at: null,
      disabled_until: null,
      disabled_message: null,
    })
    expect((await enter(ben)).status).toBe(200)
    const { entries } = (await root.get('/api/admin/audit-log?action=end_suspension')).body
    expect(entries.map(({ by, words, about }: Record<string, string>) => [by, words, about])).toEqual(
      [ben, ann].map(({ user }) => ['This site', 'ended, by its time, the suspension of', user.username]),
    )
    // They are of a later time than those of the other tests.
    await world.db.deleteFrom('audit_log').where('action', '=', 'end_suspension').execute()
    world.time.now = before
  })

  test.each([['yesterday'], ['2020-01-01T00:00:00Z']])('refuses the end %s', async (until) => {
    const ann = await somebody()
    const answer = await root.put(`/api/admin/users/${ann.user.id}/standing`, { disabled: true, reason: 'Spam', until })
    expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, ['until']])
    expect((await profile(ann.user.id)).disabled_at).toBe(null)
  })

  test('is undone by enabling, which is logged too', async () => {
    const ann = await somebody()
    await disable(root, ann.user.id)
    expect((await enable(root, ann.user.id)).status).toBe(200)
    // The sessions from before stay ended.
    expect(await isSignedIn(ann)).toBe(false)
    expect((await ann.post('/api/auth/signin', { email: ann.user.email, password: PASSWORD })).status).toBe(200)
    expect(await profile(ann.user.id)).toMatchObject({ disabled_at: null, disabled_reason: null })
    expect((await auditLogOf(ann.user.id)).map(({ action }) => action)).toEqual(['disable', 'enable'])
  })

  test.each([[undefined], [''], ['  '], [7], ['x'.repeat(501)]])('requires a reason and refuses %j', async (reason) => {
    const ann = await somebody()
    const { status, body } = await disable(root, ann.user.id, reason ?? null)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
    expect(body.details.reason).toBeDefined()
    expect(await isSignedIn(ann)).toBe(true)
    expect(await auditLogOf(ann.user.id)).toEqual([])
  })

  test("refuses the admin's own account, an unknown id, and callers who are no admins", async () => {
    const own = await disable(root, root.user.id)
    expect([own.status, own.body.code]).toEqual([409, 'own_account'])
    expect((await disable(root, '019a0000-0000-7000-8000-000000000000')).status).toBe(404)
    expect((await disable(root, 'nonsense')).status).toBe(400)
    const ann = await somebody()
    expect((await disable(ann, root.user.id)).status).toBe(403)
    expect(await profile(root.user.id)).toMatchObject({ disabled_at: null })
  })
})

describe('the admin role', () => {
  test('is given and removed, takes effect with the next request, and is logged', async () => {
    const ann = await somebody()
    expect((await ann.get('/api/admin/stats')).status).toBe(403)
    expect((await setRole(root, ann.user.id, 'admin')).status).toBe(200)
    expect((await ann.get('/api/admin/stats')).status).toBe(200)
    expect((await setRole(root, ann.user.id, 'user')).status).toBe(200)
    expect((await ann.get('/api/admin/stats')).status).toBe(403)
    expect((await auditLogOf(ann.user.id)).map(({ action }) => action)).toEqual(['make_admin', 'take_admin'])
  })

  test("refuses the admin's own account, and an unknown role", async () => {
    const own = await setRole(root, root.user.id, 'user')
    expect([own.status, own.body.code]).toEqual([409, 'own_account'])
    const ann = await somebody()
    expect((await setRole(root, ann.user.id, 'owner')).status).toBe(400)
    expect((await profile(ann.user.id)).role).toBe('user')
  })

  test('stays with one of two admins who remove it from each other simultaneously', async () => {
    const ann = await somebody({ becomeAdmin: true })
    const answers = await Promise.all([setRole(root, ann.user.id, 'user'), setRole(ann, root.user.id, 'user')])
    const admins = await world.db.selectFrom('profiles').where('role', '=', 'admin').select('id').execute()
    expect(admins).toHaveLength(1)
    // The slower one is refused as the last admin, or is no admin any more.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409 || status === 403)).toHaveLength(1)
    const left = admins[0]?.id === root.user.id ? root : ann
    if (left === ann) {
      await setRole(ann, root.user.id, 'admin')
      await setRole(root, ann.user.id, 'user')
    }
  })

  test('stays with the last admin, and a disabled admin does not count', async () => {
    const ann = await somebody({ becomeAdmin: true })
    await disable(root, ann.user.id)
    const deps = { db: world.db, clock: () => world.time.now, events: world.events }
    await expect(changeRole(deps, root.user.id, 'user')).rejects.toMatchObject({ code: 'last_admin' })
    await expect(disableMember(deps, root.user.id, { reason: 'Trying' })).rejects.toMatchObject({ code: 'last_admin' })
    expect(await profile(root.user.id)).toMatchObject({ role: 'admin', disabled_at: null })
    expect((await setRole(root, ann.user.id, 'user')).status).toBe(200)
  })
})

describe('the list of members', () => {
  const list = async (query: string) => (await root.get(`/api/admin/users${query}`)).body

  test('contains what admins may know, without the email address (C75)', async () => {
    const ann = await somebody({ displayName: 'Änne Ümlaut' })
    const { users } = await list('?search=änne')
    expect(users).toEqual([
      {
        id: ann.user.id,
        username: ann.user.username,
        display_name: 'Änne Ümlaut',
        avatar_url: null,
        role: 'user',
        created_at: expect.any(String),
        last_seen_at: expect.any(String),
        disabled_at: null,
        disabled_reason: null,
        disabled_until: null,
        disabled_message: null,
        viewerCan: { disable: true, changeRole: true },
      },
    ])
  })

  test('is searched by a part of a name or by a whole email address, and matches % and _ literally', async () => {
    const ann = await somebody({ username: 'zz_under', displayName: '100% Ann', email: 'ann.zz@example.org' })
    const ids = async (search: string) =>
      (await list(`?search=${encodeURIComponent(search)}`)).users.map(({ id }: { id: string }) => id)
    for (const search of ['ZZ_UND', '100%', 'ann.zz@example.org', ' Ann.ZZ@example.org ', ann.user.id])
      expect(await ids(search)).toEqual([ann.user.id])
    for (const search of ['zzxunder', 'ann.zz@example', '100_']) expect(await ids(search)).toEqual([])
  })

  test("shows only admins or only disabled members, and marks the admin's own account as unchangeable", async () => {
    const ann = await somebody()
    await disable(root, ann.user.id)
    const disabled = (await list('?show=disabled')).users
    expect(disabled.every(({ disabled_at }: { disabled_at: string | null }) => disabled_at !== null)).toBe(true)
    expect(disabled[0]).toMatchObject({ id: ann.user.id, disabled_reason: 'Spam in every review' })
    const admins = (await list('?show=admins')).users
    expect(admins).toMatchObject([{ id: root.user.id, viewerCan: { disable: false, changeRole: false } }])
  })

  test('continues on the next page, newest first, with each member once', async () => {
    await world.db
      .insertInto('user')
      .values(Array.from({ length: 70 }, (_, i) => ({ name: `Many ${i}`, email: `many-${i}@example.org` })))
      .execute()
    await world.db
      .insertInto('profiles')
      .columns(['id', 'display_name', 'created_at'])
      .expression((is) =>
        is
          .selectFrom('user')
          .where('name', 'like', 'Many %')
          .select(['id', 'name', is.val(new Date(0)).as('at')]),
      )
      .execute()
    const seen: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 10; pages += 1) {
      const { users, nextCursor } = await list(`?search=Many${cursor && `&cursor=${cursor}`}`)
      seen.push(...users.map(({ display_name }: { display_name: string }) => display_name))
      if (nextCursor === null) break
      cursor = nextCursor
    }
    expect(seen).toHaveLength(70)
    expect(new Set(seen).size).toBe(70)
  })

  test('takes the same number of queries however many members there are', async () => {
    expect(await world.countQueries(() => list(''))).toBeLessThanOrEqual(2)
  })
})

describe('the error log', () => {
  const report = (message: string, level = 'error') =>
    world.visitor().post('/api/error-log', {
      message,
      level,
      error: { name: 'TypeError', message, stack: `TypeError\n    at ${message.replace(/\W/g, '')} (a.js:1:2)` },
      context: { url: '/game/igdb_1942', componentInfo: 'at Page' },
    })
  const list = async (query = '') => (await root.get(`/api/admin/errors${query}`)).body
  const find = async (message: string, query = '') =>
    (await list(query)).groups.find((group: { message: string }) => group.message === message)

  test('lists groups, the latest first, by level', async () => {
    await report('First thing')
    world.time.now = new Date(Date.now() + 1000)
    await report('Second thing', 'warning')
    world.time.now = new Date(Date.now() + 2000)
    await report('First thing')
    const { groups } = await list()
    expect(groups).toMatchObject([
      { message: 'First thing', occurrences: 2, members: 0, status: 'open', path: '/game/:id', name: 'TypeError' },
      { message: 'Second thing', occurrences: 1, level: 'warning' },
    ])
    expect((await list('?level=warning')).groups).toHaveLength(1)
    expect((await list('?level=nonsense')).groups).toHaveLength(2)
  })

  test('shows the reports of a group', async () => {
    await report('Third thing')
    const { id } = await find('Third thing')
    const { group, occurrences } = (await root.get(`/api/admin/errors/${id}`)).body
    expect(group.message).toBe('Third thing')
    expect(occurrences).toMatchObject([
      {
        stack: 'TypeError\n    at Thirdthing (a.js:1:2)',
        url: '/game/igdb_1942',
        component_info: 'at Page',
        username: null,
      },
    ])
    expect((await root.get('/api/admin/errors/nonsense')).status).toBe(400)
  })

  test('marks a group as resolved, and opens it again when the error occurs again', async () => {
    await report('Fourth thing')
    const { id } = await find('Fourth thing')
    expect((await root.put(`/api/admin/errors/${id}`, { status: 'resolved' })).status).toBe(200)
    expect(await find('Fourth thing')).toBeUndefined()
    expect(await find('Fourth thing', '?status=resolved')).toMatchObject({ id, status: 'resolved' })
    await report('Fourth thing')
    expect(await find('Fourth thing')).toMatchObject({ id, status: 'open', occurrences: 2 })
    await root.put(`/api/admin/errors/${id}`, { status: 'resolved' })
    await root.put(`/api/admin/errors/${id}`, { status: 'open' })
    expect(await find('Fourth thing')).toMatchObject({ status: 'open' })
    expect((await auditLogOf(id)).map(({ action }) => action)).toEqual([
      'resolve_error',
      'resolve_error',
      'reopen_error',
    ])
    expect((await root.put(`/api/admin/errors/${id}`, { status: 'gone' })).status).toBe(400)
  })

  test('continues on the next page', async () => {
    const row = { level: 'info', name: 'Error', path: '/', message: 'Many' }
    const rows = Array.from({ length: 65 }, (_, i) => ({
      ...row,
      fingerprint: `many ${i}`,
      first_seen_at: new Date(5e11),
      last_seen_at: new Date(5e11 + (i % 3)),
    }))
    await world.db.insertInto('error_groups').values(rows).execute()
    const seen = new Set<string>()
    let cursor: string | null = ''
    let pages = 0
    while (cursor !== null && pages < 10) {
      const page: { groups: { id: string }[]; nextCursor: string | null } = await list(
        `?level=info${cursor && `&cursor=${cursor}`}`,
      )
      for (const { id } of page.groups) seen.add(id)
      cursor = page.nextCursor
      pages += 1
    }
    expect([seen.size, pages]).toEqual([65, 3])
  })
})

test('the admin home shows counts and the latest entries of the audit log', async () => {
  const ann = await somebody()
  await disable(root, ann.user.id, 'For the home')
  const { body } = await root.get('/api/admin/stats')
  const members = await world.db.selectFrom('profiles').select('id').execute()
  expect(body).toMatchObject({ members: members.length, games: 0, outbox: expect.any(Number) })
  expect(body.new_members).toBeLessThan(body.members)
  expect(body.audit_log[0]).toMatchObject({
    by: 'the-root',
    action: 'disable',
    words: 'disabled',
    about: ann.user.username,
    href: `/admin/users?search=${ann.user.id}`,
    reason: 'For the home',
    changes: [],
  })
})
