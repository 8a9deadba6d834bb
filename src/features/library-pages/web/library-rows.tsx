import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { useGameActions } from '#features/game-actions/web/use-game-actions.widgets.tsx'
import type { LibraryRow } from '#features/library/library.contract.ts'
import type { LibrarySort } from '#features/library/library.endpoints.ts'
import { posterMark } from '#features/library/web/mark.api.ts'
import { usePinEntry } from '#web/pinning.ts'
import { DotsButton } from '#web/ui/menu-button.tsx'
import { PosterRow } from '#web/ui/poster-list.tsx'
import { statusEntries } from '#web/ui/quick-actions.tsx'
import { RowFigures } from './shelf-parts.tsx'

/**
 * Renders a game of the viewer's library as a row: mark, time of the last play or of the addition, hours, and actions.
 */
export function LibraryRowItem({ row, sort }: { row: LibraryRow; sort?: LibrarySort }) {
  const actions = useGameActions(row.game)
  const pin = usePinEntry({ itemType: 'entry', of: row.game_id, load: async () => row })
  return (
    <>
      <PosterRow
        game={posterGame(row.game)}
        href={`/game/${row.game_id}`}
        mark={posterMark(row)}
        end={
          <span className="flex items-center gap-2 sm:gap-4">
            <RowFigures row={row} sort={sort} />
            <DotsButton
              label={`Change ${row.game.name}`}
              onNear={pin.prepare}
              items={[
                ...statusEntries(row.status, actions.chooseStatus),
                'separator',
                { label: 'Log', icon: 'pen', onSelect: actions.openLog },
                { label: '+ 30 min', icon: 'clock', onSelect: actions.addHalfHour },
                { label: row.is_liked ? 'Unlike' : 'Like', icon: 'heart', onSelect: () => actions.like(!row.is_liked) },
                ...pin.entries,
                'separator',
                { label: 'Remove from library', icon: 'trash', danger: true, onSelect: actions.askToRemove },
              ]}
            />
          </span>
        }
      />
      {actions.dialog}
    </>
  )
}
