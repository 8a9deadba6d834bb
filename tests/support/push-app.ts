import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { PushPayload } from '#features/notifications/push.rules.ts'
import { addGames, record } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { decryptPush, type FakeBrowser, fakeBrowser, type PushService, startPushService } from './push-service.ts'
import { type TestEdges, useTestApp } from './test-app.ts'

/** Starts an app with three members and a push service, and returns helpers for tests of pushes. */
export function usePushApp(edges: TestEdges = {}, settings: Record<string, string> = {}) {
  const app = useTestApp({ WEBHOOK_PRIVATE_ADDRESSES: '127.0.0.1', ...settings }, edges)
  const mara = useMember(app, { username: 'mara', displayName: 'Mara' })
  const juno = useMember(app, { username: 'juno', displayName: 'Juno' })
  const tobi = useMember(app, { username: 'tobi', displayName: 'Tobi' })
  const world = { shared: '', service: undefined as unknown as PushService }

  beforeAll(async () => {
    world.service = await startPushService()
    await addGames(app, ['igdb_1'], () => 'Hades')
  })
  afterAll(() => world.service.close())
  beforeEach(async () => {
    for (const table of [
      'notifications',
      'push_subscriptions',
      'friend_activities',
      'friends',
      'followers',
      'messages',
    ] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
    app.time.now = new Date('2026-03-01T12:00:00Z')
    world.service.received.length = 0
    world.service.answers.clear()
    world.shared = await record(app, mara, { game_id: 'igdb_1' })
  })

  /** Subscribes a browser of the member. */
  async function turnOn(member: Member, path = '/mara', at = world.service.origin): Promise<FakeBrowser> {
    const browser = fakeBrowser(at + path)
    const { endpoint, keys } = browser
    const answer = await member.put('/api/notifications/push', { endpoint, keys })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return browser
  }
  const pass = (seconds: number) => {
    app.time.now = new Date(app.time.now.getTime() + seconds * 1000)
  }
  const send = () => app.run('send-pushes')
  /** Returns what the browser was shown, oldest first. */
  const shownTo = (browser: FakeBrowser): PushPayload[] =>
    world.service.received
      .filter(({ path }) => browser.endpoint.endsWith(path))
      .map(({ body }) => decryptPush(browser, body))
  const change = (member: Member, changes: object) => member.patch('/api/notifications/delivery', changes)
  const write = (from: Member, to: Member, content: string) =>
    from.post('/api/messages', { userId: to.user.id, content })
  const ask = (from: Member, to: Member) => from.post('/api/friends', { friend_id: to.user.id })
  const react = (from: Member, emoji = '👍') => from.post(`/api/activities/${world.shared}/reactions`, { emoji })
  const waiting = () =>
    app.db
      .selectFrom('push_deliveries')
      .select(['attempts', 'next_attempt_at', 'is_short'])
      .orderBy('created_at')
      .execute()

  return { app, mara, juno, tobi, world, turnOn, pass, send, shownTo, change, write, ask, react, waiting }
}
