import sanitizeHtml from 'sanitize-html'

/** The formatting tags that a review may have, all without attributes (R-REV-21). */
const TAGS = ['b', 'strong', 'i', 'em', 'u', 's', 'p', 'br', 'ul', 'ol', 'li', 'blockquote', 'code']

/** Deeper tags are dropped; their text stays. */
const MOST_NESTED = 10

/** A `<` that opens no tag, as in `a < b`, `i <3 you` or `x<y`. The parser would drop the text after it. */
const LONE_LESS_THAN = /<(?!\/?[a-z][^<>]*>|!--[\s\S]*?-->)/gi

const BLOCK = /<\/?(?:p|ul|ol|li|blockquote)>|<br \/>/.source
/** Line breaks of the source beside a block or break. Each run of breaks is tried once, so long runs take linear time. */
const LINE_BREAKS_AT_BLOCK = new RegExp(`(?<=${BLOCK})\\n+|(?<!\\n)\\n+(?=${BLOCK})`, 'g')

/**
 * Returns the text of a review as HTML that is safe to embed: the tags of the list without attributes, everything else
 * escaped. Other tags disappear, and scripts and styles with their content. Line breaks become `<br />`.
 */
export function reviewHtml(text: string): string {
  const clean = sanitizeHtml(text.replace(LONE_LESS_THAN, '&lt;'), {
    allowedTags: TAGS,
    allowedAttributes: {},
    nestingLimit: MOST_NESTED,
  })
  return clean.replace(LINE_BREAKS_AT_BLOCK, '').replaceAll('\n', '<br />').trim()
}
