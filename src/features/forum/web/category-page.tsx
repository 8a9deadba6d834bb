import { useLocation, useParams } from 'react-router'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import type { CategorySlug } from '../forum.rules.ts'
import { FORUM_PAGES } from '../forum-pages.texts.ts'
import { CategoryScreen, loadCategory } from './category-screen.tsx'
import { CATEGORY_NAMES, findCategory, pageIn, sortIn, type ThreadsParams, threadsAddress } from './forum-address.ts'

const paramsOf = (slug: string | undefined, search: URLSearchParams): ThreadsParams => ({
  category: findCategory(slug) as CategorySlug,
  sort: sortIn(search),
  page: pageIn(search),
})

export const load = ({ client, params, url }: LoadContext) =>
  loadCategory(client, paramsOf(params.part, url.searchParams))

/** The threads of a category. */
export function Page() {
  const params = paramsOf(useParams().part, new URLSearchParams(useLocation().search))
  const name = CATEGORY_NAMES[params.category]
  return (
    <>
      <Head
        title={params.page > 1 ? `${name}, page ${params.page} · Forum` : `${name} · Forum`}
        description={FORUM_PAGES.category(name)}
        // Both orders have the same threads.
        path={threadsAddress({ ...params, sort: 'latest' })}
      />
      <CategoryScreen params={params} />
    </>
  )
}
