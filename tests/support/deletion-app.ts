import { beforeAll, beforeEach } from 'vitest'
import { loadStarterCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { type Member, PASSWORD, signUp } from '#tests/support/members.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'

/** Starts an app with the starter catalogue, and returns helpers for tests of account deletion. */
export function useDeletionApp() {
  const world = useTestApp()
  const GAME = 'igdb_1942'
  const DAY = 86_400_000

  beforeAll(() => loadStarterCatalogue(world.db))
  beforeEach(() => {
    world.time.now = new Date()
  })

  const deleteAccount = (member: Member, over: Record<string, unknown> = {}) =>
    member.delete('/api/user/account', { username: member.user.username, password: PASSWORD, ...over })
  const signIn = (member: Member, client: Client = world.visitor()) =>
    client.post('/api/auth/signin', { email: member.user.email, password: PASSWORD })
  const isIn = async (client: Client) => (await client.get('/api/auth/session')).body.authenticated as boolean
  const rowOf = ({ user }: Member) =>
    world.db
      .selectFrom('profiles')
      .where('id', '=', user.id)
      .select(['deleted_at', 'disabled_at', 'role'])
      .executeTakeFirst()
  const removal = () => world.run('remove-deleted-accounts')
  const feedNames = async () =>
    ((await world.visitor().get('/api/social/activity-feed')).body.activities as { username: string }[]).map(
      ({ username }) => username,
    )

  /** Creates a member with a game, an activity, a friend and a follow. */
  async function createActiveMember(): Promise<Member> {
    const member = await signUp(world)
    const friend = await signUp(world)
    await member.post('/api/library', { game_id: GAME, status: 'playing' })
    await member.put(`/api/library/${GAME}/progress`, {
      play_time: 3,
      completion_percentage: 30,
      achievements_completed: 1,
    })
    await member.post('/api/friends/activities/create', { activity_type: 'want_to_play', game_id: GAME })
    await world.db
      .insertInto('followers')
      .values([
        { follower_id: member.user.id, following_id: friend.user.id },
        { follower_id: friend.user.id, following_id: member.user.id },
      ])
      .execute()
    await world.db
      .insertInto('friends')
      .values({ user_id: friend.user.id, friend_id: member.user.id, status: 'accepted' })
      .execute()
    return member
  }

  /** Counts the rows of a member in each table. */
  async function traces({ user: { id, email } }: Member): Promise<Record<string, number>> {
    const count = async (rows: Promise<unknown[]>) => (await rows).length
    const { db } = world
    return {
      user: await count(db.selectFrom('user').where('id', '=', id).select('id').execute()),
      account: await count(db.selectFrom('account').where('userId', '=', id).select('id').execute()),
      session: await count(db.selectFrom('session').where('userId', '=', id).select('id').execute()),
      profiles: await count(db.selectFrom('profiles').where('id', '=', id).select('id').execute()),
      user_games: await count(db.selectFrom('user_games').where('user_id', '=', id).select('id').execute()),
      progress: await count(db.selectFrom('game_progress_history').where('user_id', '=', id).select('id').execute()),
      achievements: await count(
        db.selectFrom('game_achievement_history').where('user_id', '=', id).select('id').execute(),
      ),
      activities: await count(db.selectFrom('friend_activities').where('user_id', '=', id).select('id').execute()),
      followers: await count(
        db
          .selectFrom('followers')
          .where((is) => is.or([is('follower_id', '=', id), is('following_id', '=', id)]))
          .select('follower_id')
          .execute(),
      ),
      friends: await count(
        db
          .selectFrom('friends')
          .where((is) => is.or([is('user_id', '=', id), is('friend_id', '=', id)]))
          .select('id')
          .execute(),
      ),
      codes: await count(db.selectFrom('verification').where('value', 'like', `${id} %`).select('id').execute()),
      mails: await count(db.selectFrom('outbox').where('recipient', '=', email).select('id').execute()),
    }
  }

  return { world, GAME, DAY, deleteAccount, signIn, isIn, rowOf, removal, feedNames, createActiveMember, traces }
}
