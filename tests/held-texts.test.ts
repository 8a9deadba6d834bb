import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { record } from './support/fixtures.ts'
import { useImportsApp } from './support/imports-app.ts'
import { useMember } from './support/members.ts'
import { newScript } from './support/public-api-app.ts'

/*
 * Every way on which a member's text reaches others asks the rules of holds (decisions 0115, 0127, 0135). `WRITERS` names each file
 * that stores such a text with the ways that lead to it: another file with such a statement fails until its ways are here.
 */
const { app, ann, bob, read, step, rowsOf, stateOf } = useImportsApp()
const root = useMember(app, { username: 'root', becomeAdmin: true })
const WORD = 'gold'
const TEXT = `Cheap ${WORD} for everybody`
const PLAIN = 'Words that break no rule'
const at = '2024-02-03T04:05:06.007Z'

/** The tables with texts of members that others read, and what they read of them. */
const TEXTS = sql<{ text: string }>`
  select title || ' ' || body as text from forum_threads where is_listed
  union all select content from forum_posts where is_shown
  union all select content from activity_comments where hidden_at is null and deleted_at is null
  union all select review_text from reviews where is_listed
  union all select concat_ws(' ', title, description,
    (select string_agg(note, ' ') from list_games where list_id = lists.id)) from lists where is_shared and hidden_at is null
  union all select concat_ws(' ', bio, location, website) from profiles
  union all select content from messages`
const published = async () => (await TEXTS.execute(app.db)).rows.filter(({ text }) => text.includes(WORD))
const kept = (table: 'held_texts' | 'reviews' | 'lists') => app.db.selectFrom(table).selectAll().execute()

interface Answer {
  status: number
  body: unknown
}
async function must(answer: Promise<Answer>) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  // biome-ignore lint/suspicious/noExplicitAny: answers of many endpoints
  return body as any
}

const review = (more: object = {}) => ({ game_id: 'igdb_1', rating: 4, review_text: TEXT, is_public: true, ...more })
const ofScript = { game_id: 'igdb_1', rating: 4, text: TEXT, is_public: true }
const list = (more: object = {}) => ({ title: TEXT, is_shared: true, ...more })
const thread = (more: object = {}) => ({ category: 'general', title: TEXT, body: `${TEXT}, body`, ...more })
const newReview = async (more: object) => (await must(ann.post('/api/reviews', review(more)))).review
const newList = async (more: object) => (await must(ann.post('/api/lists', list(more)))).list
const newThread = async (more: object) => (await must(ann.post('/api/forum/threads', thread(more)))).thread
const v1 = async (method: string, path: string, body: object) =>
  must((await newScript(app, ann)).send(method, `/api/v1${path}`, { body }))
const plainThread = { title: PLAIN, body: PLAIN }

/** Imports a file of ours with the rules that let its reviews and lists be public. */
async function importOwn(data: object): Promise<string> {
  const content = JSON.stringify({ format: 'savepoint-export', version: 1, data: { user_games: [], ...data } })
  const id = await read(ann, content, 'data.json')
  const { rules } = await stateOf(ann, id)
  await must(ann.put(`/api/imports/${id}/rules`, { ...rules, review: 'file', lists: 'file' }))
  await app.work()
  return id
}
const fileReview = { ...review(), game_name: 'Marmot Quest', created_at: at }
const fileList = { ...list(), id: 'a', description: '', is_ranked: false, created_at: at, changed_at: at }
const onList = { list_id: 'a', game_id: 'igdb_1', game_name: 'Marmot Quest', position: 1, note: null, added_at: at }
const importing = async (data: object) => step(ann, await importOwn(data), 'apply')

type Ways = Record<string, () => Promise<unknown>>
const WRITERS: Record<string, Ways> = {
  'reviews/server/writing/review-writing.queries.ts': {
    'a review': () => newReview({}),
    'a review with new words': async () =>
      must(ann.put(`/api/reviews/${(await newReview({ review_text: PLAIN })).id}`, review())),
    'a review that becomes public': async () =>
      must(ann.put(`/api/reviews/${(await newReview({ is_public: false })).id}`, review())),
    'a review of the journal': () =>
      must(ann.post('/api/journal', { type: 'review', game: { id: 'igdb_1' }, rating: 8, content: TEXT })),
    'a review of a script': () => v1('POST', '/reviews', ofScript),
    'a review that a script changes': async () =>
      v1('PUT', `/reviews/${(await newReview({ review_text: PLAIN })).id}`, ofScript),
  },
  'reviews/server/imported/imported-reviews.queries.ts': {
    'a review of a file': () => importing({ reviews: [fileReview] }),
  },
  'lists/server/writing/list-writing.queries.ts': {
    'a list': () => newList({}),
    'a list with filters': () => newList({ filters: 'genre=12' }),
    'a list with new words': async () =>
      must(ann.put(`/api/lists/${(await newList({ title: PLAIN })).id}`, list({ title: PLAIN, description: TEXT }))),
    'a list that becomes shared': async () =>
      must(ann.put(`/api/lists/${(await newList({ is_shared: false })).id}`, list())),
    'a list that is copied': async () => {
      const { id } = await newList({ is_shared: false })
      const copy = (await must(ann.post(`/api/lists/${id}/clone`))).list
      await must(ann.put(`/api/lists/${copy.id}`, list()))
    },
    'a list with a new title in the journal': async () => {
      await newList({ title: PLAIN, game_ids: ['igdb_1'] })
      const { entries } = await must(ann.get('/api/journal'))
      const draft = { type: 'list', title: TEXT, content: JSON.stringify([{ id: 'igdb_1' }]) }
      await must(ann.put(`/api/journal/${entries[0].id}`, draft))
    },
    'a list of a script': () => v1('POST', '/lists', list()),
    'a list that a script changes': async () => v1('PUT', `/lists/${(await newList({ title: PLAIN })).id}`, list()),
  },
  'lists/server/games/list-games.queries.ts': {
    'a game with a note': async () =>
      must(ann.post(`/api/lists/${(await newList({ title: PLAIN })).id}/games`, { game_id: 'igdb_1', note: TEXT })),
    'a note': async () => {
      const { id } = await newList({ title: PLAIN, game_ids: ['igdb_1'] })
      await must(ann.put(`/api/lists/${id}/games/igdb_1`, { note: TEXT }))
    },
    'a note of a script': async () =>
      v1('PUT', `/lists/${(await newList({ title: PLAIN })).id}/games/igdb_1`, { note: TEXT }),
  },
  'lists/server/imported/imported-lists.queries.ts': {
    'a list of a file': () => importing({ lists: [fileList] }),
    'a note of a file': () =>
      importing({ lists: [{ ...fileList, title: PLAIN }], list_games: [{ ...onList, note: TEXT }] }),
  },
  'forum/server/writing/forum-writing.queries.ts': {
    'a thread': () => newThread({}),
    'a thread with new words': async () =>
      must(ann.patch(`/api/forum/threads/${(await newThread(plainThread)).id}`, { title: TEXT })),
    'a post': async () =>
      must(ann.post(`/api/forum/threads/${(await newThread(plainThread)).id}/posts`, { content: TEXT })),
    'a post with new words': async () => {
      const { id } = await newThread(plainThread)
      const { post } = await must(ann.post(`/api/forum/threads/${id}/posts`, { content: PLAIN }))
      await must(ann.patch(`/api/forum/posts/${post.id}`, { content: TEXT }))
    },
  },
  'comments/server/writing/comment-writes.queries.ts': {
    'a comment': async () => {
      const id = await record(app, bob, { game_id: 'igdb_1' })
      await must(ann.post(`/api/activities/${id}/comments`, { content: TEXT }))
    },
  },
  'accounts/server/profile/profile-record.queries.ts': {
    'a text about oneself': () => must(ann.patch('/api/profiles/me', { bio: TEXT })),
  },
  'messages/server/messages.queries.ts': {
    'a message to a stranger': () => must(ann.post('/api/messages', { userId: bob.user.id, content: TEXT })),
  },
}
/** These store no text, or move, hide or deliver what others read already, or what a moderator has let through. */
const NO_NEW_TEXT = ['lists/server/merges/move-list-places.ts', 'lists/server/smart/smart-lists.queries.ts']

beforeEach(async () => {
  const tables = ['held_texts', 'reviews', 'lists', 'journal_entries', 'forum_threads', 'friend_activities'] as const
  for (const table of [...tables, 'conversations', 'waiting_messages', 'rate_limits', 'access_tokens'] as const)
    await app.db.deleteFrom(table).execute()
  await app.db.updateTable('profiles').set({ bio: null, waiting_texts: null, created_at: app.time.now }).execute()
  const rules = { first_texts: 3, first_days: 0, link_days: 0, words: [WORD] }
  await must(root.put('/api/admin/hold-rules', rules))
})

describe.each(Object.entries(WRITERS))('%s', (_, ways) => {
  test.each(Object.entries(ways))('nobody else reads %s that must wait', async (_way, write) => {
    await write()
    expect(await published()).toEqual([])
    const isKept = (await kept('reviews')).some(({ is_public }) => !is_public)
    const isPrivate = isKept || (await kept('lists')).some(({ is_shared }) => !is_shared)
    expect((await kept('held_texts')).length > 0 || isPrivate).toBe(true)
  })
})

test('no other file stores such a text', () => {
  const stores =
    /insert into (lists|list_games|reviews|forum_threads|forum_posts|activity_comments|messages)\b|(insertInto\('(lists|list_games|reviews|forum_threads|forum_posts|activity_comments|messages)'\))|update list_games set note|update forum_\w+ set (title|content|body)|\.(set)\(\{ note \}\)|updateProfile\(db: Db/
  const files = globSync('src/features/**/*.ts', { exclude: ['**/*.test.ts'] })
  const found = files.filter((path) => stores.test(readFileSync(path, 'utf8')))
  expect(found.map((path) => path.replace('src/features/', '')).toSorted()).toEqual(
    [...Object.keys(WRITERS), ...NO_NEW_TEXT].toSorted(),
  )
})

describe('an import', () => {
  test('says before and after what it writes for the member alone, and its undo removes it', async () => {
    const id = await importOwn({
      reviews: [fileReview, { ...fileReview, game_id: 'igdb_4', game_name: 'Badgers & Bees', review_text: PLAIN }],
      lists: [fileList, { ...fileList, id: 'b', title: PLAIN, created_at: '2024-02-04T04:05:06.007Z' }],
    })
    const remark = expect.stringMatching(/^Review: it is only for you, because a moderator/)
    const losses = async () => (await rowsOf(ann, id)).map((row: { losses: string[] }) => row.losses)
    expect(await losses()).toEqual([[remark], []])
    await step(ann, id, 'apply')
    expect(await losses()).toEqual([[remark], []])
    const report = (await ann.get(`/api/imports/${id}/report.csv`)).body
    expect(String(report)).toContain('The list is only for you, because a moderator')
    const states = [...(await kept('reviews')), ...(await kept('lists'))] as Record<string, unknown>[]
    expect(states.map((row) => row.is_public ?? row.is_shared).toSorted()).toEqual([false, false, true, true])
    expect(await kept('held_texts')).toEqual([])
    await step(ann, id, 'undo')
    expect([await kept('reviews'), await kept('lists')]).toEqual([[], []])
  })

  test('of a new member keeps all for the member alone, one of a moderator nothing', async () => {
    await must(root.put('/api/admin/hold-rules', { first_texts: 3, first_days: 30, link_days: 0, words: [] }))
    const games = { igdb_1: 'Marmot Quest', igdb_4: 'Badgers & Bees', igdb_5: 'Heron' }
    const reviews = Object.entries(games).map(([game_id, game_name]) => ({
      ...{ ...fileReview, game_id, game_name, review_text: PLAIN },
    }))
    const publicOnes = async () => (await kept('reviews')).filter(({ is_public }) => is_public).length
    await importing({ reviews })
    expect([(await kept('reviews')).length, await publicOnes()]).toEqual([3, 0])
    await app.db.deleteFrom('reviews').execute()
    await app.db.updateTable('profiles').set({ role: 'moderator' }).where('id', '=', ann.user.id).execute()
    await importing({ reviews })
    expect(await publicOnes()).toBe(3)
    await app.db.updateTable('profiles').set({ role: 'user' }).where('id', '=', ann.user.id).execute()
  })
})
