import { useQuery } from '@tanstack/react-query'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { utcDay } from '#shared/calendar-days.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import { daysLeftText } from '../releases.rules.ts'
import { RELEASE_TEXTS } from '../releases.texts.ts'
import { type ReleaseParams, releaseAddress } from './release-address.ts'
import { ownReleasesQuery } from './releases.api.ts'
import { CalendarLink } from './releases.widgets.tsx'

/** The column has room for so many releases; the others are one press away. */
const SHOWN = 6

/** Renders what the member waits for, with the days that are left, and the address of the calendar. */
export function OwnColumn({ params }: { params: ReleaseParams }) {
  const today = utcDay(useNow())
  const { data: own } = useQuery(ownReleasesQuery(params))
  const ordered = (params.span === 'out' ? own?.toReversed() : own) ?? []
  const all = { href: releaseAddress({ ...params, isOnlyMine: true }), label: 'All' }
  return (
    <aside className="min-w-0" aria-label="Your releases">
      {/* "Only mine" shows them itself. */}
      {!params.isOnlyMine && (
        <Section title="Yours" className="mt-0!" {...(ordered.length > SHOWN && { more: all })}>
          {own?.length === 0 && <p className="text-14 text-text-2">{RELEASE_TEXTS.noneOfMine}</p>}
          <ul aria-label="Yours" className="grid gap-3">
            {ordered.slice(0, SHOWN).map((game) => (
              <li key={game.id}>
                <a href={`/game/${game.id}`} className="group grid grid-cols-[40px_minmax(0,1fr)] items-center gap-3">
                  <span className="poster" aria-hidden="true">
                    <Cover game={posterGame(game)} facts={false} />
                  </span>
                  <span className="min-w-0">
                    <span className="block truncate font-[650] group-hover:underline">{game.name}</span>
                    <span className="num text-13 text-text-3">
                      {daysLeftText(game.released, today) ?? game.released.slice(0, 4)}
                    </span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <CalendarLink isColumn />
    </aside>
  )
}
