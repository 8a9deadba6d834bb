import { startTransition, useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { useHeadFirst } from '#web/use-head-first.ts'
import { loadMemberHome, MemberHome } from './home-member.tsx'
import { loadVisitorHome, VisitorHome } from './home-visitor.tsx'

/** What loads in the browser now. */
let loading: Promise<unknown> | null = null

export function load(context: LoadContext): Promise<unknown> {
  const work = loadHome(context)
  if (!import.meta.env.SSR) {
    loading = work
    const end = () => {
      if (loading === work) loading = null
    }
    work.then(end, end)
  }
  return work
}

async function loadHome({ client }: LoadContext): Promise<void> {
  const { user } = await client.ensureQueryData(sessionQuery())
  await (user ? loadMemberHome(client, user.id) : loadVisitorHome(client))
}

/** A link shows the heading at once, and the places of the rest until all is there: parts that come one by one would move others. */
export function Page() {
  const viewer = useViewer()
  const isNext = useNavigationType() !== 'POP'
  const [awaited, setAwaited] = useState(isNext ? loading : null)
  useEffect(() => {
    const end = () => startTransition(() => setAwaited(null))
    awaited?.then(end, end)
  }, [awaited])
  const hasRest = useHeadFirst() && awaited === null
  return viewer ? <MemberHome viewer={viewer} hasRest={hasRest} /> : <VisitorHome hasRest={hasRest} />
}

export const hasSkeletons = true
export const isKnown = () => true
