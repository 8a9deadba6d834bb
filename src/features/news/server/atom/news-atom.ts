import { ATOM, type AtomEntry, atomXml } from '#server/atom-document.ts'
import type { Addresses } from '#server/feature.ts'
import { changeAttributes } from '#server/html-attributes.ts'
import type { RenderedPage } from '#server/page-cache.ts'
import { signAgain } from '#server/signed-images.ts'
import { tag } from '#server/tags.ts'
import { escaped } from '#server/xml.ts'
import { ATOM_ENTRIES, NEWS_ATOM } from '../../news.rules.ts'
import { type ArticleRow, listArticles } from '../news.queries.ts'
import type { NewsDeps } from '../news.service.ts'

/** Serves the newest posts as an Atom document, from the same cache as pages. */
export const newsAddresses =
  (deps: NewsDeps): Addresses =>
  (app, _contextOf, serveDocument) => {
    app.get(NEWS_ATOM, (c) => serveDocument(c, NEWS_ATOM, () => renderNewsAtom(deps)))
  }

/** Renders the posts that visitors see. */
async function renderNewsAtom({ db, clock, config }: NewsDeps): Promise<RenderedPage> {
  // The origin must not come from the request, because all readers share the document.
  const origin = config.baseUrl ?? ''
  const rows = await listArticles(db, ATOM_ENTRIES, clock())
  const times = rows.map(({ updated_at, published_at }) => Math.max(updated_at.getTime(), published_at?.getTime() ?? 0))
  const updated = new Date(Math.max(0, ...times))
  const text = atomXml({
    id: `${origin}${NEWS_ATOM}`,
    title: `News · ${config.productName}`,
    updated,
    author: { name: config.productName, href: `${origin}/info/about` },
    self: `${origin}${NEWS_ATOM}`,
    alternate: `${origin}/info/news`,
    entries: rows.map((row) => entryOf(row, origin, config.secret)),
  })
  return { text, type: ATOM, status: 200, location: null, lastModified: updated, tags: [tag.news] }
}

function entryOf(row: ArticleRow, origin: string, secret: string): AtomEntry {
  const published = row.published_at ?? row.created_at
  return {
    id: `urn:uuid:${row.id}`,
    title: row.title,
    href: `${origin}/news/${encodeURIComponent(row.slug)}`,
    published,
    updated: row.updated_at > published ? row.updated_at : published,
    html: (row.excerpt && `<p>${escaped(row.excerpt)}</p>`) + absolute(signAgain(secret, row.content_html), origin),
  }
}

/** A feed reader elsewhere cannot complete addresses of this site. It chooses no picture by its size. */
const absolute = (html: string, origin: string): string =>
  changeAttributes(html, ({ srcset: _, sizes: __, ...attributes }) => {
    for (const name of ['src', 'href'])
      if (attributes[name]?.startsWith('/')) attributes[name] = origin + attributes[name]
    return attributes
  })
