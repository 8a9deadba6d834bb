import { useLocation } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { AllLists, loadAllLists } from '#features/lists/web/all-lists.tsx'
import { listsParamsOf } from '#features/lists/web/lists-address.ts'
import type { LoadContext } from '#web/page.ts'

export async function load({ client, url }: LoadContext) {
  const { user } = await client.ensureQueryData(sessionQuery())
  await loadAllLists(client, listsParamsOf(url.searchParams, user !== null))
}

/** The shared lists of everybody. */
export function Page() {
  const viewer = useViewer()
  return <AllLists params={listsParamsOf(new URLSearchParams(useLocation().search), viewer !== null)} />
}

/** Its parts have skeletons. */
export { Page as Skeleton }
