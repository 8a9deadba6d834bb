import { beforeAll, beforeEach } from 'vitest'
import { addGames, record, saveSettings } from './fixtures.ts'
import { type Member, signUp } from './members.ts'
import { useTestApp } from './test-app.ts'

/** An app with an activity and a comment to report, two admins, and what the tests of reports ask it. */
export function useReportsApp() {
  const app = useTestApp()
  const NOBODY = '01900000-0000-7000-8000-000000000000'
  const REPORTS = '/api/admin/reports'
  let mara: Member
  let juno: Member
  let tobi: Member
  let root: Member
  let second: Member
  /** Mara's activity, with a comment by Juno. */
  let activity: string
  let comment: string

  beforeAll(async () => {
    mara = await signUp(app, { username: 'mara', displayName: 'Mara' })
    juno = await signUp(app, { username: 'juno', displayName: 'Juno' })
    tobi = await signUp(app, { username: 'tobi', displayName: 'Tobi' })
    root = await signUp(app, { username: 'root', becomeAdmin: true })
    second = await signUp(app, { username: 'second', becomeAdmin: true })
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
  const deeds = () => app.db.selectFrom('audit_log').selectAll().orderBy('created_at').execute()
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
    deeds,
    show,
    block,
    state: () => ({ mara, juno, tobi, root, second, activity, comment }),
  }
}
