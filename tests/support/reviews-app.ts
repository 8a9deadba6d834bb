import { beforeAll, beforeEach } from 'vitest'
import { addGames, saveSettings } from './fixtures.ts'
import { type Member, signUp } from './members.ts'
import { type Answer, useTestApp } from './test-app.ts'

/**
 * Starts an app with four members, an admin and three games, and returns helpers for tests of reviews. Each test begins
 * without reviews, unless `keepsRows`.
 */
export function useReviewsApp({ keepsRows = false } = {}) {
  const app = useTestApp()
  const [ONE, TWO, THREE] = ['igdb_101', 'igdb_102', 'igdb_103'] as const
  const members = {} as Record<'mara' | 'juno' | 'tobi' | 'sol' | 'admin', Member>

  beforeAll(async () => {
    await addGames(app, [ONE, TWO, THREE], (number) => `Game ${number - 100}`)
    for (const name of ['mara', 'juno', 'tobi', 'sol'] as const) members[name] = await signUp(app, { username: name })
    members.admin = await signUp(app, { becomeAdmin: true })
  })

  beforeEach(async () => {
    app.time.now = new Date('2026-03-01T12:00:00Z')
    if (keepsRows) return
    for (const table of [
      'reviews',
      'notifications',
      'friend_activities',
      'followers',
      'friends',
      'user_blocks',
      'user_games',
    ] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  })

  /** Advances the server's clock. */
  const later = (minutes = 1) => {
    app.time.now = new Date(app.time.now.getTime() + minutes * 60_000)
  }

  const draft = (more: object = {}) => ({ rating: 4.5, review_text: 'A fine game.', ...more })
  const write = (member: Member, more: object = {}): Promise<Answer> =>
    member.post('/api/reviews', { game_id: ONE, ...draft(more) })
  /** Writes a review and returns it as its author sees it. */
  const written = async (member: Member, more: object = {}): Promise<Answer['body']> => {
    const answer = await write(member, more)
    if (answer.status !== 201) throw new Error(`writing failed: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.review
  }
  const read = (client: { get: Member['get'] }, id: string, query = '') => client.get(`/api/reviews/${id}${query}`)
  const shelve = (member: Member, more: object = {}) =>
    app.db
      .insertInto('user_games')
      .values({ user_id: member.user.id, game_id: ONE, status: 'playing', ...more })
      .execute()
  const block = (from: Member, to: Member) =>
    app.db.insertInto('user_blocks').values({ blocker_id: from.user.id, blocked_id: to.user.id }).execute()
  const befriend = (from: Member, to: Member) =>
    app.db.insertInto('friends').values({ user_id: from.user.id, friend_id: to.user.id, status: 'accepted' }).execute()
  const disable = (member: Member, at: Date | null = app.time.now) =>
    app.db.updateTable('profiles').set({ disabled_at: at }).where('id', '=', member.user.id).execute()

  /** Inserts members without sessions, each with a listed review of the game. */
  async function manyReviews(count: number, reviewOf: (at: number) => object) {
    const people = await app.db
      .insertInto('user')
      .values(
        Array.from({ length: count }, (_, at) => ({ name: `p${at}`, email: `p${at}-${Math.random()}@example.org` })),
      )
      .returning('id')
      .execute()
    await app.db
      .insertInto('profiles')
      .values(people.map(({ id }) => ({ id, username: `p${id.slice(-12)}` })))
      .execute()
    return app.db
      .insertInto('reviews')
      .values(
        people.map(({ id }, at) => ({
          user_id: id,
          game_id: ONE,
          rating: 4,
          review_text: `Words ${at}`,
          review_html: `Words ${at}`,
          created_at: app.time.now,
          ...reviewOf(at),
        })),
      )
      .returning(['id', 'user_id'])
      .execute()
  }

  return {
    ...{ app, ONE, TWO, THREE, members, later, draft, write, written, read, shelve, block, befriend, disable },
    manyReviews,
    showTo: (member: Member, visibility: string) => saveSettings(app, member, { visibility }),
  }
}
