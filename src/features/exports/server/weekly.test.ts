import { expect, test } from 'vitest'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp({ WEEKLY_EXPORTS: 'on', WEEKLY_EXPORTS_KEEP: '2' })
const WEEK = 7 * 86_400_000

const copiesOf = async (member: Member) => (await member.get('/api/exports')).body.exports
async function nextWeek(): Promise<void> {
  app.time.now = new Date(app.time.now.getTime() + WEEK)
}
async function makeCopies(): Promise<void> {
  await app.run('begin-weekly-exports')
  await app.work()
  await app.run('prune-exports')
}
const visit = (member: Member, at: Date) =>
  app.db
    .insertInto('user_active_days')
    .values({ user_id: member.user.id, day: at.toISOString().slice(0, 10) })
    .onConflict((on) => on.doNothing())
    .execute()

test('members who visit get one copy a week, and the last ones stay', async () => {
  const ann = await signUp(app)
  const bob = await signUp(app)
  await visit(ann, app.time.now)
  await visit(bob, new Date(app.time.now.getTime() - WEEK / 2))
  await makeCopies()
  const [first] = await copiesOf(ann)
  expect(first).toMatchObject({ state: 'done', is_weekly: true, expires_at: null })
  expect((await ann.get('/api/exports')).body.weekly_kept).toBe(2)
  // A second run in the same week makes none, and a week without a visit either.
  await makeCopies()
  expect(await copiesOf(ann)).toHaveLength(1)
  for (let week = 0; week < 2; week += 1) {
    await nextWeek()
    await visit(ann, app.time.now)
    await makeCopies()
  }
  const kept = await copiesOf(ann)
  expect(await copiesOf(bob)).toHaveLength(1)
  expect([kept.length, kept.some(({ id }: { id: string }) => id === first.id)]).toEqual([2, false])
})

test('a disabled member gets none', async () => {
  const ann = await signUp(app)
  await visit(ann, app.time.now)
  await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', ann.user.id).execute()
  await makeCopies()
  expect(await app.db.selectFrom('exports').where('user_id', '=', ann.user.id).select('id').execute()).toEqual([])
})

test('a copy that a member asks for comes before the weekly ones, and does not replace them', async () => {
  const ann = await signUp(app)
  await visit(ann, app.time.now)
  await app.run('begin-weekly-exports')
  const [{ id }] = await copiesOf(ann)
  expect(app.queue).toContainEqual({ name: 'make-export', data: { id }, priority: -1 })
  await app.work()
  await ann.post('/api/exports', {})
  expect(app.queue.at(-1)).not.toHaveProperty('priority')
  await app.work()
  expect((await copiesOf(ann)).map((each: { is_weekly: boolean }) => each.is_weekly)).toEqual([false, true])
})

test('neither a copy that a member asks for nor one that failed counts among the weekly ones that stay', async () => {
  const ann = await signUp(app)
  for (let week = 0; week < 2; week += 1) {
    await nextWeek()
    await visit(ann, app.time.now)
    await makeCopies()
  }
  const weekly = (await copiesOf(ann)).map(({ id }: { id: string }) => id)
  expect(weekly).toHaveLength(2)
  await ann.post('/api/exports', {})
  await app.work()
  const failed = { user_id: ann.user.id, state: 'failed', is_weekly: true, created_at: app.time.now }
  await app.db.insertInto('exports').values(failed).execute()
  await app.run('prune-exports')
  const left = (await copiesOf(ann)).filter(
    (each: { state: string; is_weekly: boolean }) => each.state === 'done' && each.is_weekly,
  )
  expect(left.map(({ id }: { id: string }) => id)).toEqual(weekly)
})
