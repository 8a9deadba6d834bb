import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { stepsOf, storeRows } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { BEFORE_ALL, claimDue } from './webhooks.queries.ts'

// A claim reads about as many deliveries as it takes, however many wait for somebody else.

const app = useTestApp()
const memberId = (n: number) => `019a0000-0000-7000-9000-${String(n).padStart(12, '0')}`
const ofMember = sql`('019a0000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid`
const [BUSY, DISABLED, PAUSED] = [1, 2, 3]
const MEMBERS = 203
const OF_MANY = 3_000
const OF_FEW = 10
/** What a claim looks at. */
const CONSIDERED = 100
const NOW = new Date()

beforeAll(async () => {
  await storeRows(app, async (db) => {
    await sql`
      insert into "user" (id, name, email)
      select ${ofMember}, 'person-' || n, 'p' || n || '@example.org' from generate_series(1, ${MEMBERS}::int) n`.execute(
      db,
    )
    await sql`
      insert into profiles (id, username, display_name, disabled_at)
      select ${ofMember}, 'person-' || n, 'Person', case when n = ${DISABLED} then now() end
      from generate_series(1, ${MEMBERS}::int) n`.execute(db)
    await sql`
      insert into webhooks (id, user_id, url, events, secret, created_at, paused_at)
      select ${ofMember}, ${ofMember}, 'https://example.org', '{review.changed}', decode(repeat('ab', 32), 'hex'), now(),
        case when n = ${PAUSED} then now() end
      from generate_series(1, ${MEMBERS}::int) n`.execute(db)
    await sql`
      insert into webhook_deliveries (webhook_id, type, subject_id, created_at, next_attempt_at)
      select ${ofMember}, 'review.changed', uuidv7(), now(), now() - interval '1 day' + n * interval '1 minute'
      from generate_series(1, ${MEMBERS}::int) n, generate_series(1, ${OF_MANY}::int) review
      where n <= 3 or review <= ${OF_FEW}::int`.execute(db)
    // The test of a paused webhook is sent.
    await sql`
      insert into webhook_deliveries (webhook_id, type, created_at, next_attempt_at)
      select ${memberId(PAUSED)}::uuid, 'ping', now(), now() - interval '1 minute'`.execute(db)
  })
  await sql`analyze webhooks, webhook_deliveries, profiles`.execute(app.db)
})

const claim = { now: NOW, until: NOW, most: 16, mostOfMember: 4 }
const underWay = Array.from({ length: 4 }, () => memberId(BUSY))

describe.each(['generic', 'custom'] as const)('by the %s plan, a claim does not walk past what waits', (plan) => {
  test.each([
    ['from the first webhook on', BEFORE_ALL],
    ['in the midst of them', memberId(100)],
  ])('%s', async (_, after) => {
    const steps = await stepsOf(app, plan, (db) => claimDue(db, { ...claim, after, underWay }))
    expect(steps.map(({ kind }) => kind)).not.toContain('Seq Scan')
    const reads = (table: string) =>
      steps.filter((step) => step.table === table).reduce((sum, { rows }) => sum + rows, 0)
    expect(reads('webhook_deliveries')).toBeLessThan(2 * CONSIDERED)
    expect(reads('webhooks')).toBeLessThan(CONSIDERED)
  })
})

test('a claim takes a few of each webhook in turn, and nothing of who must wait', async () => {
  const takes = async (after: string) => {
    const rows = await app.db.transaction().execute((db) => claimDue(db, { ...claim, after, underWay }))
    return [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([id, { length }]) => [Number(id.slice(-12)), length])
  }
  const inOrder = async (after: string) => (await takes(after)).toSorted(([one = 0], [other = 0]) => one - other)
  expect(await inOrder(BEFORE_ALL)).toEqual([
    [PAUSED, 1],
    [4, 4],
    [5, 4],
    [6, 4],
    [7, 3],
  ])
  expect(await inOrder(memberId(201))).toEqual([
    [202, 4],
    [203, 4],
  ])
})
