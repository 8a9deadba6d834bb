import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { PLAYLIST_TEXTS } from '../../playlists.texts.ts'
import { differences, type EditorFields, fieldsOf } from './editor-fields.ts'
import { PlaylistPreview } from './playlist-preview.tsx'

/**
 * Renders the choice after a conflict (G59): the form keeps its values, and the admin may look at the version that somebody
 * else has saved, load it, or save over it.
 */
export function OtherVersion(props: {
  theirs: Playlist
  fields: EditorFields
  isSaving: boolean
  onLoad: () => void
  onSaveOver: () => void
}) {
  const { theirs } = props
  const [isShown, setShown] = useState(false)
  const differing = differences(props.fields, fieldsOf(theirs))
  return (
    <section
      aria-label="Another version"
      role="alert"
      className="mb-6 grid gap-3 rounded-control bg-surface-2 p-4 text-14"
    >
      <p className="font-[650]">{PLAYLIST_TEXTS.changed}</p>
      <p className="text-text-2">
        {differing.length === 0
          ? EDITOR_TEXTS.sameVersions
          : EDITOR_TEXTS.versionsDiffer(differing.join(', ').toLowerCase())}
      </p>
      <p className="flex flex-wrap gap-2">
        <Button kind="line" icon="eye" onClick={() => setShown(true)}>
          {EDITOR_TEXTS.showOther}
        </Button>
        <Button kind="line" onClick={props.onLoad} disabled={props.isSaving}>
          Load it
        </Button>
        <Button kind="line" onClick={props.onSaveOver} busy={props.isSaving} busyLabel="Saving…">
          Save over it
        </Button>
      </p>
      {isShown && (
        <Dialog
          open
          onOpenChange={setShown}
          title="The other version"
          footer={
            <Button kind="solid" className="ml-auto" data-first onClick={() => setShown(false)}>
              Back to yours
            </Button>
          }
        >
          <PlaylistPreview playlist={theirs} isFull />
        </Dialog>
      )}
    </section>
  )
}
