import { useLocation } from 'react-router'
import { loadSearch, SearchScreen, textIn } from '#features/search/web/search-screen.tsx'
import type { LoadContext } from '#web/page.ts'

export const load = ({ client, url }: LoadContext) => loadSearch(client, textIn(url.searchParams))

/** All results of a text (G07). */
export function Page() {
  return <SearchScreen text={textIn(new URLSearchParams(useLocation().search))} />
}
