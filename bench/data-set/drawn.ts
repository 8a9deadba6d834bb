import type { ClientBase } from 'pg'

/** The condition that the author is in no block: some readers of the bench block members, and would get a 404. */
const isReadByAll = (author: string) =>
  `not exists (select from user_blocks where ${author} in (blocker_id, blocked_id))`

/** Returns ids of listed reviews that every reader may read, drawn evenly from the newest to the oldest. */
export async function drawReviews(client: ClientBase, most: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from bench.review
     where n % greatest(1, (select count(*) from bench.review) / $1) = 0 and ${isReadByAll('user_id')}
     order by n limit $1`,
    [most],
  )
  return rows.map(({ id }) => id)
}

/** Returns ids of listed threads that every reader may read; the first one is the long one. */
export async function drawThreads(client: ClientBase, most: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from bench.thread join forum_threads using (id)
     where is_listed and n % greatest(1, (select count(*) from bench.thread) / $1) = 0 and ${isReadByAll('author_id')}
     order by n limit $1`,
    [most],
  )
  return rows.map(({ id }) => id)
}
