import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CANNOT_UNDO } from '#shared/sentences.ts'
import { CallError, call } from '#web/call.ts'
import { ConfirmDialog, Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { Field, Radio } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { deletePost, deleteThread, editThread } from '../forum.endpoints.ts'
import { CATEGORY_SLUGS, type CategorySlug } from '../forum.rules.ts'
import { FORUM_DIALOG_TEXTS } from '../forum-dialogs.texts.ts'
import type { ForumPost, ForumThread } from '../forum-shapes.schemas.ts'
import { changePosts, forumKeys, refreshThread, staleLists } from './forum.api.ts'
import { CATEGORY_NAMES, categoryPath } from './forum-address.ts'

/** Asks before a post is deleted. Its number remains, with one line. */
export function DeletePostDialog({ post, onClose }: { post: ForumPost; onClose: () => void }) {
  const client = useQueryClient()
  const remove = async () => {
    try {
      await call(deletePost, { params: { postId: post.id } }, { client })
    } catch (error) {
      // Somebody else has deleted it.
      if (!(error instanceof CallError && error.status === 404))
        return showFailure(FORUM_DIALOG_TEXTS.postNotDeleted, error)
    }
    const viewerCan = {
      like: false,
      edit: false,
      delete: false,
      report: false,
      seeVersions: post.viewerCan.seeVersions,
    }
    changePosts(client, post.thread_id, (one) => ({
      ...one,
      ...(one.id === post.id && {
        html: '',
        source_text: null,
        fold: null,
        quote: null,
        absence: 'deleted',
        viewerCan,
      }),
      ...(one.quote?.id === post.id && { quote: { ...one.quote, excerpt: '', fold: null, absence: 'deleted' } }),
    }))
    void refreshThread(client, post.thread_id)
    void staleLists(client)
    toast({ title: 'Post deleted' })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={FORUM_DIALOG_TEXTS.deletePostTitle}
      text={FORUM_DIALOG_TEXTS.deletePost}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={remove}
    />
  )
}

/** Asks before a thread is deleted with its posts, and leads to its category. */
export function DeleteThreadDialog({ thread, onClose }: { thread: ForumThread; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const remove = async () => {
    try {
      await call(deleteThread, { params: { threadId: thread.id } }, { client })
    } catch (error) {
      if (!(error instanceof CallError && error.status === 404))
        return showFailure(FORUM_DIALOG_TEXTS.threadNotDeleted, error)
    }
    void staleLists(client)
    await navigate(categoryPath(thread.category))
    client.removeQueries({ queryKey: forumKeys.thread(thread.id) })
    toast({ title: 'Thread deleted' })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={FORUM_DIALOG_TEXTS.deleteThreadTitle}
      text={thread.posts_count > 0 ? FORUM_DIALOG_TEXTS.deleteThread : CANNOT_UNDO}
      confirmLabel="Delete"
      busyLabel="Deleting…"
      danger
      onConfirm={remove}
    />
  )
}

/** Moves a thread to another category. */
export function MoveThreadDialog({ thread, onClose }: { thread: ForumThread; onClose: () => void }) {
  const client = useQueryClient()
  const [category, setCategory] = useState<CategorySlug>(thread.category)
  const [isBusy, setBusy] = useState(false)
  const move = async () => {
    if (category === thread.category) return onClose()
    setBusy(true)
    try {
      const { thread: moved } = await call(
        editThread,
        { params: { threadId: thread.id }, body: { category } },
        { client },
      )
      client.setQueryData(forumKeys.thread(thread.id), moved)
      void staleLists(client)
      toast({ title: `Moved to ${CATEGORY_NAMES[category]}` })
      onClose()
    } catch (error) {
      showFailure(FORUM_DIALOG_TEXTS.threadNotMoved, error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Move this thread"
      size="question"
      onSubmit={(event) => {
        event.preventDefault()
        void move()
      }}
      footer={<DialogButtons label="Move" onCancel={onClose} busy={isBusy} busyLabel="Moving…" />}
    >
      <Field group label="Category">
        <div className="grid gap-1">
          {CATEGORY_SLUGS.map((slug) => (
            <Radio
              key={slug}
              name="category"
              value={slug}
              checked={slug === category}
              onChange={() => setCategory(slug)}
              label={CATEGORY_NAMES[slug]}
            />
          ))}
        </div>
      </Field>
    </Dialog>
  )
}
