import { xmlText } from '#server/xml.ts'

/** A document of the Atom Syndication Format (RFC 4287). Addresses are absolute where the site knows its own. */
export interface AtomDocument {
  id: string
  title: string
  updated: Date
  author: { name: string; href: string }
  /** The address of the document, and that of the page with the same things. */
  self: string
  alternate: string
  entries: readonly AtomEntry[]
}

export interface AtomEntry {
  id: string
  title: string
  href: string
  published: Date
  updated: Date
  html: string
}

export const ATOM = 'application/atom+xml; charset=utf-8'

/**
 * Writes the document as XML. Texts are escaped, so HTML arrives as it is; characters that XML 1.0 does not allow are
 * left out.
 */
export function atomXml({ id, title, updated, author, self, alternate, entries }: AtomDocument): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${xmlText(id)}</id>
<title>${xmlText(title)}</title>
<updated>${updated.toISOString()}</updated>
<author><name>${xmlText(author.name)}</name><uri>${xmlText(author.href)}</uri></author>
<link rel="self" type="application/atom+xml" href="${xmlText(self)}"/>
<link rel="alternate" type="text/html" href="${xmlText(alternate)}"/>
${entries.map(entryXml).join('')}</feed>
`
}

const entryXml = ({ id, title, href, published, updated, html }: AtomEntry): string => `<entry>
<id>${xmlText(id)}</id>
<title>${xmlText(title)}</title>
<link rel="alternate" type="text/html" href="${xmlText(href)}"/>
<published>${published.toISOString()}</published>
<updated>${updated.toISOString()}</updated>
<content type="html">${xmlText(html)}</content>
</entry>
`
