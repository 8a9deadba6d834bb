import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { counted, numberText } from '#shared/counted.ts'
import { CallError, NO_SENTENCE, securityToken } from '#web/call.ts'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import { likedItemName } from '../forum.rules.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import { THREAD_TEXTS } from '../thread.texts.ts'
import { type Liked, likeMutation } from './forum.api.ts'

/** A token that arrives sooner needs no message. */
const TOKEN_SOON_MS = 250

/**
 * Likes a post or a thread, or removes the like (R-FORUM-02). A visitor gets the sign-in dialog, which also links to
 * the sign-in page (R-FORUM-03, R-FORUM-09). Authors see the number alone.
 */
export function LikeButton({ item, canLike }: { item: Liked; canLike: boolean }) {
  const viewer = useViewer()
  const { mutate, isPending } = useMutation(likeMutation(item.threadId))
  /** Set at once, because a second press may come before the next rendering. */
  const isLiking = useRef(false)
  const { likes_count: count } = item
  if (viewer && !canLike)
    return count > 0 ? (
      <span className="react-btn" role="img" aria-label={counted(count, 'like')}>
        <Icon name="heart" />
        <span className="num">{numberText(count)}</span>
      </span>
    ) : null
  const askToSignIn = () =>
    requestSignIn({ description: THREAD_TEXTS.signInToLike(likedItemName(item.type)), onSuccess: () => {} })
  const press = () => {
    if (!viewer) return askToSignIn()
    if (isLiking.current) return
    isLiking.current = true
    const waiting = setTimeout(() => toast({ title: FORUM_TEXTS.pleaseWait }), TOKEN_SOON_MS)
    securityToken().then(
      () => clearTimeout(waiting),
      () => clearTimeout(waiting),
    )
    mutate(item, {
      onSettled: () => {
        isLiking.current = false
      },
      onSuccess: ({ liked }) => toast({ title: liked ? FORUM_TEXTS.liked : FORUM_TEXTS.unliked }),
      onError: (error) => {
        toast({ title: failureOf(error), tone: 'danger' })
        // The session has ended meanwhile.
        if (error instanceof CallError && error.status === 401) askToSignIn()
      },
    })
  }
  return (
    <button
      type="button"
      className="react-btn react-mark forum-like"
      aria-pressed={item.is_liked}
      aria-busy={isPending || undefined}
      aria-label={count > 0 ? `Like, ${count} so far` : 'Like'}
      data-tip="Like"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={press}
    >
      <Icon name="heart" />
      {count > 0 && <span className="num">{numberText(count)}</span>}
    </button>
  )

  function prepare() {
    if (viewer) securityToken().catch(() => {})
  }
}

/** Errors that say nothing about the like: a bug of the server, and an answer without a text. */
const SAYING_NOTHING: readonly string[] = ['internal', NO_SENTENCE]

/** Returns the error's own text (R-FORUM-07), or 'Failed to like' if it has none (R-FORUM-08). */
function failureOf(error: Error): string {
  return error instanceof CallError && !SAYING_NOTHING.includes(error.code) ? error.message : FORUM_TEXTS.likeFailed
}
