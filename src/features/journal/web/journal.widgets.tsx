import { useInfiniteQuery } from '@tanstack/react-query'
import { Section } from '#web/ui/section.tsx'
import { EntryItem } from './entry-item.tsx'
import { entriesOf, latestEntriesQuery } from './journal.api.ts'

export { HeatMap, MonthSquares } from './heat-map.tsx'

/** Renders the viewer's three latest entries, or nothing if there are none (R-STAT-11). */
export function LatestEntries({ className }: { className?: string }) {
  const { data } = useInfiniteQuery(latestEntriesQuery())
  const entries = entriesOf(data?.pages)
  if (entries.length === 0) return null
  return (
    <Section
      title="Journal"
      more={{ href: '/profile/journal', label: 'All entries' }}
      {...(className !== undefined && { className })}
    >
      <ul className="grid grid-cols-1" aria-label="Latest journal entries">
        {entries.map((entry) => (
          <li key={entry.id}>
            <EntryItem entry={entry} level={3} isShort />
          </li>
        ))}
      </ul>
    </Section>
  )
}
