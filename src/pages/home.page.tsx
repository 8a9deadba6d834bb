import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { loadMemberHome, MemberHome } from './home-member.tsx'
import { loadVisitorHome, VisitorHome } from './home-visitor.tsx'

export async function load({ client }: LoadContext) {
  const { user } = await client.ensureQueryData(sessionQuery())
  await (user ? loadMemberHome(client, user.id) : loadVisitorHome(client))
}

export function Page() {
  const viewer = useViewer()
  return viewer ? <MemberHome viewer={viewer} /> : <VisitorHome />
}
