import { describe, expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { pruneReports } from './error-log.service.ts'

const world = useTestApp({ LOG_LEVEL: 'warn' })

/** Sends a report as a broken page does, without a CSRF token. */
const send = (body: unknown, headers: Record<string, string> = {}) =>
  world.visitor().post('/api/error-log', body, { 'x-csrf-token': '', ...headers })
const groups = () => world.db.selectFrom('error_groups').selectAll().orderBy('first_seen_at').execute()
const reports = () => world.db.selectFrom('error_logs').selectAll().orderBy('created_at').orderBy('id').execute()
const groupOf = async (message: string) => (await groups()).find((group) => group.message === message)
const reportsOf = async (message: string) => {
  const group = await groupOf(message)
  return (await reports()).filter(({ group_id }) => group_id === group?.id)
}
const STACK = 'TypeError: it broke\n    at Page (http://localhost:3000/assets/game.page-BvK3abc1.js:1:2345)'
const WHOLE = {
  message: 'It broke',
  error: { name: 'TypeError', message: 'It broke', stack: STACK },
  level: 'error',
  context: {
    timestamp: '2026-11-21T12:00:00Z',
    url: 'http://localhost:3000/game/igdb_1942?tab=media',
    userAgent: 'Firefox',
    componentInfo: 'at Page',
  },
}

describe('POST /api/error-log', () => {
  test('stores the fields that the requirements name, without a CSRF token [R-ERR-01]', async () => {
    const { status, body } = await send(WHOLE)
    expect([status, body]).toEqual([202, { success: true }])
    expect(await groupOf('It broke')).toMatchObject({ level: 'error', name: 'TypeError', path: '/game/:id' })
    expect(await reportsOf('It broke')).toMatchObject([
      {
        message: 'It broke',
        level: 'error',
        error: WHOLE.error,
        context: { ...WHOLE.context, url: '/game/igdb_1942?tab=media' },
        user_id: null,
      },
    ])
  })

  test('requires only a message; an unknown level becomes error', async () => {
    expect((await send({ message: 'Only this', level: 'disaster', error: 'text', context: 7 })).status).toBe(202)
    expect(await groupOf('Only this')).toMatchObject({ level: 'error', name: 'Error', path: '/' })
  })

  test('accepts invalid text', async () => {
    const message = 'half \ud83d of a \0 sign'
    expect((await send({ message, error: { name: 'A\0', stack: '\udc00' } })).status).toBe(202)
    expect(await groupOf('half \ufffd of a  sign')).toMatchObject({ name: 'A' })
  })

  test.each([[{}], [{ message: '' }], [{ message: '  ' }], [{ message: 7 }], [[]], ['no json']])(
    'refuses %j and stores nothing',
    async (body) => {
      const before = (await reports()).length
      expect((await send(body)).status).toBe(400)
      expect(await reports()).toHaveLength(before)
    },
  )

  test('accepts 16 KB and not more', async () => {
    const report = (size: number) => {
      const empty = JSON.stringify({ message: 'large', error: { stack: '' } }).length
      return { message: 'large', error: { stack: 'x'.repeat(size - empty) } }
    }
    expect((await send(report(16_384))).status).toBe(202)
    expect((await send(report(16_385))).status).toBe(413)
    const [stored] = await reportsOf('large')
    expect(stored?.error).toMatchObject({ stack: 'x'.repeat(4000) })
  })

  test('refuses pages of other origins', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect((await send({ message: 'From elsewhere' }, headers as Record<string, string>)).status).toBe(403)
    expect(await groupOf('From elsewhere')).toBeUndefined()
  })

  test('takes the member from the session, never from the body, and counts each member once', async () => {
    const ann = await signUp(world)
    const ben = await signUp(world)
    const report = { message: 'Met by members', user_id: ben.user.id, context: { user_id: ben.user.id } }
    for (const member of [ann, ann, ben]) await member.post('/api/error-log', report)
    await send(report)
    const stored = await reportsOf('Met by members')
    expect(stored.map(({ user_id }) => user_id)).toEqual([ann.user.id, ann.user.id, ben.user.id, null])
    expect(await groupOf('Met by members')).toMatchObject({ occurrences: 4, members: 2 })
  })

  test('stores no secret', async () => {
    const secrets = ['ann@example.org', 'hunter2', 'Qm9vbWVyYW5nMTIzNDU2Nzg5MA', 'sessionvalue', 'c0de-of-a-link']
    await send({
      message: `Masked for ${secrets[0]}`,
      error: {
        stack: `password=${secrets[1]} ${secrets[2]}`,
        message: `cookie: savepoint.session_token=${secrets[3]}`,
      },
      context: {
        url: `http://localhost:3000/auth/callback?code=${secrets[4]}`,
        componentInfo: [secrets[0], secrets[2]],
        userAgent: secrets[2],
      },
    })
    const stored = JSON.stringify([await groups(), await reports()])
    expect(stored).toContain('Masked for [masked]')
    for (const secret of secrets) expect(stored + world.logged()).not.toContain(secret)
  })

  test('logs a failure to store a report, and still succeeds', async () => {
    await world.db.schema.alterTable('error_logs').renameTo('error_logs_away').execute()
    try {
      expect((await send({ message: 'Nowhere to go' })).status).toBe(202)
    } finally {
      await world.db.schema.alterTable('error_logs_away').renameTo('error_logs').execute()
    }
    expect(world.logged()).toContain('cannot store a browser error')
    // The transaction was rolled back completely.
    expect(await groupOf('Nowhere to go')).toBeUndefined()
  })
})

describe('the groups of errors', () => {
  test('collect reports of one error, and store the ten newest', async () => {
    for (let i = 0; i < 13; i += 1) await send({ message: `Counted ${i}` })
    const group = await groupOf('Counted 12')
    expect(group).toMatchObject({ occurrences: 13 })
    expect((await reportsOf('Counted 12')).map(({ message }) => message)).toEqual(
      Array.from({ length: 10 }, (_, i) => `Counted ${i + 3}`),
    )
  })

  test('count all simultaneous reports', async () => {
    await Promise.all(Array.from({ length: 24 }, () => send({ message: 'At once' })))
    expect(await groupOf('At once')).toMatchObject({ occurrences: 24 })
    expect(await reportsOf('At once')).toHaveLength(10)
  })

  test('are limited to a thousand; a new one replaces the one that was unseen for longest', async () => {
    const old = { level: 'error', name: 'Error', message: 'Old', path: '/' }
    const rows = Array.from({ length: 1000 }, (_, i) => ({
      ...old,
      fingerprint: `old ${i}`,
      first_seen_at: new Date(1e12 + i),
      last_seen_at: new Date(1e12 + i),
    }))
    await world.db.insertInto('error_groups').values(rows).execute()
    await send({ message: 'The last straw' })
    expect(await groups()).toHaveLength(1000)
    const left = await world.db.selectFrom('error_groups').where('fingerprint', '=', 'old 0').select('id').execute()
    expect(left).toEqual([])
    expect(await groupOf('The last straw')).toBeDefined()
  })

  test('are deleted after 30 days', async () => {
    const day = 24 * 3600_000
    const real = world.time.now
    world.time.now = new Date(real.getTime() - 31 * day)
    await send({ message: 'Long ago' })
    await send({ message: 'Long ago and now' })
    world.time.now = real
    await send({ message: 'Long ago and now' })
    await pruneReports({ db: world.db, clock: () => real } as Parameters<typeof pruneReports>[0])
    expect(await groupOf('Long ago')).toBeUndefined()
    expect(await reportsOf('Long ago and now')).toHaveLength(1)
    expect(await groupOf('Long ago and now')).toMatchObject({ occurrences: 2 })
  })
})
