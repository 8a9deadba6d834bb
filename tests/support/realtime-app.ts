import { beforeAll, beforeEach, expect } from 'vitest'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import { type OpenStream, useStreams } from './event-stream.ts'
import { addGames, saveSettings } from './fixtures.ts'
import { type Member, useMember } from './members.ts'
import { useTestApp } from './test-app.ts'

/** Starts a listening app with three members, and returns helpers for tests of streams, which end with each test. */
export function useRealtimeApp() {
  const app = useTestApp({ ACTIVITY_COOLDOWN_MINUTES: '0' }, { streamLimits: { perMember: 3, perAddress: 12 } })
  const mara = useMember(app, { username: 'mara' })
  const juno = useMember(app, { username: 'juno' })
  const tobi = useMember(app, { username: 'tobi' })
  const GAME = 'igdb_101'
  const { listen, open } = useStreams(app)
  let origin: string

  beforeAll(async () => {
    await addGames(app, [GAME])
    origin = await app.listen()
  })

  beforeEach(async () => {
    for (const table of ['friend_activities', 'followers', 'friends', 'user_blocks'] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
    app.time.now = new Date()
  })

  async function share(who: Member, type = 'completed'): Promise<string> {
    const answer = await who.post('/api/friends/activities/create', { activity_type: type, game_id: GAME })
    expect(answer.status).toBe(201)
    return answer.body.activity.id
  }

  const react = (who: Member, id: string) => who.post(`/api/activities/${id}/reactions`, { emoji: 'heart' })

  const follow = (who: Member, other: Member) =>
    app.db.insertInto('followers').values({ follower_id: who.user.id, following_id: other.user.id }).execute()

  const befriend = (who: Member, other: Member) =>
    app.db
      .insertInto('friends')
      .values({ user_id: who.user.id, friend_id: other.user.id, status: 'accepted' })
      .execute()

  const showTo = (who: Member, visibility: string) => saveSettings(app, who, { visibility })

  /** Waits until the stream has received its own notification, and so everything that was announced before it. */
  async function allDelivered(stream: OpenStream): Promise<void> {
    await announce(app.db, [tag.notifications(mara.user.id)])
    await stream.next('notifications')
  }

  return {
    app,
    GAME,
    open,
    listen,
    share,
    react,
    follow,
    befriend,
    showTo,
    allDelivered,
    mara,
    juno,
    tobi,
    state: () => ({ origin }),
  }
}
