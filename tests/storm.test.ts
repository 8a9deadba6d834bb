import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import { REACTIONS } from '#features/reactions/reactions.rules.ts'
import { addGames } from './support/fixtures.ts'
import { type Member, signUp } from './support/members.ts'
import { expectStoredLatest } from './support/stored-latest.ts'
import type { Answer } from './support/test-app.ts'
import { useTestApp } from './support/test-app.ts'

// A thousand calls of seven members about one another and three activities.
const app = useTestApp({ ACTIVITY_COOLDOWN_MINUTES: '0' })
const CALLS = 1000
/** Concurrent calls. With more of them, some calls on a busy machine wait for a connection until the app gives up. */
const AT_ONCE = 100
let members: Member[]
let activityIds: string[]

beforeAll(async () => {
  members = []
  for (let at = 0; at < 7; at += 1) members.push(await signUp(app))
  await addGames(app, ['igdb_1'])
  activityIds = []
  for (const who of members.slice(0, 3)) {
    const { body } = await who.post('/api/friends/activities/create', {
      activity_type: 'started_playing',
      game_id: 'igdb_1',
    })
    activityIds.push(body.activity.id)
  }
}, 60_000)

/** Returns a seeded random generator. */
function seededRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Action = (who: Member, other: Member, activityId: string, chance: (below: number) => number) => Promise<Answer>

/** The actions of members, and the statuses that the contracts declare for them. */
const ACTIONS: Record<string, { documented: readonly number[]; action: Action }> = {
  follow: {
    documented: [200, 201, 403],
    action: (who, other) => who.post('/api/followers', { following_id: other.user.id }),
  },
  unfollow: { documented: [204], action: (who, other) => who.delete(`/api/followers/${other.user.id}`) },
  react: {
    documented: [200, 403],
    action: (who, _, id, chance) =>
      who.post(`/api/activities/${id}/reactions`, { emoji: REACTIONS[chance(REACTIONS.length)]?.emoji }),
  },
  'take the reaction back': {
    documented: [204, 403],
    action: (who, _, id) => who.delete(`/api/activities/${id}/reactions`),
  },
  comment: {
    documented: [201, 403],
    action: (who, _, id, chance) => who.post(`/api/activities/${id}/comments`, { content: `No. ${chance(1000)}` }),
  },
  'delete a comment': {
    documented: [204, 404],
    async action(who) {
      const own = await app.db
        .selectFrom('activity_comments')
        .select('id')
        .where('user_id', '=', who.user.id)
        .orderBy('id')
        .executeTakeFirst()
      return who.delete(`/api/activities/comments/${own?.id ?? activityIds[0]}`)
    },
  },
  'ask to be friends': {
    documented: [201, 403, 409],
    action: (who, other) => who.post('/api/friends', { friend_id: other.user.id }),
  },
  accept: {
    documented: [200, 403, 404],
    async action(who, other) {
      return who.patch(`/api/friends/${await linkOf(who, other)}`, { status: 'accepted' })
    },
  },
  'end a friendship': {
    documented: [204, 404],
    async action(who, other) {
      return who.delete(`/api/friends/${await linkOf(who, other)}`)
    },
  },
  block: { documented: [200, 201], action: (who, other) => who.post('/api/blocks', { user_id: other.user.id }) },
  unblock: { documented: [204], action: (who, other) => who.delete(`/api/blocks/${other.user.id}`) },
}
const SHARING: typeof ACTIONS = {
  share: {
    documented: [201, 429],
    action: (who) => who.post('/api/friends/activities/create', { activity_type: 'completed', game_id: 'igdb_1' }),
  },
  'take an activity back': {
    documented: [204, 404],
    async action(who) {
      const newest = await app.db
        .selectFrom('friend_activities')
        .select('id')
        .where('user_id', '=', who.user.id)
        .where('activity_type', '<>', 'started_playing')
        .orderBy('created_at', 'desc')
        .executeTakeFirst()
      return who.delete(`/api/activities/${newest?.id ?? who.user.id}`)
    },
  },
}

async function linkOf(who: Member, other: Member): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from friends where least(user_id, friend_id) = least(${who.user.id}::uuid, ${other.user.id}::uuid)
      and greatest(user_id, friend_id) = greatest(${who.user.id}::uuid, ${other.user.id}::uuid)`.execute(app.db)
  return rows[0]?.id ?? other.user.id
}

/** Blocks are rare, because frequent blocks would prevent all other actions. */
const WEIGHTED_ACTIONS = Object.keys(ACTIONS).flatMap((name) => (name === 'block' ? [name] : [name, name, name]))

/** Sends a thousand calls, a fixed number of them at once, and returns how often each action had each status. */
async function storm(seed: number, names: readonly string[]): Promise<Map<string, Map<number, number>>> {
  const chance = seededRandom(seed)
  const seen = new Map<string, Map<number, number>>()
  let begun = 0
  const oneAfterAnother = async () => {
    while (begun < CALLS) {
      begun += 1
      const who = pick(members, chance)
      const other = pick(
        members.filter((member) => member !== who),
        chance,
      )
      const name = pick(names, chance)
      const { status } = await ({ ...ACTIONS, ...SHARING }[name] as (typeof ACTIONS)[string]).action(
        who,
        other,
        pick(activityIds, chance),
        chance,
      )
      const statuses = seen.get(name) ?? new Map<number, number>()
      seen.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, oneAfterAnother))
  return seen
}

const pick = <T>(list: readonly T[], chance: (below: number) => number): T => list[chance(list.length)] as T

function expectDocumented(seen: Map<string, Map<number, number>>) {
  for (const [name, statuses] of seen) {
    const strange = [...statuses].filter(([status]) => !{ ...ACTIONS, ...SHARING }[name]?.documented.includes(status))
    expect(strange, name).toEqual([])
  }
  expect([...seen.values()].flatMap((statuses) => [...statuses.values()]).reduce((a, b) => a + b)).toBe(CALLS)
}

/** Expects that the stored counts of follows match the follow rows. */
async function expectStoredFollowCounts() {
  const { rows } = await sql<{ id: string; kept: number[]; counted: number[] }>`
    select p.id,
      (
        select array[coalesce(sum(followers), 0)::int, coalesce(sum(following), 0)::int]
        from follow_counts where user_id = p.id
      ) as kept,
      array[
        (
          select count(*)::int from followers join profiles other on other.id = follower_id
          where following_id = p.id and other.disabled_at is null
        ),
        (
          select count(*)::int from followers join profiles other on other.id = following_id
          where follower_id = p.id and other.disabled_at is null
        )
      ] as counted
    from profiles p`.execute(app.db)
  expect(rows.map(({ id, kept }) => ({ id, kept }))).toEqual(rows.map(({ id, counted }) => ({ id, kept: counted })))
  return rows
}

test('a thousand concurrent toggles leave the stored counts equal to their rows, and create nothing twice [R-ACT-27]', async () => {
  expectDocumented(await storm(1, WEIGHTED_ACTIONS))

  for (const { id, counted } of await expectStoredFollowCounts()) {
    const viewer = members.find(({ user }) => user.id === id) as Member
    const { body } = await viewer.get(`/api/profiles/${id}`)
    expect([body.profile.followersCount, body.profile.followingCount]).toEqual(counted)
  }
  const doubled = async (table: string, key: string) =>
    (await sql`select 1 from ${sql.table(table)} group by ${sql.raw(key)} having count(*) > 1`.execute(app.db)).rows
      .length
  expect(await doubled('activity_reactions', 'subject_type, subject_id, user_id')).toBe(0)
  expect(await doubled('friends', 'least(user_id, friend_id), greatest(user_id, friend_id)')).toBe(0)
  const { rows: overBlocks } = await sql`
    select 1 from user_blocks
    where exists (
        select from followers
        where (follower_id, following_id) in ((blocker_id, blocked_id), (blocked_id, blocker_id))
      )
      or exists (
        select from friends
        where (user_id, friend_id) in ((blocker_id, blocked_id), (blocked_id, blocker_id)) and status <> 'declined'
      )`.execute(app.db)
  expect(overBlocks).toEqual([])
  for (const id of activityIds) await expectStoredActivityCounts(id)
}, 120_000)

/** Expects that the numbers on the card match the rows. */
async function expectStoredActivityCounts(id: string) {
  await app.db.deleteFrom('user_blocks').execute()
  const activity = (await (members[0] as Member).get(`/api/activities/${id}`)).body.activity
  const { rows } = await sql<{ reactions: number; comments: number }>`
    select (select count(*)::int from activity_reactions where subject_id = ${id}) as reactions,
      (select count(*)::int from activity_comments where subject_id = ${id}) as comments`.execute(app.db)
  expect({
    reactions: activity.reactions.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    comments: activity.comments_count,
  }).toEqual(rows[0])
}

test('a thousand concurrent follows and unfollows of a few members leave their counts correct', async () => {
  const before = await expectStoredFollowCounts()
  expectDocumented(await storm(2, ['follow', 'follow', 'unfollow']))
  const after = await expectStoredFollowCounts()
  expect(after).not.toEqual(before)
}, 120_000)

test('members who are disabled and enabled while others follow and unfollow them leave the counts correct', async () => {
  const ids = members.map(({ user }) => user.id)
  const chance = seededRandom(4)
  const toggle = async () => {
    const [one, other] = [pick(ids, chance), pick(ids, chance)]
    const kind = chance(4)
    await inTransaction(app, async ({ db }) => {
      if (kind === 0)
        await sql`update profiles set disabled_at = case when disabled_at is null then now() end
          where id = ${one}`.execute(db)
      else if (kind === 1)
        await sql`delete from followers where follower_id = ${one} and following_id = ${other}`.execute(db)
      else if (one !== other)
        await sql`insert into followers (follower_id, following_id) values (${one}, ${other})
          on conflict do nothing`.execute(db)
    })
  }
  for (let round = 0; round < 50; round += 1) await Promise.all(Array.from({ length: 6 }, toggle))
  await expectStoredFollowCounts()
  await app.db.updateTable('profiles').set({ disabled_at: null }).execute()
  await expectStoredFollowCounts()
}, 120_000)

test('a thousand concurrent shares and deletions leave the stored latest activity of each member exact', async () => {
  expectDocumented(await storm(3, [...Object.keys(SHARING), 'ask to be friends', 'accept', 'end a friendship']))
  await expectStoredLatest(app.db)
}, 120_000)

test('account deletion also deletes the member’s follows and updates the counts of the others', async () => {
  const [going, staying] = members as [Member, Member]
  await app.db.deleteFrom('user_blocks').execute()
  for (const [one, other] of [
    [going, staying],
    [staying, going],
  ] as const)
    expect([200, 201]).toContain((await one.post('/api/followers', { following_id: other.user.id })).status)
  await app.db.deleteFrom('user').where('id', '=', going.user.id).execute()
  const rows = await expectStoredFollowCounts()
  expect(rows.map(({ id }) => id)).not.toContain(going.user.id)
  expect(await app.db.selectFrom('follow_counts').where('user_id', '=', going.user.id).selectAll().execute()).toEqual(
    [],
  )
})
