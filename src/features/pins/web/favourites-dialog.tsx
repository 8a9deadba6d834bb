import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { FAVOURITES_MAX } from '#features/profiles/profiles.rules.ts'
import { FAVOURITES_CHANGED_ELSEWHERE } from '#features/profiles/profiles.texts.ts'
import { areFavouritesOutdated, favouritesMutation, profileQuery } from '#features/profiles/web/profiles.api.ts'
import { networkTextOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { FAVOURITES_TEXTS } from '../favourites.texts.ts'
import { CHOICE_STILL_HERE } from '../pins.texts.ts'
import { PINS_DIALOG_TEXTS } from '../pins-dialog.texts.ts'
import { FavouritesOrder } from './favourites-order.tsx'

/** Chooses up to four favourites by search, and their order. The choice is preserved when saving fails. */
export function FavouritesDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [games, setGames] = useState<readonly GameCard[]>(profile.favourites)
  // The favourites when the dialog opened; another device may change them in the meantime.
  const [seen, setSeen] = useState<readonly GameCard[]>(profile.favourites)
  const client = useQueryClient()
  const save = useMutation(favouritesMutation(profile.id))
  const isFull = games.length >= FAVOURITES_MAX
  const finish = () =>
    save.mutate(
      { games, seen },
      {
        onSuccess: () => {
          toast({ title: 'Favourites saved' })
          onClose()
        },
        onError: async (error) => {
          const read = { ...profileQuery(profile.id), staleTime: 0 }
          const now = areFavouritesOutdated(error) ? await client.fetchQuery(read).catch(() => null) : null
          const current = now?.kind === 'open' ? now.profile.favourites : null
          if (current) setSeen(current)
          toast({
            title: current ? FAVOURITES_CHANGED_ELSEWHERE : 'Failed to save favourites',
            description: current
              ? PINS_DIALOG_TEXTS.changedMeanwhile(current.map(({ name }) => name).join(', ') || 'nothing')
              : (networkTextOf(error) ?? CHOICE_STILL_HERE),
          })
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Favourites"
      description={FAVOURITES_TEXTS.howMany}
      footer={
        <DialogButtons onCancel={onClose} busy={save.isPending} busyLabel="Saving…" onClick={finish}>
          Save
        </DialogButtons>
      }
    >
      <FavouritesOrder games={games} most={FAVOURITES_MAX} onChange={setGames} />
      <GameFinder
        label="Find a game"
        action={(game) => {
          const isChosen = games.some(({ id }) => id === game.id)
          return (
            <Button
              disabled={isFull || isChosen}
              aria-label={isChosen ? `${game.name} is chosen` : `Choose ${game.name}`}
              onClick={() => setGames([...games, game])}
            >
              {isChosen ? 'Chosen' : 'Choose'}
            </Button>
          )
        }}
      />
    </Dialog>
  )
}
