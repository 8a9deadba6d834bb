import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

const APP = ['id', 'clientId', 'name', 'tokenEndpointAuthMethod', 'redirectUris', 'createdAt'] as const
export type AppRow = Pick<Selectable<Tables['oauthClient']>, (typeof APP)[number]>

export function listApps(db: Db, userId: UserId): Promise<AppRow[]> {
  return db
    .selectFrom('oauthClient')
    .where('userId', '=', userId)
    .select(APP)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function countApps(db: Db, userId: UserId): Promise<number> {
  const { total } = await db
    .selectFrom('oauthClient')
    .where('userId', '=', userId)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Locks the member until the transaction ends, so that simultaneous registrations count each other. */
export async function lockMember(db: Db, userId: UserId): Promise<void> {
  await db.selectFrom('profiles').where('id', '=', userId).select('id').forUpdate().execute()
}

/** Registers an app of the member. */
export function insertApp(
  db: Db,
  app: Pick<
    Insertable<Tables['oauthClient']>,
    'userId' | 'clientId' | 'clientSecret' | 'name' | 'tokenEndpointAuthMethod'
  >,
  redirectUris: readonly string[],
  now: Date,
): Promise<AppRow> {
  return db
    .insertInto('oauthClient')
    .values({ ...app, redirectUris: JSON.stringify(redirectUris), createdAt: now, updatedAt: now })
    .returning(APP)
    .executeTakeFirstOrThrow()
}

/** Changes an app of the member. Returns undefined if the member has none with this id. */
export function updateApp(
  db: Db,
  userId: UserId,
  id: string,
  { name, redirectUris, now }: { name: string; redirectUris: readonly string[]; now: Date },
): Promise<AppRow | undefined> {
  return db
    .updateTable('oauthClient')
    .set({ name, redirectUris: JSON.stringify(redirectUris), updatedAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(APP)
    .executeTakeFirst()
}

/** Finds an app with the member who has registered it. */
export function findApp(db: Db, clientId: string) {
  return db
    .selectFrom('oauthClient')
    .innerJoin('profiles', 'profiles.id', 'oauthClient.userId')
    .where('oauthClient.clientId', '=', clientId)
    .select([
      'oauthClient.clientId',
      'oauthClient.name',
      'oauthClient.redirectUris',
      'oauthClient.disabled as isDisabled',
      'profiles.username',
    ])
    .executeTakeFirst()
}

/** Deletes an app of the member, with every access to it. Returns its client id, or null when there was none. */
export async function deleteApp(db: Db, userId: UserId, id: string): Promise<string | null> {
  const row = await db
    .deleteFrom('oauthClient')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('clientId')
    .executeTakeFirst()
  return row?.clientId ?? null
}

/** Turns the apps of a member off while the member is disabled, and on again after it. */
export async function turnAppsOfMember(db: Db, userId: string): Promise<void> {
  await sql`
    update "oauthClient" app set "disabled" = member.disabled_at is not null
    from profiles member
    where app."userId" = ${userId} and member.id = app."userId"
      and app."disabled" <> (member.disabled_at is not null)`.execute(db)
}
