import { beforeAll, beforeEach } from 'vitest'
import type { Notification } from '#features/notifications/notifications.contract.ts'
import { addGames, record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, useMember } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'

/** Starts an app with three members and a shared activity, and returns helpers for tests of notifications. */
export function useNotificationsApp() {
  const app = useTestApp()

  const mara = useMember(app, { username: 'mara', displayName: 'Mara' })
  const juno = useMember(app, { username: 'juno', displayName: 'Juno' })
  const tobi = useMember(app, { username: 'tobi', displayName: 'Tobi' })
  let shared = ''

  beforeAll(async () => {
    await addGames(app, ['igdb_1'], () => 'Hades')
  })

  beforeEach(async () => {
    for (const table of ['notifications', 'friend_activities', 'friends', 'followers', 'user_blocks'] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
    app.time.now = new Date('2026-03-01T12:00:00Z')
    shared = await share(mara)
  })

  /** Returns the activity that Mara has shared before the test. */
  const sharedByMara = () => shared
  /** Shares an activity. The clock moves forward between any two of these calls. */
  const share = (member: Member) => record(app, member, { game_id: 'igdb_1' })
  const pass = (seconds = 1) => {
    app.time.now = new Date(app.time.now.getTime() + seconds * 1000)
  }
  const rows = () =>
    app.db
      .selectFrom('notifications')
      .select(['user_id', 'type', 'actor_id', 'subject_type', 'subject_id', 'read_at'])
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  const row = (to: Member, type: string, actor: Member | null, subject: string | null = null) => ({
    user_id: to.user.id,
    type,
    actor_id: actor?.user.id ?? null,
    subject_type: subject && 'activity',
    subject_id: subject,
    read_at: null,
  })
  const list = async (member: Member, query = '') =>
    (await member.get(`/api/notifications${query}`)).body as {
      data: Notification[]
      unread: number
      nextCursor: string | null
    }
  const react = (member: Member, id = shared, emoji = '👍') => member.post(`/api/activities/${id}/reactions`, { emoji })
  const comment = (member: Member, content = 'Well played', id = shared) =>
    member.post(`/api/activities/${id}/comments`, { content })
  const follow = (member: Member, other: Member) => member.post('/api/followers', { following_id: other.user.id })
  const ask = (member: Member, other: Member) => member.post('/api/friends', { friend_id: other.user.id })
  const show = (member: Member, settings: object) => saveSettings(app, member, settings)

  return { app, mara, juno, tobi, share, pass, rows, row, list, react, comment, follow, ask, show, sharedByMara }
}
