import sanitizeHtml from 'sanitize-html'

/** The formatting tags that a review may have, all without attributes (R-REV-21). */
const TAGS = ['b', 'strong', 'i', 'em', 'u', 's', 'p', 'br', 'ul', 'ol', 'li', 'blockquote', 'code']

/** The maximum nesting. Deeper tags are removed; their text remains. */
const MOST_NESTED = 10

/** A `<` that opens no tag, as in `a < b`, `i <3 you` or `x<y`. The parser would drop the text after it. */
const LONE_LESS_THAN = /<(?!\/?[a-z][^<>]*>|!--[\s\S]*?-->)/gi

const BLOCK = /<\/?(?:p|ul|ol|li|blockquote)>|<br \/>/.source
/** Matches typed line breaks next to a block or `<br />`. It tries each run once, so long runs take linear time. */
const LINE_BREAKS_AT_BLOCK = new RegExp(`(?<=${BLOCK})\\n+|(?<!\\n)\\n+(?=${BLOCK})`, 'g')

/** Matches more than one empty line. A short text of nothing but line breaks would fill the screens of a list. */
const EMPTY_LINES = /(?:<br \/>\s*){3,}/g

/**
 * Converts the text of a review to HTML that is safe to embed. It retains the tags of the list without attributes and
 * removes all others, scripts and styles with their content. It escapes text and converts line breaks to `<br />`, at
 * most two in a row.
 */
export function reviewHtml(text: string): string {
  const clean = sanitizeHtml(text.replace(LONE_LESS_THAN, '&lt;'), {
    allowedTags: TAGS,
    allowedAttributes: {},
    nestingLimit: MOST_NESTED,
  })
  return clean.replace(LINE_BREAKS_AT_BLOCK, '').replaceAll('\n', '<br />').replace(EMPTY_LINES, '<br /><br />').trim()
}
