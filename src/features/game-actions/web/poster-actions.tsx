import { useQueryClient } from '@tanstack/react-query'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { currentEntry } from '#features/library/web/library.api.ts'
import { gameMenuEntries } from '#features/library/web/library.slots.ts'
import { useMark } from '#features/library/web/mark.api.ts'
import { useRating } from '#features/library/web/rating.api.ts'
import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import { usePinEntry } from '#web/pinning.ts'
import { publish } from '#web/slots.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import type { PosterMark } from '#web/ui/poster.tsx'
import { PosterSheet } from '#web/ui/poster-sheet.tsx'
import { QuickActions } from '#web/ui/quick-actions.tsx'
import { type GameActions, useGameActions } from './use-game-actions.widgets.tsx'

/** Returns the entries of the "more" menu of a poster. */
function moreEntries(
  { addHalfHour, askToRemove, openCopies, openReview }: GameActions,
  isInLibrary: boolean,
  pin: readonly MenuEntry[],
  game: ActionGame,
): MenuEntry[] {
  const played: MenuEntry = { label: '+ 30 min', icon: 'clock', onSelect: addHalfHour }
  const review: MenuEntry[] = openReview ? [{ label: 'Write a review', icon: 'pen', onSelect: openReview }] : []
  const more = [...review, ...(isOwnGameId(game.id) ? [] : publish(gameMenuEntries, game))]
  if (!isInLibrary) return [played, ...more]
  return [
    played,
    { label: 'Copies', icon: 'copy', onSelect: openCopies },
    ...more,
    ...pin,
    'separator',
    { label: 'Remove from library', icon: 'trash', danger: true, onSelect: askToRemove },
  ]
}

/**
 * Returns the pin action for a game of the viewer's library. A poster has no entry, so it is loaded when the game is
 * pinned.
 */
function usePosterPin(game: ActionGame, isInLibrary: boolean) {
  const client = useQueryClient()
  const load = async () => {
    const entry = await currentEntry(client, game.id)
    return entry && { ...entry, game }
  }
  return usePinEntry(isInLibrary ? { itemType: 'entry', of: game.id, load } : null)
}

/** Returns the mark with the stars that the member is setting. */
function withStars(mark: PosterMark | null, stars: number | null): PosterMark | null {
  if (!mark) return stars === null ? null : { status: null, rating: stars, liked: false }
  return { ...mark, rating: stars }
}

/** What the quick actions and the sheet of a poster show and do alike, and the dialog that they open. */
function usePosterActions(game: ActionGame) {
  const mark = useMark(game.id)
  const actions = useGameActions(game)
  const pin = usePosterPin(game, mark !== null)
  const [stars, onRate] = useRating(mark?.rating ?? null, actions.rate)
  const shown = {
    mark: withStars(mark, stars),
    onRate,
    onStatus: actions.chooseStatus,
    onLike: actions.like,
    onLog: actions.openLog,
    moreItems: moreEntries(actions, mark !== null, pin.entries, game),
    onMoreNear: pin.prepare,
  }
  return { shown, dialog: actions.dialog }
}

/** Renders the quick actions at the bottom of a poster, from the first hover or focus on. */
export function PosterActions({ game }: { game: ActionGame }) {
  const { shown, dialog } = usePosterActions(game)
  return (
    <>
      <QuickActions name={game.name} {...shown} />
      {dialog}
    </>
  )
}

/**
 * Renders the same actions in a bottom sheet after a long press. It stays mounted when it is closed, because its dialog
 * may be open.
 */
export function PosterActionsSheet(props: { game: ActionGame; href: string; isOpen: boolean; onClose: () => void }) {
  const { shown, dialog } = usePosterActions(props.game)
  return (
    <>
      <PosterSheet
        open={props.isOpen}
        onClose={props.onClose}
        game={posterGame(props.game)}
        href={props.href}
        {...shown}
      />
      {dialog}
    </>
  )
}
