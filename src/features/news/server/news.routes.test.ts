import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { tag } from '#server/tags.ts'
import { DAY_MS, NEWS_NOW, useNewsWorld } from '#tests/support/news-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const world = useNewsWorld(app)

const list = async (query = '', who = app.visitor()) => (await who.get(`/api/news${query}`)).body
const titles = async (query = '', who = app.visitor()): Promise<string[]> =>
  (await list(query, who)).posts.map(({ title }: { title: string }) => title)
const at = (days: number) => new Date(NEWS_NOW.getTime() + days * DAY_MS).toISOString()
/** Writes posts with these titles, each a day older than the one before it. */
async function writeAll(names: readonly string[], over: object = {}) {
  for (const [age, title] of names.entries()) await world.write({ title, published_at: at(-age - 1), ...over })
}

describe('the list', () => {
  test('has every field of a post [R-NEWS-01]', async () => {
    const { id } = await world.write({ badge: 'New', published_at: at(-1) })
    const { posts } = await list()
    expect(posts).toEqual([
      {
        id,
        slug: 'the-atlas',
        title: 'The atlas',
        excerpt: 'All games on one page.',
        featured_image: null,
        category: 'Announcement',
        badge: 'New',
        status: 'published',
        is_featured: false,
        reading_minutes: 1,
        published_at: at(-1),
        created_at: NEWS_NOW.toISOString(),
        updated_at: NEWS_NOW.toISOString(),
        author: { id: world.root.user.id, username: 'the-root', display_name: 'Root' },
      },
    ])
  })

  test('has 10 posts a page by default and 100 at most, and says whether more follow [R-NEWS-05] [R-NEWS-13]', async () => {
    await writeAll(Array.from({ length: 13 }, (_, count) => `Post ${count}`))
    const first = await list()
    expect([first.posts.length, first.total, first.hasMore]).toEqual([10, 13, true])
    expect(await titles('?page=2')).toEqual(['Post 10', 'Post 11', 'Post 12'])
    expect((await list('?page=2')).hasMore).toBe(false)
    expect((await list('?limit=12')).posts).toHaveLength(12)
    expect(await list('?page=99')).toMatchObject({ posts: [], total: 13, hasMore: false })
    // Values that nobody means fall back.
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?page=0', '?page=-1', '?page=1e9'])
      expect([query, (await list(query)).posts.length]).toEqual([query, 10])
  })

  test('is narrowed by category, and refuses one that does not exist [R-NEWS-02] [R-NEWS-05]', async () => {
    for (const category of ['Product Update', 'Feature', 'Announcement', 'Security', 'Community'])
      await world.write({ title: `About ${category}`, category })
    for (const category of ['Product Update', 'Security'])
      expect(await titles(`?category=${encodeURIComponent(category)}`)).toEqual([`About ${category}`])
    expect((await list('?category=Security')).total).toBe(1)
    const refused = await app.visitor().get('/api/news?category=Gossip')
    expect([refused.status, refused.body.details]).toEqual([
      400,
      { category: 'Choose a category: Product Update, Feature, Announcement, Security, Community' },
    ])
  })

  test('a search of accents alone finds nothing, and an empty category is none', async () => {
    await writeAll(['Café'])
    for (const search of ['´', '\u0301', '¨ ´'])
      expect(await titles(`?search=${encodeURIComponent(search)}`)).toEqual([])
    expect(await titles(`?search=${encodeURIComponent('caf´')}`)).toEqual(['Café'])
    expect(await titles('?category=')).toEqual(['Café'])
  })

  test('is searched by words and their beginnings, in titles and texts, without case and accents [R-NEWS-05]', async () => {
    await world.write({ title: 'Pokémon and passkeys', content: 'A key for every door.' })
    await world.write({
      title: 'Lists',
      excerpt: 'Ranked or not',
      content: 'Put `games` together: 3.5 stars, well-made.',
    })
    await world.write({ title: 'Nothing', content: 'No words', category: 'Security' })
    for (const [search, found] of [
      ['POKEMON', ['Pokémon and passkeys']],
      ['pass', ['Pokémon and passkeys']],
      ['key door', ['Pokémon and passkeys']],
      ['door rank', []],
      ['rank list', ['Lists']],
      ['well-made', ['Lists']],
      ['3.5', ['Lists']],
      ['zzzz', []],
      ['???', []],
      [`'":*&|!()\\ <->`, []],
      ["nothing' or 'x", []],
      ['%', []],
    ] as const)
      expect([search, await titles(`?search=${encodeURIComponent(search)}`)]).toEqual([search, found])
    expect((await list('?search=%20%20')).total).toBe(3)
    expect(await titles('?search=no&category=Security')).toEqual(['Nothing'])
    expect((await app.visitor().get(`/api/news?search=${'x'.repeat(4000)}`)).status).toBe(200)
  })

  test('shows visitors and members visible posts only, whatever status asks for; admins get what they ask for', async () => {
    await world.write({ title: 'Visible', published_at: at(-1) })
    await world.write({ title: 'Later', published_at: at(1) })
    // A draft may have a time already.
    await world.write({ title: 'Draft', status: 'draft', published_at: at(2) })
    await world.write({ title: 'Archived', status: 'archived', published_at: at(-2) })
    for (const status of ['', 'published', 'draft', 'archived', 'scheduled', 'all', 'nonsense'])
      for (const who of [app.visitor(), world.ann])
        expect([status, await titles(`?status=${status}`, who)]).toEqual([status, ['Visible']])
    for (const [status, found] of [
      ['', ['Visible']],
      ['published', ['Visible']],
      ['scheduled', ['Later']],
      ['draft', ['Draft']],
      ['archived', ['Archived']],
      ['all', ['Draft', 'Later', 'Visible', 'Archived']],
    ] as const)
      expect([status, await titles(`?status=${status}`, world.root)]).toEqual([status, found])
  })

  test('the featured news are visible posts with the badge or of the category Feature [R-NEWS-12]', async () => {
    await writeAll(['One', 'Two', 'Three'], { category: 'Feature' })
    await writeAll(['Four', 'Five', 'Six'], { badge: 'featured' })
    await world.write({ title: 'Plain' })
    await world.write({ title: 'Draft', status: 'draft', category: 'Feature' })
    for (const search of ['?featured=true', '?featured=1', '?featured=true&limit=none']) {
      const { posts, total } = await list(search)
      expect([search, posts.length, total]).toEqual([search, 5, 6])
      for (const post of posts) expect([post.is_featured, post.status]).toEqual([true, 'published'])
    }
    expect((await list('?featured=true&limit=6')).posts).toHaveLength(6)
    expect((await list('?featured=0')).total).toBe(7)
  })

  test('a disabled or deleted author is not named', async () => {
    await world.write()
    const author = async () => (await list()).posts[0].author
    await app.db.updateTable('profiles').set({ disabled_at: NEWS_NOW }).where('id', '=', world.root.user.id).execute()
    await app.settle([tag.member(world.root.user.id)])
    app.time.now = new Date(NEWS_NOW.getTime() + 10 * 60_000)
    expect(await author()).toBeNull()
    await app.db.updateTable('profiles').set({ disabled_at: null }).where('id', '=', world.root.user.id).execute()
    app.time.now = new Date(NEWS_NOW.getTime() + 20 * 60_000)
    expect(await author()).not.toBeNull()
    await app.db.updateTable('news_posts').set({ author_id: null }).execute()
    app.time.now = new Date(NEWS_NOW.getTime() + 30 * 60_000)
    expect(await author()).toBeNull()
  })

  test('a failure has the documented sentence [R-NEWS-16]', async () => {
    await app.db.schema.alterTable('news_posts').renameTo('news_posts_away').execute()
    const { status, body } = await app.visitor().get('/api/news?page=77')
    await app.db.schema.alterTable('news_posts_away').renameTo('news_posts').execute()
    expect([status, body.error]).toEqual([500, 'Failed to fetch news posts'])
  })
})

describe('one post', () => {
  const read = (idOrSlug: string, who = app.visitor()) => who.get(`/api/news/${encodeURIComponent(idOrSlug)}`)

  test('opens by id, by slug and by every earlier slug [R-NEWS-06] [R-NEWS-11]', async () => {
    const { id } = await world.write()
    for (const slug of ['first-name', 'second-name', 'ゼルタ'])
      expect((await world.root.put(`/api/news/${id}`, { slug })).status).toBe(200)
    for (const handle of [id, id.toUpperCase(), 'the-atlas', 'first-name', 'Second-Name', 'ゼルタ']) {
      const { status, body } = await read(handle)
      expect([handle, status, body.post?.id, body.post?.slug]).toEqual([handle, 200, id, 'ゼルタ'])
    }
    expect((await read(id)).body.post).toMatchObject({
      content_html: '<h2>What is new</h2>\n<p>An <strong>atlas</strong> of games.</p>',
      previous: null,
      next: null,
      viewerCan: { edit: false },
    })
    expect((await read(id)).body.post).not.toHaveProperty('content')
  })

  test('opens beyond the hundredth [R-NEWS-11]', async () => {
    const { id } = await world.write({ title: 'The oldest', published_at: at(-200) })
    await app.db
      .insertInto('news_posts')
      .values(
        Array.from({ length: 101 }, (_, count) => ({
          slug: `newer-${count}`,
          title: `Newer ${count}`,
          category: 'Community',
          status: 'published',
          published_at: NEWS_NOW,
        })),
      )
      .execute()
    expect((await read('the-oldest')).body.post.id).toBe(id)
  })

  test.each(['nothing', '01900000-0000-7000-8000-000000000000', "'", '%00', ' ', 'x'.repeat(3000), '../news'])(
    '%j is not found [R-NEWS-06] [R-NEWS-15]',
    async (handle) => {
      const { status, body } = await read(handle)
      expect([status, body.error]).toEqual([404, 'News post not found'])
    },
  )

  test('that visitors may not see exists for admins only [R-NEWS-06]', async () => {
    const hidden = [
      await world.write({ title: 'Draft', status: 'draft' }),
      await world.write({ title: 'Archived', status: 'archived', published_at: at(-1) }),
      await world.write({ title: 'Later', published_at: at(1) }),
    ]
    for (const { id, slug } of hidden)
      for (const handle of [id, slug]) {
        expect([handle, (await read(handle)).status]).toEqual([handle, 404])
        expect([handle, (await read(handle, world.ann)).status]).toEqual([handle, 404])
        const { status, body } = await read(handle, world.root)
        expect([handle, status, body.post.viewerCan.edit]).toEqual([handle, 200, true])
        expect([body.post.previous, body.post.next]).toEqual([null, null])
      }
  })

  test('names the visible posts before and after it, also at the same time', async () => {
    await writeAll(['Newest', 'Middle', 'Oldest'])
    await world.write({ title: 'Twin', published_at: at(-2) })
    await world.write({ title: 'Draft', status: 'draft', published_at: at(-1.5) })
    await world.write({ title: 'Later', published_at: at(2) })
    const order = await titles()
    expect(order).toEqual(['Newest', 'Twin', 'Middle', 'Oldest'])
    for (const [place, title] of order.entries()) {
      const { post } = (await read(title.toLowerCase())).body
      const found = [post.next?.title, post.title, post.previous?.title]
      expect(found).toEqual([order[place - 1], title, order[place + 1]])
    }
  })
})

test('visitors share the answers, and a write is seen at once', async () => {
  const { id } = await world.write()
  await app.settle()
  const read = async () => [(await titles()).join(), (await app.visitor().get('/api/news/the-atlas')).body.post?.title]
  expect(await read()).toEqual(['The atlas', 'The atlas'])
  expect(await app.countQueries(read)).toBe(0)
  await world.root.put(`/api/news/${id}`, { title: 'The new atlas' })
  await app.settle()
  expect(await read()).toEqual(['The new atlas', 'The new atlas'])
  await world.root.delete(`/api/news/${id}`)
  await app.settle()
  expect(await read()).toEqual(['', undefined])
})

test('the picture for link previews is a PNG of 1200 by 630 pixels, of a visible post only', async () => {
  const { id } = await world.write({ title: 'A very long title of news '.repeat(5) })
  const draft = await world.write({ title: 'Draft', status: 'draft' })
  const fetchPicture = (handle: string) => app.app.request(`http://localhost:3000/api/news/${handle}/picture`)
  const response = await fetchPicture(id)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
  const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  for (const handle of [draft.id, draft.slug, 'nothing']) expect((await fetchPicture(handle)).status).toBe(404)
})
