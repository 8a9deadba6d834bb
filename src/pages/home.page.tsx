import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { loadMemberHome, MemberHome, MemberHomeSkeleton } from '#features/home/web/home-member.tsx'
import { loadVisitorHome, VisitorHome, VisitorHomeSkeleton } from '#features/home/web/home-visitor.tsx'
import type { LoadContext } from '#web/page.ts'

export async function load({ client }: LoadContext): Promise<void> {
  const { user } = await client.ensureQueryData(sessionQuery())
  await (user ? loadMemberHome(client, user.id) : loadVisitorHome(client))
}

export function Page() {
  const viewer = useViewer()
  return viewer ? <MemberHome viewer={viewer} /> : <VisitorHome />
}

export const Skeleton = () => (useViewer() ? <MemberHomeSkeleton /> : <VisitorHomeSkeleton />)
