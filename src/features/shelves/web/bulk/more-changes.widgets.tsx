import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ratingOf } from '#features/library/library.rules.ts'
import { gamesText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
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

/** Renders the menu of what else can be changed for the selected games: shelves, rating, platform and dates. */
export function MoreChanges(props: { ids: readonly GameId[]; disabled: boolean; onDone: () => void }) {
  const { ids, onDone } = props
  const client = useQueryClient()
  const [open, setOpen] = useState<'shelves' | 'rating' | 'playthrough' | null>(null)
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
        ]}
      >
        <Icon name="pen" />
        <span className="max-md:hidden">Change</span>
      </MenuButton>
      {open === 'shelves' && <ChooseShelfDialog ids={ids} onClose={close} onDone={onDone} />}
      {open === 'rating' && (
        <RateDialog count={ids.length} isSaving={isRating} onRate={(stars) => void rate(stars)} onClose={close} />
      )}
      {open === 'playthrough' && <PlaythroughDialog count={ids.length} onSave={savePlaythroughs} onClose={close} />}
    </>
  )
}
