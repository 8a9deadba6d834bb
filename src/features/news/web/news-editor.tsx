import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { requestSignIn } from '#features/accounts/web/accounts.api.ts'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import type { NewsId, UserId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { draftName, type FormDraft, readDraft, storeDraft } from '#web/drafts.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useNow } from '#web/use-env.ts'
import { useLeaveGuard } from '#web/use-leave-guard.tsx'
import { useStoredDraft } from '#web/use-stored-draft.ts'
import type { EditedPost } from '../news.contract.ts'
import { changeNewsPost, createNewsPost, getEditedPost } from '../news.endpoints.ts'
import { stateOf } from '../news.rules.ts'
import { NEWS_EDITOR_TEXTS } from '../news-editor.texts.ts'
import { DeleteNews } from './delete-news.tsx'
import { editedPostQuery, newsKeys } from './news.api.ts'
import { articleAddress, editAddress } from './news-address.ts'
import { type Conflict, NewsConflict } from './news-conflict.tsx'
import { differences, draftOf, type Fields, fieldsOf, instantOf } from './news-fields.ts'
import { NewsForm } from './news-form.tsx'
import { NewsPreview } from './news-preview.tsx'

/** The editor of a post, or of a new one (null): the form beside a live preview (G19). */
export function NewsEditor({ post, userId }: { post: EditedPost | null; userId: UserId }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const now = useNow()
  const id = (post?.id as NewsId | undefined) ?? null
  const draftOnDevice = draftName('news', userId, id)
  const [base, setBase] = useState(() => ({ fields: fieldsOf(post), version: post?.updated_at ?? null }))
  const [found] = useState(() => {
    const draft = readDraft<FormDraft<Fields>>(draftOnDevice)
    return draft && differences(draft.fields, base.fields).length > 0 ? draft : null
  })
  const [fields, setFields] = useState(found?.fields ?? base.fields)
  const [version, setVersion] = useState(found ? found.version : base.version)
  const [isRestored, setRestored] = useState(found !== null)
  const [problems, setProblems] = useState<Record<string, string>>({})
  // A draft of an earlier version meets the current one at once.
  const [conflict, setConflict] = useState<Conflict | null>(() =>
    found && post && found.version !== post.updated_at ? { theirs: base.fields, version: post.updated_at } : null,
  )
  /** Somebody has deleted the post meanwhile. */
  const [isGone, setGone] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [shown, setShown] = useState<'write' | 'preview'>('write')
  const [isDeleting, setDeleting] = useState(false)
  const [nextAddress, setNextAddress] = useState<string | null>(null)
  const isDirty = differences(fields, base.fields).length > 0
  const isLeaving = nextAddress !== null
  const forgetDraft = useStoredDraft(draftOnDevice, isDirty ? { fields, version } : null)
  const guard = useLeaveGuard(isDirty && !isLeaving, forgetDraft)
  const typed = useRef(fields)
  typed.current = fields
  const form = useRef<HTMLFormElement>(null)
  // The first wrong field of the page gets the focus.
  useEffect(() => {
    const wrong = [...(form.current?.elements ?? [])].find((each) => problems[(each as HTMLInputElement).name])
    if (wrong instanceof HTMLElement) wrong.focus()
  }, [problems])

  useEffect(() => {
    if (nextAddress !== null) void navigate(nextAddress, { replace: true })
  }, [nextAddress, navigate])

  const change = (changes: Partial<Fields>) => setFields((before) => ({ ...before, ...changes }))

  async function save(over: string | null = version, isNew = post === null): Promise<void> {
    if (isBusy || isLeaving) return
    const checked = draftOf(fields, post?.published_at ?? null)
    if ('problems' in checked) {
      setProblems(checked.problems)
      setShown('write')
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
      setConflict(null)
      setRestored(false)
      afterSave(saved)
      client.setQueryData(editedPostQuery(saved.id).queryKey, saved)
      toast({ title: savedText(saved), action: { label: 'Open', href: articleAddress(saved.slug) } })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      await showFailure(error)
    } finally {
      setBusy(false)
      for (const queryKey of [adminKeys.all, newsKeys.all]) void client.invalidateQueries({ queryKey })
    }
  }

  /** Keeps the text that the admin typed during the request, as a change of the new version. */
  function afterSave(saved: EditedPost): void {
    const late = differences(typed.current, fields)
    const next = { ...fieldsOf(saved), ...Object.fromEntries(late.map((name) => [name, typed.current[name]])) }
    const version = saved.updated_at
    if (saved.id !== id) {
      forgetDraft()
      if (late.length > 0) storeDraft(draftName('news', userId, saved.id), { fields: next, version })
      setNextAddress(editAddress(saved.id))
      return
    }
    if (late.length === 0) forgetDraft()
    setBase({ fields: fieldsOf(saved), version })
    setFields(next)
    setVersion(version)
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
  async function showFailure(error: CallError): Promise<void> {
    const details = Object.entries(error.details).filter(([, words]) => typeof words === 'string')
    setProblems(Object.fromEntries(details) as Record<string, string>)
    toast({ title: 'Nothing was saved', description: error.message, tone: 'danger' })
    if (error.status === 401) requestSignIn({ description: error.message, onSuccess: () => {} })
    if (error.status === 404) setGone(true)
    if (error.code !== 'changed_by_somebody' || !post) return
    const theirs = await call(getEditedPost, { params: { newsId: post.id } }, { client }).catch(() => null)
    if (theirs) setConflict({ theirs: fieldsOf(theirs.post), version: theirs.post.updated_at })
  }

  const takeTheirs = (given: Conflict) => {
    const mine = fields
    setFields(given.theirs)
    setBase({ fields: given.theirs, version: given.version })
    setVersion(given.version)
    setConflict(null)
    toast({ title: 'Their version is shown', undo: () => setFields(mine) })
  }
  const discard = () => {
    setFields(base.fields)
    setVersion(base.version)
    setRestored(false)
    setConflict(null)
    setProblems({})
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
          {isDirty ? 'Not saved yet' : post ? 'Saved' : ''}
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
      {isRestored && isDirty && (
        <p className="flex flex-wrap items-center gap-3 rounded-control bg-surface-2 px-4 py-2 text-14" role="status">
          {NEWS_EDITOR_TEXTS.restored}
          <Button kind="line" onClick={discard}>
            Discard it
          </Button>
        </p>
      )}
      {isGone && (
        <div className="flex flex-wrap items-center gap-3 rounded-control bg-surface-2 px-4 py-2 text-14" role="alert">
          <p>{NEWS_EDITOR_TEXTS.deletedMeanwhile}</p>
          <Button kind="line" busy={isBusy} busyLabel="Saving…" onClick={() => void save(null, true)}>
            {NEWS_EDITOR_TEXTS.saveAsNew}
          </Button>
        </div>
      )}
      {conflict && (
        <NewsConflict
          conflict={conflict}
          base={version === base.version ? base.fields : null}
          mine={fields}
          isBusy={isBusy}
          onKeepMine={() => void save(conflict.version)}
          onTakeTheirs={() => takeTheirs(conflict)}
        />
      )}
      <div className="news-editor">
        <div className={shown === 'preview' ? 'max-lg:hidden' : ''}>
          <NewsForm fields={fields} problems={problems} onChange={change} />
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
            forgetDraft()
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
