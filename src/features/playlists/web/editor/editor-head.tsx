import { type ReactNode, useEffect, useRef } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { Playlist } from '../../playlists.contract.ts'
import { GAMES_SHOWN } from '../../playlists.rules.ts'
import { PlaylistHead } from '../playlist-head.tsx'
import { colorsOf } from '../playlist-parts.tsx'
import type { EditorFields } from './editor-fields.ts'
import { StatePill } from './state-pill.tsx'

/** The two presentations of one form: plain with a Back button, or in the style of the social hub (R-PLED-02, G35). */
export type EditorMode = 'plain' | 'hub'

interface HeadProps {
  mode: EditorMode
  onMode: (mode: EditorMode) => void
  fields: EditorFields
  stored: Playlist | null
  /** The playlist that saving would make. */
  shown: Playlist
  isChanged: boolean
  isSaving: boolean
  onPublished: (isPublished: boolean) => void
  previewButton: ReactNode
}

/** Renders the head of the editor: toggle and 'Save Playlist' in a bar that stays in view, then the title (R-PLED-03). */
export function EditorHead(props: HeadProps) {
  // Each style has its switch at another place; the focus follows it there.
  const isSwitched = useRef(false)
  const onMode = (mode: EditorMode) => {
    isSwitched.current = true
    props.onMode(mode)
  }
  const modeSwitch = <ModeSwitch key={props.mode} mode={props.mode} onMode={onMode} takesFocus={isSwitched.current} />
  return (
    <>
      <EditorBar {...props} />
      {props.mode === 'hub' ? (
        <HubHead {...props} modeSwitch={modeSwitch} />
      ) : (
        <PlainHead {...props} modeSwitch={modeSwitch} />
      )}
    </>
  )
}

function EditorBar(props: HeadProps) {
  const { mode } = props
  const { isPublished } = props.fields
  return (
    <div className="editor-bar">
      <div className="page flex min-h-14 items-center gap-2 py-2">
        {mode === 'plain' && (
          <ButtonLink kind="quiet" icon="left" href="/admin/playlists" className="-ml-2">
            <span className="max-[22.5rem]:sr-only">Back</span>
          </ButtonLink>
        )}
        <span role="status" className="ml-auto text-13 text-text-3 max-md:sr-only">
          {props.isChanged ? 'Not saved yet' : ''}
        </span>
        <span className="ml-auto flex items-center gap-1.5 sm:gap-2 md:ml-2">
          {props.previewButton}
          <Button
            icon={isPublished ? 'eye' : 'eye-off'}
            // On a phone only the words have room.
            className="max-sm:[&>.i]:hidden"
            aria-pressed={isPublished}
            onClick={() => props.onPublished(!isPublished)}
          >
            {isPublished ? 'Published' : 'Draft'}
          </Button>
          <Button kind="solid" type="submit" busy={props.isSaving} busyLabel="Saving…">
            Save Playlist
          </Button>
        </span>
      </div>
    </div>
  )
}

function ModeSwitch(props: { mode: EditorMode; onMode: (mode: EditorMode) => void; takesFocus: boolean }) {
  const group = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where the switch appears
  useEffect(() => {
    if (props.takesFocus) group.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
  }, [])
  return (
    <div ref={group} className="flex sm:ml-auto">
      <Segmented
        label="Style of the editor"
        value={props.mode}
        options={[
          { value: 'plain', label: 'Plain' },
          { value: 'hub', label: 'Social hub' },
        ]}
        onChange={props.onMode}
      />
    </div>
  )
}

function PlainHead({ fields, stored, modeSwitch }: HeadProps & { modeSwitch: ReactNode }) {
  return (
    <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 pt-(--page-top) pb-4">
      <h1 className="title min-w-0 text-28 wrap-anywhere md:text-40" dir="auto">
        {fields.title.trim() || (stored ? 'Untitled' : 'New playlist')}
      </h1>
      <StatePill isLive={stored?.isPublished === true} />
      {modeSwitch}
    </div>
  )
}

/** The head of the playlist's own page, alive, with the first covers over its edge. */
function HubHead({ stored, shown, modeSwitch }: HeadProps & { modeSwitch: ReactNode }) {
  return (
    <div className="playlist editor-hub-head" style={colorsOf(shown.metadata)}>
      <PlaylistHead playlist={{ ...shown, isPublished: true }}>
        <StatePill isLive={stored?.isPublished === true} />
      </PlaylistHead>
      <div className="page editor-hub-covers" aria-hidden="true">
        {shown.games.slice(0, GAMES_SHOWN).map((game) => (
          <span key={game.id} className="poster">
            <Cover game={posterGame(game)} facts={false} />
          </span>
        ))}
      </div>
      <div className="page flex pt-6">{modeSwitch}</div>
    </div>
  )
}
