import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { counted, numberText } from '#shared/counted.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { POSTS_PAGE_SIZE } from '../forum.endpoints.ts'
import { pageOfPost, threadPath } from '../forum.rules.ts'
import type { ForumPost, ForumThread } from '../forum-shapes.schemas.ts'
import { THREAD_TEXTS } from '../thread.texts.ts'
import { type PostsPage, postsQuery } from './forum.api.ts'
import { NEW_LINE, postAddress, postAnchor } from './forum-address.ts'
import { PostItem } from './post-item.tsx'
import { type Reply, ReplyBox } from './reply-box.tsx'
import { PostsSkeleton } from './thread-skeleton.tsx'
import { focusSoon, useMarkRead } from './use-thread.ts'

interface PostsProps {
  thread: ForumThread
  page: number
  reply: Reply
  hash: string
  lineAfter: number | null
  onLine: (after: number) => void
}

/** A page of the posts of a thread, and the box for a reply. */
export function ThreadPosts(props: PostsProps) {
  const { thread, page } = props
  const { data, isError, refetch } = useQuery(postsQuery(thread.id, page))
  if (data) return <LoadedPosts {...props} data={data} />
  if (isError) return <ErrorState level={2} text={THREAD_TEXTS.postsNotLoaded} onRetry={() => void refetch()} />
  return <PostsSkeleton />
}

function LoadedPosts({ thread, page, reply, hash, lineAfter, onLine, data }: PostsProps & { data: PostsPage }) {
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
