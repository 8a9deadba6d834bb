import { useLocation, useParams } from 'react-router'
import { PLAYLIST_PAGES } from '#features/playlists/playlist-pages.texts.ts'
import { PLAYLIST_TYPES, type PlaylistType } from '#features/playlists/playlists.rules.ts'
import { TYPE_LABELS } from '#features/playlists/playlists.texts.ts'
import { CategoryScreen, loadCategory } from '#features/playlists/web/category-screen.tsx'
import { categoryHref } from '#features/playlists/web/playlist-parts.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { Tabs } from '#web/ui/tabs.tsx'

const MAX_PAGES = 10_000

const typeIn = (params: Record<string, string | undefined>) => PLAYLIST_TYPES.find((type) => type === params.type)

function pageIn(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1
}

export async function load({ client, params, url }: LoadContext) {
  const type = typeIn(params)
  if (!type) throw new Response(null, { status: 404 })
  await loadCategory(client, type, pageIn(url.searchParams))
}

const titleOf = (type: PlaylistType) => `${TYPE_LABELS[type]} playlists`

/** All published playlists of one type, 24 to a page (G34, R-ROUTE-08). */
export function Page() {
  const type = typeIn(useParams()) as PlaylistType
  const page = pageIn(new URLSearchParams(useLocation().search))
  const title = titleOf(type)
  return (
    <div className="page pb-12">
      <Head
        title={page > 1 ? `${title}, page ${page}` : title}
        description={PLAYLIST_PAGES.category(TYPE_LABELS[type])}
        path={page > 1 ? `${categoryHref(type)}?page=${page}` : categoryHref(type)}
      />
      <Top type={type} />
      <CategoryScreen key={`${type} ${page}`} type={type} page={page} />
    </div>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }

function Top({ type }: { type: PlaylistType }) {
  return (
    <>
      <nav aria-label="Breadcrumb" className="pt-(--page-top) text-13">
        <a href="/playlists" className="text-text-2 underline-offset-3 hover:underline">
          All playlists
        </a>
      </nav>
      <h1 className="title pt-3 pb-3 text-28 md:text-40">{titleOf(type)}</h1>
      <Tabs
        label="Types of playlists"
        className="mb-6 md:mb-8"
        items={PLAYLIST_TYPES.map((each) => ({
          href: categoryHref(each),
          label: TYPE_LABELS[each],
          current: each === type,
        }))}
      />
    </>
  )
}
