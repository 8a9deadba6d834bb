import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { DAY_MS, NEWS_NOW, useNewsWorld } from '#tests/support/news-app.ts'
import { ORIGIN, useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const world = useNewsWorld(app)

async function read() {
  const server = await app.listen()
  const response = await fetch(`${server}/info/news/atom.xml`)
  const feed = new new Window().DOMParser().parseFromString(await response.text(), 'application/xml').documentElement
  const entries = [...feed.querySelectorAll('entry')].map((entry) => ({
    title: entry.querySelector('title')?.textContent,
    href: entry.querySelector('link')?.getAttribute('href'),
    html: entry.querySelector('content')?.textContent,
  }))
  return { response, feed, entries }
}

test('the document has the newest visible posts with absolute addresses', async () => {
  const picture = 'https://images.igdb.com/igdb/image/upload/t_720p/abc.jpg'
  await world.write({
    title: 'Crème & <co>',
    slug: 'crème',
    content: `![A](${picture}) [b](/challenges) [c](//x.example)`,
  })
  await world.write({ title: 'Later', published_at: new Date(NEWS_NOW.getTime() + DAY_MS).toISOString() })
  await world.write({ title: 'Draft', status: 'draft' })
  await app.settle()
  const { response, feed, entries } = await read()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(feed.querySelector('feed > title')?.textContent).toBe('News · Savepoint')
  expect(feed.querySelector('link[rel=self]')?.getAttribute('href')).toBe(`${ORIGIN}/info/news/atom.xml`)
  expect(entries).toHaveLength(1)
  const [entry] = entries
  expect([entry?.title, entry?.href]).toEqual(['Crème & <co>', `${ORIGIN}/news/cr%C3%A8me`])
  expect(entry?.html).toContain('<p>All games on one page.</p>')
  expect(entry?.html).toContain(`<img src="${ORIGIN}/api/image?url=`)
  expect(entry?.html).toContain(`href="${ORIGIN}/challenges"`)
  expect(entry?.html).not.toMatch(/srcset|="\//)
})

test('only addresses become absolute, and not words that look like them', async () => {
  const code = 'Write <img src="/a.png" srcset="/b.png 2x" sizes="9vw"> and href="/x"'
  await world.write({ content: `\`${code}\` [b](/challenges)` })
  await app.settle()
  const html = (await read()).entries[0]?.html ?? ''
  expect(html).toContain(`href="${ORIGIN}/challenges"`)
  expect(new new Window().DOMParser().parseFromString(html, 'text/html').querySelector('code')?.textContent).toBe(code)
})

test('a write is in the next document, and an empty site has a whole one', async () => {
  expect((await read()).entries).toEqual([])
  const { id } = await world.write()
  await app.settle()
  expect((await read()).entries.map(({ title }) => title)).toEqual(['The atlas'])
  expect(await app.countQueries(read)).toBe(0)
  await world.root.delete(`/api/news/${id}`)
  await app.settle()
  expect((await read()).entries).toEqual([])
})

test('the document has the 20 newest', async () => {
  await app.db
    .insertInto('news_posts')
    .values(
      Array.from({ length: 21 }, (_, age) => ({
        slug: `post-${age}`,
        title: `Post ${age}`,
        category: 'Community',
        status: 'published',
        published_at: new Date(NEWS_NOW.getTime() - age * DAY_MS),
      })),
    )
    .execute()
  app.time.now = new Date(NEWS_NOW.getTime() + DAY_MS)
  const { entries } = await read()
  expect([entries.length, entries[0]?.title, entries.at(-1)?.title]).toEqual([20, 'Post 0', 'Post 19'])
})
