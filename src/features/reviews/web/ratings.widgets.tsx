import { useQuery } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { Section } from '#web/ui/section.tsx'
import { Histogram, ratingSearch } from './histogram.tsx'
import { reviewSummaryQuery } from './reviews.api.ts'

/** Renders the histogram beside a game's overview, or nothing before the first stars. The part below it would move if it came later. */
export function Ratings({ gameId, onOpen }: { gameId: GameId; onOpen: (tab: 'reviews', search: string) => void }) {
  const { data: summary } = useQuery(reviewSummaryQuery(gameId))
  if (!summary || summary.ratings === 0) return null
  return (
    <Section title="Ratings">
      <Histogram gameId={gameId} summary={summary} onChoose={(stars) => onOpen('reviews', ratingSearch(stars))} />
    </Section>
  )
}
