import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { SERVER_FEATURES } from '#app/features.ts'
import { systemClock } from '#server/clock.ts'
import { createStoredFiles } from '#server/storage/stored-files.ts'
import { signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

const world = useTestApp()

/** Tables that refer to a member but are not part of the export, with the reason. A new one needs a reason. */
const NOT_EXPORTED: Record<string, string> = {
  challenges: 'what an admin has set up is the operator’s; it forgets the admin with the account',
  playlists: 'what an admin has put together is the operator’s; it forgets the admin with the account',
  account_requests: 'what an admin has decided is the operator’s; it forgets the admin with the account',
  member_notes: 'what admins note about a member is for admins; the operator answers a request for it by hand',
  audit_log: 'what an admin did to others is the operator’s record; it forgets the admin with the account',
  library_bulk_changes: 'what undoes the latest changes of many games; the library itself is exported',
  entry_move_rows: 'what undoes a move of an entry; the rows themselves are exported',
  entry_moves: 'what undoes a move of an entry; the entry itself is exported',
  game_merge_rows: 'what undoes a merge of two games; the rows themselves are exported',
  merged_sessions: 'what undoes the latest merges of play sessions; the sessions themselves are exported',
  follow_counts: 'how many rows of followers there are, which are exported',
  public_stars: 'which stars of the library and of reviews count for everybody; both are exported',
  latest_activities: 'which of the member’s activities is the newest; they are exported',
  oauthConsent: 'what apps with access may do, which access_tokens says',
  oauthAccessToken: 'the hashes of what apps with access send',
  oauthRefreshToken: 'the hashes of what apps with access renew it with',
  oauth_codes: 'the hashes of codes for the first token of an app, for ten minutes',
  member_requests: 'the answers to writes that a device may send again; what was written is exported',
  error_group_members: 'says only that the member met an error, whose report is in error_logs',
}

interface Reference {
  table: string
  column: string
  /** What happens to the row at account deletion: 'c' deletes it, 'n' clears the reference; null: no foreign key. */
  on_delete: string | null
}

/** Returns all columns that refer to a member, by a foreign key or by their name. */
async function references(): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select column_of.table_name as "table", column_of.column_name as "column", key.on_delete
    from information_schema.columns column_of
    join information_schema.tables owner using (table_schema, table_name)
    left join (
      select conrelid::regclass as name, attribute.attname as column_name, confdeltype as on_delete
      from pg_constraint
      join pg_attribute attribute on attribute.attrelid = conrelid and attribute.attnum = any(conkey)
      where contype = 'f' and confrelid in ('profiles'::regclass, '"user"'::regclass)
    ) key
      on key.name = format('%I', column_of.table_name)::regclass and key.column_name = column_of.column_name
    where column_of.table_schema = 'public' and owner.table_type = 'BASE TABLE'
      and (key.on_delete is not null or column_of.column_name ~ '^(user|member|author|owner|sender|recipient)(_id|Id)$')
    order by 1, 2`.execute(world.db)
  return rows
}

test('every table that refers to a member is in the export or gives a reason', async () => {
  const { user } = await signUp(world)
  const files = createStoredFiles({ db: world.db, clock: systemClock, storage: null })
  const exported = new Set<string>()
  for (const part of SERVER_FEATURES.flatMap(({ ownData = [] }) => ownData))
    for (const name of Object.keys(part.ownTables(world.db, user.id, files))) exported.add(name)
  const known = new Set((await references()).map(({ table }) => table))
  expect(known).toContain('user_games')
  expect([...known].filter((table) => !exported.has(table) && !(table in NOT_EXPORTED))).toEqual([])
  expect(Object.keys(NOT_EXPORTED).filter((table) => !known.has(table) || exported.has(table))).toEqual([])
})

test('account deletion deletes every row of the member or clears its reference, so that every deletion is complete', async () => {
  const found = await references()
  expect(found.filter(({ on_delete }) => on_delete === 'c').length).toBeGreaterThan(5)
  expect(
    found.filter(({ on_delete, table }) => !['c', 'n'].includes(on_delete ?? '') && !(table in NOT_EXPORTED)),
  ).toEqual([])
})

/** How the privacy page names the rows that stay without the member's name when the account is deleted. */
const STAYS: Record<string, string> = {
  activity_comments: 'your comments',
  forum_threads: 'your threads and posts of the forum',
  forum_posts: 'your threads and posts of the forum',
  reports: 'reports',
  invitations: 'the invitations that you made or used',
  invitation_uses: 'the invitations that you made or used',
  account_requests: 'for the site as an admin',
  news_posts: 'for the site as an admin',
  playlists: 'for the site as an admin',
  challenges: 'for the site as an admin',
  audit_log: 'for the site as an admin',
  held_texts: 'for the site as an admin',
  appeals: 'for the site as an admin',
  member_notes: 'for the site as an admin',
  error_logs: 'reports',
}

test('the privacy page says what stays without a name after the deletion of an account (G17)', async () => {
  const page = readFileSync('src/features/info/pages/privacy.md', 'utf8').replace(/\s+/g, ' ')
  const [, deletion = ''] = /\*\*Delete it:\*\*(.*?)- \*\*/.exec(page) ?? []
  const stays = new Set((await references()).filter(({ on_delete }) => on_delete === 'n').map(({ table }) => table))
  expect(stays).toContain('forum_posts')
  for (const table of stays)
    expect([table, table in STAYS && deletion.includes(STAYS[table] as string)]).toEqual([table, true])
  expect(Object.keys(STAYS).filter((table) => !stays.has(table))).toEqual([])
})
