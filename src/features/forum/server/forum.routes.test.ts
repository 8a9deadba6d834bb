import { describe, expect, test } from 'vitest'
import { useForumApp } from '#tests/support/forum-app.ts'

const t = useForumApp()
const { app, GAME, members: m, thread, post, posts, reply, read, list, later } = t

describe('a thread', () => {
  test('is written, and shown to everybody with its category, author and text (G16)', async () => {
    const made = await thread(m.mara, { body: 'Hello <b>all</b> <script>x</script>', game_id: GAME, spoils_to: 40 })
    expect(made).toMatchObject({
      category: 'general',
      title: 'What do you play?',
      html: 'Hello <b>all</b>',
      source_text: 'Hello <b>all</b> <script>x</script>',
      game: { id: GAME, name: 'Hades' },
      author: { username: 'mara', role: 'user' },
      posts_count: 0,
      last_number: 0,
      is_subscribed: true,
      read_number: 0,
      viewerCan: { like: false, edit: true, delete: true, report: false, seeVersions: false },
      viewerMay: { reply: true, moderate: false },
    })
    const seen = (await read(app.visitor(), made.id)).body.thread
    expect(seen).toMatchObject({
      html: '',
      fold: { writtenAt: 40, readerAt: null },
      source_text: null,
      read_number: null,
    })
    expect((await read(app.visitor(), made.id, '?reveal=1')).body.thread).toMatchObject({ html: 'Hello <b>all</b>' })
    const categories = (await app.visitor().get('/api/forum/categories')).body.data
    expect(categories.map(({ slug }: { slug: string }) => slug)).toEqual([
      'general',
      'game-talk',
      'help',
      'feedback',
      'off-topic',
    ])
    expect(categories[0]).toMatchObject({
      threads_count: 1,
      last_post: { thread_id: made.id, title: made.title, author: { username: 'mara' } },
    })
    expect(categories[1]).toMatchObject({ threads_count: 0, last_post: null })
  })

  test('lists its posts by their numbers, 20 on a page', async () => {
    const { id } = await thread(m.mara)
    for (let at = 1; at <= 21; at += 1) await post(m.juno, id, `Post ${at}`)
    const first = await posts(m.mara, id)
    expect([first.pages, first.last_number, first.data.length]).toEqual([2, 21, 20])
    expect(first.data.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    const second = await posts(app.visitor(), id, 2)
    expect(second.data).toMatchObject([{ number: 21, html: 'Post 21', author: { username: 'juno' } }])
    expect((await posts(m.mara, id, 3)).data).toEqual([])
    expect((await list(m.mara)).data).toMatchObject([
      { id, posts_count: 21, last_author: { username: 'juno' }, unread: 21, is_new: false, is_subscribed: true },
    ])
  })
})

test('a reply quotes a post of the same thread, and shows at most 300 characters of it', async () => {
  const { id } = await thread(m.mara)
  const quoted = await post(m.juno, id, `<b>${'long '.repeat(100)}</b>`)
  later()
  const made = await post(m.tobi, id, 'Indeed', { quoted_post_id: quoted.id })
  expect(made.quote).toMatchObject({ id: quoted.id, number: 1, author: { username: 'juno' }, absence: null })
  expect([...made.quote.excerpt].length).toBe(300)
  await m.juno.delete(`/api/forum/posts/${quoted.id}`)
  expect((await posts(app.visitor(), id)).data).toMatchObject([
    { number: 1, html: '', absence: 'deleted' },
    { number: 2, html: 'Indeed', quote: { excerpt: '', absence: 'deleted' } },
  ])
  expect((await reply(m.sol, id, 'Late', { quoted_post_id: quoted.id })).body).toMatchObject({
    error: 'The quoted post is no longer in this thread',
    code: 'quoted_post_not_found',
  })
})
