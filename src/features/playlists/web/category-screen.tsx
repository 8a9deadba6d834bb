import { type QueryClient, useQuery } from '@tanstack/react-query'
import { pagesText } from '#shared/pages.texts.ts'
import { PAGE_MISSING } from '#shared/sentences.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { PLAYLISTS_PAGE_SIZE } from '../playlists.endpoints.ts'
import type { PlaylistType } from '../playlists.rules.ts'
import { PLAYLIST_PAGE_TEXTS, PLAYLISTS_FAILED, TYPE_LABELS } from '../playlists.texts.ts'
import { CardsSkeleton, PlaylistCards } from './playlist-cards.tsx'
import { categoryHref } from './playlist-parts.tsx'
import { categoryQuery } from './playlists.api.ts'
import { useLivePlaylists } from './use-live-playlists.ts'

/** Loads one page of a type. The browser shows a failure in the page; a page with one is never shared. */
export async function loadCategory(client: QueryClient, type: PlaylistType, page: number): Promise<void> {
  const list = client.ensureQueryData({ ...categoryQuery(type, page), revalidateIfStale: true })
  await (import.meta.env.SSR ? list : list.catch(() => {}))
}

/** Renders one page of all playlists of a type (G34, R-ROUTE-08). */
export function CategoryScreen({ type, page }: { type: PlaylistType; page: number }) {
  useLivePlaylists()
  const { data, isError, refetch } = useQuery(categoryQuery(type, page))
  const href = (to: number) => (to === 1 ? categoryHref(type) : `${categoryHref(type)}?page=${to}`)
  if (!data)
    return isError ? (
      <ErrorState level={2} text={PLAYLISTS_FAILED} onRetry={() => void refetch()} />
    ) : (
      <div className="shape">
        <CardsSkeleton count={6} />
      </div>
    )
  const pages = Math.ceil(data.total / PLAYLISTS_PAGE_SIZE)
  if (data.playlists.length === 0)
    return data.total > 0 ? (
      <EmptyState
        level={2}
        title={PAGE_MISSING}
        text={pagesText(pages)}
        link={{ href: href(1), label: 'First page' }}
      />
    ) : (
      <EmptyState
        level={2}
        title="No playlists yet"
        text={PLAYLIST_PAGE_TEXTS.noneOfType(TYPE_LABELS[type])}
        action={<ButtonLink href="/playlists">All playlists</ButtonLink>}
      />
    )
  return (
    <>
      <PlaylistCards label={`${TYPE_LABELS[type]} playlists`} playlists={data.playlists} eager />
      <Pagination page={page} pages={pages} href={href} className="pt-10" />
    </>
  )
}
