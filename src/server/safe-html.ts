import sanitizeHtml from 'sanitize-html'
import { linksIn } from './html-attributes.ts'

/** The formatting tags that a text of a member may have, all without attributes (R-REV-21). */
const TAGS = ['b', 'strong', 'i', 'em', 'u', 's', 'p', 'br', 'ul', 'ol', 'li', 'blockquote', 'code']

/** The maximum nesting. Deeper tags are removed; their text remains. */
const MAX_NESTED = 10

/**
 * A `<` that opens no tag, as in `a < b`, `i <3 you`, `x<y` or `<https://example.org>`. The parser would drop the text
 * after it.
 */
const LONE_LESS_THAN = /<(?!\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>|!--[\s\S]*?-->)/gi

const BLOCK = /<\/?(?:p|ul|ol|li|blockquote)>|<br \/>/.source
/** Matches typed line breaks next to a block or `<br />`. It tries each run once, so long runs take linear time. */
const LINE_BREAKS_AT_BLOCK = new RegExp(`(?<=${BLOCK})\\n+|(?<!\\n)\\n+(?=${BLOCK})`, 'g')

/** Matches more than one empty line. A short text of nothing but line breaks would fill the screens of a list. */
const EMPTY_LINES = /(?:<br \/>\s*){3,}/g

/** Links of members say so to search engines, and the linked page learns nothing of ours (G16). */
const REL = 'nofollow ugc noopener'

/** Matches a web address in escaped text, up to white space, a quote or an escaped bracket. */
const WEB_ADDRESS = /https?:\/\/(?:(?!&(?:lt|gt|quot);)[^\s"'])+/gi
/** Characters that end a sentence rather than an address. An address may contain pairs of brackets. */
const TRAILING = '.,;:!?*_~)]}'

const isWebAddress = (href: string | undefined): href is string =>
  href !== undefined && /^https?:\/\//i.test(href) && URL.canParse(href)

/** Browsers drop these from an address (URL Standard), and a line break in it would become `<br />`. */
const DROPPED_FROM_ADDRESSES = /[\t\n\r]/g

/** Matches `@name` where it is not a part of a word, an address or a mail address. */
const MENTION = /(?<![\w@/.-])@([a-z0-9](?:[a-z0-9_-]{1,18}[a-z0-9]))(?![\w-])/gi

const PROFILE = '/profile/'

export interface SafeHtmlOptions {
  /** Retains links to web addresses, and makes links of the addresses in the text (G16). */
  hasLinks?: boolean
}

/**
 * Converts a member's text to HTML that is safe to embed. It retains the tags of the list without attributes and
 * removes all others, scripts and styles with their content. It escapes text and converts line breaks to `<br />`, at
 * most two in a row. With `hasLinks` it also retains `<a href>` of http and https, without any other attribute of the
 * author, and links the addresses in the text.
 */
export function safeHtml(text: string, { hasLinks = false }: SafeHtmlOptions = {}): string {
  const clean = sanitizeHtml(text.replace(LONE_LESS_THAN, '&lt;'), {
    allowedTags: hasLinks ? [...TAGS, 'a'] : TAGS,
    allowedAttributes: hasLinks ? { a: ['href', 'rel'] } : {},
    nestingLimit: MAX_NESTED,
    ...(hasLinks && {
      // A tag that is not in the list is removed; its text remains.
      transformTags: {
        a: (_name: string, { href }: sanitizeHtml.Attributes) =>
          isWebAddress(href)
            ? { tagName: 'a', attribs: { href: href.replace(DROPPED_FROM_ADDRESSES, ''), rel: REL } }
            : { tagName: 'removed', attribs: {} },
      },
    }),
  })
  const html = clean
    .replace(LINE_BREAKS_AT_BLOCK, '')
    .replaceAll('\n', '<br />')
    .replace(EMPTY_LINES, '<br /><br />')
    .trim()
  return hasLinks ? mapText(html, linkAddresses) : html
}

/** Returns the names after `@` in sanitised HTML, in lower case, each once; not those in links and code. */
export function mentionedNames(html: string): string[] {
  const names = new Set<string>()
  mapText(html, (text) => {
    for (const [, name] of text.matchAll(MENTION)) names.add((name as string).toLowerCase())
    return text
  })
  return [...names]
}

/** Makes a link to the profile of each of these members, by the lower-case name, where sanitised HTML mentions one. */
export const linkMentions = (html: string, members: ReadonlyMap<string, string>): string =>
  mapText(html, (text) =>
    text.replace(MENTION, (mention, name: string) => {
      const id = members.get(name.toLowerCase())
      return id === undefined ? mention : `<a href="${PROFILE}${id}">${mention}</a>`
    }),
  )

/** Returns the members that HTML of `linkMentions` mentions, by their ids, each once. All other links have a scheme. */
export const mentionedIds = (html: string): string[] => [
  ...new Set(linksIn(html).flatMap((href) => (href.startsWith(PROFILE) ? href.slice(PROFILE.length) : []))),
]

/** Returns the addresses at other sites to which sanitised HTML links, each once. */
export const webLinksOf = (html: string): string[] => [...new Set(linksIn(html).filter(isWebAddress))]

/** Returns whether sanitised HTML links to another site. */
export const hasWebLink = (html: string): boolean => linksIn(html).some(isWebAddress)

/** Changes the text outside links and code. Sanitised HTML has escaped text, so each `<` begins a tag. */
function mapText(html: string, change: (text: string) => string): string {
  let closed = 0
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      if (/^<(?:a|code)[ >]/.test(part)) closed += 1
      else if (/^<\/(?:a|code)>/.test(part)) closed -= 1
      return closed > 0 || part.startsWith('<') ? part : change(part)
    })
    .join('')
}

const linkAddresses = (text: string): string =>
  text.replace(WEB_ADDRESS, (matched) => {
    const address = withoutTrailing(matched)
    if (!isWebAddress(address.replaceAll('&amp;', '&'))) return matched
    return `<a href="${address}" rel="${REL}">${address}</a>${matched.slice(address.length)}`
  })

function withoutTrailing(address: string): string {
  const opened = address.split('(').length
  let closed = address.split(')').length
  let end = address.length
  for (;;) {
    if (address.endsWith('&amp;', end)) end -= '&amp;'.length
    else if (!TRAILING.includes(address.charAt(end - 1))) return address.slice(0, end)
    else if (address.charAt(end - 1) === ')') {
      if (closed <= opened) return address.slice(0, end)
      closed -= 1
      end -= 1
    } else end -= 1
  }
}
