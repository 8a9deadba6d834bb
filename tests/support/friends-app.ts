import { beforeAll, beforeEach } from 'vitest'
import { addGames } from './fixtures.ts'
import { type Member, useMember } from './members.ts'
import { useTestApp } from './test-app.ts'

/** Starts an app with three members, and returns helpers for tests of friends. */
export function useFriendsApp() {
  const app = useTestApp()
  const ann = useMember(app, { username: 'ann', displayName: 'Ann Lee' })
  const bob = useMember(app, { username: 'bob', displayName: 'Bob' })
  const cleo = useMember(app, { username: 'cleo', displayName: 'Cleo' })
  const NOBODY = '00000000-0000-7000-8000-000000000000'
  const AT = '2026-03-01T12:00:00.000Z'

  beforeAll(async () => {
    await addGames(app, ['igdb_1'], () => 'Hades')
    app.time.now = new Date(AT)
    // The first look-up of a session is a visit of its member; the following ones are cached for a minute.
    for (const member of [ann, bob, cleo]) await member.get('/api/auth/session')
  })

  beforeEach(async () => {
    for (const table of ['friends', 'followers', 'user_blocks', 'friend_activities'] as const)
      await app.db.deleteFrom(table).execute()
    await app.db
      .updateTable('profiles')
      .set({ settings: '{}', disabled_at: null, bio: null, last_seen_at: null })
      .execute()
    app.time.now = new Date(AT)
  })

  const ask = (from: Member, to: Member) => from.post('/api/friends', { friend_id: to.user.id })
  const answer = (who: Member, id: string, status: unknown = 'accepted') => who.patch(`/api/friends/${id}`, { status })
  const end = (who: Member, id: string) => who.delete(`/api/friends/${id}`)
  const block = (from: Member, to: Member) => from.post('/api/blocks', { user_id: to.user.id })
  const rows = () => app.db.selectFrom('friends').select(['user_id', 'friend_id', 'status']).execute()

  const travel = (milliseconds: number) => {
    app.time.now = new Date(app.time.now.getTime() + milliseconds)
  }

  const change = (
    member: Member,
    values: { settings?: string; disabled_at?: Date; bio?: string; last_seen_at?: Date },
  ) => app.db.updateTable('profiles').set(values).where('id', '=', member.user.id).execute()

  const befriend = async (from: Member, to: Member) => {
    const { id } = (await ask(from, to)).body
    await answer(to, id)
    return id as string
  }

  const requestsOf = async (who: Member) => {
    const { received, sent } = (await who.get('/api/friends/requests')).body
    const names = (list: { username: string }[]) => list.map(({ username }) => username)
    return [names(received), names(sent)]
  }

  const friendsOf = async (who: Member) =>
    (await who.get('/api/friends?status=accepted')).body.data.map(({ username }: { username: string }) => username)

  /** Inserts many members without accounts. */
  async function crowd(length: number): Promise<string[]> {
    const users = await app.db
      .insertInto('user')
      .values(Array.from({ length }, () => ({ name: 'M', email: `${crypto.randomUUID()}@example.org` })))
      .returning('id')
      .execute()
    await app.db
      .insertInto('profiles')
      .values(users.map(({ id }) => ({ id })))
      .execute()
    return users.map(({ id }) => id)
  }

  return {
    app,
    NOBODY,
    AT,
    ask,
    answer,
    end,
    block,
    rows,
    travel,
    change,
    befriend,
    requestsOf,
    friendsOf,
    crowd,
    ann,
    bob,
    cleo,
  }
}
