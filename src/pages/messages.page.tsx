import { useLocation } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { CHOOSE_CONVERSATION, MESSAGES_ABOUT } from '#features/messages/conversation.texts.ts'
import { ConversationList } from '#features/messages/web/conversation-list.tsx'
import { conversationsQuery, threadQuery } from '#features/messages/web/messages.api.ts'
import { Thread } from '#features/messages/web/thread.tsx'
import { useMessagesFocus } from '#features/messages/web/use-messages-focus.ts'
import { canonicalUserId } from '#shared/canonical-ids.ts'
import type { UserId } from '#shared/ids.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Returns the member that the address names; null for an invalid id. */
function partnerOf(search: string): UserId | null {
  return canonicalUserId(new URLSearchParams(search).get('userId') ?? '')
}

export async function load({ client, url }: LoadContext) {
  const userId = partnerOf(url.search)
  await Promise.all([
    client.prefetchInfiniteQuery(conversationsQuery()),
    userId && client.prefetchInfiniteQuery(threadQuery(userId)),
  ])
}

/** Fills the window under the header and the notices, on phones also above the bar (`fills`). */
const FRAME =
  'page fills grid grid-cols-1 max-md:px-0 md:grid-cols-[280px_minmax(0,1fr)] lg:grid-cols-[336px_minmax(0,1fr)]'
const LIST = 'min-h-0 flex-col overflow-y-auto md:border-r md:border-line md:-ml-2.5 md:pr-3 max-md:px-1.5'
const THREAD = 'flex min-h-0 min-w-0 flex-col outline-none'

/** Messages (G12): conversations at the left, the open one at the right; on phones one after the other. */
export function Page() {
  const { search } = useLocation()
  const viewer = useViewer()
  const userId = partnerOf(search)
  const { list, thread } = useMessagesFocus(userId)
  if (!viewer) return null
  return (
    <div className={FRAME}>
      <Head title="Messages" description={MESSAGES_ABOUT} path="/messages" isIndexed={false} />
      {/* On phones the list, with the visible heading, is hidden while a thread is open. */}
      {userId && <h1 className="visually-hidden md:hidden">Messages</h1>}
      <div ref={list} className={cx(LIST, userId ? 'hidden md:flex' : 'flex')}>
        <h1 className="title px-2.5 pt-(--page-top) pb-3 text-40 md:pt-5 md:text-28">Messages</h1>
        <ConversationList open={userId} viewerId={viewer.id} />
      </div>
      <div ref={thread} tabIndex={-1} className={userId ? THREAD : 'max-md:hidden'}>
        {userId ? (
          <Thread key={userId} userId={userId} viewerId={viewer.id} />
        ) : (
          <div className="px-8 py-16">
            <EmptyState
              level={2}
              title="Your messages"
              text={CHOOSE_CONVERSATION}
              action={<ButtonLink href="/profile/friends#find-people">Find people</ButtonLink>}
            />
          </div>
        )}
      </div>
    </div>
  )
}

/** Its parts have skeletons. */
export { Page as Skeleton }
