import { describe, expect, test } from 'vitest'
import { isLongReview } from '#features/reviews/reviews.rules.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { hasWebLink, linkMentions, mentionedNames, safeHtml } from './safe-html.ts'

describe('the text of a member', () => {
  test.each([
    ['<script>alert(1)</script>Hi', 'Hi'],
    ['<style>p { color: red }</style>Hi', 'Hi'],
    ['<a href="javascript:alert(1)">a link</a>', 'a link'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['<b onclick="alert(1)" style="color:red" class="x" id="y">bold</b>', '<b>bold</b>'],
    ['<iframe src="https://example.org">in</iframe> out', 'in out'],
    ['<svg><script>alert(1)</script></svg>Hi', 'Hi'],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', ''],
    ['<h1>Title</h1><div>Words</div>', 'TitleWords'],
    ['<!-- a comment -->Hi', 'Hi'],
    ['<form action="/x"><input name="y"><button>Go</button></form>', 'Go'],
  ])('loses scripts, styles, links, images and every attribute: %j [R-REV-21]', (given, html) => {
    expect(safeHtml(given)).toBe(html)
  })

  test.each(['b', 'strong', 'i', 'em', 'u', 's', 'p', 'blockquote', 'code'])(
    'keeps the formatting tag %s [R-REV-21]',
    (name) => {
      expect(safeHtml(`<${name}>Words</${name}>`)).toBe(`<${name}>Words</${name}>`)
    },
  )

  test('retains lists and line breaks of HTML', () => {
    expect(safeHtml('<ul>\n<li>one</li>\n<li>two</li>\n</ul>')).toBe('<ul><li>one</li><li>two</li></ul>')
    expect(safeHtml('one<br>two<BR/>three')).toBe('one<br />two<br />three')
  })

  test.each([
    ['a < b and c > d', 'a &lt; b and c &gt; d'],
    ['i <3 you', 'i &lt;3 you'],
    ['x<y and nothing closes it', 'x&lt;y and nothing closes it'],
    ['<', '&lt;'],
    ['1 <!-- 2', '1 &lt;!-- 2'],
    ['Tom & Jerry', 'Tom &amp; Jerry'],
    ['Tom &amp; Jerry', 'Tom &amp; Jerry'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['&#60;script&#62;', '&lt;script&gt;'],
    ['see <https://example.org>', 'see &lt;https://example.org&gt;'],
    ['write to <ann@example.org>', 'write to &lt;ann@example.org&gt;'],
    ['<code>if (a < b) go()</code>', '<code>if (a &lt; b) go()</code>'],
  ])('is escaped where it is plain text, without loss of words: %j [R-REV-22]', (given, html) => {
    expect(safeHtml(given)).toBe(html)
  })

  test.each([
    ['<b>bold <i>both</b> rest</i>', '<b>bold <i>both</i></b> rest'],
    ['<b>never closed', '<b>never closed</b>'],
    ['closed too often</b></i>', 'closed too often'],
    ['<scr<script>ipt>alert(1)</scr</script>ipt>', '&lt;script&gt;'],
    ['<p><ul><li>one<li>two</ul>', '<p></p><ul><li>one</li><li>two</li></ul>'],
  ])('is well-formed after malformed or nested tags: %j', (given, html) => {
    expect(safeHtml(given)).toBe(html)
  })

  test('is nested ten levels deep at most', () => {
    const html = safeHtml('<b>'.repeat(1_600) + 'deep')
    expect(html).toBe(`${'<b>'.repeat(10)}deep${'</b>'.repeat(10)}`)
  })

  test('has a `<br />` for each typed line break, and at most one empty line between two others', () => {
    expect(safeHtml('one\ntwo\n\nthree')).toBe('one<br />two<br /><br />three')
    expect(safeHtml('<p>one</p>\n<p>two</p>')).toBe('<p>one</p><p>two</p>')
    expect(safeHtml('a\n\n<ul>\n\n<li>b</li>\n</ul>\nc')).toBe('a<ul><li>b</li></ul>c')
    for (const breaks of ['\n'.repeat(4_998), '<br>'.repeat(1_249), '\n '.repeat(2_499), '\n<br/>\n<br/>'])
      expect(safeHtml(`a${breaks}b`)).toBe('a<br /><br />b')
  })

  test.each(['مرحبا بالعالم', 'zero\u200bwidth and \u202eright to left', '日本語 👩‍👩‍👧‍👦'])(
    'stays as it is in every script, with zero-width and right-to-left characters: %j',
    (text) => {
      expect(safeHtml(text)).toBe(text)
    },
  )

  test('may have 5,000 code points, also if escaping makes it longer', () => {
    expect(safeHtml('👩'.repeat(5_000))).toBe('👩'.repeat(5_000))
    expect(safeHtml('&'.repeat(5_000))).toBe('&amp;'.repeat(5_000))
    expect(safeHtml('<'.repeat(5_000))).toBe('&lt;'.repeat(5_000))
    expect(safeHtml('<!--'.repeat(1_250))).toBe('&lt;!--'.repeat(1_250))
  })

  test('does not change when it is sanitised again', () => {
    for (const text of ['a < b & c', '<b>x</b>\ny', '<p>one<ul><li>two</ul>', '&lt;b&gt;'])
      expect(safeHtml(safeHtml(text))).toBe(safeHtml(text))
  })
})

describe('the plain text of a review', () => {
  test.each([
    ['<b>bold</b> &lt;b&gt; &amp;amp;', 'bold <b> &amp;'],
    ['one<br />two', 'one\ntwo'],
    ['<ul><li>one</li><li>two</li></ul>', 'one\ntwo'],
    ['<p>one</p><p>two</p>', 'one\ntwo'],
  ])('has no tags and no entities: %j', (html, text) => {
    expect(plainTextOf(html)).toBe(text)
  })

  test('is long from 151 characters on, not counting tags and escapes [R-REV-18]', () => {
    const tagged = (count: number) => safeHtml(`<b>${'&'.repeat(count)}</b>`)
    expect([isLongReview(tagged(150)), isLongReview(tagged(151))]).toEqual([false, true])
    expect([isLongReview('👩'.repeat(150)), isLongReview('👩'.repeat(151))]).toEqual([false, true])
  })
})

const REL = 'rel="nofollow ugc noopener"'
const linked = (address: string) => `<a href="${address}" ${REL}>${address}</a>`
const withLinks = (text: string) => safeHtml(text, { hasLinks: true })

describe('a text with links (G16)', () => {
  test.each([
    ['see https://example.org/a?b=1&c=2.', `see ${linked('https://example.org/a?b=1&amp;c=2')}.`],
    ['(http://example.org)', `(${linked('http://example.org')})`],
    ['https://example.org/a_(b)', linked('https://example.org/a_(b)')],
    ['<b>https://example.org</b>', `<b>${linked('https://example.org')}</b>`],
    ['"https://example.org"', `"${linked('https://example.org')}"`],
    ['&lt;https://example.org&gt;', `&lt;${linked('https://example.org')}&gt;`],
    [
      'one https://a.example\nhttps://b.example two',
      `one ${linked('https://a.example')}<br />${linked('https://b.example')} two`,
    ],
    ['https://', 'https://'],
    ['javascript:alert(1) ftp://example.org //example.org', 'javascript:alert(1) ftp://example.org //example.org'],
    ['<code>https://example.org</code>', '<code>https://example.org</code>'],
    ['<https://example.org>', `&lt;${linked('https://example.org')}&gt;`],
    ['HTTPS://example.org', linked('HTTPS://example.org')],
  ])('links the addresses in it: %j', (given, html) => {
    expect(withLinks(given)).toBe(html)
  })

  test.each([
    [
      '<a href="https://example.org" target="_blank" rel="follow" onclick="x()">here</a>',
      `<a href="https://example.org" ${REL}>here</a>`,
    ],
    ['<a href="javascript:alert(1)">here</a>', 'here'],
    ['<a href=" java\tscript:alert(1)">here</a>', 'here'],
    ['<a href="data:text/html,x">here</a>', 'here'],
    ['<a href="//example.org">here</a>', 'here'],
    ['<a href="/settings">here</a>', 'here'],
    ['<a>here</a>', 'here'],
    ['<a href="https://exam\nple.org/\ta">here</a>', `<a href="https://example.org/a" ${REL}>here</a>`],
    [
      '<a href="https://example.org"><b>https://other.example</b></a>',
      `<a href="https://example.org" ${REL}><b>https://other.example</b></a>`,
    ],
    [
      '<a href=\'https://example.org/"onmouseover="alert(1)\'>x</a>',
      `<a href="https://example.org/&quot;onmouseover=&quot;alert(1)" ${REL}>x</a>`,
    ],
  ])('retains only links to web addresses, with our own attributes: %j', (given, html) => {
    expect(withLinks(given)).toBe(html)
  })

  test('takes linear time for a long run of brackets', () => {
    expect(withLinks(`https://example.org/${')'.repeat(9_000)}`)).toContain(linked('https://example.org/'))
  })

  test('knows whether it links to another site', () => {
    expect(
      [
        withLinks('https://example.org'),
        withLinks('<a href=HTTPS://example.org>here</a>'),
        withLinks('no link'),
        withLinks('&lt;a href="http:'),
        linkMentions('@ann', new Map([['ann', '1']])),
      ].map(hasWebLink),
    ).toEqual([true, true, false, false, false])
  })
})

describe('a mention', () => {
  test('is a name after @ that stands for itself, outside links and code', () => {
    const html = withLinks(
      'Hi @Ann, @bob-c! me@example.org @@dora https://x.example/@eve <code>@fay</code> (@gus) @x @ann @long_enough_to_be_no_name_at_all',
    )
    expect(mentionedNames(html)).toEqual(['ann', 'bob-c', 'gus'])
  })

  test('becomes a link to the profile, as it was typed, if the member is known', () => {
    expect(linkMentions('Hi @Ann and @bob &amp; @ann', new Map([['ann', 'id-1']]))).toBe(
      'Hi <a href="/profile/id-1">@Ann</a> and @bob &amp; <a href="/profile/id-1">@ann</a>',
    )
  })
})
