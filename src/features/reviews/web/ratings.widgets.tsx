import { useQuery } from '@tanstack/react-query'
import type { GameId } from '#shared/ids.ts'
import { Section } from '#web/ui/section.tsx'
import { memberCountsText } from '../member-counts.texts.ts'
import { Histogram, ratingSearch } from './histogram.tsx'
import { reviewSummaryQuery } from './reviews.api.ts'

/**
 * Renders beside a game's overview the histogram and how many members have the game; nothing before the first of both. The part
 * below it would move if it came later.
 */
export function Ratings({ gameId, onOpen }: { gameId: GameId; onOpen: (tab: 'reviews', search: string) => void }) {
  const { data: summary } = useQuery(reviewSummaryQuery(gameId))
  const members = summary && memberCountsText(summary.members)
  if (!summary || !(summary.ratings > 0 || members)) return null
  return (
    <Section title={summary.ratings > 0 ? 'Ratings' : 'Members'}>
      {summary.ratings > 0 && (
        <Histogram gameId={gameId} summary={summary} onChoose={(stars) => onOpen('reviews', ratingSearch(stars))} />
      )}
      {members && <p className="num pt-3 text-13 text-text-2 first:pt-0">{members}</p>}
    </Section>
  )
}
