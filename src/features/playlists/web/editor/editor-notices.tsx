import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { Playlist } from '../../playlists.contract.ts'
import type { EditorFields } from './editor-fields.ts'
import { OtherVersion } from './other-version.tsx'
import type { useSave } from './use-save.ts'

/** Renders the notices above the form: a restored draft, a conflict, a deleted playlist (G59). */
export function EditorNotices(props: {
  hasDraft: boolean
  isNew: boolean
  saving: ReturnType<typeof useSave>
  fields: EditorFields
  onStartOver: () => void
  onLoad: (theirs: Playlist) => void
  onSaveOver: (theirs: Playlist) => void
  onSaveAsNew: () => void
}) {
  const { saving } = props
  const { theirs } = saving
  return (
    <>
      {props.hasDraft && (
        <Notice role="status">
          <p>{EDITOR_TEXTS.restored}</p>
          <Button
            kind="line"
            disabled={saving.isSaving}
            onClick={() => {
              props.onStartOver()
              saving.forgetConflict()
            }}
          >
            {props.isNew ? 'Start over' : 'Show the saved playlist'}
          </Button>
        </Notice>
      )}
      {theirs && (
        <OtherVersion
          theirs={theirs}
          fields={props.fields}
          isSaving={saving.isSaving}
          onLoad={() => {
            props.onLoad(theirs)
            saving.forgetConflict()
          }}
          onSaveOver={() => props.onSaveOver(theirs)}
        />
      )}
      {saving.isGone && (
        <Notice role="alert">
          <p>{EDITOR_TEXTS.deletedMeanwhile}</p>
          <Button kind="line" onClick={props.onSaveAsNew} busy={saving.isSaving} busyLabel="Saving…">
            {EDITOR_TEXTS.saveAsNew}
          </Button>
        </Notice>
      )}
    </>
  )
}

function Notice({ role, children }: { role: 'status' | 'alert'; children: ReactNode }) {
  return (
    <div
      role={role}
      className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-surface-2 p-3 pl-4 text-14"
    >
      {children}
    </div>
  )
}
