import type { Shelf } from '#features/library/shelf.rules.ts'
import { FILTER_NAMES } from '#features/library/shelf-filters.rules.ts'
import { filterWords } from '#features/library/shelf-filters.texts.ts'
import { gamesText } from '#shared/counted.ts'
import { FilterChip } from '#web/ui/chip.tsx'
import { cx } from '#web/ui/class-names.ts'

/**
 * Renders the further filters of a shelf, each with a link that removes it, and how many games they find. On phones also platform and
 * genre, which are not visible in the bar there.
 */
export function ShelfChips(props: { shelf: Shelf; total: number | undefined; addressOf: (shelf: Shelf) => string }) {
  const { shelf, total, addressOf } = props
  const { filters = {} } = shelf
  const phoneChips = (['platform', 'genre'] as const).filter((name) => shelf[name] !== '')
  const chips = FILTER_NAMES.flatMap((name) => {
    const value = filters[name]
    if (value === undefined) return []
    const { [name]: _, ...others } = filters
    return [{ name, words: filterWords(name, value), others }]
  })
  if (chips.length + phoneChips.length === 0) return null
  return (
    <div className={cx('flex flex-wrap items-center gap-2 pb-4', chips.length === 0 && 'md:hidden')}>
      {phoneChips.map((name) => (
        <FilterChip key={name} name={shelf[name]} href={addressOf({ ...shelf, [name]: '' })} className="md:hidden">
          {shelf[name]}
        </FilterChip>
      ))}
      {chips.map(({ name, words, others }) => (
        <FilterChip key={name} name={words} href={addressOf({ ...shelf, filters: others })}>
          {words}
        </FilterChip>
      ))}
      {total !== undefined && (
        <span className="num text-13 text-text-3" role="status">
          {gamesText(total)}
        </span>
      )}
    </div>
  )
}
