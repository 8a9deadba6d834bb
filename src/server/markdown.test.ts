import { describe, expect, test } from 'vitest'
import { readMarkdown } from './markdown.ts'

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
