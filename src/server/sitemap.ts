import type { Context } from 'hono'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Config } from './config.ts'
import type { Addresses } from './feature.ts'
import type { Job } from './jobs.ts'
import type { RenderedPage } from './page-cache.ts'
import { SERVER_JOBS } from './server.texts.ts'
import type { Tag } from './tags.ts'
import { xmlText } from './xml.ts'

/** A public page: its path, percent-encoded as an address must be, and the last change of what it shows if that is known. */
export interface SitemapAddress {
  path: string
  changed?: Date | null
}

/** Ids from `from` to before `until`; null where the range has no end. */
export interface IdRange {
  from: string | null
  until: string | null
}

/**
 * A kind of public page with one page for each stored row. A feature registers its kinds (`sitemap` of its module); they
 * become `/sitemaps/<name>-1.xml` and so on. Everything in them must be visible to a visitor.
 */
export interface SitemapKind {
  /** Lower-case letters: 'games'. */
  name: string
  /** The type of the ids, in whose order the parts are divided. */
  idType: 'text' | 'uuid'
  /** A query of one column `id`, without an order: all rows of the kind. It must be cheap for all of them. */
  ids: RawBuilder<unknown>
  /**
   * Lists the addresses of the ids in the range, in the order of the ids, at most `most`. `inRange` makes its condition.
   */
  list: (db: Db, range: IdRange, most: number) => Promise<readonly SitemapAddress[]>
  /** The ids in a part; fewer than the default if an id has several addresses. */
  idsPerPart?: number
  /** What changes which of them a visitor may see; otherwise a part is as old as the page cache allows. */
  tags?: readonly Tag[]
}

/** Pages with fixed addresses. Those of all features are in `/sitemaps/pages-1.xml`. */
export interface SitemapPages {
  pages: readonly SitemapAddress[]
}

/** The condition that `column` is in the range. */
export function inRange(column: RawBuilder<unknown>, { from, until }: IdRange, type: SitemapKind['idType']) {
  const id = (value: string) => (type === 'uuid' ? sql`${value}::uuid` : sql`${value}::text`)
  const conditions = [
    ...(from === null ? [] : [sql<boolean>`${column} >= ${id(from)}`]),
    ...(until === null ? [] : [sql<boolean>`${column} < ${id(until)}`]),
  ]
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** A part has this many addresses when the parts are divided, so it has room for new ones until the next time. */
const IDS_PER_PART = 9_000
/** The most addresses of a document; the protocol allows 50,000. */
const MAX_ADDRESSES = 10_000
const PAGES = 'pages'
const XML = 'application/xml; charset=utf-8'
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const PART = /^([a-z]+)-([1-9]\d{0,4})\.xml$/

export interface SitemapDeps {
  db: Db
  config: Pick<Config, 'baseUrl'>
}

/**
 * Serves `/sitemap.xml`, which names the parts, and the parts (G63, decision 0067). Both come from the page cache. A site
 * that does not know its own address takes that of the request, and then nothing is cached.
 */
export function sitemapAddresses(deps: SitemapDeps, entries: readonly (SitemapKind | SitemapPages)[]): Addresses {
  const { kinds, pages } = sorted(entries)
  return (app, contextOf, serveDocument) => {
    const serve = async (c: Context, path: string, render: (origin: string) => Promise<RenderedPage>) => {
      if (deps.config.baseUrl !== null) {
        const { baseUrl } = deps.config
        return serveDocument(c, path, () => render(baseUrl))
      }
      const { status, text, type = XML } = await render((await contextOf(c)).origin)
      return c.body(text, status as 200, { 'content-type': type, 'cache-control': 'no-store' })
    }
    app.get('/sitemap.xml', (c) => serve(c, '/sitemap.xml', (origin) => renderIndex(deps.db, kinds, pages, origin)))
    app.get('/sitemaps/:part', async (c) => {
      const [, name = '', number = ''] = PART.exec(c.req.param('part')) ?? []
      const part = Number(number)
      const kind = kinds.find((each) => each.name === name)
      const isPages = name === PAGES && part === 1
      if (!kind && !isPages) return c.text('Not found', 404, { 'cache-control': 'no-store' })
      return serve(c, `/sitemaps/${name}-${part}.xml`, (origin) =>
        kind ? renderPart(deps.db, kind, part, origin) : Promise.resolve(urlSet(pages, origin, [])),
      )
    })
  }
}

/** Divides every kind into parts again, each hour: what is new gets room, and what is deleted gives it back. */
export const sitemapJob = (db: Db, entries: readonly (SitemapKind | SitemapPages)[]): Job => ({
  name: 'divide-sitemap',
  about: SERVER_JOBS.sitemap,
  schedule: '47 * * * *',
  run: async () => {
    for (const kind of sorted(entries).kinds) await divide(db, kind)
  },
})

function sorted(entries: readonly (SitemapKind | SitemapPages)[]) {
  const kinds = entries.filter((entry) => 'name' in entry)
  const names = [PAGES, ...kinds.map(({ name }) => name)]
  for (const name of names)
    if (!/^[a-z]+$/.test(name) || names.indexOf(name) !== names.lastIndexOf(name))
      throw new Error(`'${name}' cannot be the name of a kind of pages in the sitemap`)
  return { kinds, pages: entries.flatMap((entry) => ('pages' in entry ? entry.pages : [])) }
}

async function divide(db: Db, { name, ids, idType, idsPerPart = IDS_PER_PART }: SitemapKind): Promise<void> {
  await sql`
    insert into sitemap_kinds (kind, has_pages, first_ids)
    select ${name}, count(*) > 0, coalesce(array_agg(id::text order by place) filter (where place > 0), '{}')
    from (
      select id::${sql.raw(idType)}, row_number() over (order by id) - 1 as place from (${ids}) every_id
    ) numbered
    where place % ${idsPerPart}::bigint = 0
    on conflict (kind) do update set has_pages = excluded.has_pages, first_ids = excluded.first_ids`.execute(db)
}

async function renderIndex(
  db: Db,
  kinds: readonly SitemapKind[],
  pages: readonly SitemapAddress[],
  origin: string,
): Promise<RenderedPage> {
  const { rows } = await sql<{ kind: string; parts: number }>`
    select kind, case when has_pages then cardinality(first_ids) + 1 else 0 end as parts from sitemap_kinds`.execute(db)
  const partsOf = new Map(rows.map(({ kind, parts }) => [kind, parts]))
  const names = pages.length > 0 ? [`${PAGES}-1`] : []
  for (const kind of kinds) {
    const parts = partsOf.get(kind.name) ?? ((await hasPages(db, kind)) ? 1 : 0)
    names.push(...Array.from({ length: parts }, (_, at) => `${kind.name}-${at + 1}`))
  }
  const items = names.map((name) => `<sitemap><loc>${xmlText(`${origin}/sitemaps/${name}.xml`)}</loc></sitemap>\n`)
  return documentOf('sitemapindex', items, [])
}

/** For a kind that was never divided; for one without any row it may read the whole table. */
async function hasPages(db: Db, { ids }: SitemapKind): Promise<boolean> {
  const { rows } = await sql<{ has_pages: boolean }>`select exists (${ids}) as has_pages`.execute(db)
  return rows[0]?.has_pages ?? false
}

/** The first part exists if it has an address, each further one if the last division made it. */
async function renderPart(db: Db, kind: SitemapKind, part: number, origin: string): Promise<RenderedPage> {
  const { rows } = await sql<IdRange>`
    select first_ids[${part - 1}::integer] as "from", first_ids[${part}::integer] as until
    from sitemap_kinds where kind = ${kind.name}`.execute(db)
  const { from = null, until = null } = rows[0] ?? {}
  if (part > 1 && from === null) return NOT_FOUND
  const addresses = await kind.list(db, { from, until }, MAX_ADDRESSES)
  return part === 1 && addresses.length === 0 ? NOT_FOUND : urlSet(addresses, origin, kind.tags ?? [])
}

const NOT_FOUND: RenderedPage = {
  status: 404,
  text: 'Not found',
  type: 'text/plain; charset=utf-8',
  location: null,
  tags: [],
}

const urlSet = (addresses: readonly SitemapAddress[], origin: string, tags: readonly Tag[]): RenderedPage =>
  documentOf(
    'urlset',
    addresses.map(({ path, changed }) => {
      const day = changed ? `<lastmod>${changed.toISOString().slice(0, 10)}</lastmod>` : ''
      return `<url><loc>${xmlText(origin + path)}</loc>${day}</url>\n`
    }),
    tags,
  )

const documentOf = (element: string, items: readonly string[], tags: readonly Tag[]): RenderedPage => ({
  status: 200,
  type: XML,
  location: null,
  tags,
  text: `<?xml version="1.0" encoding="utf-8"?>\n<${element} xmlns="${NAMESPACE}">\n${items.join('')}</${element}>\n`,
})
