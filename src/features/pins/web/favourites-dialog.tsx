import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { FAVOURITES_MAX } from '#features/profiles/profiles.rules.ts'
import { FAVOURITES_CHANGED_ELSEWHERE } from '#features/profiles/profiles.texts.ts'
import { areFavouritesOutdated, favouritesMutation, profileQuery } from '#features/profiles/web/profiles.api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogButtons } from '#web/ui/dialog.tsx'
import { FAVOURITES_TEXTS } from '../favourites.texts.ts'
import { FavouritesOrder } from './favourites-order.tsx'
import { useSaveChoice } from './use-save-choice.ts'

/** Chooses up to four favourites by search, and their order. The choice is preserved when saving fails. */
export function FavouritesDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [games, setGames] = useState<readonly GameCard[]>(profile.favourites)
  const client = useQueryClient()
  const mutation = useMutation(favouritesMutation(profile.id))
  const isFull = games.length >= FAVOURITES_MAX
  const save = useSaveChoice<GameCard>({
    before: profile.favourites,
    send: (seen) => mutation.mutateAsync({ games, seen }),
    read: async (error) => {
      if (!areFavouritesOutdated(error)) return null
      const now = await client.fetchQuery({ ...profileQuery(profile.id), staleTime: 0 })
      return now.kind === 'open' ? now.profile.favourites : null
    },
    nameOf: ({ name }) => name,
    titles: { saved: 'Favourites saved', failed: 'Failed to save favourites', changed: FAVOURITES_CHANGED_ELSEWHERE },
    onClose,
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Favourites"
      description={FAVOURITES_TEXTS.howMany}
      footer={
        <DialogButtons label="Save" onCancel={onClose} busy={mutation.isPending} busyLabel="Saving…" onClick={save} />
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
