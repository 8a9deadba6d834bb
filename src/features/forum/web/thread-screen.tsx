import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import { Fold } from '#features/spoilers/web/fold.widgets.tsx'
import { counted } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import type { ForumThreadId } from '#shared/ids.ts'
import { AppealHere } from '#web/appeal.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { POSTS_PAGE_SIZE } from '../forum.endpoints.ts'
import { pageOfPost, threadPath } from '../forum.rules.ts'
import { THREAD } from '../forum.subject.ts'
import type { ForumThread } from '../forum-shapes.schemas.ts'
import { forumKeys, postsQuery, revealThread, threadQuery } from './forum.api.ts'
import { CATEGORY_NAMES, categoryPath, NEW_LINE } from './forum-address.ts'
import { AuthorFace, AuthorName, Breadcrumb, ForumText, RoleMark } from './forum-parts.tsx'
import { LikeButton } from './like-button.tsx'
import { HeldNote } from './post-item.tsx'
import { useReply } from './reply-box.tsx'
import { SubscribeButton, ThreadMenu } from './thread-menu.tsx'
import { ThreadPosts } from './thread-posts.tsx'
import { focusSoon, useLiveThread } from './use-thread.ts'

const EditThread = lazyLoaded(() => import('./edit-text.tsx'), 'EditThread')

/** A thread that was read longer ago is read again before it is shown. */
const FRESH_MS = 5_000

/** Loads a thread, which must exist, and a page of its posts, whose failure is shown in their place. */
export async function loadThread(client: QueryClient, id: ForumThreadId, page: number): Promise<void> {
  await Promise.all([
    client.prefetchQuery({ ...threadQuery(id), staleTime: FRESH_MS }),
    client.prefetchQuery({ ...postsQuery(id, page), staleTime: FRESH_MS }),
  ])
  // Throws the error of a thread that does not exist.
  await client.ensureQueryData(threadQuery(id))
}

/**
 * Returns the address of the first post that the member has not read; of the thread if that is unknown. It reads the
 * thread again, because the list that leads here knows of posts that came after the last reading.
 */
export async function findUnread(client: QueryClient, id: ForumThreadId): Promise<string> {
  await client.invalidateQueries({ queryKey: forumKeys.posts(id), refetchType: 'none' })
  const { read_number, last_number } = await client.fetchQuery({ ...threadQuery(id), staleTime: 0 })
  if (read_number === null || read_number >= last_number) return threadPath(id)
  return `${threadPath(id, { page: pageOfPost(read_number + 1, POSTS_PAGE_SIZE) })}#${NEW_LINE}`
}

/** A thread: its first text, a page of its posts, and the box for a reply (G16). */
export function ThreadScreen({ threadId, page }: { threadId: ForumThreadId; page: number }) {
  const { data: thread } = useSuspenseQuery(threadQuery(threadId))
  const reply = useReply(thread)
  const { hash } = useLocation()
  /** The line for new posts stands after the post with this number. It stays while the member reads. */
  const [lineAfter, setLineAfter] = useState(thread.read_number)
  useLiveThread(thread.id)
  // The page moves the focus to its heading first.
  useEffect(() => {
    return hash.length > 1 ? focusSoon(hash.slice(1)) : undefined
  }, [hash])
  return (
    <div className="forum-thread">
      <Head thread={thread} page={page} />
      <ThreadPosts
        key={page}
        thread={thread}
        page={page}
        reply={reply}
        hash={hash}
        lineAfter={lineAfter}
        onLine={setLineAfter}
      />
    </div>
  )
}

function Head({ thread, page }: { thread: ForumThread; page: number }) {
  const { game } = thread
  const [isEditing, setEditing] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The field that had the focus disappears.
  const closeEdit = () => {
    heading.current?.focus({ preventScroll: true })
    setEditing(false)
  }
  return (
    <>
      <header className="grid gap-3 pt-(--page-top) pb-5">
        <Breadcrumb>
          <Icon name="right" />
          <a href={categoryPath(thread.category)} className="tap underline-offset-3 hover:underline">
            {CATEGORY_NAMES[thread.category]}
          </a>
        </Breadcrumb>
        <h1 ref={heading} tabIndex={-1} className="title text-28 wrap-anywhere md:text-40" dir="auto">
          {thread.title}
        </h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Facts thread={thread} />
          <span className="flex items-center gap-2">
            <SubscribeButton thread={thread} />
            <ThreadMenu thread={thread} onEdit={() => setEditing(true)} />
          </span>
        </div>
        {game && <GameLink game={game} />}
      </header>
      {isEditing ? (
        <div className="border-t border-line py-5">
          <Suspense>
            <EditThread thread={thread} onClose={closeEdit} />
          </Suspense>
        </div>
      ) : page === 1 ? (
        <FirstText thread={thread} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-4 text-14 text-text-2">
          <span>
            Started by <AuthorName author={thread.author} />, <Ago at={thread.created_at} isInSentence />
          </span>
          <a className="linkish min-h-6" href={threadPath(thread.id)}>
            Read the first text
          </a>
        </p>
      )}
    </>
  )
}

function Facts({ thread }: { thread: ForumThread }) {
  return (
    <p className="forum-facts min-w-0 flex-1 basis-48">
      {thread.pinned && (
        <span className="inline-flex items-center gap-1 text-text-2">
          <Icon name="pin" />
          Pinned
        </span>
      )}
      {thread.locked && (
        <span className="inline-flex items-center gap-1 text-text-2">
          <Icon name="lock" />
          Locked
        </span>
      )}
      <span className="num">
        {thread.posts_count === 0 ? 'No replies yet' : counted(thread.posts_count, 'reply', 'replies')}
      </span>
      {thread.posts_count > 0 && (
        <span>
          last one <Ago at={thread.last_post_at} isInSentence />
        </span>
      )}
    </p>
  )
}

function GameLink({ game }: { game: NonNullable<ForumThread['game']> }) {
  return (
    <a href={`/game/${game.id}`} className="forum-game">
      <span className="poster w-9 flex-none">
        <Cover game={posterGame(game)} facts={false} />
      </span>
      <span className="grid min-w-0">
        <span className="fact">About</span>
        <b className="truncate font-[650]">{game.name}</b>
      </span>
    </a>
  )
}

function FirstText({ thread }: { thread: ForumThread }) {
  const client = useQueryClient()
  const { id, is_liked, likes_count } = thread
  return (
    <article className="forum-post" aria-label="The first text">
      <AuthorFace author={thread.author} size={44} />
      <div className="grid min-w-0 gap-2">
        <p className="forum-post-head">
          <AuthorName author={thread.author} className="text-15" />
          <RoleMark role={thread.author.role} />
          <Ago at={thread.created_at} className="text-text-3" />
          {thread.edited_at && <span title={`Edited on ${fullDate(new Date(thread.edited_at))}`}>edited</span>}
          {thread.spoils_to !== null && thread.spoils_to > 0 && !thread.fold && (
            <span>{markSentence(thread.spoils_to)}</span>
          )}
        </p>
        {thread.is_held && <HeldNote author={thread.author} hold={thread.hold} kind={THREAD} id={id} />}
        {thread.is_hidden && (
          <HiddenNote>
            <AppealHere kind={THREAD} id={id} />
          </HiddenNote>
        )}
        {thread.fold ? (
          <Fold fold={thread.fold} reveal={() => revealThread(client, id)}>
            {(html) => <ForumText html={html} />}
          </Fold>
        ) : (
          <ForumText html={thread.html} />
        )}
        <div className="react" role="group" aria-label="Actions">
          <LikeButton
            item={{ type: 'thread', id, threadId: id, is_liked, likes_count }}
            canLike={thread.viewerCan.like}
          />
        </div>
      </div>
    </article>
  )
}
