import { describe, expect, test } from 'vitest'
import { signedImageAddress } from '#server/signed-images.ts'
import { tag } from '#server/tags.ts'
import { DAY_MS, NEWS_DRAFT, NEWS_NOW, useNewsWorld } from '#tests/support/news-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const world = useNewsWorld(app)
const NOBODY = '01900000-0000-7000-8000-000000000000'

const create = (over: object) => world.root.post('/api/news', { ...NEWS_DRAFT, ...over })
const change = (id: string, over: object) => world.root.put(`/api/news/${id}`, over)
const stored = () => app.db.selectFrom('news_posts').selectAll().orderBy('created_at').orderBy('id').execute()
const slugs = async () =>
  (await app.db.selectFrom('news_slugs').select('slug').orderBy('slug').execute()).map(({ slug }) => slug)
const auditLog = async () =>
  (await app.db.selectFrom('audit_log').selectAll().orderBy('created_at').orderBy('id').execute()).map(
    ({ action, item_type, admin_id, data }) => [action, item_type, admin_id, data],
  )
const logEntry = (action: string, title = NEWS_DRAFT.title) => [action, 'news', world.root.user.id, { title }]
const at = (days: number) => new Date(NEWS_NOW.getTime() + days * DAY_MS).toISOString()

describe('writing', () => {
  test('an admin creates, changes and deletes a post, which the audit log records [R-NEWS-07] [R-NEWS-08] [R-NEWS-09] [R-ADMIN-02]', async () => {
    const created = await create({})
    expect(created.status).toBe(201)
    const { id, updated_at } = created.body.post
    expect(created.body.post).toMatchObject({ ...NEWS_DRAFT, slug: 'the-atlas', published_at: NEWS_NOW.toISOString() })
    const changed = await change(id, { id: NOBODY, title: 'The  new\natlas', updated_at })
    expect([changed.status, changed.body.post.id, changed.body.post.title]).toEqual([200, id, 'The new atlas'])
    expect(changed.body.post).toMatchObject({ slug: 'the-atlas', content: NEWS_DRAFT.content })
    const { audit_log: shown } = (await world.root.get('/api/admin/stats')).body
    expect(shown[0]).toMatchObject({ by: 'the-root', action: 'change_news', about: 'The new atlas' })
    expect((await world.root.get(`/api/admin/news/${id}`)).body).toEqual({ post: changed.body.post })
    const deleted = await world.root.delete(`/api/news/${id}`)
    expect([deleted.status, deleted.body]).toEqual([204, null])
    expect([await stored(), await slugs()]).toEqual([[], []])
    expect(await auditLog()).toEqual([
      logEntry('create_news'),
      logEntry('change_news', 'The new atlas'),
      logEntry('delete_news', 'The new atlas'),
    ])
    for (const answer of [await change(id, {}), await world.root.delete(`/api/news/${id}`)])
      expect([answer.status, answer.body.error]).toEqual([404, 'News post not found'])
  })

  test('nobody else can do any of it [R-NEWS-10]', async () => {
    const { id } = await world.write()
    for (const who of [world.ann, app.visitor()]) {
      const status = who === world.ann ? 403 : 401
      expect((await who.post('/api/news', NEWS_DRAFT)).status).toBe(status)
      expect((await who.put(`/api/news/${id}`, { title: 'Mine' })).status).toBe(status)
      expect((await who.delete(`/api/news/${id}`)).status).toBe(status)
      expect((await who.get(`/api/admin/news/${id}`)).status).toBe(status)
      expect((await who.post('/api/admin/news/preview', { content: 'x' })).status).toBe(status)
    }
    expect(await stored()).toHaveLength(1)
  })

  test('an admin who has lost the role is refused, and nothing is written', async () => {
    const { id } = await world.write()
    const role = (role: string) =>
      app.db.updateTable('profiles').set({ role }).where('id', '=', world.root.user.id).execute()
    await role('user')
    await world.root.post('/api/auth/refresh', {})
    await app.settle([tag.member(world.root.user.id)])
    expect((await change(id, { title: 'Still here' })).status).toBe(403)
    await role('admin')
    await world.root.post('/api/auth/refresh', {})
    await app.settle([tag.member(world.root.user.id)])
    expect(await stored()).toMatchObject([{ title: 'The atlas' }])
  })

  test.each([
    ['title', { title: ' \u200b ' }, 'Title is required'],
    ['title', { title: undefined }, 'Title is required'],
    ['title', { title: 'x'.repeat(151) }, 'Title must be 150 characters or less'],
    ['slug', { slug: 'Two Words' }, 'An address has letters, digits and single hyphens, in lower case'],
    ['slug', { slug: '../etc' }, 'An address has letters, digits and single hyphens, in lower case'],
    ['slug', { slug: NOBODY }, 'An address has letters, digits and single hyphens, in lower case'],
    ['slug', { slug: 'x'.repeat(101) }, 'The address must be 100 characters or less'],
    ['slug', { slug: 'admin' }, 'This word is reserved. Choose another address.'],
    ['excerpt', { excerpt: 'x'.repeat(301) }, 'Excerpt must be 300 characters or less'],
    ['content', { content: 'x'.repeat(15_001) }, 'The text must be 15,000 characters or less'],
    ['content', { content: ' ' }, 'Write the text before you publish it'],
    [
      'content',
      { content: `|${'a|'.repeat(60)}\n|${'-|'.repeat(60)}\n${'|\n'.repeat(5000)}` },
      'This text becomes too large. Use smaller tables.',
    ],
    [
      'category',
      { category: 'Gossip' },
      'Choose a category: Product Update, Feature, Announcement, Security, Community',
    ],
    ['badge', { badge: 'x'.repeat(31) }, 'Badge must be 30 characters or less'],
    ['status', { status: 'deleted' }, 'The status is draft, published or archived'],
    ['published_at', { published_at: 'tomorrow' }, 'Enter a day and a time'],
    ['published_at', { published_at: '9999-12-31T23:59:59Z' }, 'Enter a day and a time'],
    ['featured_image', { featured_image: 'a picture' }, 'This is not the address of a picture'],
    ['featured_image', { featured_image: 'http://images.igdb.com/a.jpg' }, 'This is not the address of a picture'],
    ['featured_image', { featured_image: '//evil.example/a.jpg' }, 'This is not the address of a picture'],
    [
      'featured_image',
      { featured_image: 'https://me:word@host.example/a.jpg' },
      'This is not the address of a picture',
    ],
    ['featured_image', { featured_image: '/api/auth/logout' }, 'This is not the address of a picture'],
    ['featured_image', { featured_image: `/${'x'.repeat(500)}` }, 'The address must be 500 characters or less'],
  ])('%s: %j is refused, and nothing is written [R-NEWS-02]', async (field, over, sentence) => {
    const { status, body } = await create(over)
    expect([status, body.details?.[field]]).toEqual([400, sentence])
    expect([await stored(), await slugs(), await auditLog()]).toEqual([[], [], []])
  })

  test('a change is checked as a whole post is', async () => {
    const { id } = await world.write({ status: 'draft', content: '' })
    const refused = await change(id, { status: 'published' })
    expect([refused.status, refused.body.details]).toEqual([400, { content: 'Write the text before you publish it' }])
    expect((await change(id, { title: '' })).status).toBe(400)
    expect((await change(id, { featured_image: '/api/auth/logout' })).status).toBe(400)
    expect(await auditLog()).toEqual([logEntry('create_news')])
  })
})

describe('slugs', () => {
  test('a slug that is left empty is made of the title, with a number when it is taken', async () => {
    const made = []
    for (const title of ['The atlas', 'The  Atlas!', 'the atlas', '???', '...', 'News'])
      made.push((await create({ title })).body.post.slug)
    expect(made).toEqual(['the-atlas', 'the-atlas-2', 'the-atlas-3', 'post', 'post-2', 'news-2'])
  })

  test('a slug that another post has or had is refused with 409; its own earlier ones are not', async () => {
    const one = await world.write({ slug: 'one' })
    await change(one.id, { slug: 'uno' })
    const two = await world.write({ slug: 'two' })
    for (const slug of ['one', 'uno']) {
      for (const answer of [await create({ slug }), await change(two.id, { slug, title: 'Changed' })])
        expect([answer.status, answer.body.code, answer.body.details]).toEqual([
          409,
          'slug_taken',
          { slug: 'Another post has this address' },
        ])
    }
    expect((await stored()).map(({ title, slug }) => [title, slug])).toEqual([
      ['The atlas', 'uno'],
      ['The atlas', 'two'],
    ])
    expect((await change(one.id, { slug: 'one' })).body.post.slug).toBe('one')
    expect(await slugs()).toEqual(['one', 'two', 'uno'])
  })

  test('posts with one title that are written at the same moment get different slugs', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({})))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect((await slugs()).length).toBe(5)
  })
})

describe('two admins', () => {
  test('a version that somebody else has changed is not overwritten [R-NEWS-08]', async () => {
    const { id, updated_at } = await world.write()
    // The clock stands still: each version has its own time nevertheless.
    const theirs = await change(id, { title: 'Theirs', updated_at })
    expect(theirs.status).toBe(200)
    const mine = await change(id, { title: 'Mine', updated_at })
    expect([mine.status, mine.body.code, mine.body.error]).toEqual([
      409,
      'changed_by_somebody',
      'This item was changed by someone else',
    ])
    expect((await stored()).map(({ title }) => title)).toEqual(['Theirs'])
    expect((await change(id, { title: 'Mine', updated_at: theirs.body.post.updated_at })).status).toBe(200)
    expect((await change(id, { title: 'Whatever', updated_at: 'nonsense' })).status).toBe(409)
  })

  test('one of two changes of the same version wins', async () => {
    const { id, updated_at } = await world.write()
    const answers = await Promise.all(['A', 'B', 'C'].map((title) => change(id, { title, updated_at })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('publishing', () => {
  test('a post gets its time when it is first published, and keeps it', async () => {
    const { id, published_at } = await world.write({ status: 'draft' })
    expect(published_at).toBeNull()
    app.time.now = new Date(at(1))
    expect((await change(id, { status: 'published' })).body.post.published_at).toBe(at(1))
    app.time.now = new Date(at(2))
    await change(id, { status: 'archived' })
    expect((await change(id, { status: 'published' })).body.post.published_at).toBe(at(1))
    expect((await change(id, { published_at: at(0.5) })).body.post.published_at).toBe(at(0.5))
  })

  test('content is rendered and sanitised when it is written', async () => {
    const image = 'https://images.igdb.com/igdb/image/upload/t_screenshot_big/abc.jpg'
    const content = `# Title\n\n<script>alert(1)</script>\n\n![A *view*](${image})\n\n![no](http://evil.example/x.png) [a](javascript:x)`
    const { id } = await world.write({ content, featured_image: image })
    const [row] = await stored()
    const proxied = `/api/image?url=${encodeURIComponent(image)}&amp;w=1080&amp;q=75&amp;fm=auto`
    expect(row?.content_html).toContain(`<img src="${proxied}"`)
    expect(row?.content_html).toContain('alt="A view" width="1080" height="608" loading="lazy"')
    expect(row?.content_html).not.toMatch(/<script|evil|href="javascript/)
    const preview = await world.root.post('/api/admin/news/preview', { content })
    expect(preview.body).toEqual({ content_html: row?.content_html, reading_minutes: 1, featured_image: null })
    const { post } = (await app.visitor().get(`/api/news/${id}`)).body
    expect(post.featured_image).toBe(proxied.replaceAll('&amp;', '&'))
    expect((await world.root.get(`/api/admin/news/${id}`)).body.post.featured_image).toBe(image)
  })

  test('a title that is an id gets a slug that is none', async () => {
    const title = '01900000-0000-7000-8000-000000000000'
    const { id, slug } = await world.write({ title, slug: '' })
    expect(slug).toBe(`${title}-2`)
    expect((await app.visitor().get(`/api/news/${slug}`)).body.post.id).toBe(id)
  })

  test('pictures of any public host come through the image service, with a signature', async () => {
    const address = 'https://pictures.example/a%20b.jpg?size=2'
    const { id } = await world.write({ content: `![A map](${address})`, featured_image: address })
    const { post } = (await app.visitor().get(`/api/news/${id}`)).body
    expect(post.featured_image).toBe(signedImageAddress('a secret of the tests that is long enough', address, 1080))
    const preview = (featured_image: string) =>
      world.root.post('/api/admin/news/preview', { content: '', featured_image })
    expect((await preview(address)).body.featured_image).toBe(post.featured_image)
    expect((await preview(address.replace('https:', 'HTTPS:'))).body.featured_image).toBe(post.featured_image)
    expect((await preview('/all-games')).body.featured_image).toBeNull()
    expect((await preview('http://pictures.example/a.jpg')).status).toBe(400)
    expect(post.content_html).toContain(`<img src="${post.featured_image.replaceAll('&', '&amp;')}" srcset="`)
  })

  test('the export of an admin contains the posts, which stay when the account is deleted', async () => {
    await world.write()
    const { body } = await world.root.get('/api/user/export')
    expect(JSON.stringify(body)).toContain('An **atlas** of games.')
    await app.db.updateTable('news_posts').set({ author_id: null }).execute()
    expect(await stored()).toHaveLength(1)
  })
})
