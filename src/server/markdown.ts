import MarkdownIt from 'markdown-it'
import sanitizeHtml from 'sanitize-html'
import { plainTextOf } from '#shared/plain-text.ts'

/** Deeper nesting is plain text, so that a text of a million brackets stays cheap. */
const MAX_NESTED = 20

const markdown = new MarkdownIt('default', { html: false, linkify: true, maxNesting: MAX_NESTED })

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

function sanitised(html: string, { hasPictures = false } = {}): string {
  return sanitizeHtml(html, {
    allowedTags: hasPictures ? [...TAGS, 'img', 'span'] : TAGS,
    allowedAttributes: {
      a: ['href', 'rel'],
      ol: ['start'],
      div: ['class', 'role', 'aria-label', 'tabindex'],
      span: ['class'],
      img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    },
    // Every picture comes from this site.
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !/^\/[^/\\]/.test(attribs.src ?? ''),
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: MAX_NESTED * 2,
    transformTags: {
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { href, ...(/^https?:/i.test(href) && { rel: 'nofollow noreferrer' }) },
      }),
    },
  }).trim()
}

/** The address at this site of a picture that a text names by its own address, with the size that it gets. */
export interface TextPicture {
  src: string
  srcset?: string
  /** In pixels; the text leaves room in this ratio before the picture arrives. */
  width: number
  height: number
}

/** Further pictures of a text become their descriptions. */
const MAX_PICTURES = 40
/** A text fills the width of a phone, and about this much of a larger screen. */
const PICTURE_SIZES = '(min-width: 900px) 780px, 100vw'

/**
 * Renders a Markdown text (CommonMark with tables) for a page that has its own h1. The HTML is sanitised as that of
 * `readMarkdown` is, but it may contain pictures: `pictureOf` returns the picture of an address, or null for one that
 * must not be shown, which becomes its description. A picture without a description is decoration. Headings begin with
 * h2 and skip no level. `words` is the number of words that a reader sees. Returns null if the HTML has more than
 * `mostHtml` letters.
 */
export function renderArticle(
  text: string,
  pictureOf: (address: string) => TextPicture | null,
  mostHtml: number,
): { html: string; words: number } | null {
  const tokens = markdown.parse(text, {})
  orderHeadings(tokens)
  let pictures = 0
  const inlines = tokens.flatMap(({ children }) => children ?? [])
  for (const token of inlines) {
    if (token.type !== 'image') continue
    const picture = pictures < MAX_PICTURES ? pictureOf(String(token.attrGet('src') ?? '')) : null
    const alt = altOf(token)
    pictures += 1
    token.type = picture ? 'html_inline' : 'text'
    token.content = picture ? pictureHtml(picture, alt) : alt
  }
  const rendered = markdown.renderer.render(tokens, markdown.options, {})
  // A short text can become long HTML: an address is repeated at each of its references.
  if (rendered.length > mostHtml) return null
  const html = sanitised(rendered, { hasPictures: true })
  return { html, words: countWords(plainTextOf(html)) }
}

/** Makes the first heading an h2, and each later one at most one level deeper than the one before it. */
function orderHeadings(tokens: readonly Token[]): void {
  let level = 1
  for (const [at, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue
    level = Math.min(Math.max(Number(token.tag.slice(1)), 2), level + 1, 4)
    token.tag = `h${level}`
    // A heading has one inline token between its ends.
    const end = tokens[at + 2]
    if (end) end.tag = token.tag
  }
}

const altOf = (image: Token): string => markdown.renderer.renderInlineAsText(image.children ?? [], markdown.options, {})

/** A box in the ratio of the picture, which also stands in for a picture that does not arrive. */
function pictureHtml({ src, srcset, width, height }: TextPicture, alt: string): string {
  const { escapeHtml } = markdown.utils
  const sources = srcset === undefined ? '' : ` srcset="${escapeHtml(srcset)}" sizes="${PICTURE_SIZES}"`
  const size = `width="${width}" height="${height}"`
  return `<span class="${shapeOf(width / height)}"><img src="${escapeHtml(src)}"${sources} alt="${escapeHtml(alt)}" ${size} loading="lazy" decoding="async"></span>`
}

/** The class of a box that fits a ratio of width to height: upright, as a screen, or as a link preview. */
const shapeOf = (ratio: number): string =>
  ratio < 1
    ? 'markdown-picture markdown-picture-tall'
    : ratio > 1.85
      ? 'markdown-picture markdown-picture-long'
      : 'markdown-picture'

const words = new Intl.Segmenter('en', { granularity: 'word' })

function countWords(text: string): number {
  let count = 0
  for (const { isWordLike } of words.segment(text)) if (isWordLike) count += 1
  return count
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
