import { beforeEach, describe, expect, test } from 'vitest'
import { NOBODY } from '#tests/support/access.ts'
import { useActivityApp } from '#tests/support/activity-app.ts'
import type { Member } from '#tests/support/members.ts'

const { app, FEED, ONE, TWO, follow, befriend, recordEarlier, idsOf, mara, juno, tobi, sol } = useActivityApp()

beforeEach(async () => {
  for (const table of ['mutes', 'user_blocks', 'notifications', 'reviews'] as const)
    await app.db.deleteFrom(table).execute()
})

const mute = (member: Member, target: object, until = 'week') => member.post('/api/mutes', { until, ...target })
const muted = async (member: Member) => (await member.get('/api/mutes')).body.data
const feed = async (member: Member, query = '') => idsOf(await member.get(`${FEED}${query}`))
const ofMember = (who: Member) => ({ kind: 'member', member_id: who.user.id })

describe('a mute', () => {
  test('is stored once, gets the newest end, and only its member lists and ends it', async () => {
    const first = await mute(mara, ofMember(juno))
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(String),
        ...{ kind: 'member', member: expect.objectContaining({ username: 'juno' }) },
        ...{ game: null, tag: null, word: null, feed_kind: null },
        ...{ ends_at: '2026-03-08T12:00:00.000Z', created_at: '2026-03-01T12:00:00.000Z' },
      },
    ])
    const again = await mute(mara, ofMember(juno), 'ever')
    expect([again.status, again.body]).toEqual([200, { ...first.body, ends_at: null }])
    expect(await muted(mara)).toEqual([again.body])
    expect(await muted(juno)).toEqual([])
    expect((await juno.delete(`/api/mutes/${first.body.id}`)).status).toBe(204)
    expect(await muted(mara)).toHaveLength(1)
    expect((await mara.delete(`/api/mutes/${first.body.id}`)).status).toBe(204)
    expect(await muted(mara)).toEqual([])
  })

  test('is of a game, a genre, a theme, a word, and a kind of activity, newest first', async () => {
    for (const target of [
      { kind: 'game', game_id: ONE },
      { kind: 'genre', id: 12 },
      { kind: 'theme', id: 19 },
      { kind: 'word', word: '#Spoilers' },
      { kind: 'feed', feed_kind: 'reviews' },
      { kind: 'feed', feed_kind: 'progress', member_id: juno.user.id },
    ]) {
      expect((await mute(mara, target)).status).toBe(201)
      app.time.now = new Date(app.time.now.getTime() + 1000)
    }
    expect((await muted(mara)).toReversed()).toMatchObject([
      { kind: 'game', game: { id: ONE, name: 'Game 1' } },
      { kind: 'genre', tag: { id: 12, name: 'Role-playing (RPG)' } },
      { kind: 'theme', tag: { id: 19, name: 'Horror' } },
      { kind: 'word', word: 'spoilers' },
      { kind: 'feed', feed_kind: 'reviews', member: null },
      { kind: 'feed', feed_kind: 'progress', member: { username: 'juno' } },
    ])
  })

  test.each([
    ['oneself', () => ({ kind: 'member', member_id: mara.user.id }), 400, 'You cannot mute yourself'],
    ['nobody', () => ({ kind: 'member', member_id: NOBODY }), 404, 'Member not found'],
    ['no game', () => ({ kind: 'game', game_id: 'local_999999' }), 404, 'Game not found'],
    ['no genre', () => ({ kind: 'genre', id: 99_999 }), 404, 'There is no such genre or theme'],
    ['two words', () => ({ kind: 'word', word: 'two words' }), 400, undefined],
    [
      'the past',
      () => ({ ...ofMember(juno), until: '2026-02-01T00:00:00Z' }),
      400,
      'The end must be in the future, within a year',
    ],
    [
      'ten years',
      () => ({ ...ofMember(juno), until: '2036-02-01T00:00:00Z' }),
      400,
      'The end must be in the future, within a year',
    ],
    ['an unknown span', () => ({ ...ofMember(juno), until: 'century' }), 400, undefined],
    ['an unknown kind', () => ({ kind: 'series', id: 1 }), 400, undefined],
  ])('of %s is refused by a sentence', async (_what, target, status, sentence) => {
    const answer = await mute(mara, target())
    expect(answer.status).toBe(status)
    expect(answer.body.error).toEqual(sentence ?? expect.any(String))
    expect(await muted(mara)).toEqual([])
  })

  test('of a blocked member is stored, and the block stays', async () => {
    await mara.post('/api/blocks', { user_id: juno.user.id })
    expect((await mute(mara, ofMember(juno))).status).toBe(201)
    expect((await mara.get('/api/blocks')).body.data).toHaveLength(1)
  })

  test('ends by the job, not before its time, and an unmute can be undone with the same end', async () => {
    const { body } = await mute(mara, ofMember(juno), 'day')
    await mute(mara, { kind: 'word', word: 'elden' }, 'ever')
    app.time.now = new Date('2026-03-02T11:59:00Z')
    await app.run('end-mutes')
    expect(await muted(mara)).toHaveLength(2)
    await mara.delete(`/api/mutes/${body.id}`)
    expect((await mute(mara, ofMember(juno), body.ends_at)).body.ends_at).toBe(body.ends_at)
    app.time.now = new Date('2026-03-02T12:00:00Z')
    await app.run('end-mutes')
    expect(await muted(mara)).toMatchObject([{ word: 'elden' }])
  })

  test('is one of at most a thousand', async () => {
    await app.db
      .insertInto('mutes')
      .values(
        Array.from({ length: 1000 }, (_, at) => ({
          user_id: mara.user.id,
          target: `word:w${at}`,
          created_at: app.time.now,
        })),
      )
      .execute()
    expect((await mute(mara, ofMember(juno))).status).toBe(409)
    expect((await mute(mara, { kind: 'word', word: 'w7' })).status).toBe(200)
  })
})

describe('the kinds of a member', () => {
  const path = () => `/api/mutes/members/${juno.user.id}`

  test('are set together, and one that has an end keeps it', async () => {
    await mute(mara, { kind: 'feed', feed_kind: 'progress', member_id: juno.user.id }, 'day')
    expect((await mara.put(`${path()}/kinds`, { kinds: ['progress', 'wants'] })).body).toEqual({
      mute: null,
      kinds: ['progress', 'wants'],
    })
    expect((await muted(mara)).map(({ feed_kind, ends_at }: Record<string, unknown>) => [feed_kind, ends_at])).toEqual(
      expect.arrayContaining([
        ['progress', '2026-03-02T12:00:00.000Z'],
        ['wants', null],
      ]),
    )
    expect((await mara.put(`${path()}/kinds`, { kinds: ['wants'] })).body.kinds).toEqual(['wants'])
    await mute(mara, ofMember(juno))
    expect((await mara.get(path())).body).toMatchObject({ mute: { kind: 'member' }, kinds: ['wants'] })
    expect((await tobi.get(path())).body).toEqual({ mute: null, kinds: [] })
  })

  test('of oneself and of nobody are refused', async () => {
    expect((await mara.put(`/api/mutes/members/${mara.user.id}/kinds`, { kinds: [] })).status).toBe(400)
    expect((await mara.put(`/api/mutes/members/${NOBODY}/kinds`, { kinds: [] })).status).toBe(404)
    expect((await mara.put(`${path()}/kinds`, { kinds: ['dreams'] })).status).toBe(400)
  })
})

describe('the feed leaves out', () => {
  const setTraits = (game: string, traits: { genre_ids?: number[]; theme_ids?: number[]; name?: string }) =>
    app.db.updateTable('games').set(traits).where('id', '=', game).execute()
  let ids: Record<'done' | 'wanted' | 'other', string>

  beforeEach(async () => {
    await follow(mara, juno)
    await befriend(mara, tobi)
    ids = {
      done: await recordEarlier(juno, 3, { game: ONE }),
      wanted: await recordEarlier(juno, 2, { game: TWO, type: 'want_to_play' }),
      other: await recordEarlier(tobi, 1, { game: TWO }),
    }
  })

  const all = () => [ids.other, ids.wanted, ids.done]
  const write = (id: string, details: object) =>
    app.db
      .updateTable('friend_activities')
      .set({ details: JSON.stringify(details) })
      .where('id', '=', id)
      .execute()

  test.each([
    ['a member', () => ofMember(juno), () => [ids.other]],
    ['a game', () => ({ kind: 'game', game_id: TWO }), () => [ids.done]],
    ['a kind of everybody', () => ({ kind: 'feed', feed_kind: 'finished' }), () => [ids.wanted]],
    [
      'a kind of one member',
      () => ({ kind: 'feed', feed_kind: 'finished', member_id: juno.user.id }),
      () => [ids.other, ids.wanted],
    ],
  ])('%s, in every source, and shows it again after the unmute', async (_what, target, left) => {
    expect(await feed(mara)).toEqual(all())
    const { body } = await mute(mara, target())
    expect(await feed(mara)).toEqual(left())
    expect(await feed(mara, '?from=everyone')).toEqual(left())
    expect(await feed(mara, '?from=followed')).toEqual(left().filter((id) => id !== ids.other))
    expect(await feed(mara, '?from=friends')).toEqual(left().filter((id) => id === ids.other))
    // Nobody else sees a difference, and the muted member none at all.
    expect(await feed(juno)).toEqual([ids.wanted, ids.done])
    expect(idsOf(await app.visitor().get(FEED))).toEqual(all())
    await mara.delete(`/api/mutes/${body.id}`)
    expect(await feed(mara)).toEqual(all())
  })

  test('a genre or theme of games', async () => {
    await setTraits(ONE, { genre_ids: [12, 31] })
    await setTraits(TWO, { theme_ids: [19] })
    await mute(mara, { kind: 'genre', id: 31 })
    expect(await feed(mara)).toEqual([ids.other, ids.wanted])
    await mute(mara, { kind: 'theme', id: 19 })
    expect(await feed(mara)).toEqual([])
    await setTraits(ONE, { genre_ids: [] })
    await setTraits(TWO, { theme_ids: [] })
  })

  test('a word of a game, of a text and of a review, whole and in any letter case', async () => {
    await setTraits(TWO, { name: 'Ruines d’ÉTÉ' })
    await mute(mara, { kind: 'word', word: 'été' })
    expect(await feed(mara)).toEqual([ids.done])
    await setTraits(TWO, { name: 'Game 2' })
    await write(ids.done, { text: 'The boss, at last!' })
    await mute(mara, { kind: 'word', word: 'boss' })
    expect(await feed(mara)).toEqual([ids.other, ids.wanted])
    await write(ids.done, { text: 'Bossy' })
    expect(await feed(mara)).toEqual(all())
    const review = { game_id: ONE, rating: 4, review_text: 'No BOSS here', is_public: true }
    expect((await juno.post('/api/reviews', review)).status).toBe(201)
    expect(await feed(juno, '?kind=reviews')).toHaveLength(1)
    expect(await feed(mara, '?kind=reviews')).toEqual([])
    await app.db.deleteFrom('mutes').where('target', '=', 'word:boss').execute()
    expect(await feed(mara, '?kind=reviews')).toHaveLength(1)
  })

  test('none of the viewer’s own', async () => {
    const own = await recordEarlier(mara, 4, { game: TWO })
    await mute(mara, { kind: 'game', game_id: TWO })
    expect(await feed(mara)).toEqual([ids.done, own])
  })

  test('what is muted also where it fills more than a page', async () => {
    await mute(mara, { kind: 'game', game_id: TWO })
    for (let minute = 10; minute < 60; minute += 1) await recordEarlier(juno, minute, { game: TWO })
    const older = await recordEarlier(juno, 70, { game: ONE })
    expect(await feed(mara)).toEqual([ids.done, older])
    const first = await mara.get(`${FEED}?limit=1`)
    expect(idsOf(first)).toEqual([ids.done])
    expect(await feed(mara, `?limit=1&cursor=${first.body.nextCursor}`)).toEqual([older])
  })

  test('all but one kind when a kind is asked for, whatever its address says', async () => {
    expect(await feed(mara, '?kind=wants')).toEqual([ids.wanted])
    expect(await feed(mara, '?from=everyone&kind=finished')).toEqual([ids.other, ids.done])
    expect(await feed(mara, '?kind=reviews')).toEqual([])
    expect(await feed(mara, '?kind=dreams')).toEqual(all())
    expect(await feed(juno, '?from=own&kind=wants')).toEqual([ids.wanted])
    expect(idsOf(await app.visitor().get(`${FEED}?kind=wants`))).toEqual([ids.wanted])
    await mute(mara, { kind: 'game', game_id: TWO })
    expect(await feed(mara, '?kind=finished')).toEqual([ids.done])
  })

  test('what is muted on the page of a game, but not the game', async () => {
    const ofGame = async (game: string) =>
      (await mara.get(`/api/games/${game}/activities`)).body.data.map(({ id }: { id: string }) => id)
    await mute(mara, { kind: 'game', game_id: TWO })
    expect(await ofGame(TWO)).toEqual([ids.other, ids.wanted])
    await mute(mara, ofMember(juno))
    expect(await ofGame(TWO)).toEqual([ids.other])
    expect(await ofGame(ONE)).toEqual([])
    expect((await app.visitor().get(`/api/games/${ONE}/activities`)).body.data).toHaveLength(1)
  })

  test('what is muted of the new activities', async () => {
    const news = async (from: string) =>
      (await mara.get(`/api/activities/news?from=${from}&ids=${all().join(',')}`)).body.ids.toSorted()
    await mute(mara, { kind: 'game', game_id: TWO })
    expect(await news('circle')).toEqual([ids.done])
    expect(await news('everyone')).toEqual([ids.done])
  })

  test('members and games of what is played around the viewer', async () => {
    for (const [member, game] of [
      [juno, ONE],
      [tobi, TWO],
    ] as const)
      await app.db
        .insertInto('user_games')
        .values({ user_id: member.user.id, game_id: game, status: 'playing' })
        .execute()
    const circle = async () => {
      const { people, popular } = (await mara.get('/api/social/circle')).body
      return [
        people.map(({ user }: { user: { username: string } }) => user.username),
        popular.map(({ id }: { id: string }) => id),
      ]
    }
    expect(await circle()).toEqual([
      ['tobi', 'juno'],
      [TWO, ONE],
    ])
    await mute(mara, ofMember(juno))
    expect(await circle()).toEqual([['tobi'], [TWO]])
    await mute(mara, { kind: 'game', game_id: TWO })
    expect(await circle()).toEqual([[], []])
  })
})

describe('notifications', () => {
  const lines = async () => (await mara.get('/api/notifications')).body
  const followedBy = (member: Member) => member.post('/api/followers', { following_id: mara.user.id })

  test('of a muted member are neither written nor shown, and what came before returns with the unmute', async () => {
    await followedBy(juno)
    expect((await lines()).unread).toBe(1)
    const { body } = await mute(mara, ofMember(juno))
    expect([(await lines()).unread, (await lines()).data]).toEqual([0, []])
    const activity = await recordEarlier(mara, 1)
    const react = (member: Member) => member.post(`/api/activities/${activity}/reactions`, { emoji: '👍' })
    expect((await react(juno)).status).toBeLessThan(300)
    expect((await react(tobi)).status).toBeLessThan(300)
    expect((await lines()).unread).toBe(1)
    await mara.delete(`/api/mutes/${body.id}`)
    expect((await lines()).data.map(({ type }: { type: string }) => type)).toEqual(['reaction', 'new_follower'])
    expect(await app.db.selectFrom('notifications').select('id').execute()).toHaveLength(2)
  })

  test('about a muted game are not shown', async () => {
    const activity = await recordEarlier(mara, 1, { game: ONE })
    await tobi.post(`/api/activities/${activity}/reactions`, { emoji: '👍' })
    expect((await lines()).unread).toBe(1)
    await mute(mara, { kind: 'game', game_id: ONE })
    expect([(await lines()).unread, (await lines()).data]).toEqual([0, []])
  })
})

test('suggestions leave out muted members', async () => {
  await befriend(mara, tobi)
  await befriend(tobi, sol)
  const names = async () =>
    (await mara.get('/api/profiles/suggestions')).body.data.map(({ username }: { username: string }) => username)
  expect(await names()).toContain('sol')
  await mute(mara, ofMember(sol))
  expect(await names()).not.toContain('sol')
})

test('a feed with mutes takes as many statements as one without', async () => {
  await follow(mara, juno)
  await recordEarlier(juno, 1)
  const before = await app.countQueries(() => mara.get(FEED))
  await mute(mara, { kind: 'word', word: 'elden' })
  await mute(mara, ofMember(sol))
  expect(await app.countQueries(() => mara.get(FEED))).toBe(before)
})
