import { redirect, useLocation } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { FORUM_PAGES } from '../forum-pages.texts.ts'
import { newThreadParamsOf } from './forum-address.ts'
import { NewThread } from './new-thread.tsx'

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
      <NewThread key={search} params={newThreadParamsOf(new URLSearchParams(search))} />
    </>
  )
}
