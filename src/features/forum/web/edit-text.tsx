import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import type { ForumPostId, ForumThreadId, GameId } from '#shared/ids.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { call } from '#web/call.ts'
import { DraftNotices } from '#web/drafts/draft-notices.tsx'
import { draftName } from '#web/drafts/drafts.ts'
import { isConflict, useEditedItem } from '#web/drafts/use-versioned-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFirstWrong } from '#web/ui/use-first-wrong.ts'
import { editPost, editThread, getPost, getThread } from '../forum.endpoints.ts'
import { BODY_MAX, BODY_MIN, POST_MAX, TITLE_MAX, TITLE_MIN } from '../forum.rules.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import type { ForumPost, ForumThread } from '../forum-shapes.schemas.ts'
import { changePosts, forumKeys, staleLists } from './forum.api.ts'
import { type WriteFailure, WriteFailureNote, writeFailureOf } from './write-failure.tsx'
import { counterOf, WritingFields } from './writing-fields.tsx'

interface Fields {
  /** Null for a post. */
  title: string | null
  text: string
  spoilsTo: number | null
}

/** A version of the text, as the server has it. */
interface Version extends Fields {
  updatedAt: string
}

/** Edits a post at its place. */
export function EditPost(props: { post: ForumPost; thread: ForumThread; onClose: () => void }) {
  const { post, thread } = props
  const client = useQueryClient()
  return (
    <EditForm
      id={post.id}
      start={versionOf(post)}
      gameId={thread.game?.id ?? null}
      label="Edit your post"
      onClose={props.onClose}
      read={async () => {
        const { post: theirs } = await call(
          getPost,
          { params: { postId: post.id }, query: { reveal: '1' } },
          { client },
        )
        return versionOf(theirs)
      }}
      save={async ({ text, spoilsTo }, updatedAt) => {
        const body = { content: text, spoils_to: spoilsTo, updated_at: updatedAt }
        const { post: saved } = await call(editPost, { params: { postId: post.id }, body }, { client })
        changePosts(client, post.thread_id, (one) => (one.id === saved.id ? saved : one))
        return saved
      }}
    />
  )
}

/** Edits the title and the first text of a thread at their place. */
export function EditThread({ thread, onClose }: { thread: ForumThread; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <EditForm
      id={thread.id}
      start={{ ...versionOf(thread), title: thread.title }}
      gameId={thread.game?.id ?? null}
      label="Edit your thread"
      onClose={onClose}
      read={async () => {
        const params = { threadId: thread.id }
        const { thread: theirs } = await call(getThread, { params, query: { reveal: '1' } }, { client })
        return { ...versionOf(theirs), title: theirs.title }
      }}
      save={async ({ title, text, spoilsTo }, updatedAt) => {
        const body = { title: title ?? '', body: text, spoils_to: spoilsTo, updated_at: updatedAt }
        const { thread: saved } = await call(editThread, { params: { threadId: thread.id }, body }, { client })
        client.setQueryData(forumKeys.thread(thread.id), saved)
        void staleLists(client)
        return saved
      }}
    />
  )
}

const versionOf = (item: Pick<ForumPost, 'source_text' | 'spoils_to' | 'updated_at'>): Version => ({
  title: null,
  text: item.source_text ?? '',
  spoilsTo: item.spoils_to,
  updatedAt: item.updated_at,
})

const fieldsOf = ({ title, text, spoilsTo }: Version): Fields => ({ title, text, spoilsTo })

/** The fields as people read them, where two versions differ. */
const rowsOf = ({ title, text, spoilsTo }: Fields) => ({
  ...(title !== null && { Title: title }),
  Text: text,
  Spoilers: spoilsTo === null ? '' : markSentence(spoilsTo),
})

function problemsOf({ title, text }: Fields): { title?: string; text?: string } {
  const length = lengthOf(readText(text))
  const titleLength = lengthOf(readText(title ?? ''))
  if (title === null) return length < 1 || length > POST_MAX ? { text: FORUM_TEXTS.postLength } : {}
  return {
    ...((titleLength < TITLE_MIN || titleLength > TITLE_MAX) && { title: FORUM_TEXTS.titleLength }),
    ...((length < BODY_MIN || length > BODY_MAX) && { text: FORUM_TEXTS.bodyLength }),
  }
}

function EditForm(props: {
  id: ForumThreadId | ForumPostId
  start: Version
  gameId: GameId | null
  label: string
  /** Reads the version that the server has now. */
  read: () => Promise<Version>
  save: (fields: Fields, updatedAt: string) => Promise<{ is_held: boolean }>
  onClose: () => void
}) {
  const { start, gameId, onClose } = props
  const viewer = useViewer()
  const editing = useEditedItem<Version, Fields>({
    name: viewer && draftName('forum edit', viewer.id, props.id),
    item: start,
    fieldsOf: (version) => fieldsOf(version ?? start),
    versionOf: ({ updatedAt }) => updatedAt,
  })
  const { fields, set, isChanged, other } = editing
  const [problems, setProblems] = useState<{ title?: string; text?: string }>({})
  const [failure, setFailure] = useState<WriteFailure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const { form, check } = useFirstWrong()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = box.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [])

  const close = () => {
    editing.forget()
    onClose()
  }

  const save = async (over = editing.version ?? start.updatedAt) => {
    if (isBusy) return
    const found = problemsOf(fields)
    setProblems(found)
    setFailure(null)
    check()
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const { is_held } = await props.save(fields, over)
      toast({ title: is_held ? FORUM_TEXTS.held : 'Saved' })
      close()
    } catch (error) {
      const found = writeFailureOf(error)
      const theirs = isConflict(error) ? await props.read().catch(() => null) : null
      if (theirs) editing.showOther(theirs, true)
      else setFailure(found)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={props.label}
      className="grid grid-cols-1 gap-3"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isChanged) close()
      }}
    >
      <DraftNotices editing={editing} rowsOf={rowsOf} isBusy={isBusy} onSaveOver={(version) => void save(version)} />
      {fields.title !== null && (
        <Field label="Title" error={problems.title} counter={counterOf(fields.title, TITLE_MAX, 30)}>
          <TextInput dir="auto" value={fields.title} onChange={(event) => set({ title: event.target.value })} />
        </Field>
      )}
      <WritingFields
        label={fields.title === null ? 'Your post' : 'Text'}
        rows={fields.title === null ? 4 : 8}
        box={box}
        value={fields}
        onChange={set}
        most={fields.title === null ? POST_MAX : BODY_MAX}
        gameId={gameId}
        error={problems.text}
        isBusy={isBusy}
      />
      <div className="flex flex-wrap items-center gap-3">
        {failure && <WriteFailureNote failure={failure} />}
        <Button kind="quiet" className="ml-auto" onClick={close} disabled={isBusy}>
          Cancel
        </Button>
        {!other && (
          <Button kind="solid" type="submit" busy={isBusy} busyLabel="Saving…">
            Save
          </Button>
        )}
      </div>
    </form>
  )
}
