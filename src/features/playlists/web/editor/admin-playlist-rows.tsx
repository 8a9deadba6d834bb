import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { gamesText } from '#shared/counted.ts'
import { feedTime, inSentence } from '#shared/relative-time.ts'
import { ORDER_NOT_SAVED } from '#shared/sentences.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useNow } from '#web/use-env.ts'
import { showFailure } from '#web/write-failure.ts'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { PlaylistSummary } from '../../playlists.contract.ts'
import { TYPE_LABELS } from '../../playlists.texts.ts'
import { DeletePlaylistDialog } from './delete-playlist-dialog.tsx'
import {
  ORDERED_MAX,
  orderPlaylistsMutation,
  type PlaylistFilter,
  publishPlaylistMutation,
} from './playlist-editor.api.ts'
import { StatePill } from './state-pill.tsx'

const ROW =
  'grid items-center gap-x-2 sm:gap-x-4 border-t border-line bg-bg py-3 first:border-t-0 grid-cols-[36px_minmax(24px,auto)_minmax(0,1fr)_auto] sm:grid-cols-[36px_minmax(34px,auto)_auto_minmax(0,1fr)_auto]'

/** Renders the playlists as rows. Their order can be changed where all of them are listed. */
export function AdminPlaylistRows(props: { rows: readonly PlaylistSummary[]; total: number; filter: PlaylistFilter }) {
  const { rows, total, filter } = props
  const [doomed, setDoomed] = useState<PlaylistSummary | null>(null)
  const order = useMutation(orderPlaylistsMutation(filter))
  const isWhole = filter.search === '' && filter.type === null && total <= ORDERED_MAX
  const move = (moved: PlaylistSummary, to: number) => {
    const ids = rows.map(({ id }) => id)
    ids.splice(to, 0, ...ids.splice(ids.indexOf(moved.id), 1))
    order
      .mutateAsync({ ids, hasMore: rows.length < total })
      .catch((error: unknown) => showFailure(ORDER_NOT_SAVED, error))
  }
  const content = (playlist: PlaylistSummary, at: number, handle: ReactNode) => (
    <RowContent
      playlist={playlist}
      number={at + 1}
      handle={handle}
      places={isWhole ? placesFor(at, rows.length, (to) => move(playlist, to)) : []}
      onDelete={() => setDoomed(playlist)}
    />
  )
  return (
    <>
      {!isWhole && (
        <p className="text-13 text-text-2">
          {total > ORDERED_MAX
            ? EDITOR_TEXTS.orderLimit(ORDERED_MAX.toLocaleString('en'))
            : EDITOR_TEXTS.orderInFullList}
        </p>
      )}
      {isWhole ? (
        <SortableList
          id="admin-playlists"
          label="Playlists"
          noun="playlist"
          items={rows.map((playlist) => ({ id: playlist.id, name: playlist.title, playlist }))}
          total={total}
          onMove={({ playlist }, to) => move(playlist, to)}
          rowClass={ROW}
          handleClass="drag-quiet"
        >
          {({ playlist }, at, handle) => content(playlist, at, handle)}
        </SortableList>
      ) : (
        <ol aria-label="Playlists">
          {rows.map((playlist, at) => (
            <li key={playlist.id} className={ROW}>
              {content(playlist, at, <span />)}
            </li>
          ))}
        </ol>
      )}
      {doomed && <DeletePlaylistDialog playlist={doomed} onClose={() => setDoomed(null)} />}
    </>
  )
}

function placesFor(at: number, count: number, move: (to: number) => void): MenuEntry[] {
  const isFirst = at === 0
  const isLast = at === count - 1
  return [
    'separator',
    { label: 'Move to the top', icon: 'up', disabled: isFirst, onSelect: () => move(0) },
    { label: 'Move up', icon: 'up', disabled: isFirst, onSelect: () => move(at - 1) },
    { label: 'Move down', icon: 'down', disabled: isLast, onSelect: () => move(at + 1) },
  ]
}

function RowContent(props: {
  playlist: PlaylistSummary
  number: number
  handle: ReactNode
  places: readonly MenuEntry[]
  onDelete: () => void
}) {
  const { playlist } = props
  const { id, title, isPublished, type } = playlist
  const now = useNow()
  const publish = useMutation(publishPlaylistMutation())
  const write = (next: boolean) => publish.mutateAsync({ id, isPublished: next })
  const setPublished = (next: boolean) =>
    write(next).then(
      () =>
        toast({
          title: next ? `${title} is live` : `${title} is a draft`,
          undo: () => void write(!next).catch((error: unknown) => showFailure('Nothing was changed', error)),
        }),
      (error: unknown) => showFailure('Nothing was changed', error),
    )
  const items: MenuEntry[] = [
    { label: 'Edit', icon: 'pen', href: `/admin/playlists/${id}/edit` },
    { label: 'View', icon: 'external', href: `/playlists/${id}` },
    isPublished
      ? { label: 'Make it a draft', icon: 'eye-off', onSelect: () => void setPublished(false) }
      : { label: 'Publish', icon: 'eye', onSelect: () => void setPublished(true) },
    ...props.places,
    'separator',
    { label: 'Delete', icon: 'trash', danger: true, onSelect: props.onDelete },
  ]
  return (
    <>
      {props.handle}
      <span
        className="num text-right text-28 leading-none font-[650] text-text-3 [font-stretch:62%]"
        aria-hidden="true"
      >
        {props.number}
      </span>
      <Fan playlist={playlist} />
      <div className="grid min-w-0 grid-cols-1 justify-items-start gap-1">
        <h2 className="min-w-0 text-16 font-[650] wrap-anywhere" dir="auto">
          <a href={`/admin/playlists/${id}/edit`} className="underline-offset-3 hover:underline">
            {title}
          </a>
        </h2>
        <p className="num flex flex-wrap items-center gap-x-2.5 gap-y-1 text-13 text-text-2">
          <StatePill isLive={isPublished} />
          <span>{TYPE_LABELS[type]}</span>
          <span>{gamesText(playlist.games_count)}</span>
          <span className="text-text-3">{`changed ${inSentence(feedTime(new Date(playlist.updatedAt), now))}`}</span>
        </p>
      </div>
      <MenuButton label={`Change ${title}`} className="icon-btn" align="end" items={items}>
        <Icon name="dots" size={20} />
      </MenuButton>
    </>
  )
}

/** The first covers on the playlist's own ground. */
function Fan({ playlist }: { playlist: PlaylistSummary }) {
  return (
    <span
      className="hidden h-14 min-w-20 items-center gap-1 overflow-hidden rounded-poster p-1.5 sm:flex"
      style={{ background: playlist.metadata.backgroundColor }}
      aria-hidden="true"
    >
      {playlist.games.slice(0, 3).map((game) => (
        <span key={game.id} className="poster w-8 flex-none">
          <Cover game={posterGame(game)} facts={false} />
        </span>
      ))}
    </span>
  )
}
