import { useState } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { Playlist } from '../../playlists.contract.ts'
import { PlaylistPreview } from './playlist-preview.tsx'

type PreviewTheme = 'dark' | 'light'

/** Renders the page beside the form as it will look, in both themes; below 1200 px a button opens it instead. */
export function PreviewPane({ playlist }: { playlist: Playlist }) {
  const [theme, setTheme] = usePreviewTheme()
  return (
    <aside aria-label="Preview" className="editor-preview">
      <div className="mb-3 flex items-center justify-between gap-3">
        <p className="fact">As readers see it</p>
        <ThemeChoice theme={theme} onChange={setTheme} />
      </div>
      <PlaylistPreview playlist={playlist} theme={theme} />
    </aside>
  )
}

/** `isAlways`: also where the page is wide, because nothing beside the form shows the whole page. */
export function PreviewButton({ playlist, isAlways }: { playlist: Playlist; isAlways: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [theme, setTheme] = usePreviewTheme()
  return (
    <>
      <IconButton
        icon="device"
        label="Preview"
        className={cx(!isAlways && 'wide:hidden')}
        onClick={() => setOpen(true)}
      />
      <Sheet open={isOpen} onClose={() => setOpen(false)} label="Preview" className="sheet-full editor-sheet">
        <div className="flex items-center justify-between gap-3 p-3">
          <ThemeChoice theme={theme} onChange={setTheme} />
          <Button icon="x" onClick={() => setOpen(false)}>
            Close
          </Button>
        </div>
        <PlaylistPreview playlist={playlist} theme={theme} isFull />
      </Sheet>
    </>
  )
}

function usePreviewTheme() {
  return useState<PreviewTheme>(() => {
    const { theme } = document.documentElement.dataset
    if (theme === 'dark' || theme === 'light') return theme
    return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
  })
}

function ThemeChoice(props: { theme: PreviewTheme; onChange: (theme: PreviewTheme) => void }) {
  return (
    <Segmented
      label="Theme of the preview"
      value={props.theme}
      options={[
        { value: 'dark', label: 'Dark', icon: 'moon' },
        { value: 'light', label: 'Light', icon: 'sun' },
      ]}
      onChange={props.onChange}
    />
  )
}
