import { Window } from 'happy-dom'
import { Hono } from 'hono'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CATEGORY_SLUGS } from '#features/forum/forum.rules.ts'
import { addGames, saveSettings } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'
import { defineFeature } from './feature.ts'
import { inRange, type SitemapKind, sitemapAddresses } from './sitemap.ts'

const NUMBERS = sql`select to_char(number, 'FM000000') as id from generate_series(1, 20000) number`
/** A kind whose parts are larger than the tests could fill through the API. */
const numbers: SitemapKind = {
  name: 'numbers',
  idType: 'text',
  ids: NUMBERS,
  async list(db, range, most) {
    const { rows } = await sql<{ id: string }>`
      select id from (${NUMBERS}) number where ${inRange(sql`id`, range, 'text')} order by id limit ${most}`.execute(db)
    return rows.map(({ id }) => ({ path: `/numbers/${id}?a=1&b=<2>` }))
  },
}
const nothing: SitemapKind = {
  name: 'nothing',
  idType: 'uuid',
  ids: sql`select id from lists where false`,
  list: async () => [],
}

const app = useTestApp({}, { features: [defineFeature({ name: 'numbers', sitemap: () => [numbers, nothing] })] })
let mara: Member
let root: Member

beforeAll(async () => {
  await addGames(app, ['igdb_101', 'igdb_102', 'igdb_103', 'igdb_104'])
  await app.db
    .updateTable('games')
    .set({ theme_ids: [42] })
    .where('id', '=', 'igdb_102')
    .execute()
  await app.db.updateTable('games').set({ game_type: 1 }).where('id', '=', 'igdb_103').execute()
  mara = await signUp(app, { username: 'mara' })
  root = await signUp(app, { username: 'root', becomeAdmin: true })
  app.time.now = new Date('2026-03-01T12:00:00Z')
})
beforeEach(async () => {
  later()
  await app.db.deleteFrom('sitemap_kinds').execute()
})
/** Lets all cached documents expire. */
const later = () => {
  app.time.now = new Date(app.time.now.getTime() + 10 * 60_000)
}

const { DOMParser } = new Window()

async function read(path: string) {
  const { status, body, headers } = await app.visitor().get(path)
  const { documentElement } = new DOMParser().parseFromString(body, 'application/xml')
  const locations = [...documentElement.querySelectorAll('loc')].map((loc) => loc.textContent.replace(ORIGIN, ''))
  return { status, body: body as string, type: headers.get('content-type'), root: documentElement.tagName, locations }
}
const locations = async (path: string) => (await read(path)).locations
const listed = async (kind: string) => locations(`/sitemaps/${kind}-1.xml`)

describe('the index', () => {
  test('names the parts of each kind that has pages, with absolute addresses [G63]', async () => {
    const index = await read('/sitemap.xml')
    expect(index).toMatchObject({ status: 200, type: 'application/xml; charset=utf-8', root: 'sitemapindex' })
    expect(index.body).toContain(`<loc>${ORIGIN}/sitemaps/games-1.xml</loc>`)
    expect(index.locations).toEqual(['pages', 'games', 'members', 'numbers'].map((kind) => `/sitemaps/${kind}-1.xml`))
  })

  test('names more parts when a kind has been divided, and counts nothing when it is read', async () => {
    await app.run('divide-sitemap')
    expect(await locations('/sitemap.xml')).toContain('/sitemaps/numbers-3.xml')
    expect(await locations('/sitemap.xml')).not.toContain('/sitemaps/numbers-4.xml')
    later()
    expect(await app.countQueries(() => read('/sitemap.xml'))).toBe(1)
    expect(await app.countQueries(() => read('/sitemap.xml'))).toBe(0)
  })
})

describe('the parts', () => {
  test('have every address once, at most 10,000 each, in valid XML', async () => {
    const whole = await read('/sitemaps/numbers-1.xml')
    expect(whole.root).toBe('urlset')
    expect(whole.locations).toHaveLength(10_000)
    expect(whole.body).toContain('/numbers/000001?a=1&amp;b=&lt;2&gt;</loc>')
    await app.run('divide-sitemap')
    later()
    const parts = await Promise.all([1, 2, 3].map((part) => locations(`/sitemaps/numbers-${part}.xml`)))
    expect(parts.map((part) => part.length)).toEqual([9_000, 9_000, 2_000])
    expect(new Set(parts.flat()).size).toBe(20_000)
  })

  test('are read with two statements, and then from the cache', async () => {
    expect(await app.countQueries(() => read('/sitemaps/games-1.xml'))).toBe(2)
    expect(await app.countQueries(() => read('/sitemaps/games-1.xml'))).toBe(0)
  })

  test('have ETags, and HEAD has no body', async () => {
    const origin = await app.listen()
    const first = await fetch(`${origin}/sitemaps/games-1.xml`)
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await fetch(`${origin}/sitemaps/games-1.xml`, { headers })).status).toBe(304)
    const head = await fetch(`${origin}/sitemap.xml`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test.each([
    'games-2.xml',
    'games-0.xml',
    'games-01.xml',
    'games-99999.xml',
    'games-100000.xml',
    'games-1',
    'games.xml',
    'nothing-1.xml',
    'pages-2.xml',
    'Games-1.xml',
    '..-1.xml',
    "games-1'.xml",
    '%00-1.xml',
    'constructor-1.xml',
  ])('that do not exist are 404: %s', async (name) => {
    expect((await app.visitor().get(`/sitemaps/${name}`)).status).toBe(404)
  })
})

test('a site that does not know its address takes that of the request, and caches nothing', async () => {
  const hono = new Hono() as never as typeof app.app
  const contextOf = async (c: { req: { url: string } }) => ({ origin: new URL(c.req.url).origin })
  const serveDocument = () => expect.fail('the page cache would show the host of one visitor to all')
  sitemapAddresses({ db: app.db, config: { baseUrl: null } }, [numbers])(hono, contextOf as never, serveDocument)
  for (const origin of ['http://one.example', 'http://two.example:8080'])
    for (const [path, location] of [
      ['/sitemap.xml', `${origin}/sitemaps/numbers-1.xml`],
      ['/sitemaps/numbers-1.xml', `${origin}/numbers/000001`],
    ]) {
      const answer = await hono.request(origin + path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(await answer.text()).toContain(`<loc>${location}`)
    }
})

describe('what they contain', () => {
  test('games as lists show them: no add-ons, no erotic ones', async () => {
    expect(await listed('games')).toEqual(['/game/igdb_101', '/game/igdb_104'])
    expect((await read('/sitemaps/games-1.xml')).body).toMatch(/igdb_101<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/)
  })

  test('the pages of the site', async () => {
    const pages = [
      '/all-games',
      ...['/members', '/reviews', '/lists'],
      '/',
      '/info',
      ...['about', 'faq', 'privacy', 'terms', 'contact'].map((p) => `/info/${p}`),
    ]
    const forum = ['/forum', ...CATEGORY_SLUGS.map((slug) => `/forum/${slug}`)]
    const playlists = ['featured', 'collection', 'event', 'genre', 'custom'].map(
      (type) => `/playlists/category/${type}`,
    )
    const single = ['/info/news', '/releases']
    expect(await listed('pages')).toEqual([...pages, '/challenges', ...forum, '/playlists', ...playlists, ...single])
  })

  test('profiles that a visitor may see, and at once no longer those that close', async () => {
    expect((await listed('members')).toSorted()).toEqual(
      [mara, root].map(({ user }) => `/profile/${user.id}`).toSorted(),
    )
    for (const visibility of ['friends', 'private']) {
      await mara.patch('/api/profiles/me', { settings: { visibility } })
      await app.settle()
      expect(await listed('members')).toEqual([`/profile/${root.user.id}`])
    }
    await mara.patch('/api/profiles/me', { settings: { visibility: 'public' } })
  })

  test('nothing of a disabled member', async () => {
    const zoe = await signUp(app)
    await zoe.post('/api/reviews', { game_id: 'igdb_101', rating: 3, review_text: 'Fine' })
    const list = (await zoe.post('/api/lists', { title: 'Shared', is_shared: true })).body.list.id
    later()
    expect(await listed('members')).toContain(`/profile/${zoe.user.id}`)
    expect(await listed('reviews')).toHaveLength(1)
    expect(await listed('lists')).toEqual([`/lists/${list}`])
    await root.put(`/api/admin/users/${zoe.user.id}/standing`, { disabled: true, reason: 'Adverts' })
    await app.settle()
    expect(await listed('members')).not.toContain(`/profile/${zoe.user.id}`)
    expect(await listed('lists')).toEqual([])
    later()
    expect(await listed('reviews')).toEqual([])
    expect(await locations('/sitemap.xml')).not.toContain('/sitemaps/reviews-1.xml')
  })

  test('public reviews that are not hidden', async () => {
    const write = async (game_id: string, more: object = {}) =>
      (await mara.post('/api/reviews', { game_id, rating: 4, review_text: 'Good', ...more })).body.review.id
    const shown = await write('igdb_101')
    await write('igdb_102', { is_public: false })
    const hidden = await write('igdb_104')
    await app.db.updateTable('reviews').set({ hidden_at: app.time.now }).where('id', '=', hidden).execute()
    expect(await listed('reviews')).toEqual([`/reviews/${shown}`])
  })

  test('shared lists of visible profiles that are not hidden', async () => {
    const make = async (title: string, more: object = {}) =>
      (await mara.post('/api/lists', { title, is_shared: true, ...more })).body.list.id
    const shown = await make('Shown')
    await make('Own', { is_shared: false })
    const hidden = await make('Hidden')
    await app.db.updateTable('lists').set({ hidden_at: app.time.now }).where('id', '=', hidden).execute()
    expect(await listed('lists')).toEqual([`/lists/${shown}`])
    later()
    await saveSettings(app, mara, { visibility: 'friends' })
    expect(await listed('lists')).toEqual([])
    await saveSettings(app, mara, {})
  })

  test('years with dated games of open libraries', async () => {
    const session = (game: string, date: string) =>
      mara.post(`/api/user/games/${game}/sessions`, { played_on: date, minutes: 30 })
    await mara.post('/api/library', { game_id: 'igdb_101', status: 'playing' })
    expect((await session('igdb_101', '2025-05-01')).status).toBe(201)
    expect((await session('igdb_101', '2026-02-01')).status).toBe(201)
    expect(await listed('years')).toEqual([2025, 2026].map((year) => `/profile/${mara.user.id}/year/${year}`))
    later()
    await saveSettings(app, mara, { sections: { library: 'friends' } })
    expect((await app.visitor().get('/sitemaps/years-1.xml')).status).toBe(404)
    await saveSettings(app, mara, {})
  })

  test('news, with percent-encoded addresses', async () => {
    const published_at = '2026-01-05T10:00:00.000Z'
    const { status } = await root.post('/api/news', {
      title: 'Новая карта',
      excerpt: 'All games on one page.',
      content: 'An atlas.',
      category: 'Announcement',
      status: 'published',
      published_at,
    })
    expect(status).toBe(201)
    expect(await listed('news')).toEqual([`/news/${encodeURIComponent('новая-карта')}`])
  })

  test('published playlists, and at once no longer those that become drafts or are deleted', async () => {
    const make = async (title: string, isPublished: boolean) =>
      (await root.post('/api/playlists', { title, isPublished, gameIds: ['igdb_101'] })).body.playlist.id as string
    const [shown, unpublished, deleted] = [await make('A', true), await make('B', true), await make('C', true)]
    await make('D', false)
    later()
    const address = (id: string) => `/playlists/${id}`
    expect(await listed('playlists')).toEqual([shown, unpublished, deleted].map(address))
    await root.put(`/api/playlists/${unpublished}/published`, { isPublished: false })
    await root.delete(`/api/playlists/${deleted}`)
    await app.settle()
    expect(await listed('playlists')).toEqual([address(shown)])
  })

  test('challenges', async () => {
    const { body } = await root.post('/api/admin/challenges', {
      title: 'Finish five',
      description: '',
      starts_at: '2026-03-01T00:00:00.000Z',
      ends_at: '2026-12-01T00:00:00.000Z',
      goals: [{ type: 'games_completed', target: 5 }],
    })
    expect(await listed('challenges')).toEqual([`/challenges/${body.data.id}`])
  })
})

test('robots.txt names the sitemap, closes the private pages and the API, and opens the pictures of previews [G63]', async () => {
  const { status, body, headers } = await app.visitor().get('/robots.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8'])
  const lines = (body as string).split('\n')
  expect(lines[0]).toBe('User-agent: *')
  for (const path of ['/admin', '/messages', '/settings', '/api/']) expect(lines).toContain(`Disallow: ${path}`)
  for (const path of ['/api/image', '/api/lists/*/picture', '/api/profiles/*/years/*/picture'])
    expect(lines).toContain(`Allow: ${path}`)
  expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
})
