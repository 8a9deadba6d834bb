import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { FAVOURITES_MOST } from '#features/profiles/profiles.rules.ts'
import { favouritesMutation } from '#features/profiles/web/profiles.api.ts'
import { networkTextOf } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { OrderButtons } from '#web/ui/order-buttons.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Chooses up to four favourites by search, and their order by buttons. What was chosen stays when saving fails. */
export function FavouritesDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [games, setGames] = useState<readonly GameCard[]>(profile.favourites)
  const save = useMutation(favouritesMutation(profile.id))
  const isFull = games.length >= FAVOURITES_MOST
  const finish = () =>
    save.mutate(games, {
      onSuccess: () => {
        toast({ title: 'Favourites saved' })
        onClose()
      },
      onError: (error) =>
        toast({
          title: 'Failed to save favourites',
          description: networkTextOf(error) ?? 'Your choice is still here.',
        }),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Favourites"
      description={`Up to ${FAVOURITES_MOST} games, in the order in which they are shown.`}
      footer={
        <>
          <Button kind="quiet" className="ml-auto" onClick={onClose}>
            Cancel
          </Button>
          <Button kind="solid" busy={save.isPending} busyLabel="Saving…" onClick={finish}>
            Save
          </Button>
        </>
      }
    >
      <ol className="grid grid-cols-4 gap-3 pb-5" aria-label="Chosen favourites">
        {games.map((game, at) => (
          <li key={game.id} className="min-w-0">
            <span className="poster">
              <Cover game={posterGame(game)} facts={false} />
            </span>
            <span className="vh">{game.name}</span>
            <span className="flex flex-wrap justify-center pt-1">
              <OrderButtons
                list={games}
                at={at}
                name={game.name}
                removeLabel={`Take ${game.name} out`}
                onChange={setGames}
              />
            </span>
          </li>
        ))}
        {Array.from({ length: FAVOURITES_MOST - games.length }, (_, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: empty places are all alike
            key={at}
            className="aspect-3/4 rounded-poster border border-dashed border-line-strong"
            aria-hidden="true"
          />
        ))}
      </ol>
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
