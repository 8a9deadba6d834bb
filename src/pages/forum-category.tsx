import { useLocation, useParams } from 'react-router'
import type { CategorySlug } from '#features/forum/forum.rules.ts'
import { CategoryScreen, loadCategory } from '#features/forum/web/category-screen.tsx'
import {
  CATEGORY_NAMES,
  findCategory,
  pageIn,
  sortIn,
  type ThreadsPlace,
  threadsAddress,
} from '#features/forum/web/forum-address.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { FORUM_PAGES } from './forum.texts.ts'

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
