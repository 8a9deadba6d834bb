import { gameMenuEntries } from '#features/library/web/library.slots.ts'
import { useMark } from '#features/library/web/mark.api.ts'
import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import { publish } from '#web/slots.tsx'
import { DotsButton } from '#web/ui/menu-button.tsx'
import { statusEntries } from '#web/ui/quick-actions.tsx'
import { useGameActions } from './use-game-actions.widgets.tsx'

/** Renders a menu with a poster's quick actions, for a game in a row. */
export function GameRowMenu({ game }: { game: ActionGame }) {
  const mark = useMark(game.id)
  const actions = useGameActions(game)
  const isLiked = mark?.liked ?? false
  return (
    <>
      <DotsButton
        label={`Change ${game.name}`}
        items={[
          ...statusEntries(mark?.status ?? null, actions.chooseStatus),
          'separator',
          { label: 'Log', icon: 'pen', onSelect: actions.openLog },
          { label: '+ 30 min', icon: 'clock', onSelect: actions.addHalfHour },
          { label: isLiked ? 'Unlike' : 'Like', icon: 'heart', onSelect: () => actions.like(!isLiked) },
          ...(mark ? [{ label: 'Copies', icon: 'copy' as const, onSelect: actions.openCopies }] : []),
          ...(actions.openReview
            ? [{ label: 'Write a review', icon: 'pen' as const, onSelect: actions.openReview }]
            : []),
          ...(isOwnGameId(game.id) ? [] : publish(gameMenuEntries, game)),
        ]}
      />
      {actions.dialog}
    </>
  )
}
