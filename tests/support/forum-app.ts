import { beforeAll, beforeEach } from 'vitest'
import { addGames } from './fixtures.ts'
import { type Member, PASSWORD, signUp } from './members.ts'
import { type Answer, type TestEdges, useTestApp } from './test-app.ts'

/** Starts an app with four members, a moderator, an admin and a game, and returns helpers for tests of the forum. */
export function useForumApp(settings: Record<string, string> = {}, edges: TestEdges = {}) {
  const app = useTestApp(settings, edges)
  const GAME = 'igdb_101'
  const members = {} as Record<'mara' | 'juno' | 'tobi' | 'sol' | 'moderator' | 'admin', Member>

  /** Gives a member a role, and a new session that knows it. */
  async function give(member: Member, role: 'user' | 'moderator' | 'admin') {
    await app.db.updateTable('profiles').set({ role }).where('id', '=', member.user.id).execute()
    await member.post('/api/auth/logout')
    await member.post('/api/auth/signin', { email: member.user.email, password: PASSWORD })
  }

  beforeAll(async () => {
    await addGames(app, [GAME], () => 'Hades')
    for (const name of ['mara', 'juno', 'tobi', 'sol'] as const) members[name] = await signUp(app, { username: name })
    members.moderator = await signUp(app, { username: 'moderator-mo' })
    await give(members.moderator, 'moderator')
    members.admin = await signUp(app, { becomeAdmin: true })
  })

  beforeEach(async () => {
    for (const table of [
      'forum_threads',
      'forum_likes',
      'forum_versions',
      'forum_mentions',
      'forum_all_reads',
      'notifications',
      'reports',
      'audit_log',
      'user_blocks',
      'user_games',
    ] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
    app.queue.length = 0
    app.time.now = new Date('2026-03-01T12:00:00Z')
  })

  /** Advances the server's clock. */
  const later = (minutes = 2) => {
    app.time.now = new Date(app.time.now.getTime() + minutes * 60_000)
  }

  const draft = (more: object = {}) => ({
    category: 'general',
    title: 'What do you play?',
    body: 'Tell us what you play this week.',
    ...more,
  })
  /** Starts a thread and returns it as its author sees it. */
  async function thread(member: Member, more: object = {}): Promise<Answer['body']> {
    const answer = await member.post('/api/forum/threads', draft(more))
    if (answer.status !== 201) throw new Error(`no thread: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.thread
  }
  const reply = (member: Pick<Member, 'post'>, threadId: string, content: string, more: object = {}) =>
    member.post(`/api/forum/threads/${threadId}/posts`, { content, ...more })
  /** Replies and returns the post as its author sees it. */
  async function post(member: Member, threadId: string, content: string, more: object = {}): Promise<Answer['body']> {
    const answer = await reply(member, threadId, content, more)
    if (answer.status !== 201) throw new Error(`no post: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.post
  }
  const posts = async (client: Pick<Member, 'get'>, threadId: string, page = 1): Promise<Answer['body']> =>
    (await client.get(`/api/forum/threads/${threadId}/posts?page=${page}`)).body
  const read = (client: Pick<Member, 'get'>, id: string, query = '') => client.get(`/api/forum/threads/${id}${query}`)
  const list = async (client: Pick<Member, 'get'>, query = 'category=general'): Promise<Answer['body']> =>
    (await client.get(`/api/forum/threads?${query}`)).body
  const like = (member: Pick<Member, 'post'>, type: string, id: string) => member.post('/api/forum/likes', { type, id })
  const block = (from: Member, to: Member) =>
    app.db.insertInto('user_blocks').values({ blocker_id: from.user.id, blocked_id: to.user.id }).execute()
  const bell = async (member: Member): Promise<{ type: string; subject: { type: string; id: string } }[]> =>
    (await member.get('/api/notifications')).body.data
  const auditLog = () =>
    app.db.selectFrom('audit_log').select(['action', 'item_id', 'admin_id', 'data']).orderBy('id').execute()

  return {
    ...{ app, GAME, members, give, later, draft, thread, reply, post, posts, read, list, like, block, bell, auditLog },
  }
}
