import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AdminSearch } from '#features/admin/web/admin.widgets.tsx'
import { noResultsText } from '#shared/sentences.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import { PLAYLIST_TYPES } from '../../playlists.rules.ts'
import { LIST_FAILED, TYPE_LABELS } from '../../playlists.texts.ts'
import { AdminPlaylistRows } from './admin-playlist-rows.tsx'
import { adminPlaylistsHref, allPlaylistsQuery, type PlaylistFilter } from './playlist-editor.api.ts'
import { useLiveAdminLists } from './use-live-editor.ts'

/** Lists all playlists in their order, and changes that order, publishes and deletes (R-ADMIN-01, G20). */
export function AdminPlaylists({ filter }: { filter: PlaylistFilter }) {
  useLiveAdminLists()
  const list = useInfiniteQuery(allPlaylistsQuery(filter))
  // A change of the order moves playlists between two pages that were read one after the other.
  const rows = [
    ...new Map(list.data?.pages.flatMap(({ playlists }) => playlists).map((each) => [each.id, each])).values(),
  ]
  const isFiltered = filter.search !== '' || filter.type !== null
  const newPlaylist = (kind: 'mine' | 'solid') => (
    <ButtonLink kind={kind} icon="plus" href="/admin/playlists/new">
      New playlist
    </ButtonLink>
  )
  return (
    <>
      <Filters filter={filter} action={rows.length > 0 && newPlaylist('solid')} />
      <PagedList
        list={list}
        isEmpty={rows.length === 0}
        failed={LIST_FAILED}
        empty={
          isFiltered ? (
            <EmptyState
              level={2}
              title={filter.search === '' ? 'None of this type' : noResultsText(filter.search)}
              text={EDITOR_TEXTS.noneFound}
              action={
                <ButtonLink kind="solid" href="/admin/playlists">
                  All playlists
                </ButtonLink>
              }
            />
          ) : (
            <EmptyState level={2} title="No playlists yet" text={EDITOR_TEXTS.none} action={newPlaylist('mine')} />
          )
        }
      >
        <AdminPlaylistRows rows={rows} total={list.data?.pages.at(-1)?.total ?? rows.length} filter={filter} />
      </PagedList>
    </>
  )
}

function Filters({ filter, action }: { filter: PlaylistFilter; action: ReactNode }) {
  return (
    <div className="grid gap-4">
      <AdminSearch
        name="Playlists"
        label="Search playlists"
        action="/admin/playlists"
        value={filter.search}
        maxLength={200}
        placeholder="Rainy day"
        addressOf={(search) => adminPlaylistsHref({ ...filter, search })}
        others={filter.type ? { type: filter.type } : {}}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <ul aria-label="Show" className="flex flex-wrap gap-2">
          {[null, ...PLAYLIST_TYPES].map((type) => (
            <li key={type ?? 'all'}>
              <a
                href={adminPlaylistsHref({ ...filter, type })}
                aria-current={type === filter.type || undefined}
                className={cx('chip chip-tall', type === filter.type && 'on')}
              >
                {type ? TYPE_LABELS[type] : 'All'}
              </a>
            </li>
          ))}
        </ul>
        {action}
      </div>
    </div>
  )
}
