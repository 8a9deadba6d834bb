import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { ACTIVITY } from '#features/activity/activity.subject.ts'
import { subjectRef } from '#shared/subject.ts'
import { record } from '#tests/support/fixtures.ts'
import { useMember } from '#tests/support/members.ts'
import { planOf } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { listBefore, listRepliesAfter } from './comments.queries.ts'

const app = useTestApp()
const mara = useMember(app, { username: 'mara' })
let activity: string
let top: string

beforeAll(async () => {
  activity = await record(app, mara)
  // One comment has many replies, which the list of comments must not read.
  const { rows } = await sql<{ id: string }>`
    insert into activity_comments (subject_type, subject_id, user_id, content)
    select 'activity', ${activity}::uuid, ${mara.user.id}::uuid, 'n' || n from generate_series(1, 200) n
    returning id`.execute(app.db)
  top = rows[0]?.id as string
  await sql`
    insert into activity_comments (subject_type, subject_id, user_id, content, parent_id)
    select 'activity', ${activity}::uuid, ${mara.user.id}::uuid, 'n' || n, ${top}::uuid
    from generate_series(1, 500) n`.execute(app.db)
  await sql`
    with other as (
      insert into activity_comments (subject_type, subject_id, user_id, content)
      select 'activity', uuidv7(), ${mara.user.id}::uuid, 'n' || n from generate_series(1, 3000) n
      returning id, subject_id
    )
    insert into activity_comments (subject_type, subject_id, user_id, content, parent_id)
    select 'activity', subject_id, ${mara.user.id}::uuid, 'reply', id from other`.execute(app.db)
  await sql`analyze activity_comments`.execute(app.db)
})

test('comments are listed without reading replies, and first replies by their comment', async () => {
  const subject = subjectRef(ACTIVITY, activity)
  const plan = await planOf(app, (db) => listBefore(db, subject, null, null, { before: null, most: 20 }))
  expect(plan).toContain('Index Scan using activity_comments_top')
  expect(plan).toContain('activity_comments_replies')
  expect(plan).not.toContain('Seq Scan on activity_comments')
})

test('replies are read from their index', async () => {
  const plan = await planOf(app, (db) => listRepliesAfter(db, top, null, null, { after: null, most: 20 }))
  expect(plan).toContain('Index Scan using activity_comments_replies')
  expect(plan).not.toContain('Sort')
})
