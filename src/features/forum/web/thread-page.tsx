import { useQuery } from '@tanstack/react-query'
import { redirect, useLocation, useParams } from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { UUID } from '#shared/canonical-ids.ts'
import type { ForumPostId, ForumThreadId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { oneLineOf } from '#shared/plain-text.ts'
import { Head, shorten } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { threadPath } from '../forum.rules.ts'
import { FORUM_PAGES } from '../forum-pages.texts.ts'
import type { ForumThread } from '../forum-shapes.schemas.ts'
import { postPlaceQuery, threadQuery } from './forum.api.ts'
import { CATEGORY_NAMES, pageIn, postAddress } from './forum-address.ts'
import { findUnread, loadThread, ThreadScreen } from './thread-screen.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'

const idOf = (params: Record<string, string | undefined>) => (params.id ?? '').toLowerCase() as ForumThreadId

export async function load({ client, params, url }: LoadContext) {
  const id = idOf(params)
  // An invalid id gets the answer of the thread below, and is in no redirect.
  const isId = UUID.test(id)
  const post = url.searchParams.get('post')
  if (isId && post !== null) {
    const postId = post.toLowerCase() as ForumPostId
    // A post that does not exist leads to its thread.
    const place = await client.fetchQuery(postPlaceQuery(postId)).catch(() => null)
    throw redirect(place?.threadId === id ? postAddress(id, place.page, postId) : threadPath(id))
  }
  if (isId && url.searchParams.has('unread')) {
    const { user } = await client.ensureQueryData(sessionQuery())
    throw redirect(user ? await findUnread(client, id) : threadPath(id))
  }
  await loadThread(client, id, pageIn(url.searchParams))
}

/** One thread of the forum. */
export function Page() {
  const id = idOf(useParams())
  const { data: thread } = useQuery({
    ...threadQuery(id),
    retryOnMount: false,
    throwOnError: (_error, { state }) => state.data === undefined,
  })
  const page = pageIn(new URLSearchParams(useLocation().search))
  if (!thread) return <ThreadSkeleton />
  const picture = thread.game?.cover_url
  return (
    <>
      <Head
        title={page > 1 ? `${thread.title}, page ${page}` : thread.title}
        description={descriptionOf(thread)}
        path={threadPath(id, { page })}
        type="article"
        isIndexed={!thread.is_hidden && !thread.is_held}
        {...(picture?.startsWith('/') && { image: picture })}
      />
      <meta property="article:published_time" content={thread.created_at} />
      <meta property="article:section" content={CATEGORY_NAMES[thread.category]} />
      <ThreadScreen key={id} threadId={id} page={page} />
    </>
  )
}

/** Returns the text of a link preview, which does not contain a folded text. */
function descriptionOf(thread: ForumThread): string {
  const started = FORUM_PAGES.thread(memberName(thread.author))
  const words = thread.fold ? '' : oneLineOf(thread.html)
  return words === '' ? started : shorten(words, 200)
}
