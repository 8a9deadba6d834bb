import { useState } from 'react'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import type { Playlist } from '../../playlists.contract.ts'
import { DeletePlaylistDialog } from './delete-playlist-dialog.tsx'

/** Renders the way to the page of a stored playlist, and its deletion. */
export function EditorFoot({ stored, onDeleted }: { stored: Playlist; onDeleted: () => void }) {
  const [isDoomed, setDoomed] = useState(false)
  return (
    <div className="mt-12 flex flex-wrap gap-2 border-t border-line pt-4">
      <ButtonLink icon="external" href={`/playlists/${stored.id}`} target="_blank" rel="noopener">
        View page
      </ButtonLink>
      <MenuButton
        label="More about this playlist"
        className="icon-btn"
        items={[{ label: 'Delete', icon: 'trash', danger: true, onSelect: () => setDoomed(true) }]}
      >
        <Icon name="dots" size={20} />
      </MenuButton>
      {isDoomed && <DeletePlaylistDialog playlist={stored} onClose={() => setDoomed(false)} onDeleted={onDeleted} />}
    </div>
  )
}
