import { useState } from 'react'
import { useNavigationType } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { loadFirstCode, loadMemberHome, MemberHome } from '#features/home/web/home-member.tsx'
import { loadVisitorHome, VisitorHome } from '#features/home/web/home-visitor.tsx'
import type { LoadContext } from '#web/page.ts'
import { useArrived } from '#web/page-load.ts'
import { useHeadFirst } from '#web/use-head-first.ts'

/** The parts that load in the browser now, in their order on the page. */
let loading: readonly Promise<unknown>[] = []

export async function load({ client }: LoadContext): Promise<void> {
  const parts = client
    .ensureQueryData(sessionQuery())
    .then(({ user }) => (user ? loadMemberHome(client, user.id) : loadVisitorHome(client)))
  if (!import.meta.env.SSR) {
    // A click shows the page before the session, which is cached, has been read.
    loading = [0, 1, 2].map((at) => parts.then((all) => all[at]))
    for (const part of loading) part.catch(() => {})
  }
  await Promise.all(await parts)
}

/** A link shows the heading at once, and each part when it and those above it are there. */
export function Page() {
  const viewer = useViewer()
  const [parts] = useState(useNavigationType() === 'POP' ? null : loading)
  const arrived = useArrived(parts)
  const shown = useHeadFirst() ? arrived : 0
  return viewer ? <MemberHome viewer={viewer} shown={shown} /> : <VisitorHome shown={shown} />
}

export const hasSkeletons = true
export const isKnown = () => true
export const loadSkeleton = loadFirstCode
