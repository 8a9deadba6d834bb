import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { ForumPostId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { CallError, call } from '#web/call.ts'
import { draftName } from '#web/drafts/drafts.ts'
import { RestoredDraft } from '#web/drafts/restored-draft.tsx'
import { useStoredDraft } from '#web/drafts/use-stored-draft.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFirstWrong } from '#web/ui/use-first-wrong.ts'
import { fieldProblemsOf } from '#web/write-failure.ts'
import { createPost } from '../forum.endpoints.ts'
import { POST_MAX } from '../forum.rules.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import type { ForumPost, ForumThread } from '../forum-shapes.schemas.ts'
import { THREAD_TEXTS } from '../thread.texts.ts'
import { refreshThread, showPost } from './forum.api.ts'
import { type WriteFailure, writeFailureOf } from './write-failure.tsx'
import { PostingFoot, WritingFields } from './writing-fields.tsx'

/** A post that the reply quotes. */
interface QuotedPost {
  id: ForumPostId
  number: number
  name: string
}

interface ReplyDraft {
  text: string
  quote: QuotedPost | null
  spoilsTo: number | null
}
const EMPTY: ReplyDraft = { text: '', quote: null, spoilsTo: null }

/** The reply that the viewer writes in a thread. It stands beside the posts, because their buttons quote into it. */
export interface Reply {
  draft: ReplyDraft
  isRestored: boolean
  box: RefObject<HTMLTextAreaElement | null>
  set: (change: Partial<ReplyDraft>) => void
  /** Empties the box, also on this device. */
  finish: () => void
  quote: (post: ForumPost) => void
}

export function useReply(thread: ForumThread): Reply {
  const viewerId = useViewer()?.id ?? null
  const [draft, setDraft] = useState(EMPTY)
  const [isRestored, setRestored] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const isEmpty = draft.text === '' && draft.quote === null
  // Letters typed before the hydration take precedence.
  const restore = (stored: Partial<ReplyDraft> | null) => {
    const typed = box.current?.value ?? ''
    if (!stored && typed === '') return
    const start = typed === '' ? stored : { text: typed }
    setDraft((before) => (before.text === '' && before.quote === null ? { ...EMPTY, ...start } : before))
    setRestored(typed === '')
  }
  const forgetDraft = useStoredDraft(
    viewerId && draftName('forum', viewerId, thread.id),
    isEmpty ? null : draft,
    restore,
  )
  const set = (change: Partial<ReplyDraft>) => setDraft((before) => ({ ...before, ...change }))
  return {
    draft,
    isRestored,
    box,
    set,
    finish: () => {
      forgetDraft()
      setDraft(EMPTY)
      setRestored(false)
    },
    quote: ({ id, number, author }) => {
      set({ quote: { id, number, name: memberName(author) } })
      box.current?.focus({ preventScroll: true })
      box.current?.scrollIntoView({ block: 'center' })
    },
  }
}

/** Renders the box for a reply at the foot of every page of a thread, or why the viewer cannot write there. */
export function ReplyBox(props: { thread: ForumThread; reply: Reply; onPosted: (post: ForumPost) => void }) {
  const { thread, reply } = props
  const { draft, set } = reply
  const viewer = useViewer()
  const mayWrite = viewer !== null && thread.viewerMay.reply
  const { form, problem, failure, forgetFailure, isBusy, send } = useSendReply(thread, reply, props.onPosted)
  const hasText = draft.text !== ''

  const removeQuote = () => {
    set({ quote: null })
    if (failure?.code === 'quoted_post_not_found') forgetFailure()
    // The button that had the focus disappears.
    reply.box.current?.focus({ preventScroll: true })
  }

  return (
    <section aria-label="Reply" className="forum-reply">
      {!mayWrite && <Closed thread={thread} isMember={viewer !== null} />}
      {(mayWrite || hasText) && (
        <form
          ref={form}
          noValidate
          className="grid grid-cols-1 gap-3"
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            if (mayWrite) void send()
          }}
        >
          {reply.isRestored && hasText && <RestoredDraft />}
          {draft.quote && (
            <p className="forum-chip">
              <span className="min-w-0 truncate">
                Quotes <bdi>{draft.quote.name}</bdi>, <span className="num">#{draft.quote.number}</span>
              </span>
              <IconButton icon="x" label="Remove the quote" onClick={removeQuote} />
            </p>
          )}
          <WritingFields
            label="Your reply"
            box={reply.box}
            value={draft}
            onChange={set}
            most={POST_MAX}
            gameId={thread.game?.id}
            error={problem}
            isBusy={isBusy}
          />
          <PostingFoot label="Post reply" failure={failure} isBusy={isBusy} mayPost={mayWrite} />
        </form>
      )}
    </section>
  )
}

/** Sends the reply. A failure preserves the text, and leads to it if it is what is wrong. */
function useSendReply(thread: ForumThread, reply: Reply, onPosted: (post: ForumPost) => void) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<WriteFailure | null>(null)
  const [problem, setProblem] = useState<string>()
  const { form, check } = useFirstWrong()
  const { draft } = reply
  const send = async () => {
    if (isBusy || !thread.viewerMay.reply) return
    const length = lengthOf(readText(draft.text))
    const found = length < 1 || length > POST_MAX ? FORUM_TEXTS.postLength : undefined
    setProblem(found)
    check()
    if (found) return
    setBusy(true)
    setFailure(null)
    try {
      const body = {
        content: draft.text,
        quoted_post_id: draft.quote?.id ?? null,
        ...(draft.spoilsTo !== null && { spoils_to: draft.spoilsTo }),
      }
      const { post } = await call(createPost, { params: { threadId: thread.id }, body }, { client })
      reply.finish()
      await showPost(client, post)
      toast({ title: post.is_held ? FORUM_TEXTS.held : 'Posted' })
      onPosted(post)
    } catch (error) {
      const reason = writeFailureOf(error)
      const { content } = fieldProblemsOf(error)
      if (content) setProblem(content)
      else setFailure(reason)
      // The thread was locked or deleted, or the quoted post deleted.
      if (error instanceof CallError && ([403, 404].includes(error.status) || error.code === 'quoted_post_not_found'))
        void refreshThread(client, thread.id)
    } finally {
      setBusy(false)
    }
  }
  return { form, problem, failure, forgetFailure: () => setFailure(null), isBusy, send }
}

/** Says who cannot write and why. */
function Closed({ thread, isMember }: { thread: ForumThread; isMember: boolean }) {
  if (thread.locked)
    return (
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-14 text-text-2">
        <Icon name="lock" />
        <b className="text-text">{FORUM_TEXTS.locked}</b> {THREAD_TEXTS.closed}
      </p>
    )
  if (thread.is_hidden) return <p className="text-14 text-text-2">{THREAD_TEXTS.hidden}</p>
  if (thread.is_held) return <p className="text-14 text-text-2">{THREAD_TEXTS.held}</p>
  if (isMember) return <p className="text-14 text-text-2">{THREAD_TEXTS.noReply}</p>
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-14 text-text-2">
      {THREAD_TEXTS.membersReply}
      <Button onClick={() => requestSignIn({ description: FORUM_TEXTS.signIn, onSuccess: () => {} })}>
        Sign in to reply
      </Button>
    </p>
  )
}
