import { type QueryClient, useQueries } from '@tanstack/react-query'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { PLAYLIST_TYPES } from '../playlists.rules.ts'
import { PLAYLIST_PAGE_TEXTS, PLAYLISTS_FAILED, SEE_ALL, TYPE_LABELS } from '../playlists.texts.ts'
import { CardsSkeleton, PlaylistCards } from './playlist-cards.tsx'
import { categoryHref } from './playlist-parts.tsx'
import { sectionQuery } from './playlists.api.ts'
import { useLivePlaylists } from './use-live-playlists.ts'

/** Loads the first playlists of each type. The browser shows a failure in the page; a page with one is never shared. */
export async function loadPlaylists(client: QueryClient): Promise<void> {
  const lists = PLAYLIST_TYPES.map((type) => client.ensureQueryData({ ...sectionQuery(type), revalidateIfStale: true }))
  await (import.meta.env.SSR ? Promise.all(lists) : Promise.allSettled(lists))
}

/** Renders the playlists of each type, the first of them, with a link to all (G34, R-SHOW-04). */
export function PlaylistsScreen() {
  useLivePlaylists()
  const lists = useQueries({ queries: PLAYLIST_TYPES.map(sectionQuery) })
  if (lists.some(({ isError, data }) => isError && !data))
    return (
      <ErrorState
        level={2}
        text={PLAYLISTS_FAILED}
        onRetry={() => void Promise.all(lists.map(({ refetch }) => refetch()))}
      />
    )
  if (lists.some(({ isPending }) => isPending)) return <SectionsSkeleton />
  const sections = PLAYLIST_TYPES.map((type, at) => ({ type, playlists: lists[at]?.data?.playlists ?? [] })).filter(
    ({ playlists }) => playlists.length > 0,
  )
  if (sections.length === 0)
    return (
      <EmptyState
        level={2}
        title="No playlists yet"
        text={PLAYLIST_PAGE_TEXTS.none}
        action={<ButtonLink href="/all-games">Find a game</ButtonLink>}
      />
    )
  return sections.map(({ type, playlists }, at) => (
    <Section
      key={type}
      title={TYPE_LABELS[type]}
      more={{ href: categoryHref(type), label: SEE_ALL[type] }}
      className="first:mt-0!"
    >
      <PlaylistCards label={`${TYPE_LABELS[type]} playlists`} playlists={playlists} eager={at === 0} />
    </Section>
  ))
}

function SectionsSkeleton() {
  return (
    <div>
      <Skeleton className="mb-5 h-5 w-32" />
      <CardsSkeleton count={6} />
    </div>
  )
}
