import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#db/transaction.ts'
import type { UserId } from '#shared/ids.ts'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import type { RuleKind } from '../../badges.rules.ts'
import { earnByRules } from './earning.service.ts'

// How members earn badges (G14), through the endpoints that write.
const app = useTestApp({ ACTIVITY_COOLDOWN_MINUTES: '0', LOG_LEVEL: 'error' })
const GAMES = Array.from({ length: 12 }, (_, at) => `igdb_${101 + at}`)
const NOW = new Date('2026-12-01T10:00:00.000Z')
let root: Member
let ann: Member

beforeAll(async () => {
  app.time.now = NOW
  root = await signUp(app, { username: 'the-root', becomeAdmin: true })
  await addGames(app, GAMES)
})
beforeEach(async () => {
  app.time.now = NOW
  ann = await signUp(app)
})

const add = (game = 0, status = 'playing', by = ann) => by.post('/api/library', { game_id: GAMES[game], status })
const log = (game: number, play_time: number) => ann.put(`/api/library/${GAMES[game]}/progress`, { play_time })
interface Shown {
  name: string
  earned_at: string | null
  amount: number | null
  isNew: boolean
}
const badges = async (of = ann): Promise<Shown[]> => (await of.get('/api/badges')).body.data
const earned = async (of = ann) =>
  (await badges(of)).filter(({ earned_at }) => earned_at !== null).map(({ name }) => name)
const notifications = async (of = ann) =>
  (await of.get('/api/notifications')).body.data.flatMap((line: { type: string; sentence: string }) =>
    line.type === 'badge' ? [line.sentence] : [],
  )
const lines = async (of = ann) =>
  (await of.get('/api/activities/mine')).body.activities.flatMap((line: { type: string; details: { name: string } }) =>
    line.type === 'badge' ? [line.details.name] : [],
  )

describe('the library', () => {
  test('the first game that is played earns First Game, with a notification and a feed line', async () => {
    await add(0, 'want_to_play')
    await add(1, 'dropped')
    expect(await earned()).toEqual([])
    await add(2)
    expect(await earned()).toEqual(['First Game'])
    expect(await notifications()).toEqual(['You earned the badge First Game'])
    expect(await lines()).toEqual(['First Game'])
    const [first] = await badges()
    expect(first).toMatchObject({ earned_at: NOW.toISOString(), amount: null, isNew: true })
    app.time.now = new Date(NOW.getTime() + 3 * 60_000)
    expect((await badges())[0]?.isNew).toBe(false)
  })

  test('the progress towards the next badges is the count of each rule', async () => {
    await add(0)
    await add(1, 'completed')
    await log(1, 12.5)
    const of = (name: string) => badges().then((all) => all.find((badge) => badge.name === name)?.amount)
    expect(await of('10 Games')).toBe(2)
    expect(await of('10 Completions')).toBe(1)
    expect(await of('100 Hours')).toBe(12.5)
    expect(await of('1000 Hours')).toBe(12.5)
    expect(await of('First Review')).toBe(0)
    expect(await of('First Game')).toBeNull()
  })

  test('ten games and a hundred hours earn their badges, and hours below do not', async () => {
    for (let at = 0; at < 9; at += 1) await add(at)
    expect(await earned()).toEqual(['First Game'])
    await add(9)
    expect(await earned()).toEqual(['First Game', '10 Games'])
    await log(0, 60)
    await log(1, 39.75)
    expect(await earned()).not.toContain('100 Hours')
    await log(1, 40)
    expect(await earned()).toContain('100 Hours')
  })

  test('a badge stays when the count falls, and is not earned a second time', async () => {
    await add(0)
    await ann.delete(`/api/library/${GAMES[0]}`)
    expect(await earned()).toEqual(['First Game'])
    await add(0)
    expect(await notifications()).toHaveLength(1)
    expect(await lines()).toEqual(['First Game'])
  })

  test('writes at the same time earn a badge once', async () => {
    await Promise.all(GAMES.map((_, at) => add(at)))
    expect((await earned()).toSorted()).toEqual(['10 Games', 'First Game'])
    expect((await notifications()).join().match(/First Game/g)).toHaveLength(1)
    expect((await notifications()).join().match(/10 Games/g)).toHaveLength(1)
    expect(new Set(await lines()).size).toBe((await lines()).length)
  })

  test('one write that earns several badges is one notification, and in the feed one line of each kind', async () => {
    const games = GAMES.map((game_id) => ({ user_id: ann.user.id, game_id, status: 'completed' }))
    await app.db.insertInto('user_games').values(games).execute()
    await ann.patch(`/api/library/${GAMES[0]}/status`, { status: 'completed' })
    expect(await earned()).toEqual(['First Game', '10 Games', 'First Completion', '10 Completions'])
    expect(await notifications()).toEqual([
      'You earned the badges First Game, 10 Games, First Completion and 10 Completions',
    ])
    expect((await lines()).toSorted()).toEqual(['10 Completions', '10 Games'])
  })
})

test('public reviews earn their badges; a private one does not, until it is public', async () => {
  const review = (at: number, is_public = true) =>
    ann.post('/api/reviews', { game_id: GAMES[at], rating: 4, review_text: 'Fine.', is_public })
  const { id } = (await review(0, false)).body.review
  expect(await earned()).toEqual([])
  for (let at = 1; at < 10; at += 1) await review(at)
  expect(await earned()).toEqual(['First Review'])
  await ann.put(`/api/reviews/${id}`, { rating: 4, review_text: 'Fine.', is_public: true })
  expect(await earned()).toEqual(['First Review', '10 Reviews'])
})

test('the fifth friend earns 5 Friends, for each of the two who have five', async () => {
  const befriend = async (other: Member) => {
    const { id } = (await other.post('/api/friends', { friend_id: ann.user.id })).body
    await ann.patch(`/api/friends/${id}`, { status: 'accepted' })
  }
  for (let at = 0; at < 4; at += 1) await befriend(await signUp(app))
  expect(await earned()).toEqual([])
  const fifth = await signUp(app)
  await befriend(fifth)
  expect(await earned()).toEqual(['5 Friends'])
  expect(await earned(fifth)).toEqual([])
})

test('threads and replies in the forum earn their badges together; a deleted one does not count', async () => {
  const draft = { category: 'general', title: 'What do you play?', body: 'Tell us what you play this week.' }
  const { id } = (await root.post('/api/forum/threads', draft)).body.thread
  const reply = async (content: string) =>
    (await ann.post(`/api/forum/threads/${id}/posts`, { content })).body.post.id as string
  const first = await reply('Gris')
  expect(await earned()).toEqual(['First Post'])
  expect(await notifications()).toEqual(['You earned the badge First Post'])
  expect(await lines()).toEqual(['First Post'])
  await ann.delete(`/api/forum/posts/${first}`)
  const deleted = (await ann.post('/api/forum/threads', { ...draft, title: 'Soon deleted' })).body.thread.id
  expect((await ann.delete(`/api/forum/threads/${deleted}`)).status).toBe(204)
  await ann.post('/api/forum/threads', { ...draft, title: 'And what next?' })
  for (let at = 2; at <= 9; at += 1) await reply(`Reply ${at}`)
  expect(await earned()).toEqual(['First Post'])
  expect((await badges()).find(({ name }) => name === '10 Posts')?.amount).toBe(9)
  await reply('Reply 10')
  expect(await earned()).toEqual(['First Post', '10 Posts'])
})

test('what others have done counts for nothing, and neither do requests for friendship', async () => {
  const [other, third] = [await signUp(app), await signUp(app)]
  await add(0, 'completed', other)
  await other.put(`/api/library/${GAMES[0]}/progress`, { play_time: 5 })
  await other.post('/api/reviews', { game_id: GAMES[0], rating: 4, review_text: 'Fine.', is_public: true })
  const draft = { category: 'general', title: 'What do others play?', body: 'Tell us what you play this week.' }
  const { id } = (await other.post('/api/forum/threads', draft)).body.thread
  await other.post(`/api/forum/threads/${id}/posts`, { content: 'Gris' })
  const { id: request } = (await other.post('/api/friends', { friend_id: third.user.id })).body
  await third.patch(`/api/friends/${request}`, { status: 'accepted' })
  expect((await badges(other)).filter(({ amount }) => amount).length).toBeGreaterThan(5)
  await ann.post('/api/friends', { friend_id: other.user.id })
  await third.post('/api/friends', { friend_id: ann.user.id })
  expect((await badges()).filter(({ amount }) => amount)).toEqual([])
  expect(await earned()).toEqual([])
})

describe('a challenge', () => {
  const DRAFT = {
    title: 'Short December',
    starts_at: '2026-12-01T00:00:00.000Z',
    ends_at: '2026-12-04T00:00:00.000Z',
    goals: [{ type: 'games_added', target: 1, game_id: null }],
  }
  const define = async (name: string): Promise<string> =>
    (await root.post('/api/admin/badges', { name, description: 'Given by a challenge.', icon: 'award', level: 2 })).body
      .data.id

  test('names its reward, which completing it grants once, beside Challenge winner', async () => {
    const badge_id = await define('Short and sweet')
    const made = (await root.post('/api/admin/challenges', { ...DRAFT, badge_id })).body.data
    expect(made.reward).toEqual({ id: badge_id, name: 'Short and sweet', icon: 'award', level: 2 })
    await ann.post(`/api/challenges/${made.id}/join`)
    app.time.now = new Date(NOW.getTime() + 60_000)
    await add(0, 'want_to_play')
    expect(await earned()).toEqual(['Challenge winner', 'Short and sweet'])
    const bystander = await badges(await signUp(app))
    expect(bystander.find(({ name }) => name === 'Challenge winner')?.amount).toBe(0)
    const { data } = (await ann.get(`/api/profiles/${ann.user.id}/badges`)).body
    expect(data.find(({ id }: { id: string }) => id === badge_id).challenge).toEqual({
      id: made.id,
      title: 'Short December',
    })
    expect(await notifications()).toHaveLength(2)
    // The challenge shows the new name of its reward.
    await root.put(`/api/admin/badges/${badge_id}`, { name: 'Sweet', description: 'Given by a challenge.' })
    await app.settle()
    expect((await app.visitor().get(`/api/challenges/${made.id}`)).body.data.reward.name).toBe('Sweet')
  })

  test('gives a later reward quietly to those who have completed it before', async () => {
    const made = (await root.post('/api/admin/challenges', DRAFT)).body.data
    expect(made.reward).toBeNull()
    await ann.post(`/api/challenges/${made.id}/join`)
    app.time.now = new Date(NOW.getTime() + 60_000)
    await add(0, 'want_to_play')
    const badge_id = await define('Late thanks')
    await root.put(`/api/admin/challenges/${made.id}`, { ...DRAFT, badge_id })
    expect(await earned()).toEqual(['Challenge winner', 'Late thanks'])
    expect(await notifications()).toEqual(['You earned the badge Challenge winner'])
  })

  test('refuses a badge that does not exist as its reward', async () => {
    const refused = await root.post('/api/admin/challenges', { ...DRAFT, badge_id: ann.user.id })
    expect([refused.status, refused.body.code]).toEqual([404, 'badge_not_found'])
  })
})

describe('a badge rule that throws', () => {
  /**
   * Runs `write` while the rule of First Game throws this error: `query_canceled` is that of a statement that has taken
   * too long. Returns the response and the logged lines.
   */
  async function whileBroken(
    write: () => Promise<{ status: number }>,
    code: string,
  ): Promise<{ status: number; logged: string }> {
    await sql`
      create function refuse_first_game() returns trigger language plpgsql as $$
      begin
        if new.badge_id = (select id from badges where key = 'first-game') then
          raise exception 'a broken rule' using errcode = ${sql.lit(code)};
        end if;
        return new;
      end $$`.execute(app.db)
    await sql`
      create trigger refuse_first_game before insert on user_badges
      for each row execute function refuse_first_game()`.execute(app.db)
    const before = app.logged().length
    const { status } = await write()
    await sql`drop function refuse_first_game() cascade`.execute(app.db)
    return { status, logged: app.logged().slice(before) }
  }

  test('does not prevent the write or the other rules, and is logged (G14)', async () => {
    const { status, logged } = await whileBroken(() => add(0, 'completed'), 'raise_exception')
    expect(status).toBe(201)
    expect((await ann.get(`/api/library/${GAMES[0]}`)).body.entry.status).toBe('completed')
    expect(await earned()).toEqual(['First Completion'])
    expect(await notifications()).toEqual(['You earned the badge First Completion'])
    expect(logged).toContain('a badge rule failed')
    expect(logged).toContain('a broken rule')
    // The next write grants the badge of the broken rule.
    await add(1)
    expect(await earned()).toEqual(['First Game', 'First Completion'])
  })

  test.each(['raise_exception', 'query_canceled'])('does not prevent a change of a status: %s (G14)', async (code) => {
    await add(0, 'want_to_play')
    const complete = () => ann.patch(`/api/library/${GAMES[0]}/status`, { status: 'completed' })
    const { status, logged } = await whileBroken(complete, code)
    expect(status).toBe(200)
    expect((await ann.get(`/api/library/${GAMES[0]}`)).body.entry.status).toBe('completed')
    expect(await earned()).toEqual(['First Completion'])
    expect(await notifications()).toEqual(['You earned the badge First Completion'])
    expect(logged).toContain('a broken rule')
  })
})

test('a write costs one statement for all its rules and two for the savepoint, while nothing is earned', async () => {
  await add(0)
  const count = (kinds: readonly RuleKind[]) =>
    app.countQueries(() =>
      inTransaction({ db: app.db }, ({ db }) => earnByRules({ ...app.catalogue, db }, ann.user.id as UserId, kinds)),
    )
  const empty = await app.countQueries(() => inTransaction({ db: app.db }, async () => {}))
  expect((await count(['games_played', 'games_completed', 'hours_played'])) - empty).toBe(3)
  expect((await count(['friends'])) - empty).toBe(3)
})

test('a member who does not share activities gets the badge without a feed line', async () => {
  await ann.patch('/api/profiles/me', { settings: { shareActivity: false } })
  await add(0)
  expect([await earned(), await lines()]).toEqual([['First Game'], []])
})

describe('a member who hides badges', () => {
  test('gets them without a feed line', async () => {
    await ann.patch('/api/profiles/me', { settings: { sections: { badges: 'friends' } } })
    await add(0)
    expect([await earned(), await lines()]).toEqual([['First Game'], []])
  })

  test('loses the feed lines about them, and those about a hidden library', async () => {
    await add(0)
    expect(await lines()).toEqual(['First Game'])
    await ann.patch('/api/profiles/me', { settings: { sections: { activity: 'friends', badges: 'friends' } } })
    expect(await lines()).toEqual(['First Game'])
    await ann.patch('/api/profiles/me', { settings: { sections: { library: 'private' } } })
    expect(await lines()).toEqual([])
  })
})

test('a member who has switched off the notifications gets none', async () => {
  await ann.patch('/api/notifications/switches', { badge: false })
  await add(0)
  expect([await earned(), await notifications()]).toEqual([['First Game'], []])
})
