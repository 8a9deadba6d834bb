import { Window } from 'happy-dom'
import { expect, test } from 'vitest'
import { type AtomDocument, atomXml } from './atom-document.ts'

const AT = new Date('2026-03-01T12:00:00Z')
const ENTRY = { id: 'urn:uuid:1', title: 'Hades', href: '/reviews/1', published: AT, updated: AT, html: '<p>Good</p>' }
const DOCUMENT: AtomDocument = {
  id: 'urn:uuid:0#reviews',
  title: 'Reviews by Mara',
  updated: AT,
  author: { name: 'Mara', href: '/profile/0' },
  self: '/feeds/0/reviews.atom',
  alternate: '/profile/0?tab=reviews',
  entries: [ENTRY],
}

const parse = (xml: string) => new new Window().DOMParser().parseFromString(xml, 'application/xml')
const written = (entry: Partial<typeof ENTRY>) => {
  const xml = atomXml({ ...DOCUMENT, entries: [{ ...ENTRY, ...entry }] })
  const found = parse(xml).querySelector('entry')
  return {
    xml,
    title: found?.querySelector('title')?.textContent,
    html: found?.querySelector('content')?.textContent,
    href: found?.querySelector('link')?.getAttribute('href'),
  }
}

test('the document is Atom with everything that RFC 4287 requires', () => {
  const xml = atomXml(DOCUMENT)
  expect(xml).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/)
  const feed = parse(xml).documentElement
  const children = [...feed.children].map((child) => child.tagName)
  expect(children).toEqual(['id', 'title', 'updated', 'author', 'link', 'link', 'entry'])
  const links = [...feed.querySelectorAll('feed > link')].map((link) => [
    link.getAttribute('rel'),
    link.getAttribute('type'),
    link.getAttribute('href'),
  ])
  expect(links).toEqual([
    ['self', 'application/atom+xml', '/feeds/0/reviews.atom'],
    ['alternate', 'text/html', '/profile/0?tab=reviews'],
  ])
  expect(feed.querySelector('feed > updated')?.textContent).toBe('2026-03-01T12:00:00.000Z')
  expect(feed.querySelector('author > name')?.textContent).toBe('Mara')
  const entry = [...(feed.querySelector('entry')?.children ?? [])].map((child) => child.tagName)
  expect(entry).toEqual(['id', 'title', 'link', 'published', 'updated', 'content'])
  expect(feed.querySelector('content')?.getAttribute('type')).toBe('html')
})

test('a document without entries is whole', () => {
  expect(parse(atomXml({ ...DOCUMENT, entries: [] })).documentElement.children).toHaveLength(6)
})

test.each([
  ['markup', '<script>alert(1)</script> & &amp; &lt;b&gt;'],
  ['the end of a CDATA section', 'one ]]> two ]]> three'],
  ['quotes', `"double" and 'single'`],
  ['text from right to left', 'הדס \u202Eabc\u202C العربية'],
  ['emoji and joiners', '🎮👩‍👩‍👧‍👦 ❤️'],
  ['line breaks and tabs', 'one\n\ttwo'],
])('%s arrives as it was written', (_name, text) => {
  const { title, html } = written({ title: text, html: text })
  expect([title, html]).toEqual([text, text])
})

test('an address arrives as it was written', () => {
  const href = `/x?a=1&b="2"&c='3'<>`
  expect(written({ href }).href).toBe(href)
})

test('no sign of a text is left unescaped', () => {
  const { xml } = written({ title: `<b>"&'`, html: '<b>&amp;</b>' })
  expect(xml).toContain('<title>&lt;b&gt;&quot;&amp;&#39;</title>')
  expect(xml).toContain('<content type="html">&lt;b&gt;&amp;amp;&lt;/b&gt;</content>')
})

test('characters that XML 1.0 does not allow are left out', () => {
  const text = 'a\u0000b\u0001c\u000Bd\u001Fe\uFFFEf\uFFFFg\uD800h\u{1F3AE}'
  const { title, xml } = written({ title: text, html: text })
  expect(title).toBe('abcdefgh\u{1F3AE}')
  expect(xml.isWellFormed()).toBe(true)
})
