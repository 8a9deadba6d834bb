import type { Member } from './members.ts'
import type { TestApp } from './test-app.ts'

// What a test finds there when it begins, written past the routes: it is not what is tested.

/** Games as a source brings them: 'igdb_101' is that source's game 101. */
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

/** The member's settings, as the settings page would have saved them, and no others. */
export async function saveSettings({ db }: TestApp, member: Member, settings: object): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', member.user.id)
    .execute()
}

/** An activity, shared now by the test's clock; answers its id. Nobody is told. */
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
