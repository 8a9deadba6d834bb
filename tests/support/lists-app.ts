import { beforeAll, beforeEach, expect } from 'vitest'
import { addGames } from './fixtures.ts'
import { type Member, useMember } from './members.ts'
import { type Client, useTestApp } from './test-app.ts'

export const LISTS_NOW = new Date('2026-03-01T12:00:00.000Z')
export const LISTED_GAMES = Array.from({ length: 8 }, (_, at) => `igdb_${101 + at}`)

/** Starts an app with two members, an admin and eight games, without lists at the start of each test. */
export function useListsApp() {
  const app = useTestApp()
  const ann = useMember(app, { username: 'ann', displayName: 'Ann' })
  const bob = useMember(app, { username: 'bob', displayName: 'Bob' })
  const root = useMember(app, { username: 'root', becomeAdmin: true })

  beforeAll(async () => {
    await addGames(app, LISTED_GAMES)
  })

  beforeEach(async () => {
    app.time.now = LISTS_NOW
    for (const table of ['lists', 'notifications', 'user_blocks', 'user_games', 'activity_comments'] as const)
      await app.db.deleteFrom(table).execute()
    await app.db.updateTable('profiles').set({ settings: '{}', disabled_at: null }).execute()
  })

  const create = async (body: object = {}, who = ann) =>
    (await who.post('/api/lists', { title: 'Rainy days', ...body })).body.list
  return {
    app,
    ann,
    bob,
    root,
    create,
    /** Creates a shared list of the first three games. */
    shared: (body: object = {}) => create({ is_shared: true, game_ids: LISTED_GAMES.slice(0, 3), ...body }),
    later: (ms = 1000) => {
      app.time.now = new Date(app.time.now.getTime() + ms)
    },
    read: (id: string, who: Pick<Client, 'get'> = ann) => who.get(`/api/lists/${id}`),
    /** Returns the stored order, and checks that the positions are 1 to the stored number of games. */
    async order(id: string): Promise<string[]> {
      const rows = await app.db
        .selectFrom('list_games')
        .where('list_id', '=', id)
        .selectAll()
        .orderBy('position')
        .execute()
      expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1))
      const { games_count } = await app.db
        .selectFrom('lists')
        .where('id', '=', id)
        .select('games_count')
        .executeTakeFirstOrThrow()
      expect(games_count).toBe(rows.length)
      return rows.map(({ game_id }) => game_id)
    },
    disable: (member: Member, disabled_at: Date | null) =>
      app.db.updateTable('profiles').set({ disabled_at }).where('id', '=', member.user.id).execute(),
    hide: (id: string, hidden_at: Date | null) =>
      app.db.updateTable('lists').set({ hidden_at }).where('id', '=', id).execute(),
  }
}
