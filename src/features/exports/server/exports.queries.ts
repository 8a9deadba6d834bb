import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { StoredFile } from '#server/storage/stored-files.ts'
import type { ExportId, UserId } from '#shared/ids.ts'
import type { ExportFile, ExportState } from '../exports.rules.ts'

export interface ExportRow {
  id: ExportId
  user_id: UserId
  state: ExportState
  is_weekly: boolean
  rows_done: number
  rows_total: number | null
  created_at: Date
  expires_at: Date | null
}

export interface FileRow {
  export_id: ExportId
  file: ExportFile
  bytes: number
}

const EXPORT = sql`id, user_id, state, is_weekly, rows_done, rows_total, created_at, expires_at`
const isKept = (at: Date) => sql`(expires_at is null or expires_at > ${at})`

/** Lists the exports of a member that have not expired, newest first. */
export async function listExports(db: Db, userId: UserId, at: Date): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select ${EXPORT} from exports where user_id = ${userId} and ${isKept(at)} order by id desc limit 100`.execute(db)
  return rows
}

/** Finds an export of this member that has not expired. */
export async function findExport(db: Db, userId: UserId, id: ExportId, at: Date): Promise<ExportRow | undefined> {
  const { rows } = await sql<ExportRow>`
    select ${EXPORT} from exports where id = ${id} and user_id = ${userId} and ${isKept(at)}`.execute(db)
  return rows[0]
}

export const listFiles = (db: Db, ids: readonly ExportId[]): Promise<FileRow[]> =>
  db
    .selectFrom('export_files')
    .where('export_id', 'in', ids)
    .select(['export_id', 'file', 'bytes'])
    .execute() as unknown as Promise<FileRow[]>

/** Reads one part of a file, so that a download holds one part at a time. */
export function findPart(db: Db, id: ExportId, file: ExportFile, n: number): Promise<StoredFile | undefined> {
  return db
    .selectFrom('export_parts')
    .where('export_id', '=', id)
    .where('file', '=', file)
    .where('n', '=', n)
    .select(['bytes', 'stored_as'])
    .executeTakeFirst()
}

/** Inserts an export. Undefined while the member has one that is being made. */
export async function insertExport(db: Db, userId: UserId, at: Date): Promise<ExportId | undefined> {
  const { rows } = await sql<{ id: ExportId }>`
    insert into exports (user_id, state, created_at) values (${userId}, 'working', ${at})
    on conflict (user_id) where state = 'working' do nothing
    returning id`.execute(db)
  return rows[0]?.id
}

/** Deletes an export of this member with its files. Returns whether there was one. */
export async function deleteExport(db: Db, userId: UserId, id: ExportId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('exports')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Lists the exports on which a job works or should work. */
export async function listWorking(db: Db): Promise<{ id: ExportId; is_weekly: boolean }[]> {
  const { rows } = await sql<{ id: ExportId; is_weekly: boolean }>`
    select id, is_weekly from exports where state = 'working' order by id`.execute(db)
  return rows
}

export interface BegunRow {
  user_id: UserId
  username: string | null
  email: string
  is_weekly: boolean
}

/**
 * Begins an attempt to make an export: from now on earlier attempts cannot write, and what they wrote is deleted.
 * Undefined when there is nothing to make any more.
 */
export async function beginAttempt(db: Db, id: ExportId, attempt: string): Promise<BegunRow | undefined> {
  const { rows } = await sql<BegunRow>`
    update exports set attempt = ${attempt}, rows_done = 0, rows_total = null
    from profiles, "user"
    where exports.id = ${id} and state = 'working' and profiles.id = user_id and "user".id = user_id
    returning user_id, profiles.username, "user".email, is_weekly`.execute(db)
  if (rows[0]) await db.deleteFrom('export_files').where('export_id', '=', id).execute()
  return rows[0]
}

export interface Progress {
  rows_done?: number
  rows_total?: number
  state?: ExportState
  finished_at?: Date
  expires_at?: Date | null
}

/** Updates an export for its attempt. Returns false when it was cancelled, or another attempt has taken over. */
export async function updateAttempt(db: Db, id: ExportId, attempt: string, progress: Progress): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set({ ...progress, attempt })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', '=', 'working')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function insertFile(db: Db, id: ExportId, file: ExportFile): Promise<void> {
  await db.insertInto('export_files').values({ export_id: id, file }).execute()
}

/** Appends a part to a file. */
export async function insertPart(
  db: Db,
  id: ExportId,
  file: ExportFile,
  { size, ...part }: StoredFile & { n: number; size: number },
): Promise<void> {
  await db
    .insertInto('export_parts')
    .values({ export_id: id, file, ...part })
    .execute()
  await sql`update export_files set bytes = bytes + ${size} where export_id = ${id} and file = ${file}`.execute(db)
}

/** Deletes the exports of this member that this one replaces. Weekly copies stay. */
export async function deleteReplaced(db: Db, userId: UserId, id: ExportId): Promise<void> {
  await sql`delete from exports where user_id = ${userId} and id < ${id} and not is_weekly`.execute(db)
}

/** Deletes expired exports, and weekly copies that `kept` newer ones replace. Returns how many. */
export async function deleteExpired(db: Db, at: Date, kept: number | null): Promise<number> {
  const { rows } = await sql`
    delete from exports where expires_at <= ${at} or id in (
      select id from (
        select id, row_number() over (partition by user_id order by id desc) as place
        from exports where is_weekly and state = 'done'
      ) weekly
      where place > ${kept ?? 0}
    )
    returning id`.execute(db)
  return rows.length
}

/** Begins weekly copies for members who have visited in seven days and have no copy of the last six. Returns ids. */
export async function insertWeekly(db: Db, { at, most }: { at: Date; most: number }): Promise<ExportId[]> {
  const { rows } = await sql<{ id: ExportId }>`
    insert into exports (user_id, state, is_weekly, created_at)
    select profiles.id, 'working', true, ${at} from profiles
    where disabled_at is null
      and exists (select from user_active_days active where active.user_id = profiles.id and day >= (${at}::timestamptz - interval '7 days')::date)
      and not exists (
        select from exports other
        where other.user_id = profiles.id and (state = 'working' or (is_weekly and other.created_at > ${at}::timestamptz - interval '6 days'))
      )
    limit ${most}
    on conflict (user_id) where state = 'working' do nothing
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}
