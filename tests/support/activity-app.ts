import { beforeAll, beforeEach } from 'vitest'
import { addGames, record, saveSettings } from './fixtures.ts'
import { type Member, useMember } from './members.ts'
import { useTestApp } from './test-app.ts'

/** Starts an app with four members and three games, and returns helpers for tests of activities. */
export function useActivityApp() {
  const app = useTestApp()
  const mara = useMember(app, { username: 'mara' })
  const juno = useMember(app, { username: 'juno', displayName: 'Juno' })
  const tobi = useMember(app, { username: 'tobi' })
  const sol = useMember(app, { username: 'sol' })
  const FEED = '/api/social/activity-feed'
  const CREATE = '/api/friends/activities/create'
  /** Half-Life, Hades and Celeste: any three games of the tests' catalogue. */
  const [ONE, TWO, THREE] = ['igdb_101', 'igdb_102', 'igdb_103'] as const

  beforeAll(async () => {
    await addGames(app, [ONE, TWO, THREE], (number) => `Game ${number - 100}`)
  })

  beforeEach(async () => {
    for (const table of ['friend_activities', 'followers', 'friends', 'user_games'] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
    app.time.now = new Date('2026-03-01T12:00:00Z')
  })

  const follow = (from: Member, to: Member) =>
    app.db.insertInto('followers').values({ follower_id: from.user.id, following_id: to.user.id }).execute()

  const befriend = (from: Member, to: Member, status = 'accepted') =>
    app.db.insertInto('friends').values({ user_id: from.user.id, friend_id: to.user.id, status }).execute()

  const showTo = (member: Member, visibility: string) => saveSettings(app, member, { visibility })

  /** Creates members who never sign in; 'p%@example.org'. */
  async function manyPeople(count: number, settingsOf: (at: number) => object = () => ({})) {
    const people = await app.db
      .insertInto('user')
      .values(Array.from({ length: count }, (_, at) => ({ name: `p${at}`, email: `p${at}@example.org` })))
      .returning('id')
      .execute()
    await app.db
      .insertInto('profiles')
      .values(people.map(({ id }, at) => ({ id, username: `person${at}`, settings: JSON.stringify(settingsOf(at)) })))
      .execute()
    return people
  }

  /** Stores an activity that was shared some minutes ago. */
  const recordEarlier = (member: Member, minutesAgo: number, more: { game?: string | null; type?: string } = {}) =>
    record(app, member, {
      game_id: more.game === undefined ? ONE : more.game,
      activity_type: more.type ?? 'completed',
      created_at: new Date(app.time.now.getTime() - minutesAgo * 60_000),
    })

  const hide = (id: string, at: Date | null = app.time.now) =>
    app.db.updateTable('friend_activities').set({ hidden_at: at }).where('id', '=', id).execute()

  const share = (member: Member, game: string = ONE, type = 'completed', details?: unknown) =>
    member.post(CREATE, { activity_type: type, game_id: game, ...(details !== undefined && { details }) })

  const count = async () =>
    Number(
      (
        await app.db
          .selectFrom('friend_activities')
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  const idsOf = (answer: { body: { activities: { id: string }[] } }) => answer.body.activities.map(({ id }) => id)

  return {
    app,
    FEED,
    CREATE,
    ONE,
    TWO,
    THREE,
    follow,
    befriend,
    showTo,
    manyPeople,
    recordEarlier,
    hide,
    share,
    count,
    idsOf,
    mara,
    juno,
    tobi,
    sol,
  }
}
