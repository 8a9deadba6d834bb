import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { record, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { feedChannels } from './live.ts'

const app = useTestApp()
const CHANNELS = new Set(['feed', 'feed:friends', 'feed:followed', 'feed:everyone'])
/** More than twenty followers for one subscriber. */
const FANS = 25

const members: Member[] = []
const ids: string[] = []
let hidden: string

const idOf = (member: Member | undefined) => (member as Member).user.id
const VISIBILITIES = [
  {},
  { visibility: 'friends' },
  { visibility: 'private' },
  { sections: { activity: 'friends' } },
  { sections: { activity: 'private' } },
  { visibility: 'friends', sections: { activity: 'public' } },
  { visibility: 'something new' },
]

beforeAll(async () => {
  for (let at = 0; at < 14; at += 1) members.push(await signUp(app))
  for (const [at, member] of members.entries()) {
    await saveSettings(app, member, VISIBILITIES[at % VISIBILITIES.length] as object)
    ids.push(await record(app, member), await record(app, member))
    for (const [other, { user }] of members.entries()) {
      if (other === at) continue
      const turn = (at * 5 + other * 3) % 7
      if (turn < 3)
        await app.db
          .insertInto('followers')
          .values({ follower_id: idOf(member), following_id: user.id })
          .execute()
      if (other > at && turn % 2 === 0) {
        const status = turn === 4 ? 'pending' : 'accepted'
        await app.db
          .insertInto('friends')
          .values({ user_id: idOf(member), friend_id: user.id, status })
          .execute()
      }
      // Blocks also members with a relationship: ending the relationship is the job of the blocks feature.
      if ((at * 3 + other) % 11 === 0)
        await app.db
          .insertInto('user_blocks')
          .values({ blocker_id: idOf(member), blocked_id: user.id })
          .execute()
    }
  }
  await sql`with fan as (
      insert into "user" (name, email) select 'Fan ' || n, 'fan-' || n || '@example.org' from generate_series(1, ${FANS}::int) n
      returning id, name
    ), made as (insert into profiles (id, display_name, role) select id, name, 'user' from fan returning id)
    select count(*) from made`.execute(app.db)
  await sql`insert into followers (follower_id, following_id)
    select p.id, star.id from profiles p, unnest(${[0, 3, 6].map((at) => idOf(members[at]))}::uuid[]) star(id)
    where p.display_name like 'Fan %'`.execute(app.db)
  hidden = await record(app, members[0] as Member)
  await app.db.updateTable('friend_activities').set({ hidden_at: new Date() }).where('id', '=', hidden).execute()
  await app.db
    .updateTable('profiles')
    .set({ disabled_at: new Date() })
    .where('id', '=', idOf(members.at(-1)))
    .execute()
})

/** Reads the viewer's own feed, which decides visibility independently. */
async function feedOf(member: Member, channel: string): Promise<string[]> {
  const from = channel === 'feed' ? 'circle' : channel.slice('feed:'.length)
  const { status, body } = await member.get(`/api/social/activity-feed?from=${from}&limit=50`)
  expect(status).toBe(200)
  return body.activities.map(({ id }: { id: string }) => id).filter((id: string) => id !== hidden)
}

describe('the audience of many new activities', () => {
  test('each feed channel gets exactly the activities that its feed shows', async () => {
    const readers = members.slice(0, -1)
    const asked = readers.map((member) => [idOf(member), CHANNELS] as const)
    const visitors = [null, new Set(['feed:everyone'])] as const
    const { audienceOf } = feedChannels(app)
    const ofAll = await audienceOf([...ids, hidden], new Map([...asked, visitors]))
    let announced = 0
    for (const reader of readers) {
      // With a single subscriber, the query looks up followers of authors with many followers the other way round.
      const ofOne = await audienceOf([...ids, hidden], new Map([[idOf(reader), CHANNELS]]))
      for (const channel of CHANNELS) {
        const expected = (await feedOf(reader, channel)).toSorted()
        expect([channel, ofAll(idOf(reader), channel).toSorted()]).toEqual([channel, expected])
        expect([channel, ofOne(idOf(reader), channel).toSorted()]).toEqual([channel, expected])
        announced += expected.length
      }
    }
    expect(announced).toBeGreaterThan(100)
    const { body } = await app.visitor().get('/api/social/activity-feed?limit=50')
    expect(ofAll(null, 'feed:everyone').toSorted()).toEqual(
      body.activities.map(({ id }: { id: string }) => id).toSorted(),
    )
    expect(body.activities.length).toBeGreaterThan(2)
  })

  test('takes three statements for any number', async () => {
    const { audienceOf } = feedChannels(app)
    const asked = new Map(members.map((member) => [idOf(member), CHANNELS]))
    expect(await app.countQueries(() => audienceOf(ids, asked))).toBe(3)
    const ofCircle = new Map(members.map((member) => [idOf(member), new Set(['feed'])]))
    expect(await app.countQueries(() => audienceOf(ids, ofCircle))).toBe(1)
  })
})

describe('the check of new activities', () => {
  let author: Member
  let reader: Member
  let news: string[]
  const still = async (from = 'circle', ids = news) =>
    (await reader.get(`/api/activities/news?from=${from}&ids=${ids.join(',')}`)).body.ids
  const follows = () => ({ follower_id: idOf(reader), following_id: idOf(author) })

  beforeAll(async () => {
    author = await signUp(app)
    reader = await signUp(app)
  })
  beforeEach(async () => {
    await app.db.deleteFrom('followers').where('follower_id', '=', idOf(reader)).execute()
    await app.db.deleteFrom('user_blocks').where('blocker_id', '=', idOf(author)).execute()
    await app.db.insertInto('followers').values(follows()).execute()
    await saveSettings(app, author, {})
    news = [await record(app, author), await record(app, author)]
  })

  test('returns those that were published to each feed', async () => {
    expect(await still()).toEqual(news)
    expect(await still('followed')).toEqual(news)
    expect(await still('everyone')).toEqual(news)
    expect(await still('friends')).toEqual([])
  })

  test('leaves out those deleted or hidden since', async () => {
    const [first = '', second = ''] = news
    expect((await author.delete(`/api/activities/${first}`)).status).toBeLessThan(300)
    expect(await still()).toEqual([second])
    await app.db.updateTable('friend_activities').set({ hidden_at: new Date() }).where('id', '=', second).execute()
    expect(await still()).toEqual([])
    expect(await still('everyone')).toEqual([])
  })

  test('leaves out those of a blocked, closed or no longer followed member', async () => {
    expect((await author.post('/api/blocks', { user_id: idOf(reader) })).status).toBeLessThan(300)
    expect([await still(), await still('everyone')]).toEqual([[], []])
    await app.db.deleteFrom('user_blocks').where('blocker_id', '=', idOf(author)).execute()
    // The block has ended the follow.
    expect([await still(), await still('everyone')]).toEqual([[], news])
    await app.db.insertInto('followers').values(follows()).execute()
    expect(await still()).toEqual(news)
    await saveSettings(app, author, { sections: { activity: 'friends' } })
    expect([await still(), await still('everyone')]).toEqual([[], []])
  })

  test.each([
    '',
    'nonsense',
    Array.from({ length: 61 }, (_, at) => `01900000-0000-7000-8000-0000000000${at + 10}`).join(','),
  ])('refuses malformed ids and too many ids', async (list) => {
    expect((await reader.get(`/api/activities/news?from=circle&ids=${list}`)).status).toBe(400)
  })

  test('is for members only, and for feeds that others fill', async () => {
    const path = `/api/activities/news?ids=${news[0]}`
    expect((await app.visitor().get(`${path}&from=everyone`)).status).toBe(401)
    expect((await reader.get(`${path}&from=own`)).status).toBe(400)
  })
})
