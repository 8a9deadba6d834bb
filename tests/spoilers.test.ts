import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { FoldShape } from '#features/spoilers/spoilers.schemas.ts'
import type { PageRenderer } from '#server/serve-page.ts'
import type { PageBundle } from '../src/app/page-bundle.ts'
import { cookieOf, openStream } from './support/event-stream.ts'
import { addGames, record, saveSettings } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { PAGE_ENTRIES } from './support/page-entries.ts'
import { type Client, useTestApp } from './support/test-app.ts'

/**
 * Tests who reads texts that spoil a game, at every endpoint and on every page (decision 0061). Each text contains a
 * secret. Every reader sends a request to every endpoint that reads and to every page, and no answer may contain a
 * secret that is folded for the reader. Readers who may read a text find it where it belongs.
 */
let bundle: PageBundle & { render: PageRenderer['render'] }
const pages: PageRenderer = {
  keyOf: (url) => bundle.keyOf(url),
  render: (input) => bundle.render(input),
}
const world = useTestApp({}, { pages })

const GAME = 'igdb_101'

/** The secret of each text. Both authors have completed the game. */
const SECRETS = {
  /** A comment with a spoiler mark at 80 %. */
  marked: 'ferryman',
  /** A comment without a mark. */
  unmarked: 'lighthouse',
  /** A reply to the comment without a mark, marked like the other one. */
  reply: 'harpooner',
  /** A review with a spoiler mark at 80 %. */
  markedReview: 'cartographer',
  /** A review without a mark, by a reader who has completed the game. */
  unmarkedReview: 'clockmaker',
  /** A comment on the review without a mark, marked like the other one. */
  underReview: 'shipwright',
  /** A reply to that comment, marked too. */
  underReviewReply: 'sailmaker',
  /** A comment on a list of games: it is about no game, so it is never folded. */
  underList: 'tambourine',
  /** A reply to the comment on the list. */
  underListReply: 'concertina',
  /** A thread about the game with a spoiler mark at 80 %, a marked reply, which is edited, and a reply that quotes it. */
  thread: 'beekeeper',
  post: 'glassblower',
  version: 'stonemason',
} as const
type Text = keyof typeof SECRETS
const TEXTS = Object.keys(SECRETS) as Text[]

const READERS = ['visitor', 'beginner', 'at35', 'at80', 'done', 'further', 'furtherDone', 'admin', 'author'] as const
type Reader = (typeof READERS)[number]

/** Returns whether the reader may read the text at once, by the test's own table. */
function reads(reader: Reader, text: Text): boolean {
  if (text === 'underList' || text === 'underListReply') return true
  if (['at80', 'done', 'furtherDone', 'author'].includes(reader)) return true
  return (text === 'unmarked' || text === 'unmarkedReview') && reader !== 'further'
}

const people = {} as Record<Reader, Client> & Record<Exclude<Reader, 'visitor'>, Member>
/** The owner of the activity under which the comments are; every reader follows and befriends this member. */
let host: Member
const ids = {
  activity: '',
  marked: '',
  unmarked: '',
  challenge: '',
  playlist: '',
  markedReview: '',
  unmarkedReview: '',
  underReview: '',
  reply: '',
  underReviewReply: '',
  underListReply: '',
  list: '',
  underList: '',
  thread: '',
  post: '',
  quoting: '',
}

interface Line {
  /** The texts in the response, for readers who may read them. */
  has: readonly Text[] | ((reader: Reader) => readonly Text[])
  paths: () => readonly string[]
  /** The request asks for a folded text, so every reader receives it. */
  reveals?: boolean
  /** Only these readers have the subject in their list. */
  who?: readonly Reader[]
  /** Every reader gets what a visitor gets. */
  isForVisitors?: true
}
const MEMBERS = READERS.filter((reader) => reader !== 'visitor')
const COMMENTS = ['marked', 'unmarked', 'reply'] as const
const REVIEWS = ['markedReview', 'unmarkedReview'] as const
const ALL = [...COMMENTS, ...REVIEWS]
/** Two readers have written the reviews, so their activities contain them. */
const ownReview = (reader: Reader): readonly Text[] =>
  reader === 'author' ? ['markedReview'] : reader === 'furtherDone' ? ['unmarkedReview'] : []
const ofOthers = (reader: Reader) => ALL.filter((text) => !ownReview(reader).includes(text))
const FEED = '/api/social/activity-feed'
const under = (review: string) => `/api/reviews/${review}`

/** The endpoints whose responses contain comments or reviews. Add a new one here. */
const LINES: Record<string, Line | readonly Line[]> = {
  'GET /api/social/activity-feed': [
    { has: ALL, paths: () => [FEED, `${FEED}?from=everyone`] },
    { has: ofOthers, paths: () => [`${FEED}?from=friends`, `${FEED}?from=followed`], who: MEMBERS },
    { has: ownReview, paths: () => [`${FEED}?from=own`], who: MEMBERS },
  ],
  'GET /api/activities/mine': { has: ownReview, paths: () => ['/api/activities/mine'], who: MEMBERS },
  'GET /api/user/dashboard': { has: ownReview, paths: () => ['/api/user/dashboard'], who: MEMBERS },
  'GET /api/games/:gameId/activities': { has: ALL, paths: () => [`/api/games/${GAME}/activities`] },
  'GET /api/profiles/:handle/activities': [
    { has: COMMENTS, paths: () => [`/api/profiles/${host.user.id}/activities`] },
    { has: ['markedReview'], paths: () => [`/api/profiles/${people.author.user.id}/activities`] },
  ],
  'GET /api/profiles/:handle/pins': [
    { has: COMMENTS, paths: () => [`/api/profiles/${host.user.id}/pins`] },
    { has: ['markedReview'], paths: () => [`/api/profiles/${people.author.user.id}/pins`] },
  ],
  'GET /api/activities/:activityId': { has: COMMENTS, paths: () => [`/api/activities/${ids.activity}`] },
  'GET /api/activities/:activityId/comments': {
    has: COMMENTS,
    paths: () => [`/api/activities/${ids.activity}/comments`],
  },
  'GET /api/activities/talk': { has: COMMENTS, paths: () => [`/api/activities/talk?ids=${ids.activity}`] },
  'GET /api/activities/comments/:commentId': COMMENTS.map((text) => ({
    has: [text],
    paths: () => [`/api/activities/comments/${ids[text]}`],
    reveals: true,
  })),
  'GET /api/activities/comments/:commentId/replies': {
    has: ['reply'],
    paths: () => [`/api/activities/comments/${ids.unmarked}/replies`],
  },
  'GET /api/reviews': [
    {
      has: REVIEWS,
      paths: () =>
        ['helpful', 'newest', 'highest', 'lowest'].map((sort) => `/api/reviews?game_id=${GAME}&sort=${sort}`),
    },
    { has: ['markedReview'], paths: () => [`/api/reviews?user_id=${people.author.user.id}`] },
    // Every member has bookmarked both reviews.
    { has: REVIEWS, paths: () => ['/api/reviews?saved=1'], who: MEMBERS },
    { has: REVIEWS, paths: () => ['/api/reviews?latest=1'] },
  ],
  'GET /api/reviews/browse': {
    has: REVIEWS,
    paths: () => ['new', 'helpful'].map((show) => `/api/reviews/browse?show=${show}`),
  },
  'GET /api/games/:gameId/reviews': { has: REVIEWS, paths: () => [`/api/games/${GAME}/reviews`] },
  'GET /api/profiles/:handle/reviews': {
    has: ['markedReview'],
    paths: () => [`/api/profiles/${people.author.user.id}/reviews`],
  },
  'GET /api/reviews/:reviewId': REVIEWS.flatMap((text) => [
    { has: [text], paths: () => [under(ids[text])] },
    { has: [text], paths: () => [`${under(ids[text])}?reveal=1`], reveals: true },
  ]),
  'GET /api/reviews/:reviewId/comments': {
    has: ['underReview', 'underReviewReply'],
    paths: () => [`${under(ids.unmarkedReview)}/comments`],
  },
  'GET /api/reviews/talk': {
    has: ['underReview', 'underReviewReply'],
    paths: () => [`/api/reviews/talk?ids=${ids.unmarkedReview}`],
  },
  'GET /api/reviews/comments/:commentId': {
    has: ['underReview'],
    paths: () => [`/api/reviews/comments/${ids.underReview}`],
    reveals: true,
  },
  'GET /api/reviews/comments/:commentId/replies': {
    has: ['underReviewReply'],
    paths: () => [`/api/reviews/comments/${ids.underReview}/replies`],
  },
  'GET /api/forum/threads/:threadId': [
    { has: ['thread'], paths: () => [`/api/forum/threads/${ids.thread}`] },
    { has: ['thread'], paths: () => [`/api/forum/threads/${ids.thread}?reveal=1`], reveals: true },
  ],
  // The reply and the quote of it.
  'GET /api/forum/threads/:threadId/posts': {
    has: ['post'],
    paths: () => [`/api/forum/threads/${ids.thread}/posts`],
  },
  'GET /api/forum/posts/:postId': [
    { has: ['post'], paths: () => [`/api/forum/posts/${ids.post}`, `/api/forum/posts/${ids.quoting}`] },
    { has: ['post'], paths: () => [`/api/forum/posts/${ids.post}?reveal=1`], reveals: true },
  ],
  'GET /api/forum/threads/:threadId/versions': {
    has: [],
    paths: () => [`/api/forum/threads/${ids.thread}/versions`],
    who: ['admin', 'author'],
  },
  'GET /api/forum/posts/:postId/versions': [
    { has: ['version'], paths: () => [`/api/forum/posts/${ids.post}/versions`], who: ['admin', 'author'] },
    {
      has: ['version'],
      paths: () => [`/api/forum/posts/${ids.post}/versions?reveal=1`],
      who: ['admin', 'author'],
      reveals: true,
    },
  ],
  'GET /api/lists/:listId': { has: ['underList', 'underListReply'], paths: () => [`/api/lists/${ids.list}`] },
  'GET /api/lists/:listId/comments': {
    has: ['underList', 'underListReply'],
    paths: () => [`/api/lists/${ids.list}/comments`],
  },
  'GET /api/lists/talk': { has: ['underList', 'underListReply'], paths: () => [`/api/lists/talk?ids=${ids.list}`] },
  'GET /api/lists/comments/:commentId': { has: ['underList'], paths: () => [`/api/lists/comments/${ids.underList}`] },
  'GET /api/lists/comments/:commentId/replies': {
    has: ['underListReply'],
    paths: () => [`/api/lists/comments/${ids.underList}/replies`],
  },
}

const documentsOf = (kind: string, member: () => Member, has: readonly Text[]): Line => ({
  has,
  paths: () => [`/feeds/${member().user.id}/${kind}.atom`],
  isForVisitors: true,
})

/** Public documents, which are no endpoints with a contract. They contain no comments. */
const DOCUMENTS: Record<string, readonly Line[]> = {
  'GET /feeds/:userId/reviews.atom': [
    documentsOf('reviews', () => people.author, ['markedReview']),
    documentsOf('reviews', () => people.furtherDone, ['unmarkedReview']),
  ],
  'GET /feeds/:userId/activity.atom': [
    documentsOf('activity', () => host, []),
    documentsOf('activity', () => people.author, ['markedReview']),
    documentsOf('activity', () => people.furtherDone, ['unmarkedReview']),
  ],
  'GET /feeds/:userId/lists.atom': [documentsOf('lists', () => host, [])],
}

/** The slug of a news post. */
const NEWS = 'shared-shelves'
/** The queries of other endpoints that search for the names and words of this world. */
const QUERIES: Record<string, string> = {
  '/api/games': '?search=ferryman',
  '/api/games/search': '?query=ferryman',
  '/api/games/suggestions': '?query=ferryman',
  '/api/profiles': '?search=host',
}
/** The query strings that make a page show more. */
const SEARCHES: Record<string, () => readonly string[]> = {
  '/profile/:handle': () => ['', '?tab=activity', '?tab=games', '?tab=friends'],
  '/settings/:tab?': () => ['/privacy'],
  '/info/:page?': () => ['', '/faq', '/contact'],
}

/** Pages without texts of others: what the member's own file contains, and an app's question, which is no page without it. */
const WITHOUT_TEXTS = ['/settings/import/:importId', '/oauth/authorize']

/** Returns the addresses of an endpoint or page in this world. */
function addressesOf(path: string): string[] {
  const filled = path
    .replace(':gameId?', GAME)
    .replace(':gameId', GAME)
    .replace(':activityId', ids.activity)
    .replace(':commentId', ids.marked)
    .replace(':challengeId', ids.challenge)
    .replace(':reviewId', ids.markedReview)
    .replace(':listId', ids.list)
    .replace(':threadId', ids.thread)
    .replace(':postId', ids.post)
    .replace(':year', '2026')
    .replace('/category/:type', '/category/custom')
    .replace(':idOrSlug', ids.playlist)
    .replace(':slug?', NEWS)
    .replace(/\/:(tab|page)\?/, '')
    .replace('/forum/:part?/:id?', `/forum/thread/${ids.thread}`)
  if (!/:(handle|userId)/.test(filled)) return [filled]
  return [host, people.author, people.furtherDone].map(({ user }) => filled.replace(/:(handle|userId)/, user.id))
}

beforeAll(async () => {
  const built = (await import(resolve('src/app/ssr.tsx'))) as PageBundle
  bundle = { ...built, render: built.createRenderer(() => ({ head: '' })) }
  world.time.now = new Date('2026-03-01T12:00:00Z')
  await addGames(world, [GAME], () => 'Hades')
  host = await signUp(world, { username: 'host', displayName: 'Host' })
  people.visitor = world.visitor()
  for (const reader of MEMBERS)
    people[reader] = await signUp(world, {
      username: `${reader.toLowerCase()}-reader`,
      becomeAdmin: reader === 'admin',
    })
  const played: Partial<Record<Reader, { status: string; completion_percentage: number }>> = {
    at35: { status: 'playing', completion_percentage: 35 },
    at80: { status: 'playing', completion_percentage: 80 },
    done: { status: 'completed', completion_percentage: 10 },
    further: { status: 'playing', completion_percentage: 79 },
    furtherDone: { status: 'completed', completion_percentage: 100 },
    author: { status: 'completed', completion_percentage: 100 },
  }
  for (const [reader, entry] of Object.entries(played))
    await world.db
      .insertInto('user_games')
      .values({ user_id: people[reader as 'at35'].user.id, game_id: GAME, ...entry })
      .execute()
  for (const reader of ['further', 'furtherDone'] as const)
    await saveSettings(world, people[reader], { spoilers: 'further' })
  // The feed of every reader contains the activities of these three.
  for (const owner of [host, people.author, people.furtherDone])
    for (const reader of MEMBERS.map((name) => people[name]).filter((member) => member !== owner)) {
      const [follower_id, following_id] = [reader.user.id, owner.user.id]
      await world.db.insertInto('followers').values({ follower_id, following_id }).execute()
      await world.db
        .insertInto('friends')
        .values({ user_id: follower_id, friend_id: following_id, status: 'accepted' })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  ids.activity = await record(world, host, { game_id: GAME })
  await host.put('/api/profiles/me/pins', { items: [{ item_type: 'activity', item_id: ids.activity }] })
  const path = `/api/activities/${ids.activity}/comments`
  const say = async (body: object) => (await people.author.post(path, body)).body.comment.id
  ids.unmarked = await say({ content: `The ${SECRETS.unmarked} is a ruin` })
  ids.marked = await say({ content: `The ${SECRETS.marked} is her father`, spoils_to: 80 })
  ids.reply = await say({ content: `A ${SECRETS.reply} told her`, spoils_to: 80, reply_to: ids.unmarked })
  ids.markedReview = await review(people.author, `The ${SECRETS.markedReview} did it`, 80)
  await people.author.put('/api/profiles/me/pins', { items: [{ item_type: 'review', item_id: ids.markedReview }] })
  ids.unmarkedReview = await review(people.furtherDone, `A ${SECRETS.unmarkedReview} in a tower`, null)
  const answer = { content: `Or the ${SECRETS.underReview}`, spoils_to: 80 }
  ids.underReview = (await people.author.post(`${under(ids.unmarkedReview)}/comments`, answer)).body.comment.id
  const again = { content: `Or a ${SECRETS.underReviewReply}`, spoils_to: 80, reply_to: ids.underReview }
  ids.underReviewReply = (await people.author.post(`${under(ids.unmarkedReview)}/comments`, again)).body.comment.id
  ids.list = (await host.post('/api/lists', { title: 'Ports', is_shared: true })).body.list.id
  const song = { content: `A ${SECRETS.underList} plays` }
  ids.underList = (await people.author.post(`/api/lists/${ids.list}/comments`, song)).body.comment.id
  const tune = { content: `And a ${SECRETS.underListReply}`, reply_to: ids.underList }
  ids.underListReply = (await people.author.post(`/api/lists/${ids.list}/comments`, tune)).body.comment.id
  const talk = { category: 'game-talk', title: 'About the end', body: `The ${SECRETS.thread} hides it`, spoils_to: 80 }
  ids.thread = (await people.author.post('/api/forum/threads', { ...talk, game_id: GAME })).body.thread.id
  const inThread = `/api/forum/threads/${ids.thread}/posts`
  const reply = { content: `A ${SECRETS.version} knows`, spoils_to: 80 }
  ids.post = (await people.author.post(inThread, reply)).body.post.id
  await people.author.patch(`/api/forum/posts/${ids.post}`, { content: `A ${SECRETS.post} knows` })
  const quoting = { content: 'Who knows?', quoted_post_id: ids.post }
  ids.quoting = (await people.author.post(inThread, quoting)).body.post.id
  const playlist = { title: 'Towers', isPublished: true, gameIds: [GAME] }
  ids.playlist = (await people.admin.post('/api/playlists', playlist)).body.playlist.id
  for (const reader of MEMBERS)
    for (const text of REVIEWS) await people[reader].post(`${under(ids[text])}/bookmark`, {})
  const span = { starts_at: new Date(0), ends_at: new Date('2027-01-01T00:00:00.000Z') }
  const made = world.db
    .insertInto('challenges')
    .values({ title: 'Together', ...span })
    .returning('id')
  ids.challenge = (await made.executeTakeFirstOrThrow()).id
  const post = { title: 'News', category: 'Feature', content: 'New', status: 'published', slug: NEWS }
  expect((await people.admin.post('/api/news', post)).status).toBe(201)
})

/** Publishes a review, and returns its id. */
const review = async (member: Member, review_text: string, spoils_to: number | null): Promise<string> =>
  (await member.post('/api/reviews', { game_id: GAME, rating: 4, review_text, spoils_to })).body.review.id

/** Fails if the answer contains a secret that is folded for the reader. */
function expectNoSecret(reader: Reader, address: string, answer: string): void {
  for (const text of TEXTS)
    if (!reads(reader, text) && answer.includes(SECRETS[text]))
      expect.fail(`${address} reveals the ${text} text to ${reader}`)
}

/** Returns whether a schema contains the shape of a fold, so its values may contain folded texts. */
function hasFold(schema: unknown, seen = new Set<unknown>()): boolean {
  if (schema === FoldShape) return true
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false
  seen.add(schema)
  const parts = '_zod' in schema ? (schema._zod as { def: object }).def : schema
  return Object.values(parts).some((part) => hasFold(part, seen))
}

const gets = () =>
  world.routes.filter(
    ({ endpoint: { method, access, scope } }) =>
      method === 'GET' && access !== 'admin' && access !== 'moderator' && scope === null,
  )

test('the table contains exactly the endpoints whose responses may contain folded texts', () => {
  const found = gets().filter(({ endpoint }) => hasFold(endpoint.response))
  const names = found.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(names.length).toBeGreaterThan(5)
  expect(names.toSorted()).toEqual(Object.keys(LINES).toSorted())
})

describe.each(READERS)('%s', (reader) => {
  const lines = Object.entries({ ...LINES, ...DOCUMENTS })
  test.each(lines.flatMap(([name, each]) => [each].flat().map((line) => [name, line] as const)))(
    'gets from %s the texts that this reader may read, and no other',
    async (_name, { has, paths, reveals = false, who = READERS, isForVisitors = false }) => {
      for (const path of who.includes(reader) ? paths() : []) {
        const { status, body } = await people[reader].get(path)
        expect([path, status]).toEqual([path, 200])
        const answer = JSON.stringify(body)
        const found = TEXTS.filter((text) => answer.includes(SECRETS[text]))
        const expected = (typeof has === 'function' ? has(reader) : has).filter(
          (text) => reveals || reads(isForVisitors ? 'visitor' : reader, text),
        )
        expect([path, ...found]).toEqual([path, ...expected])
      }
    },
  )

  test('finds no folded text in the response of any other endpoint', async () => {
    for (const { endpoint } of gets()) {
      if (`${endpoint.method} ${endpoint.path}` in LINES) continue
      for (const address of addressesOf(endpoint.path)) {
        const { body } = await people[reader].get(address + (QUERIES[endpoint.path] ?? ''))
        expectNoSecret(reader, address, JSON.stringify(body))
      }
    }
  })

  test('finds no folded text on any page, its data and its link preview included', async () => {
    const withTexts = new Set<string>()
    for (const entry of PAGE_ENTRIES) {
      if (entry.path.startsWith('/admin') || entry.isFrameless || WITHOUT_TEXTS.includes(entry.path)) continue
      for (const address of addressesOf(entry.path))
        for (const search of SEARCHES[entry.path]?.() ?? ['']) {
          const { status, body } = await people[reader].get(address + search, { accept: 'text/html' })
          expect([address, status < 400]).toEqual([address, true])
          const html = String(body)
          expectNoSecret(reader, address + search, html)
          if (TEXTS.some((text) => html.includes(SECRETS[text]))) withTexts.add(entry.path)
        }
    }
    // Without this check the test could not fail.
    const expected = [
      '/',
      '/game/:gameId',
      '/activity/:activityId',
      '/profile/:handle',
      '/reviews/:reviewId',
      '/forum/:part?/:id?',
    ]
    if (reads(reader, 'marked')) expect([...withTexts]).toEqual(expect.arrayContaining(expected))
  })

  test('finds no folded text in live events', async () => {
    const member = reader === 'visitor' ? null : people[reader]
    const channels = [`activity:${ids.activity}`, 'feed', ...(member ? ['notifications'] : [])]
    const stream = await openStream(await world.listen(), channels, member ? { cookie: cookieOf(member) } : {})
    const content = `The ${SECRETS.marked} returns`
    const path = `/api/activities/${ids.activity}/comments`
    const { comment } = (await people.author.post(path, { content, spoils_to: 80 })).body
    await stream.next(`activity:${ids.activity}`)
    stream.close()
    // Events contain no texts: the browser loads the subject again.
    expect(stream.text()).not.toContain(SECRETS.marked)
    await people.author.delete(`/api/activities/comments/${comment.id}`)
  })
})
