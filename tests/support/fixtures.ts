import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import type { Member } from './members.ts'
import type { TestApp } from './test-app.ts'

// Fixtures that exist before a test begins. They bypass the routes, because the test does not test how the data are
// created.

/** Stores games as a source would deliver them: 'igdb_101' is that source's game 101. */
export async function addGames(
  { db }: TestApp,
  ids: readonly string[],
  nameOf = (number: number) => `Game ${number}`,
): Promise<void> {
  const rows = ids.map((id) => {
    const [data_source = '', number = ''] = id.split('_')
    const name = nameOf(Number(number))
    return { id, data_source, source_id: Number(number), name, search_text: `| ${name.toLowerCase()} |` }
  })
  await db.insertInto('games').values(rows).execute()
}

/** Stores the member's settings as the settings page would, and no other settings. */
export async function saveSettings({ db }: TestApp, member: Member, settings: object): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', member.user.id)
    .execute()
}

/** Stores an activity, shared at the current time of the test's clock, and returns its id. Publishes nothing. */
export async function record(
  { db, time }: TestApp,
  member: Member,
  more: { game_id?: string | null; activity_type?: string; created_at?: Date } = {},
): Promise<string> {
  const { id } = await db
    .insertInto('friend_activities')
    .values({ user_id: member.user.id, activity_type: 'completed', created_at: time.now, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A viewer for rules that only compare members; no row stands behind it. */
export const viewerWith = (id: string, role: Viewer['role'] = 'user'): Viewer => ({
  id: id as UserId,
  role,
  username: id,
  displayName: id,
  avatarUrl: null,
})

/** Stores achievements of a game as its source would list them, and returns their ids in this order. */
export async function addAchievements(
  { db }: TestApp,
  game_id: string,
  names: readonly string[],
  more: { icon_url?: string } = {},
): Promise<string[]> {
  const rows = await db
    .insertInto('game_achievements')
    .values(
      names.map((name, at) => ({ game_id, external_id: String(at + 1), name, display_order: at, rarity: 50, ...more })),
    )
    .returning(['id', 'display_order'])
    .execute()
  return rows.sort((a, b) => a.display_order - b.display_order).map(({ id }) => id)
}
