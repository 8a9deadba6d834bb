import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import type { SharedRow } from '#features/library/library.contract.ts'
import { STATS_LIST_SIZE } from '#features/library/library.endpoints.ts'
import { sharedGamesQuery } from '#features/library/web/library-lists.api.ts'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'

const NOW_PLAYING = 6

export const mostQuery = ({ id, seenAs }: Pick<Profile, 'id' | 'seenAs'>) =>
  sharedGamesQuery(id, { status: 'all', sort: 'hours', search: '', limit: STATS_LIST_SIZE, as: seenAs })
export const playingQuery = ({ id, seenAs }: Pick<Profile, 'id' | 'seenAs'>) =>
  sharedGamesQuery(id, { status: 'playing', sort: 'recent', search: '', limit: NOW_PLAYING, as: seenAs })

export const rowsOf = (pages: readonly { data: readonly SharedRow[] }[] | undefined) =>
  pages?.flatMap(({ data }) => data) ?? []

/** A tab of a profile with the current and the most played games beside it, on wide screens and where the viewer sees them. */
export function BesidePlayed({ profile, children }: { profile: Profile; children: ReactNode }) {
  if (!profile.viewerSees.library) return <div className="max-w-216">{children}</div>
  return (
    <div className="cols">
      <div className="min-w-0">{children}</div>
      <aside className="min-w-0 max-side:hidden" aria-label="Played games">
        <PlayedPosters profile={profile} />
      </aside>
    </div>
  )
}

/** The current and the most played games of a member. */
export function PlayedPosters({ profile }: { profile: Profile }) {
  return (
    <>
      <NowPlaying profile={profile} />
      <MostPlayed profile={profile} />
    </>
  )
}

function NowPlaying({ profile }: { profile: Profile }) {
  const { data } = useInfiniteQuery(playingQuery(profile))
  return <Posters title="Now playing" rows={rowsOf(data?.pages)} className="mt-0!" />
}

function MostPlayed({ profile }: { profile: Profile }) {
  const { data } = useInfiniteQuery(mostQuery(profile))
  const rows = rowsOf(data?.pages).filter(({ play_time }) => play_time > 0)
  return <Posters title="Most Played" rows={rows} />
}

function Posters({ title, rows, className }: { title: string; rows: readonly SharedRow[]; className?: string }) {
  if (rows.length === 0) return null
  return (
    <Section title={title} {...(className && { className })}>
      <PosterGrid columns={3} label={title} className="grid-cols-5! side:grid-cols-3!">
        {rows.map((row) => (
          <GamePoster key={row.game_id} game={row.game} size={96} className="w-full!" />
        ))}
      </PosterGrid>
    </Section>
  )
}
