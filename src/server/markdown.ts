import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'

/** Deeper nesting is plain text, so that a text of a million brackets stays cheap. */
const MOST_NESTED = 20

const markdown = new MarkdownIt('default', { html: false, linkify: true, maxNesting: MOST_NESTED })

// A wide table scrolls inside its region, which the keyboard reaches.
markdown.renderer.rules.table_open = () =>
  '<div class="markdown-table" role="region" aria-label="Table" tabindex="0"><table>'
markdown.renderer.rules.table_close = () => '</table></div>'

type Token = ReturnType<typeof markdown.parse>[number]

/** The tags that a Markdown text may become. The page has the h1, the sections have h2. */
const TAGS = [
  ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's', 'a'],
  ...['div', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

function sanitised(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel'], ol: ['start'], div: ['class', 'role', 'aria-label', 'tabindex'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: MOST_NESTED * 2,
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { href, ...(/^https?:/i.test(href) && { rel: 'nofollow noreferrer' }) },
      }),
    },
  }).trim()
}

export interface MarkdownText {
  /** The text of the first line, if it is a heading of level 1; otherwise null. */
  title: string | null
  /** The HTML before the first heading of level 2. */
  introduction: string
  /** One for each heading of level 2. */
  sections: { id: string; title: string; html: string }[]
}

/**
 * Reads a Markdown text (CommonMark with tables) by its headings of level 2. The HTML is sanitised: no raw HTML, no
 * scripts, no images, and links only to http, https, mailto and pages of this site.
 */
export function readMarkdown(text: string): MarkdownText {
  const tokens = markdown.parse(text, {})
  const [first, heading] = tokens
  const hasTitle = first?.type === 'heading_open' && first.tag === 'h1'
  const parts = splitAtSections(hasTitle ? tokens.slice(3) : tokens)
  const ids = new Set<string>()
  return {
    title: hasTitle ? plainText(heading) : null,
    introduction: render(parts.introduction),
    sections: parts.sections.map(({ title, tokens: body }) => ({
      id: uniqueId(idOf(title), ids),
      title,
      html: render(body),
    })),
  }
}

const render = (tokens: Token[]) => sanitised(markdown.renderer.render(tokens, markdown.options, {}))

function splitAtSections(tokens: readonly Token[]) {
  const introduction: Token[] = []
  const sections: { title: string; tokens: Token[] }[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.type === 'heading_open' && token.tag === 'h2' && token.level === 0) {
      sections.push({ title: plainText(tokens[at + 1]), tokens: [] })
      // The heading’s text and its end.
      at += 2
    } else (sections.at(-1)?.tokens ?? introduction).push(token)
  }
  return { introduction, sections }
}

const plainText = (inline: Token | undefined): string =>
  (inline?.children ?? [])
    .map(({ content }) => content)
    .join('')
    .trim()

/** Returns a title as the fragment of an address. */
const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '') || 'section'

function uniqueId(id: string, taken: Set<string>): string {
  let unique = id
  for (let count = 2; taken.has(unique); count++) unique = `${id}-${count}`
  taken.add(unique)
  return unique
}
