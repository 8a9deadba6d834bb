import { useLocation } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { loadMembers, MembersScreen, memberOrderOf } from '#features/profiles/web/members-screen.tsx'
import type { LoadContext } from '#web/page.ts'

export async function load({ client, url }: LoadContext) {
  const { user } = await client.ensureQueryData(sessionQuery())
  await loadMembers(client, memberOrderOf(url.searchParams, user !== null))
}

/** Members with their favourites. */
export function Page() {
  const viewer = useViewer()
  return <MembersScreen show={memberOrderOf(new URLSearchParams(useLocation().search), viewer !== null)} />
}

/** Its parts have skeletons. */
export { Page as Skeleton }
