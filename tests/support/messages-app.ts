import { beforeEach, expect } from 'vitest'
import { listenForChanges } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { type Member, useMember } from './members.ts'
import { useTestApp } from './test-app.ts'

/** Starts an app with three members and an admin, and returns helpers for tests of messages. */
export function useMessagesApp() {
  const app = useTestApp()
  const mara = useMember(app, { username: 'mara', displayName: 'Mara' })
  const juno = useMember(app, { username: 'juno', displayName: 'Juno' })
  const tobi = useMember(app, { username: 'tobi', displayName: 'Tobi' })
  const admin = useMember(app, { username: 'ada', becomeAdmin: true })
  const UNKNOWN = '01900000-0000-7000-8000-000000000000'
  const KEY = '4f1d2c3b-0000-4000-8000-00000000000a'

  beforeEach(async () => {
    for (const table of ['reports', 'conversations', 'friends', 'user_blocks', 'notifications'] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
    app.time.now = new Date('2026-03-01T12:00:00Z')
  })

  const write = (from: Member, to: Member, content: unknown, key?: string) =>
    from.post('/api/messages', { userId: to.user.id, content, ...(key && { key }) })

  /** Sends a message, a second after the previous one. */
  const send = async (from: Member, to: Member, content: string) => {
    app.time.now = new Date(app.time.now.getTime() + 1000)
    const answer = await write(from, to, content)
    expect(answer.status).toBe(201)
    return answer.body.message as { id: string }
  }

  const thread = (who: Member, other: Member, before = '') =>
    who.get(`/api/messages?userId=${other.user.id}${before && `&before=${encodeURIComponent(before)}`}`)

  const texts = async (who: Member, other: Member) =>
    (await thread(who, other)).body.messages.map(({ content }: { content: string }) => content)

  const unread = async (who: Member) => (await who.get('/api/messages/unread')).body.unread
  const conversations = async (who: Member) => (await who.get('/api/messages/conversations')).body.data

  const read = (who: Member, other: Member, until?: string) =>
    who.post('/api/messages/read', { userId: other.user.id, ...(until && { until }) })

  /** Returns the unread notifications: type, number of actors, and actors. */
  const unreadNotifications = async (who: Member) => {
    const { data } = (await who.get('/api/notifications')).body as {
      data: { type: string; count: number; actors: { id: string }[]; read_at: string | null }[]
    }
    const lines = data.filter(({ read_at }) => read_at === null)
    return lines.map(({ type, count, actors }) => [type, count, actors.map(({ id }) => id)] as const)
  }

  const befriend = (a: Member, b: Member) =>
    app.db.insertInto('friends').values({ user_id: a.user.id, friend_id: b.user.id, status: 'accepted' }).execute()

  const block = (blocker: Member, blocked: Member) =>
    app.db.insertInto('user_blocks').values({ blocker_id: blocker.user.id, blocked_id: blocked.user.id }).execute()

  const disable = (member: Member) =>
    app.db.updateTable('profiles').set({ disabled_at: new Date() }).where('id', '=', member.user.id).execute()

  const count = async (table: 'messages' | 'conversations') =>
    Number(
      (
        await app.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  /** Records the tags that are published from now on. */
  async function recordTags(): Promise<[published: string[], stop: () => Promise<void>]> {
    const published: string[] = []
    const changes = await listenForChanges(app.config.databaseUrl as string, createLog('silent'))
    changes.subscribe((tags) => published.push(...(tags ?? [])))
    return [published, () => changes.close()]
  }

  return {
    app,
    UNKNOWN,
    KEY,
    write,
    send,
    thread,
    texts,
    unread,
    conversations,
    read,
    unreadNotifications,
    befriend,
    block,
    disable,
    count,
    recordTags,
    mara,
    juno,
    tobi,
    admin,
  }
}
