import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { MOVES_MAX } from '#features/entry-moves/entry-moves.rules.ts'
import { MOVE_LIMITS, WRONG_GAME } from '#features/entry-moves/entry-moves.texts.ts'
import { ratingOf } from '#features/library/library.rules.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import { gamesText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { ratingText } from '#web/ui/rating.tsx'
import { toast } from '#web/ui/toasts.ts'
import { MANY_TEXTS } from '../../many-games.texts.ts'
import { ChooseShelfDialog } from '../choose-shelf-dialog.tsx'
import { bulkFailureText, showBulkFailure } from './bulk-failure.api.ts'
import { type ManyChanged, setPlaythroughs, setRatings } from './change-many.api.ts'
import { PlaythroughDialog, type PlaythroughFields } from './playthrough-dialog.tsx'
import { RateDialog } from './rate-dialog.tsx'

const MoveDialog = lazyLoaded(() => import('#features/entry-moves/web/move-dialog.widgets.tsx'), 'MoveDialog')

/** Games of the member's own stay: they are joined to the catalogue on their pages. */
const movableOf = (ids: readonly GameId[]) => ids.filter((id) => !isOwnGameId(id))

/** Returns whether these can move, or says why not. */
function mayMove(ids: readonly GameId[]): boolean {
  const { length } = movableOf(ids)
  if (length > 0 && length <= MOVES_MAX) return true
  toast({ title: length === 0 ? MOVE_LIMITS.own : MOVE_LIMITS.tooMany })
  return false
}

/** Renders the menu of what else can be changed for the selected games: shelves, rating, platform and dates, another game. */
export function MoreChanges(props: { ids: readonly GameId[]; disabled: boolean; onDone: () => void }) {
  const { ids, onDone } = props
  const client = useQueryClient()
  const [open, setOpen] = useState<'shelves' | 'rating' | 'playthrough' | 'move' | null>(null)
  const [isRating, setRating] = useState(false)
  const close = () => setOpen(null)
  const say = ({ changed, undo }: ManyChanged, title: string, none: string) => {
    onDone()
    if (!undo) return toast({ title: none })
    toast({ title: `${gamesText(changed)} ${title}`, undo: () => void undo().catch(showBulkFailure) })
  }
  const rate = async (stars: number | null) => {
    setRating(true)
    try {
      const words = stars === null ? 'without stars now' : `rated ${ratingText(stars)} of 5`
      say(await setRatings(client, ids, ratingOf(stars)), words, MANY_TEXTS.sameRating)
    } catch (error) {
      showBulkFailure(error)
    } finally {
      setRating(false)
    }
  }
  const savePlaythroughs = async (change: PlaythroughFields): Promise<string | null> => {
    try {
      say(await setPlaythroughs(client, ids, change), 'changed', MANY_TEXTS.samePlaythrough)
      return null
    } catch (error) {
      return bulkFailureText(error)
    }
  }
  return (
    <>
      <MenuButton
        className="btn max-md:px-3!"
        label="Change more"
        align="end"
        disabled={props.disabled}
        items={[
          { label: 'Shelves', icon: 'tag', onSelect: () => setOpen('shelves') },
          { label: 'Rating', icon: 'star', onSelect: () => setOpen('rating') },
          { label: 'Platform and dates', icon: 'calendar', onSelect: () => setOpen('playthrough') },
          { label: WRONG_GAME, icon: 'right', onSelect: () => mayMove(ids) && setOpen('move') },
        ]}
      >
        <Icon name="pen" />
        <span className="max-md:hidden">Change</span>
      </MenuButton>
      {open === 'shelves' && <ChooseShelfDialog ids={ids} onClose={close} onDone={onDone} />}
      {open === 'rating' && (
        <RateDialog count={ids.length} isSaving={isRating} onRate={(stars) => void rate(stars)} onClose={close} />
      )}
      {open === 'move' && (
        <Suspense>
          <MoveDialog ids={movableOf(ids)} onClose={close} onMoved={onDone} />
        </Suspense>
      )}
      {open === 'playthrough' && <PlaythroughDialog count={ids.length} onSave={savePlaythroughs} onClose={close} />}
    </>
  )
}
