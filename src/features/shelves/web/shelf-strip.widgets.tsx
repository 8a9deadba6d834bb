import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type Shelf, shelfAddress } from '#features/library/shelf.rules.ts'
import { gamesText, numberText } from '#shared/counted.ts'
import { foldName } from '#shared/text.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { QUEUE_NAME } from '../own-shelves.rules.ts'
import { ownShelvesQuery } from './own-shelves.api.ts'
import { ShelfDot } from './shelf-dot.tsx'

const QueueDialog = lazyLoaded(() => import('./queue-dialog.widgets.tsx'), 'QueueDialog')
const ShelvesDialog = lazyLoaded(() => import('./shelves-dialog.tsx'), 'ShelvesDialog')

/**
 * Renders the shelves that the viewer has made as links that filter the library, and the button that edits them. The
 * page's `load` fetches `ownShelvesQuery()`.
 */
export function ShelfStrip({ shelf }: { shelf: Shelf }) {
  const { data = [] } = useQuery(ownShelvesQuery())
  const [open, setOpen] = useState<'shelves' | 'queue' | null>(null)
  const chosen = shelf.filters?.shelf && foldName(shelf.filters.shelf)
  return (
    // On phones one line that scrolls, with its buttons; on wide screens the buttons stay in view.
    <div className="bleed mb-3! flex min-w-0 items-center gap-2 max-md:w-[calc(100%+2*var(--gutter))] max-md:flex-none md:overflow-visible">
      {data.length > 0 && (
        <nav
          aria-label="Shelves"
          className="relative [scrollbar-width:none] max-md:flex-none md:min-w-0 md:overflow-x-auto"
        >
          <ul className="flex gap-2 md:p-0.5">
            {data.map(({ id, name, color, games_count }) => (
              <li key={id}>
                <a
                  className={foldName(name) === chosen ? 'chip chip-tall on' : 'chip chip-tall'}
                  aria-current={foldName(name) === chosen ? 'true' : undefined}
                  href={shelfAddress({ ...shelf, filters: { ...shelf.filters, shelf: name } })}
                >
                  <ShelfDot color={color} />
                  <bdi className="max-w-44 truncate">{name}</bdi>
                  <span className="num text-text-3" aria-hidden="true">
                    {numberText(games_count)}
                  </span>{' '}
                  <span className="visually-hidden">{gamesText(games_count)}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Button
        kind="quiet"
        icon={data.length > 0 ? 'pen' : 'plus'}
        className="flex-none"
        onClick={() => setOpen('shelves')}
      >
        {data.length > 0 ? 'Edit shelves' : 'Make a shelf'}
      </Button>
      {data.some(({ is_queue }) => is_queue) && (
        <Button kind="quiet" icon="sort" className="flex-none" onClick={() => setOpen('queue')}>
          Order {QUEUE_NAME}
        </Button>
      )}
      {open === 'shelves' && (
        <Suspense>
          <ShelvesDialog onClose={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'queue' && (
        <Suspense>
          <QueueDialog onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}
