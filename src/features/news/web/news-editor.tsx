import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { signInAgainAfter } from '#features/accounts/web/accounts.api.ts'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import type { NewsId, UserId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { DraftNotices } from '#web/drafts/draft-notices.tsx'
import { draftName } from '#web/drafts/drafts.ts'
import { isConflict, useEditedItem } from '#web/drafts/use-versioned-draft.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useFirstWrong } from '#web/ui/use-first-wrong.ts'
import { useNow } from '#web/use-env.ts'
import { useLeaveGuard } from '#web/use-leave-guard.tsx'
import { fieldProblemsOf, showFailure } from '#web/write-failure.ts'
import type { EditedPost } from '../news.contract.ts'
import { changeNewsPost, createNewsPost, getEditedPost } from '../news.endpoints.ts'
import { stateOf } from '../news.rules.ts'
import { DeleteNews } from './delete-news.tsx'
import { editedPostQuery, newsKeys } from './news.api.ts'
import { articleAddress, editAddress } from './news-address.ts'
import { draftOf, type Fields, fieldsOf, instantOf, rowsOf } from './news-fields.ts'
import { NewsForm } from './news-form.tsx'
import { NewsPreview } from './news-preview.tsx'

/** The editor of a post, or of a new one (null): the form beside a live preview (G19). */
export function NewsEditor({ post, userId }: { post: EditedPost | null; userId: UserId }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const now = useNow()
  const id = (post?.id as NewsId | undefined) ?? null
  const editing = useEditedItem<EditedPost, Fields>({
    name: draftName('news', userId, id),
    item: post,
    fieldsOf,
    versionOf: ({ updated_at }) => updated_at,
  })
  const { fields, isChanged } = editing
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const [shown, setShown] = useState<'write' | 'preview'>('write')
  const [isDeleting, setDeleting] = useState(false)
  const [nextAddress, setNextAddress] = useState<string | null>(null)
  const isLeaving = nextAddress !== null
  const guard = useLeaveGuard(isChanged && !isLeaving, editing.forget)
  const { form, check } = useFirstWrong()
  useEffect(() => {
    if (nextAddress !== null) void navigate(nextAddress, { replace: true })
  }, [nextAddress, navigate])

  async function save(over = editing.version, isNew = post === null): Promise<void> {
    if (isBusy || isLeaving) return
    const checked = draftOf(fields, post?.published_at ?? null)
    if ('problems' in checked) {
      setProblems(checked.problems)
      setShown('write')
      check()
      return toast({
        title: 'Nothing was saved',
        description: Object.values(checked.problems)[0] ?? '',
        tone: 'danger',
      })
    }
    setProblems({})
    setBusy(true)
    try {
      const saved = await send(checked.draft, over, isNew)
      if (saved.id === id) editing.accept(saved, fields)
      else {
        editing.accept(saved, fields, draftName('news', userId, saved.id))
        setNextAddress(editAddress(saved.id))
      }
      client.setQueryData(editedPostQuery(saved.id).queryKey, saved)
      toast({ title: savedText(saved), action: { label: 'Open', href: articleAddress(saved.slug) } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await showRefusal(error)
    } finally {
      setBusy(false)
      for (const queryKey of [adminKeys.all, newsKeys.all]) void client.invalidateQueries({ queryKey })
    }
  }

  async function send(
    draft: Parameters<typeof call<typeof createNewsPost>>[1]['body'],
    over: string | null,
    isNew: boolean,
  ) {
    if (!post || isNew) return (await call(createNewsPost, { body: draft }, { client })).post
    const body = { ...draft, ...(over !== null && { updated_at: over }) }
    return (await call(changeNewsPost, { params: { idOrSlug: post.id }, body }, { client })).post
  }

  /** Shows the error of a failed save. The form keeps its text. */
  async function showRefusal(error: CallError): Promise<void> {
    const found = fieldProblemsOf(error)
    setProblems(found)
    if (Object.keys(found).length > 0) check()
    showFailure('Nothing was saved', error)
    signInAgainAfter(error)
    if (error.status === 404) editing.showDeletion()
    if (!isConflict(error) || !post) return
    const theirs = await call(getEditedPost, { params: { newsId: post.id } }, { client }).catch(() => null)
    if (theirs) editing.showOther(theirs.post, true)
  }

  const state = stateOf({ status: fields.status, published_at: dateOf(fields.publishAt) }, now)
  const label = { draft: 'Save draft', scheduled: 'Schedule', published: 'Publish', archived: 'Archive' }[state]
  const isSame = post !== null && post.status === fields.status
  return (
    <form
      ref={form}
      noValidate
      className="grid grid-cols-[minmax(0,1fr)] gap-6"
      aria-label="News post"
      aria-busy={isBusy || isLeaving}
      inert={isLeaving}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        void save()
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" kind="solid" busy={isBusy || isLeaving} busyLabel="Saving…">
          {isSame ? 'Save' : label}
        </Button>
        {post && (
          <ButtonLink kind="quiet" icon="eye" href={articleAddress(post.slug)}>
            Open
          </ButtonLink>
        )}
        {post && (
          <Button kind="danger" icon="trash" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )}
        <span className="text-13 text-text-3" role="status">
          {isChanged ? 'Not saved yet' : post ? 'Saved' : ''}
        </span>
        <div className="sm:ml-auto lg:hidden">
          <Segmented
            label="Show"
            value={shown}
            options={[
              { value: 'write', label: 'Write' },
              { value: 'preview', label: 'Preview' },
            ]}
            onChange={setShown}
          />
        </div>
      </div>
      <DraftNotices
        editing={editing}
        rowsOf={rowsOf}
        isBusy={isBusy}
        onSaveOver={(version) => void save(version)}
        onSaveAsNew={() => void save(null, true)}
        thing="post"
      />
      <div className="news-editor">
        <div className={shown === 'preview' ? 'max-lg:hidden' : ''}>
          <NewsForm fields={fields} problems={problems} onChange={editing.set} />
        </div>
        <div className={shown === 'write' ? 'max-lg:hidden' : ''}>
          <NewsPreview fields={fields} />
        </div>
      </div>
      {guard}
      {isDeleting && post && (
        <DeleteNews
          post={post}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            editing.forget()
            setNextAddress('/admin/news')
          }}
        />
      )}
    </form>
  )
}

function dateOf(publishAt: string): Date | null {
  const at = instantOf(publishAt, null)
  const date = at === null ? null : new Date(at)
  return date && !Number.isNaN(date.getTime()) ? date : null
}

function savedText({ status, published_at }: EditedPost): string {
  if (status !== 'published') return status === 'draft' ? 'Draft saved' : 'Archived'
  return published_at !== null && new Date(published_at).getTime() > Date.now() ? 'Scheduled' : 'Published'
}
