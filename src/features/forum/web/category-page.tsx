import { useLocation, useParams } from 'react-router'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import type { CategorySlug } from '../forum.rules.ts'
import { FORUM_PAGES } from '../forum-pages.texts.ts'
import { CategoryScreen, loadCategory } from './category-screen.tsx'
import { CATEGORY_NAMES, findCategory, pageIn, sortIn, type ThreadsPlace, threadsAddress } from './forum-address.ts'

const placeOf = (slug: string | undefined, search: URLSearchParams): ThreadsPlace => ({
  category: findCategory(slug) as CategorySlug,
  sort: sortIn(search),
  page: pageIn(search),
})

export const load = ({ client, params, url }: LoadContext) =>
  loadCategory(client, placeOf(params.part, url.searchParams))

/** The threads of a category. */
export function Page() {
  const place = placeOf(useParams().part, new URLSearchParams(useLocation().search))
  const name = CATEGORY_NAMES[place.category]
  return (
    <>
      <Head
        title={place.page > 1 ? `${name}, page ${place.page} · Forum` : `${name} · Forum`}
        description={FORUM_PAGES.category(name)}
        // Both orders have the same threads.
        path={threadsAddress({ ...place, sort: 'latest' })}
      />
      <CategoryScreen place={place} />
    </>
  )
}
