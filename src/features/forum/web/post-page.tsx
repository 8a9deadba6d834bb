import { redirect } from 'react-router'
import type { ForumPostId } from '#shared/ids.ts'
import type { LoadContext } from '#web/page.ts'
import { postPlaceQuery } from './forum.api.ts'
import { postAddress } from './forum-address.ts'

/** The short address of a post redirects to the page of its thread. */
export async function load({ client, params }: LoadContext) {
  const id = (params.id ?? '').toLowerCase() as ForumPostId
  const { threadId, page } = await client.fetchQuery(postPlaceQuery(id))
  throw redirect(postAddress(threadId, page, id))
}

/** Never rendered: the loader has redirected. */
export function Page() {
  return null
}
