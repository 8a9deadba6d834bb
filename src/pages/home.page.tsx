import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { loadMemberHome, MemberHome, MemberHomeSkeleton } from '#features/home/web/home-member.tsx'
import { loadVisitorHome, VisitorHome, VisitorHomeSkeleton } from '#features/home/web/home-visitor.tsx'
import { FrontDoor } from '#features/registration/web/door.tsx'
import { registrationQuery } from '#features/registration/web/registration.api.ts'
import type { LoadContext } from '#web/page.ts'
import { useEnv } from '#web/use-env.ts'

export async function load({ client, url, isForMembers }: LoadContext): Promise<void> {
  const { user } = await client.ensureQueryData(sessionQuery())
  await (user
    ? loadMemberHome(client, user.id, url.searchParams)
    : isForMembers
      ? loadFrontDoor(client)
      : loadVisitorHome(client))
}

const loadFrontDoor = (client: QueryClient) => client.prefetchQuery(registrationQuery())

export function Page() {
  const viewer = useViewer()
  const { isForMembers } = useEnv()
  if (viewer) return <MemberHome viewer={viewer} />
  return isForMembers ? <FrontDoor /> : <VisitorHome />
}

export function Skeleton() {
  const viewer = useViewer()
  const { isForMembers } = useEnv()
  if (viewer) return <MemberHomeSkeleton />
  return isForMembers ? null : <VisitorHomeSkeleton />
}
