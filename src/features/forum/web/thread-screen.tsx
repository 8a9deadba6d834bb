import { type QueryClient, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Fragment, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import { Fold } from '#features/spoilers/web/fold.widgets.tsx'
import { counted, numberText } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import type { ForumThreadId } from '#shared/ids.ts'
import { AppealHere } from '#web/appeal.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { POSTS_PAGE_SIZE } from '../forum.endpoints.ts'
import { pageOfPost, threadPath } from '../forum.rules.ts'
import { THREAD } from '../forum.subject.ts'
import type { ForumPost, ForumThread } from '../forum-shapes.schemas.ts'
import { THREAD_TEXTS } from '../thread.texts.ts'
import { forumKeys, type PostsPage, postsQuery, revealThread, threadQuery } from './forum.api.ts'
import { CATEGORY_NAMES, categoryPath, NEW_LINE, postAddress, postAnchor } from './forum-address.ts'
import { AuthorFace, AuthorName, Breadcrumb, ForumText, RoleMark } from './forum-parts.tsx'
import { LikeButton } from './like-button.tsx'
import { HeldNote, PostItem } from './post-item.tsx'
import { type Reply, ReplyBox, useReply } from './reply-box.tsx'
import { SubscribeButton, ThreadMenu } from './thread-menu.tsx'
import { PostsSkeleton } from './thread-skeleton.tsx'
import { focusSoon, useLiveThread, useMarkRead } from './use-thread.ts'

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
      <Posts
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

interface PostsProps {
  thread: ForumThread
  page: number
  reply: Reply
  hash: string
  lineAfter: number | null
  onLine: (after: number) => void
}

function Posts(props: PostsProps) {
  const { thread, page } = props
  const { data, isError, refetch } = useQuery(postsQuery(thread.id, page))
  if (data) return <Loaded {...props} data={data} />
  if (isError) return <ErrorState level={2} text={THREAD_TEXTS.postsNotLoaded} onRetry={() => void refetch()} />
  return <PostsSkeleton />
}

function Loaded({ thread, page, reply, hash, lineAfter, onLine, data }: PostsProps & { data: PostsPage }) {
  const navigate = useNavigate()
  const list = useRef<HTMLOListElement>(null)
  const lastNumber = Math.max(thread.last_number, data.last_number)
  /** Later posts wait behind a button, so that nothing moves while somebody reads. */
  const [broughtIn, setBroughtIn] = useState(data.last_number)
  /** A link that leads to one of them shows it. */
  const linked = data.data.find(({ id }) => hash === `#${postAnchor(id)}`)
  const shownUntil = Math.max(broughtIn, linked?.number ?? 0)
  const [focusOn, setFocusOn] = useState<number | null>(null)
  const isNew = ({ number }: ForumPost) => lineAfter !== null && number > lineAfter
  // A link that leads to the first unread post shows it, also if the posts come after the page.
  const isLineLinked = hash === `#${NEW_LINE}`
  if (
    isLineLinked &&
    data.last_number > broughtIn &&
    !data.data.some((post) => isNew(post) && post.number <= broughtIn)
  )
    setBroughtIn(data.last_number)
  const posts = data.data.filter(({ number }) => number <= shownUntil)
  // Numbers have gaps for the reader: posts that wait for a moderator, and those of members in a block.
  const waitingHere = data.data.filter(({ number }) => number > shownUntil)
  const beyond = Math.max(shownUntil, page * POSTS_PAGE_SIZE)
  const waiting = waitingHere.length + Math.max(0, lastNumber - beyond)
  const pages = Math.max(1, data.pages, pageOfPost(lastNumber, POSTS_PAGE_SIZE), page)
  const addressOfPage = (to: number) => threadPath(thread.id, { page: to })
  const isEnd = waiting === 0 && data.last_number <= page * POSTS_PAGE_SIZE
  useMarkRead(thread, list, { page, last: posts.at(-1)?.number ?? 0, end: isEnd ? data.last_number : 0 })

  useEffect(() => {
    const element = focusOn !== null ? list.current?.querySelector<HTMLElement>(`[data-number="${focusOn}"]`) : null
    if (!element) return
    setFocusOn(null)
    element.focus({ preventScroll: true })
    element.scrollIntoView?.({ block: 'center' })
  })

  const bringIn = () => {
    const [first] = waitingHere
    onLine(shownUntil)
    setBroughtIn(lastNumber)
    if (first) setFocusOn(first.number)
    else void navigate(`${addressOfPage(pageOfPost(beyond + 1, POSTS_PAGE_SIZE))}#${NEW_LINE}`)
  }
  const posted = (post: ForumPost) => {
    const target = pageOfPost(post.number, POSTS_PAGE_SIZE)
    if (target === page) {
      setBroughtIn((before) => Math.max(before, post.number))
      setFocusOn(post.number)
    } else void navigate(postAddress(thread.id, target, post.id))
  }

  const firstNew = posts.find(isNew)
  // On a later page of unread posts the line stands on an earlier one.
  const hasLine =
    firstNew !== undefined && (firstNew !== posts[0] || page === pageOfPost((lineAfter ?? 0) + 1, POSTS_PAGE_SIZE))
  const news = posts.filter(isNew).length + Math.max(0, shownUntil - page * POSTS_PAGE_SIZE)
  const isLineTarget = hasLine && isLineLinked
  useEffect(() => (isLineTarget ? focusSoon(NEW_LINE) : undefined), [isLineTarget])
  return (
    <>
      <section aria-label="Replies">
        <h2 className="visually-hidden">Replies</h2>
        <Pagination
          page={page}
          pages={pages}
          href={addressOfPage}
          label="Pages of posts, top"
          className="border-t border-line py-3"
        />
        {posts.length > 0 ? (
          <ol ref={list} aria-label="Posts">
            {posts.map((post) => (
              <Fragment key={post.id}>
                {hasLine && post === firstNew && (
                  <li className="forum-new" id={NEW_LINE} tabIndex={-1}>
                    <span className="num">{numberText(news)} new</span>
                  </li>
                )}
                <li>
                  <PostItem
                    post={post}
                    thread={thread}
                    isTarget={hash === `#${postAnchor(post.id)}`}
                    onQuote={thread.viewerMay.reply ? reply.quote : null}
                  />
                </li>
              </Fragment>
            ))}
          </ol>
        ) : (
          page > 1 && (
            <EmptyState
              level={3}
              title={THREAD_TEXTS.pageEmpty}
              text={THREAD_TEXTS.pageEmptyHint}
              action={<ButtonLink href={threadPath(thread.id)}>First page</ButtonLink>}
            />
          )
        )}
        {waiting > 0 && (
          <p className="grid justify-items-center border-t border-line pt-4">
            <Button kind="solid" icon="down" onClick={bringIn}>
              <span className="num">{counted(waiting, 'new post')}</span>
            </Button>
          </p>
        )}
        <p className="visually-hidden" role="status">
          {waiting > 0 ? counted(waiting, 'new post') : ''}
        </p>
        <Pagination
          page={page}
          pages={pages}
          href={addressOfPage}
          label="Pages of posts"
          className="border-t border-line pt-4"
        />
      </section>
      <ReplyBox thread={thread} reply={reply} onPosted={posted} />
    </>
  )
}
