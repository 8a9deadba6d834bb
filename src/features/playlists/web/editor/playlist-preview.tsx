import { memo } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Poster } from '#web/ui/poster.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { PlaylistHead } from '../playlist-head.tsx'
import { colorsOf } from '../playlist-parts.tsx'

/**
 * Renders the page of a playlist as readers will see it, made of its real parts, at 0.6 of its size or in full. Nothing in
 * it can be pressed, and screen readers skip it, because the form says the same.
 */
export const PlaylistPreview = memo((props: { playlist: Playlist; theme?: 'dark' | 'light'; isFull?: boolean }) => {
  const { playlist } = props
  const { games } = playlist
  return (
    <div inert data-theme={props.theme} className={cx('preview', props.isFull && 'preview-full')}>
      <div
        className="preview-page playlist"
        style={colorsOf(playlist.metadata)}
        data-empty={games.length === 0 || undefined}
      >
        {/* A ribbon over a draft is for admins; readers see the page once it is published. */}
        <PlaylistHead playlist={{ ...playlist, isPublished: true }} />
        <div className="page pb-12">
          {games.length === 0 ? (
            <p className="pt-6 text-text-2">{EDITOR_TEXTS.previewEmpty}</p>
          ) : (
            <PosterGrid className="pl-games">
              {games.map((game) => (
                <Poster key={game.id} game={posterGame(game)} facts={false} />
              ))}
            </PosterGrid>
          )}
        </div>
      </div>
    </div>
  )
})
