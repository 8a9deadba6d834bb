import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, useWatch } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import type { SessionUser } from '#features/accounts/session.contract.ts'
import { DraftNotices } from '#web/drafts/draft-notices.tsx'
import { draftName } from '#web/drafts/drafts.ts'
import { readItemDraft, useVersionedDraft } from '#web/drafts/use-versioned-draft.ts'
import { toast } from '#web/ui/toasts.ts'
import { useNow } from '#web/use-env.ts'
import { useLeaveGuard } from '#web/use-leave-guard.tsx'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { PLAYLIST_TEXTS } from '../../playlists.texts.ts'
import { AppearanceTab } from './appearance-tab.tsx'
import { useCover } from './cover-field.tsx'
import { DetailsTab } from './details-tab.tsx'
import {
  EDITOR_TABS,
  type EditorFields,
  type EditorTab,
  type FieldName,
  fieldsOf,
  isSameFields,
  problemsByField,
  rowsOf,
  tabOf,
  validateFields,
} from './editor-fields.ts'
import { EditorFoot } from './editor-foot.tsx'
import { EditorHead, type EditorMode } from './editor-head.tsx'
import { EditorTabs } from './editor-tabs.tsx'
import { GamesTab } from './games-tab.tsx'
import { HubSide } from './hub-side.tsx'
import { LookAtOther } from './other-version.tsx'
import { PreviewButton, PreviewPane } from './preview-pane.tsx'
import { previewedPlaylist } from './previewed-playlist.ts'
import { useStoredChanges } from './use-live-editor.ts'
import { useSave } from './use-save.ts'

/** Only in the browser: it begins with the draft that this device stores. */
export function PlaylistEditor({ playlist, viewer }: { playlist: Playlist | null; viewer: SessionUser }) {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const id = playlist?.id ?? null
  const edited = {
    name: draftName('playlist', viewer.id, id),
    item: playlist,
    fieldsOf,
    versionOf: ({ updatedAt }: Playlist) => updatedAt,
    isSame: isSameFields,
  }
  const [draft] = useState(() => readItemDraft(edited))
  const form = useForm<EditorFields>({
    resolver: validateFields,
    mode: 'onBlur',
    defaultValues: draft?.fields ?? fieldsOf(playlist),
    // The tab with the first error opens before its field gets the focus.
    shouldFocusError: false,
  })
  const fields = useWatch({ control: form.control }) as EditorFields
  const editing = useVersionedDraft(edited, { draft, fields, show: (next) => form.reset(next) })
  const { stored, version, isChanged } = editing
  const [isDone, setDone] = useState(false)
  const shown = useDeferredValue(fields)
  const cover = useCover(fields.coverImage, stored)

  const mode: EditorMode = new URLSearchParams(search).get('mode') === 'hub' ? 'hub' : 'plain'
  const tab = EDITOR_TABS.find(({ id }) => `#${id}` === hash)?.id ?? 'details'
  const go = (to: { search?: string; hash?: string }) =>
    void navigate({ pathname, search, hash, ...to }, { replace: true, preventScrollReset: true })
  const openTab = (next: EditorTab) => next !== tab && go({ hash: next })

  /** Nothing is left to save here, so neither the guard nor a draft keeps the admin. */
  const finish = () => {
    flushSync(() => setDone(true))
    editing.forget()
  }
  const afterSave = (saved: Playlist, sent: EditorFields) => {
    if (saved.id === id) return editing.accept(saved, sent)
    finish()
    editing.accept(saved, sent, draftName('playlist', viewer.id, saved.id))
    void navigate({ pathname: `/admin/playlists/${saved.id}/edit`, search, hash }, { replace: true })
  }
  // A field can get the focus once its tab is open.
  const [wrongField, setWrongField] = useState<FieldName | null>(null)
  useEffect(() => {
    if (wrongField === null) return
    const place = tabOf(wrongField)
    if (place && place !== tab) return
    form.setFocus(wrongField)
    setWrongField(null)
  }, [wrongField, tab, form])
  const onWrong = (field: FieldName) => {
    setWrongField(field)
    openTab(tabOf(field) ?? tab)
  }
  const saving = useSave({ form, editing, onSaved: afterSave, onWrong })
  useStoredChanges(id, (theirs) => {
    if (isDone || saving.isSaving || version === null || theirs.updatedAt <= version) return
    if (isChanged) return editing.showOther(theirs, false)
    editing.begin(theirs)
    toast({ title: PLAYLIST_TEXTS.changed, description: EDITOR_TEXTS.newVersionShown })
  })
  const isBusy = saving.isSaving || isDone
  const guard = useLeaveGuard(isChanged && !isDone, editing.forget)
  const deleted = () => {
    finish()
    void navigate('/admin/playlists')
  }
  const submit = form.handleSubmit(
    (values) => saving.save(values, id, version),
    (errors) =>
      saving.showProblems(
        problemsByField(Object.entries(errors).map(([field, error]) => [field, error?.message ?? ''])),
      ),
  )
  const wrong = EDITOR_TABS.filter(({ fields }) => fields.some((field: FieldName) => form.formState.errors[field]))

  const now = useNow().getTime()
  const preview = useMemo(
    () => previewedPlaylist({ fields: shown, coverUrl: cover.url, stored, viewer, now: new Date(now) }),
    [shown, cover.url, stored, viewer, now],
  )
  return (
    <form
      noValidate
      aria-label="Playlist editor"
      aria-busy={isBusy}
      // Nothing stores a text that is typed while the next page loads.
      inert={isDone}
      className={mode === 'hub' ? 'editor editor-hub' : 'editor'}
      onSubmit={(event) => {
        if (isDone) return event.preventDefault()
        void submit(event)
      }}
    >
      {guard}
      <EditorHead
        mode={mode}
        onMode={(next) => {
          const params = new URLSearchParams(search)
          if (next === 'hub') params.set('mode', 'hub')
          else params.delete('mode')
          go({ search: params.toString() })
        }}
        fields={fields}
        stored={stored}
        shown={preview}
        isChanged={isChanged}
        isSaving={isBusy}
        onPublished={(isPublished) => form.setValue('isPublished', isPublished, { shouldDirty: true })}
        previewButton={<PreviewButton playlist={preview} isAlways={mode === 'hub'} />}
      />
      <div className="page pb-12">
        <div className="mb-6 grid gap-3 empty:hidden">
          <DraftNotices
            editing={editing}
            rowsOf={rowsOf}
            isBusy={isBusy}
            onSaveOver={(over) => void saving.save(form.getValues(), id, over)}
            onSaveAsNew={() => void saving.save(form.getValues(), null, null)}
            thing="playlist"
            more={(theirs) => <LookAtOther playlist={theirs} />}
          />
        </div>
        <div className="editor-columns">
          <div className="editor-form">
            <EditorTabs
              current={tab}
              onSelect={openTab}
              wrong={wrong.map(({ id }) => id)}
              games={fields.games.length}
              panels={{
                details: <DetailsTab form={form} stored={stored} />,
                games: <GamesTab control={form.control} problemIds={saving.problemIds} />,
                appearance: <AppearanceTab form={form} cover={cover} />,
              }}
            />
            {stored && <EditorFoot stored={stored} onDeleted={deleted} />}
          </div>
          {mode === 'hub' ? <HubSide stored={stored} shown={preview} /> : <PreviewPane playlist={preview} />}
        </div>
      </div>
    </form>
  )
}
