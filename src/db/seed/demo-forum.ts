import type { Db } from '#db/db.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { threadLikers } from './demo-forum-likers.ts'
import { type DemoPost, type DemoThread, THREADS } from './demo-forum-threads.ts'

interface Person {
  id: string
  username: string
}

/** Inserts the forum of the demo world. Bettina looks after it. */
export async function insertForum(
  db: Db,
  people: readonly Person[],
  given: { main: string; now: Date; uuidAt: (at: Date) => string },
): Promise<void> {
  const ids = new Map(people.map(({ username, id }) => [username, id]))
  const idOf = (username: string) => ids.get(username) as string
  const categories = await db.selectFrom('forum_categories').select(['id', 'slug']).execute()
  await db.updateTable('profiles').set({ role: 'moderator' }).where('id', '=', idOf('bettina_b')).execute()
  const names = THREADS.flatMap(({ game }) => game ?? [])
  const games = await db.selectFrom('games').select(['id', 'name']).where('name', 'in', names).execute()
  for (const thread of THREADS) {
    const category = categories.find(({ slug }) => slug === thread.category)
    const game = games.find(({ name }) => name === thread.game)
    if (category)
      await insertThread(db, thread, { ...given, people, idOf, categoryId: category.id, gameId: game?.id ?? null })
  }
}

interface Around {
  people: readonly Person[]
  idOf: (username: string) => string
  categoryId: number
  gameId: string | null
  main: string
  now: Date
  uuidAt: (at: Date) => string
}

async function insertThread(db: Db, thread: DemoThread, around: Around): Promise<void> {
  const { idOf, now, uuidAt, gameId } = around
  const begun = new Date(now.getTime() - thread.begun * DAY_MS)
  const last = new Date(now.getTime() - thread.last * DAY_MS)
  const count = thread.posts.length
  /** The posts stand at equal distances between the beginning and the last one. */
  const timeOf = (number: number) =>
    new Date(begun.getTime() + ((last.getTime() - begun.getTime()) * number) / Math.max(1, count))
  const id = uuidAt(begun)
  await db
    .insertInto('forum_threads')
    .values({
      id,
      category_id: around.categoryId,
      author_id: idOf(thread.by),
      game_id: gameId,
      title: thread.title,
      body: thread.text,
      body_html: htmlOf(thread.text, idOf),
      ...markOf(thread.spoilsTo, gameId),
      pinned: thread.isPinned ?? false,
      locked: thread.isLocked ?? false,
      posts_count: thread.posts.filter(({ isDeleted }) => !isDeleted).length,
      last_number: count,
      shown_number: thread.posts.findLastIndex(({ isDeleted }) => !isDeleted) + 1,
      last_post_at: last,
      created_at: begun,
      updated_at: begun,
    })
    .execute()
  const postIds = thread.posts.map((_, at) => uuidAt(timeOf(at + 1)))
  for (const [at, post] of thread.posts.entries())
    await insertPost(db, post, { ...around, threadId: id, number: at + 1, at: timeOf(at + 1), postIds })
  await insertLikes(db, { type: 'thread', id, by: thread.by, likes: thread.likes, at: begun }, around)
  const voices = [...new Set([thread.by, ...thread.posts.map(({ by }) => by)])]
  await db
    .insertInto('forum_subscriptions')
    .values(voices.map((name) => ({ user_id: idOf(name), thread_id: id, created_at: begun })))
    .execute()
  // The main member has read up to her last post, or some threads a little further.
  const own = thread.posts.findLastIndex(({ by }) => by === around.main) + 1
  if (own > 0 || thread.by === around.main)
    await db
      .insertInto('forum_reads')
      .values({ user_id: idOf(around.main), thread_id: id, number: Math.max(own, count - 3), read_at: last })
      .execute()
}

async function insertPost(
  db: Db,
  post: DemoPost,
  around: Around & { threadId: string; number: number; at: Date; postIds: readonly string[] },
): Promise<void> {
  const { idOf, at, number, postIds } = around
  const id = postIds[number - 1] as string
  const editedAt = post.before === undefined ? null : new Date(at.getTime() + 600_000)
  await db
    .insertInto('forum_posts')
    .values({
      id,
      thread_id: around.threadId,
      number,
      author_id: idOf(post.by),
      quoted_post_id: post.quotes ? (postIds[post.quotes - 1] ?? null) : null,
      content: post.text,
      content_html: htmlOf(post.text, idOf),
      excerpt: post.text,
      ...markOf(post.spoilsTo, around.gameId),
      edited_at: editedAt,
      deleted_at: post.isDeleted ? new Date(at.getTime() + HOUR_MS) : null,
      created_at: at,
      updated_at: editedAt ?? at,
    })
    .execute()
  if (post.before !== undefined)
    await db
      .insertInto('forum_versions')
      .values({
        type: 'post',
        item_id: id,
        author_id: idOf(post.by),
        content: post.before,
        content_html: post.before,
        created_at: at,
        replaced_at: editedAt ?? at,
      })
      .execute()
  if (!post.isDeleted) await insertLikes(db, { type: 'post', id, by: post.by, likes: post.likes, at }, around)
}

const markOf = (spoilsTo: number | undefined, gameId: string | null) =>
  spoilsTo !== undefined && gameId !== null
    ? { spoils_to: spoilsTo, written_at: spoilsTo }
    : { spoils_to: null, written_at: null }

/** The texts of the demo world have no tags, only line breaks and names. */
const htmlOf = (text: string, idOf: (username: string) => string | undefined): string =>
  text
    .replaceAll('\n', '<br />')
    .replace(/@([\w-]+)/g, (name, username: string) =>
      idOf(username) ? `<a href="/profile/${idOf(username)}">${name}</a>` : name,
    )

/** Triggers maintain the counts. */
async function insertLikes(
  db: Db,
  item: { type: 'post' | 'thread'; id: string; by: string; likes: number | undefined; at: Date },
  { people }: Around,
): Promise<void> {
  const likers = threadLikers(people, item)
  if (likers.length === 0) return
  await db
    .insertInto('forum_likes')
    .values(likers.map((user_id) => ({ user_id, type: item.type, item_id: item.id, created_at: item.at })))
    .execute()
}
