import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { PlaylistPreview } from './playlist-preview.tsx'

/** Shows the version that somebody else has saved as readers would see it (G59). */
export function LookAtOther({ playlist }: { playlist: Playlist }) {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button icon="eye" onClick={() => setShown(true)}>
        {EDITOR_TEXTS.showOther}
      </Button>
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
          <PlaylistPreview playlist={playlist} isFull />
        </Dialog>
      )}
    </>
  )
}
