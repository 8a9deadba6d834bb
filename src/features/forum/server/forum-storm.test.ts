import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import type { ForumPostId, ForumThreadId } from '#shared/ids.ts'
import { viewerWith } from '#tests/support/fixtures.ts'
import { useForumApp } from '#tests/support/forum-app.ts'
import { toggleLike } from './likes/forum-likes.service.ts'
import { createPost, deletePost } from './writing/post-writing.service.ts'

const t = useForumApp()
const { app, members: m, thread, post } = t

/** Stored counts, and the same counts of the rows. */
async function countsOf(id: string) {
  const { rows } = await sql<{ stored: number[]; counted: number[] }>`
    select array[posts_count, shown_number, last_number, likes_count,
        (select sum(likes_count)::int from forum_posts where thread_id = thread.id),
        (select sum(threads_count)::int from forum_categories)] as stored,
      array[
        (select count(*)::int from forum_posts where thread_id = thread.id and is_shown),
        (select coalesce(max(number), 0) from forum_posts where thread_id = thread.id and is_shown),
        (select count(*)::int from forum_posts where thread_id = thread.id),
        (select count(*)::int from forum_likes mark join profiles p on p.id = mark.user_id
          where item_id = thread.id and p.disabled_at is null),
        (select count(*)::int from forum_likes mark join profiles p on p.id = mark.user_id
          join forum_posts post on post.id = mark.item_id
          where post.thread_id = thread.id and p.disabled_at is null),
        (select count(*)::int from forum_threads where is_listed)
      ] as counted
    from forum_threads thread where thread.id = ${id}`.execute(app.db)
  return rows[0]!
}

test('counts equal the rows after 1,000 simultaneous likes, posts and deletions', async () => {
  const { id } = await thread(m.mara)
  const liked = await post(m.juno, id, 'Like this')
  const people = await app.db
    .insertInto('user')
    .values(Array.from({ length: 250 }, (_, at) => ({ name: `s${at}`, email: `s${at}@example.org` })))
    .returning('id')
    .execute()
  await app.db
    .insertInto('profiles')
    .values(people.map(({ id: person }, at) => ({ id: person, username: `storm${at}` })))
    .execute()
  const deps = {
    ...{ db: app.db, clock: () => app.time.now, catalogue: app.catalogue, events: app.events, config: app.config },
    queue: { send: async () => {}, listStates: async () => [] },
  } as unknown as Parameters<typeof createPost>[0]
  const reply = { wasThere: () => {} }
  const write = async (person: string) => {
    const draft = { content: `By ${person}`, quoted_post_id: null, spoils_to: null }
    const made = await createPost(deps, viewerWith(person), id as ForumThreadId, draft, reply)
    if (made.number % 5 === 0) await deletePost(deps, viewerWith(person), made.id as ForumPostId)
  }
  const disable = (person: string) =>
    inTransaction(deps, ({ db }) =>
      db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', person).execute(),
    )
  const outcomes = await Promise.allSettled([
    ...people.map(({ id: person }) => toggleLike(deps, viewerWith(person), { type: 'thread', id })),
    ...people.map(({ id: person }) => toggleLike(deps, viewerWith(person), { type: 'post', id: liked.id })),
    ...people.map(({ id: person }) => write(person)),
    ...people.map(({ id: person }) => toggleLike(deps, viewerWith(person), { type: 'post', id: liked.id })),
    ...people.slice(0, 10).map(({ id: person }) => disable(person)),
  ])
  // Only members who are already disabled are refused.
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'sign_in_required' })
  const { stored, counted } = await countsOf(id)
  expect(stored).toEqual(counted)
  expect(counted[2]).toBeGreaterThan(200)
  const { rows } = await sql<{ number: number }>`
    select number from forum_posts where thread_id = ${id} order by number`.execute(app.db)
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
})
