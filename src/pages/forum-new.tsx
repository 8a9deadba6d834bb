import { redirect, useLocation } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { newThreadPlaceOf } from '#features/forum/web/forum-address.ts'
import { NewThread } from '#features/forum/web/new-thread.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { FORUM_PAGES } from './forum.texts.ts'

/** Members only (C12). */
export async function load({ client, url }: LoadContext) {
  const { user } = await client.ensureQueryData(sessionQuery())
  if (!user) throw redirect(`/signin?redirect=${encodeURIComponent(url.pathname + url.search)}`)
}

/** The form of a new thread. */
export function Page() {
  const { search } = useLocation()
  return (
    <>
      <Head title="New thread" description={FORUM_PAGES.newThread} path="/forum/new" isIndexed={false} />
      <NewThread key={search} place={newThreadPlaceOf(new URLSearchParams(search))} />
    </>
  )
}
