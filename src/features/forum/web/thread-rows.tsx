import { counted, numberText } from '#shared/counted.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { threadPath } from '../forum.rules.ts'
import type { ThreadRow } from '../forum-shapes.schemas.ts'
import { CATEGORY_NAMES, categoryPath, unreadAddress } from './forum-address.ts'
import { AuthorFace, AuthorName } from './forum-parts.tsx'

/** Threads as rows: the title first, the last voice with its face and time at the right. */
export function ThreadRows(props: {
  threads: readonly ThreadRow[]
  label: string
  /** Names what all threads of the list have in common, which the rows do not repeat. */
  around?: 'category' | 'game'
  /** The level of the titles. */
  level?: 2 | 3
}) {
  return (
    <ul className="forum-rows" aria-label={props.label}>
      {props.threads.map((thread) => (
        <li key={thread.id}>
          <Row thread={thread} around={props.around} level={props.level ?? 3} />
        </li>
      ))}
    </ul>
  )
}

function Row(props: { thread: ThreadRow; around: 'category' | 'game' | undefined; level: 2 | 3 }) {
  const { thread, around } = props
  const { unread, is_new, posts_count, likes_count, game } = thread
  const hasUnread = unread !== null && unread > 0
  const isFresh = hasUnread || is_new
  const Heading = `h${props.level}` as const
  return (
    <article className="forum-row" aria-label={thread.title}>
      <div className="grid min-w-0 gap-1">
        <Heading className="forum-row-title">
          {isFresh && <span className="forum-diamond" aria-hidden="true" />}
          <a href={hasUnread ? unreadAddress(thread.id) : threadPath(thread.id)}>
            <bdi>{thread.title}</bdi>
            {isFresh && <span className="visually-hidden">, {hasUnread ? `${unread} new` : 'new'}</span>}
          </a>
        </Heading>
        <p className="forum-facts">
          {thread.pinned && <State icon="pin" word="Pinned" />}
          {thread.locked && <State icon="lock" word="Locked" />}
          {hasUnread && <b className="text-text">{numberText(unread)} new</b>}
          <span>
            by <AuthorName author={thread.author} className="font-normal! text-text-2" />
          </span>
          {around !== 'category' && (
            <a href={categoryPath(thread.category)} className="underline-offset-3 hover:underline">
              {CATEGORY_NAMES[thread.category]}
            </a>
          )}
          {around !== 'game' && game && (
            <a href={`/game/${game.id}`} className="wrap-anywhere underline-offset-3 hover:underline">
              {game.name}
            </a>
          )}
          <span className="num">{posts_count === 0 ? 'No replies yet' : counted(posts_count, 'reply', 'replies')}</span>
          {likes_count > 0 && <span className="num">{counted(likes_count, 'like')}</span>}
        </p>
      </div>
      <div className="forum-voice">
        <AuthorFace author={thread.last_author} size={36} />
        <span className="forum-voice-words">
          <span className="truncate">
            <span className="visually-hidden">Last post by </span>
            <AuthorName author={thread.last_author} />
          </span>
          <Ago at={thread.last_post_at} className="text-text-3" />
        </span>
      </div>
    </article>
  )
}

function State({ icon, word }: { icon: 'pin' | 'lock'; word: string }) {
  return (
    <span className="inline-flex items-center gap-1 text-text-2">
      <Icon name={icon} />
      {word}
    </span>
  )
}

export function ThreadRowsSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div className="forum-rows" role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: count }, (_, at) => at).map((at) => (
        <div key={at} className="forum-row border-t border-line">
          <span className="grid gap-2">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
          </span>
          <span className="forum-voice">
            <Skeleton round className="size-9" />
            <Skeleton className="h-9 w-24" />
          </span>
        </div>
      ))}
    </div>
  )
}
