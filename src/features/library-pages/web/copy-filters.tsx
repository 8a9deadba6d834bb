import { useState } from 'react'
import { useNavigate } from 'react-router'
import { copiesText } from '#features/copies/copies.texts.ts'
import { type Shelf, shelfAddress } from '#features/library/shelf.rules.ts'
import { counted } from '#shared/counted.ts'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ChoiceChip } from './shelf-bar.tsx'
import { type CopySummary, copyChoices, isFilteredByCopies } from './shelf-choices.ts'

/**
 * Renders how many copies the viewer owns, and behind that the filters by them; nothing for a member who has noted none. On phones the
 * sheet of the shelf has these filters.
 */
export function CopyFilters({ shelf, summary }: { shelf: Shelf; summary: CopySummary | undefined }) {
  const navigate = useNavigate()
  const { filters = {} } = shelf
  const isFiltered = isFilteredByCopies(filters)
  const [isOpen, setOpen] = useState(isFiltered)
  if (!summary || summary.total === 0) return null
  const choices = copyChoices(summary, filters, (next) => void navigate(shelfAddress({ ...shelf, filters: next })))
  const lent = summary.lent > 0 ? `, ${counted(summary.lent, 'lent', 'lent')}` : ''
  return (
    <details
      aria-label="Copies"
      className="pt-0.5 pb-4 open:basis-full max-md:hidden"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={cx('chip chip-btn chip-tall num w-fit cursor-pointer list-none', isFiltered && 'on')}>
        {`${copiesText(summary.total)}${lent}`}
        <Icon name="down" />
      </summary>
      <div className="flex flex-wrap items-center gap-3 pt-3">
        {choices.map((choice) => (
          <ChoiceChip key={choice.label} choice={choice} isNarrow />
        ))}
      </div>
    </details>
  )
}
