import sanitizeHtml, { type Attributes } from 'sanitize-html'

// HTML is read with a parser: words of a text can look like a tag or an attribute.

/** Returns where the links of the HTML lead, in the order of the text. */
export function linksIn(html: string): string[] {
  const links: string[] = []
  sanitizeHtml(html, {
    onOpenTag(name, { href }) {
      if (name === 'a' && href !== undefined) links.push(href)
    },
  })
  return links
}

/** Returns what a page names as its owner's: where its links with `rel="me"` lead, as they are written. */
export function ownLinksIn(html: string): string[] {
  const links: string[] = []
  sanitizeHtml(html, {
    onOpenTag(name, { href, rel }) {
      const isOwn = (name === 'a' || name === 'link') && (rel ?? '').toLowerCase().split(/\s+/).includes('me')
      if (isOwn && href !== undefined) links.push(href)
    },
  })
  return links
}

/** Returns the HTML with other attributes. Only sanitised HTML may come here: nothing is removed from it. */
export const changeAttributes = (html: string, change: (attributes: Attributes) => Attributes): string =>
  sanitizeHtml(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: { '*': (tagName, attributes) => ({ tagName, attribs: change(attributes) }) },
  })
