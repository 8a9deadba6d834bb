import { startTransition, useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { loadMemberHome, MemberHome, MemberHomeSkeleton } from './home-member.tsx'
import { loadVisitorHome, VisitorHome, VisitorHomeSkeleton } from './home-visitor.tsx'

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

/** A link shows the skeleton until all is there, because parts that come one by one would move others. */
export function Page() {
  const viewer = useViewer()
  const isNext = useNavigationType() !== 'POP'
  const [awaited, setAwaited] = useState(isNext ? loading : null)
  useEffect(() => {
    const end = () => startTransition(() => setAwaited(null))
    awaited?.then(end, end)
  }, [awaited])
  if (awaited) return <Loading />
  return viewer ? <MemberHome viewer={viewer} /> : <VisitorHome />
}

export function Loading() {
  return useViewer() ? <MemberHomeSkeleton /> : <VisitorHomeSkeleton />
}
