import { describe, expect, test } from 'vitest'
import { oneLineOf } from '#shared/plain-text.ts'
import { readMarkdown, renderArticle, type TextPicture } from './markdown.ts'

const html = (text: string) => readMarkdown(text).introduction

describe('readMarkdown', () => {
  test('splits a text at its headings of level 2 and gives each an id of its own', () => {
    const { title, introduction, sections } = readMarkdown(
      '# The *title*\n\nBefore.\n\n## One & two\n\nFirst.\n\n### Inner\n\n## One & two\n\n```\n## no heading\n```\n',
    )
    expect([title, introduction]).toEqual(['The title', '<p>Before.</p>'])
    expect(sections).toEqual([
      { id: 'one-two', title: 'One & two', html: '<p>First.</p>\n<h3>Inner</h3>' },
      { id: 'one-two-2', title: 'One & two', html: '<pre><code>## no heading\n</code></pre>' },
    ])
  })

  test('a text without a first heading has no title', () => {
    expect(readMarkdown('Text\n\n# Later').title).toBeNull()
    expect(readMarkdown('')).toEqual({ title: null, introduction: '', sections: [] })
  })

  test('keeps lists, quotes, code, tables and emphasis', () => {
    expect(html('- **a** _b_ ~~c~~\n- `d`')).toBe(
      '<ul>\n<li><strong>a</strong> <em>b</em> <s>c</s></li>\n<li><code>d</code></li>\n</ul>',
    )
    expect(html('> quote')).toBe('<blockquote>\n<p>quote</p>\n</blockquote>')
    expect(html('| a | b |\n| --- | --- |\n| 1 | 2 |')).toMatch(
      /^<div class="markdown-table"[^>]* tabindex="0"><table>[\s\S]*<td>1<\/td>/,
    )
  })

  test.each([
    ['<script>alert(1)</script>', '<script'],
    ['<img src=x onerror=alert(1)>', '<img'],
    ['[a](javascript:alert(1))', 'href'],
    ['[a](data:text/html,x)', 'href'],
    ['[a](//evil.example)', 'href'],
    ['![a](https://example.org/a.png)', '<img'],
    ['<a href="x" onclick="y">z</a>', '<a'],
  ])('makes %s harmless', (text, forbidden) => {
    expect(html(text)).not.toContain(forbidden)
  })

  test('links to other sites pass on neither rank nor referrer; links within the site are plain', () => {
    expect(html('[a](https://example.org)')).toBe(
      '<p><a href="https://example.org" rel="nofollow noreferrer">a</a></p>',
    )
    expect(html('[a](/info/contact)')).toBe('<p><a href="/info/contact">a</a></p>')
    expect(html('https://example.org')).toContain('<a href="https://example.org"')
  })

  test('a text of many brackets or quotes is rendered without deep nesting', () => {
    for (const text of ['['.repeat(20_000), '>'.repeat(20_000), '*a '.repeat(20_000), '- '.repeat(5_000)])
      expect(html(text).match(/<(?:blockquote|ul|em)>/g)?.length ?? 0).toBeLessThanOrEqual(20)
  })
})

describe('renderArticle', () => {
  const KNOWN = 'https://known.example/'
  const pictureOf = (address: string): TextPicture | null =>
    address.startsWith(KNOWN) || address.startsWith('/own/')
      ? { src: address.replace(KNOWN, '/proxy?url='), srcset: '/proxy?w=1&q=2 528w', width: 1080, height: 608 }
      : null
  test('gives up a text that becomes too long, before it is sanitised', () => {
    const text = `[a]: https://x.example/${'a'.repeat(500)}\n\n${'[a] '.repeat(100)}`
    expect(renderArticle(text, () => null, 10_000)).toBeNull()
  })

  const article = (text: string) => renderArticle(text, pictureOf, 1_000_000)!.html

  test('headings begin below the page’s own and skip no level', () => {
    expect(article('# One\n\n#### Two\n\n###### Three\n\n## Four\n\nFive\n=')).toBe(
      '<h2>One</h2>\n<h3>Two</h3>\n<h4>Three</h4>\n<h2>Four</h2>\n<h2>Five</h2>',
    )
  })

  test('a picture of a known host stands in a box of its ratio, with its description', () => {
    expect(article(`![A *big* "map"](${KNOWN}a.jpg "ignored")`)).toBe(
      '<p><span class="markdown-picture"><img src="/proxy?url=a.jpg" srcset="/proxy?w=1&amp;q=2 528w" sizes="(min-width: 900px) 780px, 100vw" alt="A big &quot;map&quot;" width="1080" height="608" loading="lazy" decoding="async" /></span></p>',
    )
    expect(article(`![](${KNOWN}a.jpg)`)).toContain(' alt="" ')
  })

  test.each([
    '![Gone](https://evil.example/a.png)',
    '![Gone](javascript:alert(1))',
    '![Gone](data:image/png;base64,AAAA)',
    '![Gone](//evil.example/a.png)',
    '<img src="https://known.example/a.png" onerror="alert(1)">',
  ])('%s shows no picture', (text) => {
    expect(article(text)).not.toContain('<img')
    expect(article(text)).toMatch(/Gone|&lt;img/)
  })

  test('a picture from elsewhere is removed even if it were allowed', () => {
    const html = renderArticle(
      `![x](${KNOWN}a.png)`,
      () => ({ src: '//evil.example/a', width: 2, height: 1 }),
      10_000,
    )!.html
    expect(html).not.toContain('evil')
  })

  test('the forty-first picture is its description', () => {
    const html = article(`![view](${KNOWN}a.png)\n\n`.repeat(41))
    expect([html.split('<img').length - 1, html.endsWith('<p>view</p>')]).toEqual([40, true])
  })

  test('counts the words that a reader sees, in every script', () => {
    const words = (text: string) => renderArticle(text, pictureOf, 1_000_000)!.words
    expect(words('## Two words\n\n- and **four** more, don’t you?\n')).toBe(7)
    expect(words(`![three more words](${KNOWN}a.png)`)).toBe(0)
    expect(words('`a < b` & c')).toBe(3)
    expect(words('ゲームの時間')).toBeGreaterThan(1)
  })

  test('a text of many signs is rendered', () => {
    for (const text of [
      '!['.repeat(7000),
      '[a](<'.repeat(3000),
      '|a'.repeat(7000),
      '# '.repeat(7000),
      '> - '.repeat(3000),
    ])
      expect(article(text)).not.toBe('')
  })

  test('plain text has no markup', () => {
    expect(oneLineOf('<p>a &amp; <b>b</b></p>\n<p>&lt;c&gt;</p>')).toBe('a & b <c>')
    expect(oneLineOf(html('### One\n\nt**w**o  \nthree\n\n| a | b |\n| - | - |\n| 1 | 2 |'))).toBe(
      'One two three a b 1 2',
    )
  })
})
