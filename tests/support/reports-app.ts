import { beforeAll, beforeEach } from 'vitest'
import { addGames, record, saveSettings } from './fixtures.ts'
import { type Member, useMember } from './members.ts'
import { useTestApp } from './test-app.ts'

/** Starts an app with an activity and a comment to report, two admins, and returns helpers for tests of reports. */
export function useReportsApp() {
  const app = useTestApp()
  const mara = useMember(app, { username: 'mara', displayName: 'Mara' })
  const juno = useMember(app, { username: 'juno', displayName: 'Juno' })
  const tobi = useMember(app, { username: 'tobi', displayName: 'Tobi' })
  const root = useMember(app, { username: 'root', becomeAdmin: true })
  const second = useMember(app, { username: 'second', becomeAdmin: true })
  const NOBODY = '01900000-0000-7000-8000-000000000000'
  const REPORTS = '/api/admin/reports'
  /** Mara's activity, with a comment by Juno. */
  let activity: string
  let comment: string

  beforeAll(async () => {
    await addGames(app, ['igdb_101'], () => 'Hades')
  })

  beforeEach(async () => {
    for (const table of [
      'reports',
      'audit_log',
      'notifications',
      'friend_activities',
      'friends',
      'followers',
      'user_blocks',
    ] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null, bio: null }).execute()
    app.time.now = new Date('2026-03-01T12:00:00Z')
    activity = await record(app, mara, { game_id: 'igdb_101' })
    comment = (await juno.post(`/api/activities/${activity}/comments`, { content: 'Buy gold at gold.example' })).body
      .comment.id
  })

  const later = (minutes = 1) => {
    app.time.now = new Date(app.time.now.getTime() + minutes * 60_000)
  }

  const report = (who: Pick<Member, 'post'>, item_type: string, item_id: string, more: object = {}) =>
    who.post('/api/reports', { item_type, item_id, reason: 'spam', ...more })

  const handle = (admin: Member, item_type: string, item_id: string, body: object) =>
    admin.put(`${REPORTS}/${item_type}/${item_id}`, body)

  const queue = async (show = 'open') => (await root.get(`${REPORTS}?show=${show}`)).body.items
  const rows = () => app.db.selectFrom('reports').selectAll().orderBy('created_at').execute()
  const auditLog = () => app.db.selectFrom('audit_log').selectAll().orderBy('created_at').execute()
  const show = (member: Member, settings: object) => saveSettings(app, member, settings)

  const block = (from: Member, to: Member) =>
    app.db.insertInto('user_blocks').values({ blocker_id: from.user.id, blocked_id: to.user.id }).execute()

  return {
    app,
    NOBODY,
    REPORTS,
    later,
    report,
    handle,
    queue,
    rows,
    auditLog,
    show,
    block,
    mara,
    juno,
    tobi,
    root,
    second,
    state: () => ({ activity, comment }),
  }
}
