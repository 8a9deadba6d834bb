import { expect, test } from 'vitest'
import { useForumApp } from '#tests/support/forum-app.ts'

const t = useForumApp({ FORUM_HOLD_LINKS: 'on' })
const { app, members: m, thread, post, posts, read, list, bell, auditLog } = t

const badges = async (who: typeof m.mara) =>
  (await who.get('/api/badges')).body.data.flatMap((badge: { name: string; earned_at: string | null }) =>
    badge.earned_at === null ? [] : [badge.name],
  )

test('the first texts with a link of a new member wait for a moderator', async () => {
  const held = await thread(m.mara, { body: 'See https://example.org now, @juno' })
  expect(held.is_held).toBe(true)
  expect((await read(m.mara, held.id)).status).toBe(200)
  for (const who of [m.juno, app.visitor()]) expect((await read(who, held.id)).status).toBe(404)
  expect((await list(m.mara)).total).toBe(0)
  expect(await bell(m.juno)).toEqual([])
  // A text that nobody has seen earns no badge.
  expect(await badges(m.mara)).toEqual([])
  expect((await m.juno.get('/api/admin/held')).status).toBe(403)
  expect((await m.moderator.get('/api/admin/held')).body).toMatchObject({
    total: 1,
    data: [
      {
        ...{ type: 'thread', id: held.id, reason: 'link', author: { username: 'mara' } },
        links: ['https://example.org'],
      },
    ],
  })
  const decide = async (type: string, id: string, decision: string) =>
    (await m.moderator.post('/api/admin/held', { items: [{ type, id }], decision, note: 'No advertising.' })).body
  expect(await decide('thread', held.id, 'publish')).toEqual({ decided: 1, gone: 0 })
  expect(await decide('thread', held.id, 'publish')).toEqual({ decided: 0, gone: 1 })
  expect((await read(app.visitor(), held.id)).status).toBe(200)
  expect((await list(m.mara)).total).toBe(1)
  expect(await bell(m.juno)).toMatchObject([{ type: 'mention' }])
  expect(await badges(m.mara)).toEqual(['First Post'])
  const reply = await post(m.juno, held.id, 'Or https://spam.example')
  expect(reply.is_held).toBe(true)
  expect((await posts(m.mara, held.id)).data).toEqual([])
  expect((await posts(m.juno, held.id)).data).toHaveLength(1)
  expect((await read(m.mara, held.id)).body.thread.posts_count).toBe(0)
  expect(await decide('post', reply.id, 'decline')).toEqual({ decided: 1, gone: 0 })
  // Its author still reads it, and why nobody else does.
  expect((await posts(m.mara, held.id)).data).toEqual([])
  expect((await posts(m.juno, held.id)).data).toMatchObject([
    { is_held: true, hold: { state: 'declined', reason: 'link', note: 'No advertising.' } },
  ])
  expect((await bell(m.juno))[0]).toMatchObject({ type: 'moderation', subject: { type: 'post', id: reply.id } })
  expect((await m.moderator.get('/api/admin/held')).body.total).toBe(0)
  expect(await badges(m.juno)).toEqual([])
  expect((await auditLog()).map(({ action }) => action)).toEqual(['publish_held', 'decline_held'])
})

test('the moderators’ list has the texts that wait, and no visible or deleted ones', async () => {
  const link = 'See https://example.org for more'
  const gone = await thread(m.mara, { body: link })
  expect((await m.mara.delete(`/api/forum/threads/${gone.id}`)).status).toBe(204)
  const [open, closed] = [await thread(m.moderator), await thread(m.moderator, { title: 'Closed again' })]
  await post(m.juno, open.id, 'Words that everybody sees')
  const deleted = await post(m.juno, open.id, link)
  expect((await m.juno.delete(`/api/forum/posts/${deleted.id}`)).status).toBe(204)
  await post(m.sol, closed.id, link)
  expect((await m.moderator.delete(`/api/forum/threads/${closed.id}`)).status).toBe(204)
  const waits = await post(m.tobi, open.id, link)
  const { total, data } = (await m.moderator.get('/api/admin/held')).body
  expect([total, data.map(({ id }: { id: string }) => id)]).toEqual([1, [waits.id]])
})

test('a reply in a thread of one’s own that waits, or that a moderator has hidden, says so and not that it is locked', async () => {
  const { id } = await thread(m.sol, { body: 'See https://example.org first' })
  const reply = async () => (await m.sol.post(`/api/forum/threads/${id}/posts`, { content: 'And another thing' })).body
  expect(await reply()).toMatchObject({ error: 'A moderator looks at this thread first', code: 'thread_held' })
  await app.db.updateTable('forum_threads').set({ held_at: null, hidden_at: new Date() }).where('id', '=', id).execute()
  expect(await reply()).toMatchObject({ error: 'A moderator has hidden this thread', code: 'thread_hidden' })
})

test('texts without links, of moderators, and after three visible texts do not wait; an added link does', async () => {
  const { id } = await thread(m.mara)
  const link = 'https://example.org'
  expect((await post(m.moderator, id, link)).is_held).toBe(false)
  const plain = await post(m.tobi, id, 'Words')
  expect(plain.is_held).toBe(false)
  const edited = (await m.tobi.patch(`/api/forum/posts/${plain.id}`, { content: link })).body.post
  expect(edited.is_held).toBe(true)
  for (const text of ['One', 'Two']) await post(m.tobi, id, text)
  expect((await post(m.tobi, id, `${link}/after-two`)).is_held).toBe(true)
  await post(m.tobi, id, 'Three')
  expect((await post(m.tobi, id, `${link}/after-three`)).is_held).toBe(false)
})

/** Links and texts as people write them; the text says what the browser gets. */
const LINKED = [
  'https://example.org',
  'HTTPS://EXAMPLE.ORG',
  'HtTp://example.org/a',
  '<https://example.org>',
  '&lt;HTTPS://example.org&gt;',
  '<a href="https://example.org">here</a>',
  '<A HREF=HTTPS://example.org>here</A>',
  "<a class=x\nhref='HTTP://example.org'>here</a>",
  '<a href="&#72;TTPS&#58;//example.org">here</a>',
  '<a href="HTTPS://exam\nple.org">here</a>',
  '<a href="https://example.org">a link\nover two lines</a>',
  '<blockquote>HTTPS://example.org</blockquote>',
  '<blockquote><p><b><a href="HTTPS://example.org">here</a></b></p></blockquote>',
  '(HTTPS://example.org)',
  'HTTPS://example.org?a=1&amp;b=2',
  'HTTPS&#58;//example.org',
]
const WITHOUT_LINK = [
  '//example.org',
  'www.example.org',
  'example.org',
  '<a href="//example.org">here</a>',
  '<a href="/settings">here</a>',
  '<a href="javascript:alert(1)">here</a>',
  '<img src="HTTPS://example.org/a.png">A picture',
  '<code>HTTPS://example.org</code>',
  '&lt;a href="http://"&gt;',
  '[a reference][1]\n\n[1]: example.org',
  'somebody@example.org',
  'HTTPS://',
]

test.each(LINKED)('a text waits if the browser gets a link from it: %j', async (text) => {
  const held = await thread(m.mara, { body: `See ${text} now` })
  expect(held.html).toMatch(/<a /)
  expect(held.is_held).toBe(true)
  // Neither does an edit that hides the link change what waits, nor is an edit a way around.
  const path = `/api/forum/threads/${held.id}`
  expect((await m.mara.patch(path, { body: 'Without a link' })).body.thread.is_held).toBe(true)
  const open = await thread(m.juno)
  const edited = await m.juno.patch(`/api/forum/threads/${open.id}`, { body: `See ${text} now` })
  expect(edited.body.thread.is_held).toBe(true)
})

test.each(WITHOUT_LINK)('a text without a link does not wait: %j', async (text) => {
  const shown = await thread(m.mara, { body: `See ${text} now` })
  expect(shown.html).not.toMatch(/<a /)
  expect(shown.is_held).toBe(false)
})

test('an approved text tells the members that it mentions, and no others', async () => {
  const held = await thread(m.mara, {
    body: `HTTPS://example.org @juno &lt;a href="/profile/${m.tobi.user.id}"&gt; <a href="/profile/${m.tobi.user.id}">x</a>`,
  })
  await m.moderator.post('/api/admin/held', { items: [{ type: 'thread', id: held.id }], decision: 'publish' })
  expect(await bell(m.juno)).toMatchObject([{ type: 'mention' }])
  expect(await bell(m.tobi)).toEqual([])
})
