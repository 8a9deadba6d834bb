import { describe, expect, test } from 'vitest'
import { useForumApp } from '#tests/support/forum-app.ts'

const t = useForumApp()
const {
  app,
  GAME,
  members: m,
  give,
  later,
  draft,
  thread,
  reply,
  post,
  posts,
  read,
  list,
  like,
  block,
  bell,
  auditLog,
} = t

describe('a like', () => {
  test('of a thread or a post toggles, counts and notifies the author [R-FORUM-01]', async () => {
    const { id } = await thread(m.mara)
    const made = await post(m.juno, id, 'Hello')
    const likesOf = async (who: typeof m.mara) => (await bell(who)).filter(({ type }) => type === 'like')
    for (const [type, item, author] of [
      ['thread', id, m.mara],
      ['post', made.id, m.juno],
    ] as const) {
      expect((await like(m.tobi, type, item)).body).toEqual({ liked: true, likes_count: 1 })
      expect((await like(m.sol, type, item.toUpperCase())).body).toEqual({ liked: true, likes_count: 2 })
      expect(await likesOf(author)).toMatchObject([{ type: 'like', subject: { type, id: item } }])
      expect((await like(m.tobi, type, item)).body).toEqual({ liked: false, likes_count: 1 })
      await like(m.sol, type, item)
      expect(await likesOf(author)).toEqual([])
    }
    await like(m.tobi, 'thread', id)
    expect((await read(m.tobi, id)).body.thread).toMatchObject({ likes_count: 1, is_liked: true })
    for (const other of [app.visitor(), m.sol])
      expect((await read(other, id)).body.thread).toMatchObject({ likes_count: 1, is_liked: false })
    await like(m.tobi, 'post', made.id)
    await post(m.juno, id, 'Another one')
    expect((await posts(m.tobi, id)).data).toMatchObject([{ is_liked: true }, { is_liked: false }])
  })

  test('needs a type, an id, an item that the member reads, and another author [R-FORUM-01]', async () => {
    const { id } = await thread(m.mara)
    const made = await post(m.juno, id, 'Hello')
    const sentence = "Type must be 'post' or 'thread', and ID is required"
    for (const body of [{}, { type: 'poem', id }, { type: 'post', id: ' ' }, { type: 'post' }])
      expect((await m.tobi.post('/api/forum/likes', body)).body).toMatchObject({ error: sentence })
    expect((await like(m.tobi, 'post', id)).status).toBe(404)
    expect((await like(m.tobi, 'thread', 'nonsense')).status).toBe(404)
    expect((await like(m.mara, 'thread', id)).body).toMatchObject({ code: 'own_item' })
    await m.juno.delete(`/api/forum/posts/${made.id}`)
    expect((await like(m.tobi, 'post', made.id)).status).toBe(404)
    expect(await app.db.selectFrom('forum_likes').selectAll().execute()).toEqual([])
  })

  test('of a visitor is refused with 401 [R-FORUM-09]', async () => {
    const { id } = await thread(m.mara)
    const { status, body } = await like(app.visitor(), 'thread', id)
    expect([status, body.error]).toEqual([401, 'Please sign in to like'])
  })
})

describe('a locked thread', () => {
  test('takes no reply and no edit, not even of a moderator, but likes (G16)', async () => {
    const { id } = await thread(m.mara)
    const made = await post(m.juno, id, 'Hello')
    expect((await m.juno.patch(`/api/forum/threads/${id}`, { locked: true })).body).toMatchObject({ code: '42501' })
    expect((await m.moderator.patch(`/api/forum/threads/${id}`, { locked: true })).body.thread.locked).toBe(true)
    for (const who of [m.tobi, m.mara, m.moderator, m.admin]) {
      const { status, body } = await reply(who, id, 'Late')
      expect([status, body.error, body.code]).toEqual([403, 'This thread is locked', 'thread_locked'])
    }
    expect((await m.juno.patch(`/api/forum/posts/${made.id}`, { content: 'x' })).body.code).toBe('thread_locked')
    expect((await m.mara.patch(`/api/forum/threads/${id}`, { title: 'Another title' })).body.code).toBe('thread_locked')
    expect((await like(m.tobi, 'post', made.id)).status).toBe(200)
    expect((await posts(m.tobi, id)).last_number).toBe(1)
  })
})

describe('an edit', () => {
  test('keeps earlier texts as versions for the author and moderators', async () => {
    const { id } = await thread(m.mara)
    const made = await post(m.juno, id, 'First words')
    later()
    const path = `/api/forum/posts/${made.id}`
    const edited = (await m.juno.patch(path, { content: 'Second words', updated_at: made.updated_at })).body.post
    expect(edited).toMatchObject({ html: 'Second words', edited_at: '2026-03-01T12:02:00.000Z' })
    expect(edited.viewerCan.seeVersions).toBe(true)
    for (const who of [m.juno, m.moderator])
      expect((await who.get(`${path}/versions`)).body.data).toEqual([
        { title: null, html: 'First words', fold: null, written_at: '2026-03-01T12:00:00.000Z' },
      ])
    expect((await m.tobi.get(`${path}/versions`)).status).toBe(403)
    expect((await m.moderator.patch(path, { content: 'Mine' })).body.code).toBe('not_yours')
    const stale = await m.juno.patch(path, { content: 'Third', updated_at: made.updated_at })
    expect([stale.status, stale.body.error, stale.body.post.html]).toEqual([
      409,
      'This item was changed by someone else',
      'Second words',
    ])
    // The same text is no edit.
    await m.juno.patch(path, { content: 'Second words' })
    expect((await m.juno.get(`${path}/versions`)).body.data).toHaveLength(1)
    await m.mara.patch(`/api/forum/threads/${id}`, { title: 'Another title', body: 'Other words here.' })
    expect((await m.mara.get(`/api/forum/threads/${id}/versions`)).body.data).toMatchObject([
      { title: 'What do you play?', html: 'Tell us what you play this week.' },
    ])
  })
})

describe('deletion', () => {
  test('of a post leaves its number, and its permalink leads to its place', async () => {
    const { id } = await thread(m.mara)
    const first = await post(m.juno, id, 'First')
    const second = await post(m.tobi, id, 'Second')
    expect((await m.tobi.delete(`/api/forum/posts/${first.id}`)).body.code).toBe('not_yours')
    expect((await m.juno.delete(`/api/forum/posts/${first.id}`)).status).toBe(204)
    expect((await m.juno.delete(`/api/forum/posts/${first.id}`)).status).toBe(404)
    expect((await app.visitor().get(`/api/forum/posts/${first.id}`)).body).toMatchObject({
      page: 1,
      post: { number: 1, html: '', absence: 'deleted', viewerCan: { like: false } },
    })
    expect((await app.visitor().get(`/api/forum/posts/${second.id}`)).body.post.number).toBe(2)
    expect((await read(m.mara, id)).body.thread).toMatchObject({ posts_count: 1, last_number: 2 })
    expect((await post(m.sol, id, 'Third')).number).toBe(3)
    expect((await m.moderator.delete(`/api/forum/posts/${second.id}`)).status).toBe(204)
    expect(await auditLog()).toMatchObject([
      { action: 'delete_post', item_id: second.id, admin_id: m.moderator.user.id },
    ])
  })

  test('of a thread is its author’s until somebody else replies, and a moderator’s', async () => {
    const { id } = await thread(m.mara)
    const own = await post(m.mara, id, 'My own')
    expect((await m.juno.delete(`/api/forum/threads/${id}`)).status).toBe(403)
    const mayDelete = async () => (await read(m.mara, id)).body.thread.viewerCan.delete
    expect(await mayDelete()).toBe(true)
    const other = await post(m.juno, id, 'Hello')
    expect(await mayDelete()).toBe(false)
    expect((await m.mara.delete(`/api/forum/threads/${id}`)).body.code).toBe('not_yours')
    expect((await m.moderator.delete(`/api/forum/threads/${id}`)).status).toBe(204)
    for (const who of [m.mara, m.moderator, app.visitor()]) {
      expect((await read(who, id)).status).toBe(404)
      expect((await who.get(`/api/forum/threads/${id}/posts`)).status).toBe(404)
      expect((await who.get(`/api/forum/posts/${other.id}`)).status).toBe(404)
    }
    expect((await reply(m.tobi, id, 'Late')).body.error).toBe('Thread not found')
    expect((await m.mara.patch(`/api/forum/posts/${own.id}`, { content: 'x' })).status).toBe(404)
    expect((await list(m.mara)).total).toBe(0)
    const mine = await thread(m.mara, { title: 'Another one' })
    await post(m.mara, mine.id, 'My own again')
    expect((await m.mara.delete(`/api/forum/threads/${mine.id}`)).status).toBe(204)
  })
})

describe('a moderator', () => {
  test('pins and moves threads, with the audit log, and lists show it', async () => {
    const first = await thread(m.mara)
    later()
    const second = await thread(m.juno, { title: 'A later thread' })
    const path = `/api/forum/threads/${first.id}`
    expect((await m.mara.patch(path, { pinned: true })).status).toBe(403)
    expect((await m.moderator.patch(path, { pinned: true })).status).toBe(200)
    expect((await list(m.mara)).data.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id])
    await m.moderator.patch(path, { category: 'help' })
    expect([(await list(m.mara)).total, (await list(m.mara, 'category=help')).total]).toEqual([1, 1])
    expect((await auditLog()).map(({ action }) => action)).toEqual(['pin_thread', 'move_thread'])
  })

  test('who is demoted in the midst is refused with 403, whatever the session says', async () => {
    const { id } = await thread(m.mara)
    // The session of the moderator is cached with the role.
    expect((await m.moderator.get('/api/admin/held')).status).toBe(200)
    await app.db.updateTable('profiles').set({ role: 'user' }).where('id', '=', m.moderator.user.id).execute()
    expect((await m.moderator.patch(`/api/forum/threads/${id}`, { locked: true })).status).toBe(403)
    expect((await m.moderator.delete(`/api/forum/threads/${id}`)).status).toBe(403)
    const held = { items: [{ type: 'thread', id }], decision: 'publish' }
    expect((await m.moderator.post('/api/admin/held', held)).status).toBe(403)
    await m.juno.post('/api/reports', { item_type: 'thread', item_id: id, reason: 'spam' })
    const reports = `/api/admin/reports/thread/${id}`
    expect((await m.moderator.put(reports, { action: 'hide' })).status).toBe(403)
    expect((await m.moderator.post(`${reports}/put-back`, {})).status).toBe(403)
    expect((await read(app.visitor(), id)).status).toBe(200)
    await give(m.moderator, 'moderator')
    expect(await auditLog()).toEqual([])
    expect((await m.moderator.put(reports, { action: 'keep' })).status).toBe(200)
  })

  test('handles the reports of the forum, and no others', async () => {
    const { id } = await thread(m.mara)
    const bad = await post(m.juno, id, 'Buy gold')
    const report = { item_type: 'post', item_id: bad.id, reason: 'spam' }
    expect((await m.juno.post('/api/reports', report)).body.code).toBe('own_item')
    expect((await m.tobi.post('/api/reports', report)).status).toBe(201)
    await m.tobi.post('/api/reports', { item_type: 'profile', item_id: m.juno.user.id, reason: 'spam' })
    const queue = (await m.moderator.get('/api/admin/reports')).body.items
    expect(queue).toMatchObject([{ item_type: 'post', content: { text: 'Buy gold' }, viewerCan: { disable: false } }])
    expect((await m.admin.get('/api/admin/reports')).body.items).toHaveLength(2)
    const pages = (await m.moderator.get('/api/admin/pages')).body.groups
    expect(pages.flatMap((group: { pages: { path: string }[] }) => group.pages)).toMatchObject([
      { path: '/admin/held' },
      { path: '/admin/reports', waiting: { count: 1 } },
    ])
    const handle = (type: string, item: string, body: object) =>
      m.moderator.put(`/api/admin/reports/${type}/${item}`, body)
    expect((await handle('profile', m.juno.user.id, { action: 'keep' })).status).toBe(403)
    expect((await handle('post', bad.id, { action: 'disable', note: 'Spam' })).status).toBe(403)
    expect((await handle('post', bad.id, { action: 'hide' })).status).toBe(200)
    expect((await posts(m.tobi, id)).data).toMatchObject([{ html: '', absence: 'hidden' }])
    expect((await m.sol.post('/api/reports', report)).status).toBe(404)
    for (const who of [m.juno, m.moderator])
      expect((await posts(who, id)).data).toMatchObject([{ html: 'Buy gold', absence: 'hidden' }])
    expect((await read(m.tobi, id)).body.thread.posts_count).toBe(0)
    expect((await m.moderator.post(`/api/admin/reports/post/${bad.id}/put-back`, {})).status).toBe(200)
    expect((await read(m.tobi, id)).body.thread.posts_count).toBe(1)
    expect((await m.sol.post('/api/reports', report)).status).toBe(201)
    await m.juno.delete(`/api/forum/posts/${bad.id}`)
    expect((await m.mara.post('/api/reports', report)).status).toBe(404)
  })
})

describe('mentions', () => {
  test('notify once, also after edits, never oneself or across a block, and link the name', async () => {
    await block(m.sol, m.mara)
    const made = await thread(m.mara, { body: 'Hi @JUNO, @mara, @sol and @nobody-here!' })
    expect(made.html).toBe(
      `Hi <a href="/profile/${m.juno.user.id}">@JUNO</a>, <a href="/profile/${m.mara.user.id}">@mara</a>, @sol and @nobody-here!`,
    )
    expect(await bell(m.juno)).toMatchObject([{ type: 'mention', subject: { type: 'thread', id: made.id } }])
    await m.juno.post('/api/notifications/read', {})
    await m.mara.patch(`/api/forum/threads/${made.id}`, { body: 'Again @juno, and @tobi' })
    const unread = async (who: typeof m.juno) => (await who.get('/api/notifications')).body.unread
    expect([await unread(m.juno), await unread(m.tobi), await unread(m.sol), await unread(m.mara)]).toEqual([
      0, 1, 0, 0,
    ])
  })

  test('notify at most ten members of one text, also after edits', async () => {
    const people = await app.db
      .insertInto('user')
      .values(Array.from({ length: 15 }, (_, at) => ({ name: `p${at}`, email: `p${at}@example.org` })))
      .returning('id')
      .execute()
    await app.db
      .insertInto('profiles')
      .values(people.map(({ id }, at) => ({ id, username: `person${at}` })))
      .execute()
    const names = people.map((_, at) => `@person${at}`)
    const { id } = await thread(m.mara, { body: names.slice(0, 12).join(' ') })
    const count = async () =>
      (await app.db.selectFrom('notifications').select('id').where('type', '=', 'mention').execute()).length
    expect(await count()).toBe(10)
    await m.mara.patch(`/api/forum/threads/${id}`, { body: names.join(' ') })
    expect(await count()).toBe(10)
    expect((await read(m.mara, id)).body.thread.html.match(/<a /g)).toHaveLength(15)
    await app.db.deleteFrom('user').where('email', 'like', 'p%@example.org').where('name', 'like', 'p%').execute()
  })
})

test('the same text within a minute is one post, answered with status 200', async () => {
  const { id } = await thread(m.mara)
  const [first, second] = await Promise.all([reply(m.juno, id, 'Hello'), reply(m.juno, id, 'Hello')])
  expect([first.status, second.status].sort()).toEqual([200, 201])
  expect(first.body.post.id).toBe(second.body.post.id)
  expect((await reply(m.tobi, id, 'Hello')).status).toBe(201)
  later()
  const onceMore = await reply(m.juno, id, 'Hello')
  expect(onceMore.status).toBe(201)
  // A deleted post does not stand for a new one.
  await m.juno.delete(`/api/forum/posts/${onceMore.body.post.id}`)
  expect((await reply(m.juno, id, 'Hello')).status).toBe(201)
  const again = await m.mara.post('/api/forum/threads', draft({ title: 'Twice the same' }))
  const twice = await m.mara.post('/api/forum/threads', draft({ title: 'Twice the same' }))
  expect([again.status, twice.status, again.body.thread.id === twice.body.thread.id]).toEqual([201, 200, true])
  // Neither the thread of another member nor a deleted one stands for a new one.
  expect((await m.tobi.post('/api/forum/threads', draft({ title: 'Twice the same' }))).status).toBe(201)
  await m.mara.delete(`/api/forum/threads/${again.body.thread.id}`)
  expect((await m.mara.post('/api/forum/threads', draft({ title: 'Twice the same' }))).status).toBe(201)
})

test('a text has 1 to 10,000 code points, and something to see', async () => {
  const { id } = await thread(m.mara)
  expect((await reply(m.juno, id, '🎮'.repeat(10_000))).status).toBe(201)
  for (const text of ['🎮'.repeat(10_001), ' ', '<script>x</script>']) {
    const { status, body } = await reply(m.juno, id, text)
    expect([status, body.error]).toEqual([400, 'A post must have 1 to 10,000 characters'])
  }
  const bad = { category: 'poems', title: 'Hey', body: 'Short' }
  expect((await m.mara.post('/api/forum/threads', bad)).body.details).toMatchObject({
    category: 'Forum category not found',
    title: 'A title must have 5 to 120 characters',
    body: 'The text must have 10 to 10,000 characters',
  })
  for (const category of ['', null, undefined])
    expect((await m.mara.post('/api/forum/threads', { ...bad, category })).body.details.category).toBe(
      'Please choose a category',
    )
  expect((await m.mara.post('/api/forum/threads', draft({ spoils_to: 10 }))).body.code).toBe('no_game_to_spoil')
  expect((await m.mara.get('/api/forum/threads')).body.error).toBe('Forum category not found')
})

test('a title has 5 to 120 code points, and the text of a thread 10 to 10,000 (G16)', async () => {
  const statusOf = async (more: object) => (await m.mara.post('/api/forum/threads', draft(more))).status
  for (const [length, status] of [
    [4, 400],
    [5, 201],
    [120, 201],
    [121, 400],
  ] as const)
    expect([length, await statusOf({ title: '🎮'.repeat(length) })]).toEqual([length, status])
  for (const [length, status] of [
    [9, 400],
    [10, 201],
    [10_000, 201],
    [10_001, 400],
  ] as const)
    expect([length, await statusOf({ body: '🎮'.repeat(length) })]).toEqual([length, status])
  expect((await list(m.mara)).total).toBe(4)
})

test('a category sorts its threads by the latest post or by likes, pinned ones first in both (G16)', async () => {
  const ids: Record<string, string> = {}
  for (const title of ['The first one', 'The second one', 'The third one']) {
    ids[title] = (await thread(m.mara, { title })).id
    later()
  }
  const id = (title: string) => ids[title] as string
  for (const who of [m.juno, m.tobi]) await like(who, 'thread', id('The second one'))
  await like(m.sol, 'thread', id('The first one'))
  await post(m.juno, id('The first one'), 'A late answer')
  const titles = async (sort: string) =>
    (await list(m.sol, `category=general&sort=${sort}`)).data.map(({ title }: { title: string }) => title)
  expect(await titles('latest')).toEqual(['The first one', 'The third one', 'The second one'])
  expect(await titles('top')).toEqual(['The second one', 'The first one', 'The third one'])
  await m.moderator.patch(`/api/forum/threads/${id('The third one')}`, { pinned: true })
  expect(await titles('latest')).toEqual(['The third one', 'The first one', 'The second one'])
  expect(await titles('top')).toEqual(['The third one', 'The second one', 'The first one'])
})

test('a block hides threads and posts of one from the other, and their quotes, in both directions', async () => {
  const { id } = await thread(m.mara, { game_id: GAME })
  const words = await post(m.juno, id, 'Words of Juno')
  await post(m.tobi, id, 'An answer', { quoted_post_id: words.id })
  await block(m.juno, m.sol)
  const seen = await posts(m.sol, id)
  expect(seen.data).toMatchObject([{ number: 2, quote: null }])
  expect(JSON.stringify(seen)).not.toContain('Words of Juno')
  expect((await reply(m.sol, id, 'Hm', { quoted_post_id: words.id })).status).toBe(400)
  await post(m.juno, id, 'The last word')
  expect((await list(m.sol)).data[0].last_author.display_name).toBe('Unknown User')
  expect((await list(m.tobi)).data[0].last_author.id).toBe(m.juno.user.id)
  await block(m.sol, m.mara)
  for (const who of [m.sol]) {
    expect((await read(who, id)).status).toBe(404)
    expect(await list(who)).toMatchObject({ data: [], total: 0 })
    expect(await list(who, `game_id=${GAME}`)).toMatchObject({ data: [], total: 0 })
    expect((await who.get('/api/forum/threads?latest=1')).body.data).toEqual([])
    expect((await who.get('/api/forum/categories')).body.data[0].last_post).toBeNull()
    expect((await reply(who, id, 'Hm')).status).toBe(404)
  }
})

test('a deleted or disabled author is Unknown User, and the words stay (G55)', async () => {
  const { id } = await thread(m.mara)
  await post(m.juno, id, 'Words')
  await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', m.juno.user.id).execute()
  expect((await posts(m.tobi, id)).data).toMatchObject([
    { html: 'Words', author: { id: null, username: null, display_name: 'Unknown User' } },
  ])
  expect((await list(m.tobi)).data[0].last_author.display_name).toBe('Unknown User')
})

test('lists lead on by their cursor and by page numbers, to the same threads', async () => {
  for (let at = 0; at < 45; at += 1) await thread(m.mara, { title: `Thread number ${at}` })
  await app.db.updateTable('forum_threads').set({ pinned: true }).where('title', '=', 'Thread number 7').execute()
  for (const sort of ['latest', 'top']) {
    const byCursor: string[] = []
    const byPage: string[] = []
    for (let page = 1, cursor = ''; page <= 3; page += 1) {
      const query = `category=general&sort=${sort}`
      const next = await list(m.juno, `${query}${cursor}`)
      byCursor.push(...next.data.map(({ id }: { id: string }) => id))
      byPage.push(...(await list(m.juno, `${query}&page=${page}`)).data.map(({ id }: { id: string }) => id))
      expect([next.total, next.hasMore]).toEqual([page === 1 ? 45 : null, page < 3])
      cursor = `&cursor=${next.nextCursor}`
    }
    expect([new Set(byCursor).size, byCursor.length]).toEqual([45, 45])
    expect(byPage).toEqual(byCursor)
  }
  expect((await list(m.juno)).data[0].title).toBe('Thread number 7')
})
