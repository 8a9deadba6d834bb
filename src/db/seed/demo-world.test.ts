import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assemble } from '#app/server.ts'
import { type Database, openDatabase } from '#db/db.ts'
import { gamesAddress } from '#features/library/shelf.rules.ts'
import { targetOf } from '#features/mutes/mutes.rules.ts'
import { chartsOf } from '#features/statistics/charts.rules.ts'
import type { Statistics } from '#features/statistics/statistics.contract.ts'
import { type Changes, listenForChanges } from '#server/changes.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { ORIGIN } from '#tests/support/test-app.ts'
import { DEMO_MEMBERS, NEWCOMER } from './demo-members.ts'
import { DEMO_ACCOUNT, DEMO_HINT } from './demo-world.ts'

const NOW = new Date('2026-06-15T20:00:00Z')
let database: Database
let changes: Changes
let drop: () => Promise<void>
let assembled: Awaited<ReturnType<typeof assemble>>

beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  const config = readConfig({
    SECRET: 'a secret of the tests that is long enough',
    DATABASE_URL: clone.connectionString,
    BASE_URL: ORIGIN,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    IMAGES: 'off',
    STARTER: 'small',
    ADMIN_EMAIL: 'juno@demo.savepoint.example',
  })
  const log = createLog('silent')
  database = openDatabase({ connectionString: clone.connectionString, poolSize: 4, onError: () => {} })
  changes = await listenForChanges(clone.connectionString, log)
  assembled = await assemble({
    config,
    log,
    clock: () => NOW,
    database,
    changes,
    queue: { send: async () => {}, listStates: async () => [] },
    pages: null,
  })
  await assembled.features.start()
  await assembled.features.loadDemoData()
}, 60_000)

afterAll(async () => {
  await changes.close()
  await database.close()
  await drop()
})

const count = async (from: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(from)}`.execute(database.db)
  return rows[0]?.n ?? 0
}

test('everybody has a name, a password and a library of 15 to 130 games, except the newcomer', async () => {
  expect(await count('profiles where username is not null and display_name is not null')).toBe(DEMO_MEMBERS.length + 1)
  expect(await count('account where password is not null')).toBe(DEMO_MEMBERS.length + 1)
  const { rows } = await sql<{ username: string; n: number }>`
    select username, count(user_games.id)::int as n
    from profiles left join user_games on user_games.user_id = profiles.id
    group by username`.execute(database.db)
  for (const { username, n } of rows) {
    expect(n, username).toBeGreaterThanOrEqual(username === NEWCOMER ? 0 : 15)
    expect(n, username).toBeLessThanOrEqual(username === NEWCOMER ? 0 : 130)
  }
})

test('the site has playlists of all five types, an event of each state and a draft, with games and readable slugs', async () => {
  const { rows } = await sql<{
    type: string
    title: string
    slug: string
    games: number
    state: string | null
    draft: boolean
  }>`
    select type, title, slug, not is_published as draft,
      (select count(*)::int from playlist_games where playlist_id = playlists.id) as games,
      case when start_date is null then null when start_date > ${NOW}::date then 'upcoming'
        when end_date < ${NOW}::date then 'ended' else 'live' end as state
    from playlists`.execute(database.db)
  expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['featured', 'collection', 'event', 'genre', 'custom']))
  expect(rows.flatMap(({ state }) => state ?? []).toSorted()).toEqual(['ended', 'live', 'upcoming'])
  expect(rows.filter(({ draft }) => draft)).toHaveLength(1)
  for (const { title, slug, games } of rows) {
    expect(games, title).toBeGreaterThanOrEqual(5)
    expect(slug).toBe(title.toLowerCase().replaceAll(' ', '-').replaceAll(',', ''))
  }
  expect(await count('playlist_slugs')).toBe(rows.length)
  expect(
    await count('playlists where games_count <> (select count(*) from playlist_games where playlist_id = id)'),
  ).toBe(0)
})

test('the main member has shelves, a queue, a pause, reasons and copies', async () => {
  const ofMain = `user_id = (select id from "user" where email = '${DEMO_ACCOUNT.email}')`
  const { rows } = await sql<{ name: string; is_shown: boolean; games: number }>`
    select name, is_shown,
      (select count(*)::int from own_shelf_games where shelf_id = own_shelves.id) as games
    from own_shelves where ${sql.raw(ofMain)} order by position`.execute(database.db)
  expect(rows.map(({ name }) => name)).toEqual(['Up next', 'Couch co-op', 'An hour before bed', 'Needs the big screen'])
  expect(rows.filter(({ is_shown }) => is_shown)).toHaveLength(1)
  for (const { name, games } of rows) expect(games, name).toBeGreaterThanOrEqual(3)
  expect(await count(`playthroughs where is_paused and ${ofMain}`)).toBe(1)
  expect(await count(`playthroughs where is_replay and ${ofMain}`)).toBe(1)
  expect(await count(`playthroughs where drop_reason is not null and ${ofMain}`)).toBeGreaterThan(0)
  expect(await count(`game_copies where is_physical and ${ofMain}`)).toBeGreaterThanOrEqual(3)
  expect(await count(`game_copies where lent_to is not null and ${ofMain}`)).toBe(2)
})

test('only the newcomer has not been welcomed yet', async () => {
  expect(await count(`profiles where settings ->> 'onboarded' = 'false'`)).toBe(1)
  expect(await count(`profiles where settings ->> 'onboarded' = 'false' and username = '${NEWCOMER}'`)).toBe(1)
  expect(
    await count("held_texts held join activity_comments text on held.subject_id = text.id where state = 'waiting'"),
  ).toBe(1)
})

test('every status, stars, hearts, hours and notes occur', async () => {
  for (const status of ['want_to_play', 'playing', 'completed', 'dropped'])
    expect(await count(`user_games where status = '${status}'`), status).toBeGreaterThan(20)
  expect(await count('user_games where user_rating is not null')).toBeGreaterThan(300)
  expect(await count('user_games where user_rating % 2 = 1')).toBeGreaterThan(50)
  expect(await count('user_games where is_liked')).toBeGreaterThan(30)
  expect(await count('user_games where notes is not null')).toBeGreaterThan(0)
})

test('no event is before its member signed up, or in the future', async () => {
  for (const [table, column] of [
    ['user_games', 'created_at'],
    ['user_games', 'updated_at'],
    ['game_progress_history', 'created_at'],
    ['friend_activities', 'created_at'],
    ['followers', 'created_at'],
    ['profiles', 'last_seen_at'],
  ]) {
    expect(await count(`${table} where ${column} > '${NOW.toISOString()}'`), table).toBe(0)
    if (table !== 'followers' && table !== 'profiles')
      expect(
        await count(`${table} t join profiles p on p.id = t.user_id where t.${column} < p.created_at`),
        `${table}.${column}`,
      ).toBe(0)
  }
})

test('libraries are consistent with their histories', async () => {
  expect(await count('user_games where updated_at < created_at')).toBe(0)
  expect(await count("user_games where status = 'completed' and completion_percentage < 100")).toBe(0)
  expect(
    await count("user_games where status = 'want_to_play' and (play_time > 0 or last_played_at is not null)"),
  ).toBe(0)
  expect(
    await count(`user_games g where g.status <> 'want_to_play' and not exists (
      select from game_progress_history h where h.user_id = g.user_id and h.game_id = g.game_id
        and h.play_time = g.play_time and h.completion_percentage = g.completion_percentage)`),
  ).toBe(0)
  // Hours never decrease.
  expect(
    await count(`(select play_time < lag(play_time) over (partition by user_id, game_id order by created_at, id) as shrank
      from game_progress_history) h where shrank`),
  ).toBe(0)
})

test('four members keep a journal, and every review and list has one entry in it', async () => {
  const wrote = (type: string) => count(`journal_entries where type = '${type}'`)
  expect(
    await count('(select distinct user_id from journal_entries where review_id is null and list_id is null) m'),
  ).toBe(4)
  expect(await wrote('progress')).toBeGreaterThan(15)
  expect(await wrote('daily')).toBeGreaterThan(10)
  expect(await wrote('review')).toBe(await count('reviews'))
  expect(await wrote('list')).toBe(await count('lists'))
  expect(await count('journal_entries e join profiles p on p.id = e.user_id where e.created_at < p.created_at')).toBe(0)
})

test('activities are recent and about games in the library', async () => {
  expect(await count('friend_activities')).toBeGreaterThan(300)
  expect(await count('friend_activities a left join games g on g.id = a.game_id where g.id is null')).toBe(0)
  expect(
    await count(`friend_activities a where not exists (
      select from user_games g where g.user_id = a.user_id and g.game_id = a.game_id)`),
  ).toBe(0)
  expect(
    await count(`friend_activities where created_at < '${new Date(NOW.getTime() - 43 * 86_400_000).toISOString()}'`),
  ).toBe(0)
  expect(
    await count(`friend_activities where created_at > '${new Date(NOW.getTime() - 86_400_000).toISOString()}'`),
  ).toBeGreaterThan(5)
  expect(
    await count(`friend_activities where activity_type = 'progress'
      and coalesce((details ->> 'progress')::numeric, 0) not between 1 and 100`),
  ).toBe(0)
})

test('nobody follows or befriends themselves, and the main member has friends and followers', async () => {
  expect(await count('followers where follower_id = following_id')).toBe(0)
  expect(await count('friends where user_id = friend_id')).toBe(0)
  const main = "(select id from profiles where username = 'mara')"
  expect(await count(`followers where follower_id = ${main}`)).toBeGreaterThan(6)
  expect(await count(`friends where ${main} in (user_id, friend_id) and status = 'accepted'`)).toBeGreaterThan(3)
  expect(await count(`friends where friend_id = ${main} and status = 'pending'`)).toBe(1)
  expect(await count(`friends where user_id = ${main} and status = 'pending'`)).toBe(1)
})

test('the main member has muted one kind of activity of a member in their feed, with an end to come', async () => {
  const { rows } = await sql<{ target: string; id: string; is_future: boolean }>`
    select target, member.id, ends_at > ${NOW} as is_future
    from mutes join profiles muter on muter.id = mutes.user_id join profiles member on member.id = mutes.member_id
    where muter.username = 'mara'
      and (exists (select from followers where follower_id = muter.id and following_id = member.id)
        or exists (select from friends where status = 'accepted'
          and (user_id, friend_id) in ((muter.id, member.id), (member.id, muter.id))))`.execute(database.db)
  expect(rows.map(({ is_future }) => is_future)).toEqual([true])
  const [{ target, id } = { target: '', id: '' }] = rows
  expect(targetOf(target)).toEqual({ kind: 'feed', feed_kind: 'wants', member_id: id })
  expect(await count('mutes')).toBe(1)
})

test('the account on the sign-in page can sign in', async () => {
  expect(DEMO_HINT).toContain(DEMO_ACCOUNT.email)
  expect(DEMO_HINT).toContain(DEMO_ACCOUNT.password)
  const { app } = assembled
  const headers = { host: 'localhost:3000', 'content-type': 'application/json' }
  const csrf = await app.request(`${ORIGIN}/api/auth/csrf`, { headers })
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const cookie = csrf.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const answer = await app.request(`${ORIGIN}/api/auth/signin`, {
    method: 'POST',
    headers: { ...headers, cookie, 'x-csrf-token': csrfToken },
    body: JSON.stringify(DEMO_ACCOUNT),
  })
  expect(answer.status).toBe(200)
})

test('ADMIN_EMAIL makes a member of the demo world an admin at the first start', async () => {
  const { rows } = await sql<{ username: string }>`select username from profiles where role = 'admin'`.execute(
    database.db,
  )
  expect(rows).toEqual([{ username: 'juno' }])
})

test('every bar of the statistics of everybody leads to as many games as it counts', async () => {
  const app = assembled.app
  const read = async (path: string) => {
    const answer = await app.request(`${ORIGIN}${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as { total: number }
  }
  const open = await database.db.selectFrom('profiles').select('id').where('username', 'is not', null).execute()
  let bars = 0
  for (const { id } of open.slice(0, 3))
    for (const period of ['all', '2026', '2026-05']) {
      const answer = await app.request(`${ORIGIN}/api/profiles/${id}/statistics?period=${period}`)
      // A member may hide the profile from visitors, or the library.
      const { statistics } = (answer.status === 200 ? await answer.json() : {}) as { statistics?: Statistics }
      if (!statistics?.library) continue
      for (const chart of chartsOf(statistics, statistics.library))
        for (const bar of chart.bars) {
          const { total } = await read(gamesAddress(bar.choice, { path: `/api/profiles/${id}/games` }))
          expect([chart.title, bar.label, period, total]).toEqual([chart.title, bar.label, period, bar.games])
          bars += 1
        }
    }
  expect(bars).toBeGreaterThan(300)
}, 60_000)

test('a later start finds it and adds nothing', async () => {
  const before = [await count('user_games'), await count('friend_activities'), await count('profiles')]
  await assembled.features.loadDemoData()
  expect([await count('user_games'), await count('friend_activities'), await count('profiles')]).toEqual(before)
})

test('among real members it is refused, and nothing is written', async () => {
  await database.db.deleteFrom('loaded_data').where('name', '=', 'demo-world').execute()
  const before = await count('profiles')
  await expect(assembled.features.loadDemoData()).rejects.toThrow('already has members')
  expect(await count('profiles')).toBe(before)
})

test('activities get reactions and comments, after them and before now', async () => {
  expect(await count('activity_reactions')).toBeGreaterThan(100)
  expect(await count('activity_comments')).toBeGreaterThan(30)
  for (const table of ['activity_reactions', 'activity_comments']) {
    const wrong = `${table} reply join friend_activities activity on reply.subject_type = 'activity' and activity.id = reply.subject_id
      where reply.created_at < activity.created_at or reply.created_at > '${NOW.toISOString()}'`
    expect(await count(wrong)).toBe(0)
  }
  expect(await count('(select 1 from activity_comments group by subject_id having count(*) > 3) long')).toBeGreaterThan(
    2,
  )
})

test('there are three challenges: an upcoming one, a running one with correct progress, a finished one', async () => {
  const at = `'${NOW.toISOString()}'::timestamptz`
  expect(await count(`challenges where starts_at > ${at}`)).toBe(1)
  expect(await count(`challenges where starts_at <= ${at} and ends_at > ${at}`)).toBe(1)
  expect(await count(`challenges where ends_at <= ${at}`)).toBe(1)
  expect(await count('challenges where participants_count > 4')).toBe(3)
  const running = `challenge_participants part join challenges on id = challenge_id
    where starts_at <= ${at} and ends_at > ${at}`
  expect(await count(`${running} and remaining < 1`)).toBeGreaterThan(3)
  expect(await count(`${running} and remaining > 0.05`)).toBeGreaterThan(3)
  expect(await count('challenge_participants where completed')).toBeGreaterThan(0)
})

test('members have shared lists with games, notes, likes and comments, and counts that agree with the rows', async () => {
  expect(await count('lists where is_shared')).toBeGreaterThanOrEqual(8)
  expect(await count('lists where games_count < 4')).toBe(0)
  expect(await count('list_games where note is not null')).toBeGreaterThan(8)
  expect(await count(`lists where likes_count <> (select count(*) from list_likes where list_id = lists.id)`)).toBe(0)
  expect(await count(`lists where games_count <> (select count(*) from list_games where list_id = lists.id)`)).toBe(0)
  expect(await count(`activity_comments where subject_type = 'list'`)).toBeGreaterThan(4)
})

test('made-up games come out in the next weeks and came out in the last, and members want some that are to come', async () => {
  const releases = async (span: string) => {
    const answer = await assembled.app.request(`${ORIGIN}/api/releases?span=${span}`)
    const { groups } = (await answer.json()) as {
      groups: { group: string; games: { id: string; released: string }[] }[]
    }
    return groups.flatMap(({ games }) => games)
  }
  const coming = await releases('coming')
  expect(coming.length).toBeGreaterThanOrEqual(6)
  expect(coming.every(({ id, released }) => id.startsWith('local_') && released > '2026-06-15')).toBe(true)
  const out = await releases('out')
  expect(out.length).toBeGreaterThanOrEqual(3)
  expect(out.every(({ id }) => id.startsWith('local_'))).toBe(true)
  const wanted = `user_games where game_id like 'local_%' and status = 'want_to_play'`
  expect(await count(`${wanted} and user_id = (select id from "user" where email = '${DEMO_ACCOUNT.email}')`)).toBe(3)
  expect(await count(wanted)).toBeGreaterThan(DEMO_MEMBERS.length)
})

test('the news have every category, featured ones, a scheduled one and a draft, each with its address', async () => {
  const visible = `status = 'published' and published_at <= '${NOW.toISOString()}'`
  expect(await count(`news_posts where ${visible} and announced_at is not null`)).toBe(7)
  expect(await count(`(select distinct category from news_posts where ${visible})`)).toBe(5)
  expect(await count(`news_posts where ${visible} and badge = 'Featured'`)).toBe(2)
  expect(await count(`news_posts where published_at > '${NOW.toISOString()}' and announced_at is null`)).toBe(1)
  expect(await count(`news_posts where status = 'draft'`)).toBe(1)
  expect(await count(`news_posts join news_slugs using (slug) where post_id = news_posts.id`)).toBe(9)
  expect(await count(`news_posts where content_html = '' or content_html like '%{{%' or author_id is null`)).toBe(0)
})

test('members have ticked achievements up to their progress, and the numbers of their entries agree', async () => {
  const ticked = `user_achievements tick join user_games entry using (user_id, game_id)`
  expect(await count('user_achievements')).toBeGreaterThan(80)
  expect(await count(`${ticked} where unlocked_at < entry.created_at or unlocked_at > '${NOW.toISOString()}'`)).toBe(0)
  const ofEntry = 'from user_achievements where user_id = entry.user_id and game_id = entry.game_id'
  expect(await count(`user_games entry where achievements_completed < (select count(*) ${ofEntry})`)).toBe(0)
  expect(
    await count(`user_games entry where achievements_completed > (
      select count(*) from game_achievements where game_id = entry.game_id having count(*) > 0)`),
  ).toBe(0)
  // Enough members for their rarity to be shown.
  expect(await count('achievement_member_counts where members >= 5')).toBeGreaterThanOrEqual(4)
})
