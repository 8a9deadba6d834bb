import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { usePlaylistsApp } from '#tests/support/playlists-app.ts'

const { app, root, ann, GAMES, later, draftOf, create, make, put, publish, stored } = usePlaylistsApp()
const NOBODY = '019a0000-0000-7000-8000-000000000000'
const DAY_MS = 24 * 3600_000
const read = async (name: string) => (await root.get(`/api/playlists/${name}`)).body.playlist
const actions = async () =>
  (await stored()).auditLog.map(({ action, item_type, item_id, admin_id, data }) => {
    expect([item_type, admin_id]).toEqual(['playlist', root.user.id])
    return [action, item_id, (data as { title: string }).title]
  })

describe('who may write playlists (C30)', () => {
  const writes = (id: string) => [
    ['post', '/api/playlists', draftOf()],
    ['put', `/api/playlists/${id}`, draftOf({ title: 'Taken over' })],
    ['put', `/api/playlists/${id}/published`, { isPublished: false }],
    ['delete', `/api/playlists/${id}`, undefined],
    ['post', `/api/playlists/${id}/restore`, {}],
    ['patch', '/api/playlists/order', { ids: [id] }],
    ['post', '/api/cache/invalidate', { type: 'playlists' }],
  ]

  test('a visitor is refused with 401 [R-PLDATA-05], a member with 403 [R-PLDATA-06] [R-PLDATA-07] [R-PLED-28]', async () => {
    const { id } = await make()
    const before = await stored()
    for (const [method, path, body] of writes(id) as ['post', string, object][]) {
      const visiting = await app.visitor()[method](path, body)
      expect([visiting.status, visiting.body.error]).toEqual([401, 'Not authenticated'])
      const asMember = await ann[method](path, body)
      expect([asMember.status, asMember.body.error]).toEqual([403, 'Unauthorized: Admin access required'])
    }
    expect(await stored()).toEqual(before)
  })

  test('an admin creates and edits [R-ADMIN-01] [R-GEN-05]', async () => {
    for (const type of ['featured', 'collection', 'event', 'genre', 'custom'])
      expect((await create({ type })).body.playlist.type).toBe(type)
    const { id } = await make()
    expect((await put(id, { title: 'Sunny days' })).body.playlist.title).toBe('Sunny days')
    const { status, body } = await create({ type: 'mixtape' })
    expect([status, body.details]).toEqual([
      400,
      { type: 'Choose a type: featured, collection, event, genre or custom' },
    ])
  })

  test('an admin who loses the role while editing is refused, and nothing is written', async () => {
    const { id } = await make()
    const before = await stored()
    const setRole = async (role: string) => {
      await app.db.updateTable('profiles').set({ role }).where('id', '=', root.user.id).execute()
      await app.settle([tag.member(root.user.id)])
    }
    await setRole('user')
    const refused = await put(id, { title: 'Too late' })
    await setRole('admin')
    expect([refused.status, refused.body.error]).toEqual([403, 'Unauthorized: Admin access required'])
    expect(await stored()).toEqual(before)
  })
})

describe('the fields', () => {
  test('have defaults [R-PLED-16] [R-PLED-17]', async () => {
    const { status, body } = await root.post('/api/playlists', { title: 'Bare' })
    expect(status).toBe(201)
    expect(body.playlist).toMatchObject({
      type: 'custom',
      description: '',
      coverImage: null,
      isPublished: false,
      start_date: null,
      end_date: null,
      games: [],
      metadata: { backgroundColor: '#ffffff', textColor: '#000000', tags: [] },
    })
  })

  test('are accepted in both spellings of the dates; blank ones are none [R-PLDATA-08] (C29)', async () => {
    const dates = async (more: object) => {
      const { start_date, end_date } = (await create({ type: 'event', ...more })).body.playlist
      return [start_date, end_date]
    }
    expect(await dates({ startDate: '2026-11-10', endDate: '2026-11-20' })).toEqual(['2026-11-10', '2026-11-20'])
    expect(await dates({ start_date: '2026-11-10', end_date: '2026-11-20' })).toEqual(['2026-11-10', '2026-11-20'])
    expect(await dates({ startDate: '', endDate: '' })).toEqual([null, null])
    expect(await dates({ startDate: null })).toEqual([null, null])
    expect(await dates({ startDate: '2026-11-10', endDate: '2026-11-10' })).toEqual(['2026-11-10', '2026-11-10'])
  })

  test('contain dates only for an event [R-PLDATA-18]', async () => {
    const dates = { startDate: '2026-11-10', endDate: '2026-11-20' }
    const { id, ...custom } = await make({ type: 'custom', ...dates })
    expect(custom).toMatchObject({ start_date: null, end_date: null })
    expect((await put(id, { type: 'event', ...dates })).body.playlist).toMatchObject({ start_date: '2026-11-10' })
    expect((await put(id, { type: 'genre', ...dates })).body.playlist).toMatchObject({ start_date: null })
    // An order that is wrong does not matter for a type without dates.
    expect((await create({ startDate: '2026-11-20', endDate: '2026-11-10' })).status).toBe(201)
  })

  test.each([
    ['title', '', 'Please enter a playlist title'],
    ['title', ' \n\u200b ', 'Please enter a playlist title'],
    ['title', 7, 'Please enter a playlist title'],
    ['title', 'x'.repeat(121), 'Title must be 120 characters or less'],
    ['description', 'x'.repeat(2001), 'Description must be 2000 characters or less'],
    ['coverImage', 'nowhere', 'Enter an http or https address'],
    ['coverImage', 'javascript:alert(1)', 'Enter an http or https address'],
    ['coverImage', 'ftp://example.org/a.png', 'Enter an http or https address'],
    ['coverImage', 'https://me:secret@example.org/a.png', 'Enter an http or https address'],
    ['coverImage', `https://example.org/${'x'.repeat(2048)}`, 'Enter an http or https address'],
    ['startDate', 'soon', 'Enter a date'],
    ['startDate', '2026-02-30', 'Enter a date'],
    ['startDate', '0000-01-01', 'Enter a date'],
    ['end_date', '20.11.2026', 'Enter a date'],
    ['metadata.backgroundColor', { backgroundColor: 'red' }, 'Enter a colour such as #1a2b3c'],
    ['metadata.textColor', { textColor: '#fff' }, 'Enter a colour such as #1a2b3c'],
    ['metadata.textColor', { textColor: '#12345g' }, 'Enter a colour such as #1a2b3c'],
    ['metadata.tags', { tags: Array.from({ length: 21 }, (_, at) => `tag ${at}`) }, 'Use at most 20 tags'],
    ['metadata.tags', { tags: ['x'.repeat(31)] }, 'A tag must be 30 characters or less'],
    ['gameIds', GAMES, 'Playlist can contain at most 100 games'],
    ['gameIds', ['nothing'], 'Invalid game id'],
    ['gameIds', ['igdb_0'], 'Invalid game id'],
  ])(
    'with a bad %s %o are refused with a sentence, and nothing is written (G35, G37) [R-PLED-18]',
    async (field, value, sentence) => {
      const { id } = await make({ type: 'event' })
      const before = await stored()
      const name = field.split('.')[0] as string
      for (const answer of [
        await create({ type: 'event', [name]: value }),
        await put(id, { type: 'event', [name]: value }),
      ]) {
        expect(answer.status).toBe(400)
        expect(answer.body.code).toBe('validation_failed')
        expect(Object.entries(answer.body.details)[0]?.[0]).toMatch(new RegExp(`^${field.replace('.', '\\.')}`))
        expect(Object.values(answer.body.details)).toContain(sentence)
      }
      expect(await stored()).toEqual(before)
    },
  )

  test('of an event that ends before it starts are refused (C29)', async () => {
    const { status, body } = await create({ type: 'event', startDate: '2026-11-20', endDate: '2026-11-19' })
    expect([status, body.error]).toEqual([400, 'End date must be after start date'])
    expect(body.details).toEqual({ endDate: 'End date must be after start date' })
  })

  test('are normalised: one line, small letters of colours, each tag once, an empty cover', async () => {
    const metadata = { backgroundColor: '#AABBCC', tags: [' a ', 'a', '', 'b'] }
    const { body } = await create({ title: '  Two\n lines ', coverImage: ' ', metadata })
    expect(body.playlist).toMatchObject({
      title: 'Two lines',
      coverImage: null,
      metadata: { backgroundColor: '#aabbcc', textColor: '#000000', tags: ['a', 'b'] },
    })
  })
})

describe('the games', () => {
  test('are 100 at most, each once; both forms of an id are accepted, and the prefixed ones win (G35, C09)', async () => {
    const bare = GAMES.slice(0, 100).map((id) => id.slice(5))
    const { body } = await create({ gameIds: [...bare, ...GAMES.slice(0, 100)] })
    expect(body.playlist.gameRefs).toEqual(GAMES.slice(0, 100))
    expect(body.playlist.games_count).toBe(100)
    const both = await create({ gameIds: ['101'], gameRefs: ['igdb_103', 'igdb_102', 'igdb_103'] })
    expect(both.body.playlist.gameRefs).toEqual(['igdb_103', 'igdb_102'])
  })

  test('that no source knows are refused with their ids, and nothing is written [R-PLDATA-14] (C59)', async () => {
    const { id } = await make()
    const before = await stored()
    const gameIds = ['101', '499998', 'rawg_999']
    for (const { status, body } of [await create({ gameIds }), await put(id, { title: 'Other', gameIds })]) {
      expect([status, body.code]).toEqual([409, '23503'])
      expect(body.error).toBe('Foreign key constraint violation: igdb_499998, rawg_999')
      expect(body.details).toEqual({ gameIds: ['igdb_499998', 'rawg_999'] })
    }
    expect(await stored()).toEqual(before)
  })

  test('that cannot be associated fail the whole save [R-PLDATA-15]', async () => {
    const { id } = await make()
    const before = await stored()
    await sql`
      create function fail_for_a_test() returns trigger language plpgsql as $$ begin raise 'a fault'; end $$;
      create trigger fail_for_a_test before insert on playlist_games execute function fail_for_a_test()`.execute(app.db)
    const answers = [await create({ title: 'New' }), await put(id, { title: 'Other', gameIds: GAMES.slice(5, 9) })]
    // A save that changes no game needs no association.
    const words = await put(id, { title: 'Words only', updatedAt: before.playlists[0]?.updated_at.toISOString() })
    await sql`drop trigger fail_for_a_test on playlist_games; drop function fail_for_a_test`.execute(app.db)
    for (const { status, body } of answers)
      expect([status, body.error, body.code]).toEqual([
        500,
        'Failed to associate games with playlist',
        'association_failed',
      ])
    expect(words.status).toBe(200)
    const after = await stored()
    expect(after.playlists.map(({ title }) => title)).toEqual(['Words only'])
    expect(after.games).toEqual(before.games)
  })

  test('change their order and retain the time of their addition [R-PLDATA-04]', async () => {
    const { id } = await make({ gameIds: GAMES.slice(0, 3) })
    const first = app.time.now
    later(1000)
    const gameRefs = [GAMES[2], GAMES[3], GAMES[0]]
    expect((await put(id, { gameRefs })).body.playlist.gameRefs).toEqual(gameRefs)
    expect((await stored()).games.map(({ game_id, added_at }) => [game_id, added_at])).toEqual([
      [GAMES[2], first],
      [GAMES[3], app.time.now],
      [GAMES[0], first],
    ])
    expect((await put(id, { gameIds: [] })).body.playlist).toMatchObject({ games: [], games_count: 0 })
  })
})

describe('two admins at once (G59)', () => {
  test('the second of two saves of one version is refused, and loses nothing of the first', async () => {
    const { id, updatedAt } = await make()
    const first = await put(id, { title: 'First', updatedAt })
    expect(first.status).toBe(200)
    const before = await stored()
    const second = await put(id, { title: 'Second', gameIds: GAMES.slice(5, 9), updatedAt })
    expect([second.status, second.body.error, second.body.code]).toEqual([
      409,
      'This item was changed by someone else',
      'changed_by_somebody',
    ])
    expect(await stored()).toEqual(before)
    // With the version of the first one it succeeds, although the clock stands still.
    expect(first.body.playlist.updatedAt > updatedAt).toBe(true)
    expect((await put(id, { title: 'Second', updatedAt: first.body.playlist.updatedAt })).status).toBe(200)
    expect((await put(id, { title: 'Third', updatedAt: 'nonsense' })).status).toBe(409)
  })

  test('exactly one of eight simultaneous saves of one version succeeds', async () => {
    const { id, updatedAt } = await make()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        put(id, { title: `Save ${at}`, gameIds: GAMES.slice(at, at + 9), updatedAt }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    const saved = answers.find(({ status }) => status === 200)?.body.playlist
    expect(await read(id)).toEqual(saved)
  })

  test('a change of the publication is a new version, one of the order is not', async () => {
    const { id, updatedAt } = await make()
    await root.patch('/api/playlists/order', { ids: [id] })
    const { body } = await put(id, { title: 'Saved', updatedAt })
    expect(body.playlist.title).toBe('Saved')
    await publish(id, false)
    expect((await put(id, { updatedAt: body.playlist.updatedAt })).status).toBe(409)
    // The same state again is no change.
    const { updatedAt: draft } = await read(id)
    await publish(id, false)
    expect((await read(id)).updatedAt).toBe(draft)
  })
})

describe('delete with undo', () => {
  test('a deleted playlist is nowhere, and comes back exactly as it was', async () => {
    const { id, slug } = await make()
    const before = await read(id)
    expect((await root.delete(`/api/playlists/${id}`)).status).toBe(204)
    await app.settle()
    for (const name of [id, slug]) expect((await root.get(`/api/playlists/${name}`)).status).toBe(404)
    for (const path of ['/api/playlists', '/api/admin/playlists']) expect((await root.get(path)).body.total).toBe(0)
    expect((await root.get('/api/playlists/featured')).body.playlists).toEqual([])
    expect((await root.get(`/api/playlists/${id}/progress`)).status).toBe(404)
    expect((await put(id)).status).toBe(404)
    expect((await publish(id, true)).status).toBe(404)
    expect((await root.delete(`/api/playlists/${id}`)).status).toBe(404)
    // Its slug stays its own.
    expect((await create()).body.playlist.slug).toBe('rainy-days-2')
    expect((await root.post(`/api/playlists/${id}/restore`)).body.playlist).toEqual(before)
    expect((await root.post(`/api/playlists/${id}/restore`)).status).toBe(404)
    await app.settle()
    expect((await app.visitor().get(`/api/playlists/${slug}`)).status).toBe(200)
  })

  test('after 30 days it cannot be restored, and a job deletes it with everything', async () => {
    const { id } = await make()
    const other = await make({ title: 'Other' })
    await root.delete(`/api/playlists/${id}`)
    later(30 * DAY_MS - 1)
    await app.run('prune-playlists')
    expect((await stored()).playlists).toHaveLength(2)
    later(1)
    expect((await root.post(`/api/playlists/${id}/restore`)).status).toBe(404)
    await app.run('prune-playlists')
    const { playlists, games, slugs } = await stored()
    expect(playlists.map((row) => row.id)).toEqual([other.id])
    expect([new Set(games.map((row) => row.playlist_id)), slugs.map(({ slug }) => slug)]).toEqual([
      new Set([other.id]),
      ['other'],
    ])
  })
})

describe('the order', () => {
  test('is refused as a whole when one of the playlists does not exist', async () => {
    const [one, two] = [await make(), await make()]
    await root.delete(`/api/playlists/${two.id}`)
    const before = await stored()
    for (const missing of [NOBODY, two.id]) {
      const { status, body } = await root.patch('/api/playlists/order', { ids: [one.id, missing] })
      expect([status, body.error]).toEqual([404, 'Playlist not found'])
    }
    for (const ids of [[], ['x'], 'x', undefined])
      expect((await root.patch('/api/playlists/order', { ids })).status).toBe(400)
    expect(await stored()).toEqual(before)
  })

  test('counts a repeated playlist once, at its first place', async () => {
    const [one, two] = [await make({ title: 'One' }), await make({ title: 'Two' })]
    expect((await root.patch('/api/playlists/order', { ids: [one.id, two.id, one.id] })).status).toBe(204)
    expect([(await read(one.id)).display_order, (await read(two.id)).display_order]).toEqual([1, 2])
  })

  test('of two admins at once is that of one of them', async () => {
    const ids: string[] = []
    for (let at = 0; at < 6; at += 1) ids.push((await make({ title: `${at}` })).id)
    const orders = [ids, ids.toReversed()]
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => root.patch('/api/playlists/order', { ids: orders[at % 2] })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    const { playlists } = (await root.get('/api/admin/playlists')).body
    expect(orders).toContainEqual(playlists.map(({ id }: { id: string }) => id))
  })
})

test('the audit log records every write of an admin', async () => {
  const { id } = await make()
  await put(id, { title: 'Changed' })
  await publish(id, false)
  await publish(id, true)
  await root.patch('/api/playlists/order', { ids: [id] })
  await root.delete(`/api/playlists/${id}`)
  await root.post(`/api/playlists/${id}/restore`)
  expect(await actions()).toEqual([
    ['create_playlist', id, 'Rainy days'],
    ['change_playlist', id, 'Changed'],
    ['unpublish_playlist', id, 'Changed'],
    ['publish_playlist', id, 'Changed'],
    ['order_playlists', id, '1 playlist'],
    ['delete_playlist', id, 'Changed'],
    ['restore_playlist', id, 'Changed'],
  ])
  const [shown] = (await root.get('/api/admin/stats')).body.audit_log
  expect(shown).toMatchObject({ by: 'root', action: 'restore_playlist', about: 'Changed' })
})

test('the cache is invalidated for playlists only [R-PLDATA-17]', async () => {
  expect((await root.post('/api/cache/invalidate', { type: 'playlists' })).body).toEqual({ success: true })
  for (const body of [{ type: 'games' }, {}, undefined]) {
    const refused = await root.post('/api/cache/invalidate', body)
    expect([refused.status, refused.body.details?.type]).toEqual([400, 'The type is playlists'])
  }
})
