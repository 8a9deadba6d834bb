import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { useForumApp } from '#tests/support/forum-app.ts'
import type { Client } from '#tests/support/test-app.ts'

const t = useForumApp({ FORUM_HOLD_LINKS: 'on' })
const { app, members: m, thread, post, block } = t

type Reader = Pick<Client, 'get'>
const groupFor = async (who: Reader, words: string) => {
  const { groups } = (await who.get(`/api/search?q=${encodeURIComponent(words)}`)).body
  return groups.find(({ group }: { group: string }) => group === 'threads')
}
const found = async (who: Reader, words = 'secret lighthouse'): Promise<string[]> =>
  (await groupFor(who, words))?.items.map(({ id }: { id: string }) => id) ?? []
/** The threads that each of them finds, by name. */
const foundBy = async (who: Record<string, Reader>) =>
  Object.fromEntries(
    await Promise.all(Object.entries(who).map(async ([name, client]) => [name, (await found(client)).length])),
  )

// Visitors' answers of an earlier test are not cached.
beforeEach(() => app.settle([tag.forum]))

test('the search finds threads by the words of their titles, with their category and replies, and says why (G16)', async () => {
  const { id } = await thread(m.mara, { title: 'The Secret of the Lighthouse', category: 'game-talk' })
  await post(m.juno, id, 'Which one?')
  for (const who of [app.visitor(), m.juno]) {
    for (const words of ['lighthouse secret', 'LIGHT', 'the sec'])
      expect([words, await found(who, words)]).toEqual([words, [id]])
    for (const words of ['house', 'secret diary', 'which'])
      expect([words, await found(who, words)]).toEqual([words, []])
  }
  expect(await groupFor(m.juno, 'lighthouse')).toEqual({
    group: 'threads',
    title: 'Threads',
    why: 'whose title has “lighthouse”',
    hasMore: false,
    more: null,
    items: [
      {
        id,
        path: `/forum/thread/${id}`,
        title: 'The Secret of the Lighthouse',
        facts: ['Game Talk', '1 reply'],
        picture: { icon: 'chat' },
      },
    ],
  })
})

test('a word that no thread has is found once a thread has it, by those who looked for it before too', async () => {
  const words = 'Zyxwvut basalt'
  const looking = () => Promise.all([found(m.juno, words), found(m.mara, words), found(m.moderator, words)])
  const looked = async () => {
    expect(await found(m.sol, 'zyx')).toEqual([])
    expect(await looking()).toEqual([[], [], []])
  }
  await looked()
  const { id } = await thread(m.mara, { title: 'Something else' })
  await looked()
  expect((await m.mara.patch(`/api/forum/threads/${id}`, { title: words })).status).toBe(200)
  expect(await looking()).toEqual([[id], [id], [id]])
  await app.db.updateTable('forum_threads').set({ hidden_at: new Date() }).where('id', '=', id).execute()
  await app.settle([tag.forum])
  await looked()
  await app.db.updateTable('forum_threads').set({ hidden_at: null }).where('id', '=', id).execute()
  await app.settle([tag.forum])
  expect(await looking()).toEqual([[id], [id], [id]])
})

test('who may not read the first 250 threads with the words finds the one after them; others still find those (G16)', async () => {
  await sql`
    insert into forum_threads (category_id, author_id, title, body, body_html)
    select 1, ${m.mara.user.id}, 'Secret lighthouse ' || n, 'Hello there.', 'Hello there.' from generate_series(1, 250) n
  `.execute(app.db)
  const { id } = await thread(m.sol, { title: 'A secret lighthouse' })
  await block(m.mara, m.juno)
  expect(await found(m.juno)).toEqual([id])
  await app.db.deleteFrom('forum_threads').where('id', '=', id).execute()
  await app.settle([tag.forum])
  // That this reader finds none does not mean that nobody does.
  expect(await found(m.juno)).toEqual([])
  expect((await found(m.tobi)).length).toBeGreaterThan(0)
})

describe('the search never shows a thread', () => {
  const TITLE = { title: 'A secret lighthouse' }

  test('across a block, in both directions; moderators find it, because they look after the forum', async () => {
    await thread(m.mara, TITLE)
    await block(m.mara, m.juno)
    await block(m.tobi, m.mara)
    await block(m.moderator, m.mara)
    const { juno, tobi, sol, moderator } = m
    expect(await foundBy({ visitor: app.visitor(), juno, tobi, sol, moderator })).toEqual({
      visitor: 1,
      juno: 0,
      tobi: 0,
      sol: 1,
      moderator: 1,
    })
  })

  test.each(['hidden', 'held', 'deleted'])('that is %s, not even to its author or moderators', async (state) => {
    const { id } = await thread(m.mara, { ...TITLE, ...(state === 'held' && { body: 'See https://example.org now' }) })
    const { mara, sol, moderator, admin } = m
    const everybody = { visitor: app.visitor(), mara, sol, moderator, admin }
    if (state !== 'held') {
      expect(Object.values(await foundBy(everybody))).toEqual([1, 1, 1, 1, 1])
      if (state === 'deleted') await m.moderator.delete(`/api/forum/threads/${id}`)
      else {
        await m.sol.post('/api/reports', { item_type: 'thread', item_id: id, reason: 'spam' })
        await m.moderator.put(`/api/admin/reports/thread/${id}`, { action: 'hide' })
      }
      await app.settle()
    }
    expect(Object.values(await foundBy(everybody))).toEqual([0, 0, 0, 0, 0])
  })
})
