import { Suspense, useState } from 'react'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import type { Profile } from '#features/profiles/profiles.contract.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'
import { FAVOURITES_TEXTS } from '../favourites.texts.ts'

const FavouritesDialog = lazyLoaded(() => import('./favourites-dialog.tsx'), 'FavouritesDialog')

/** The four favourites as large posters. Other members see nothing if none was chosen. */
export function Favourites({ profile }: { profile: Profile }) {
  const [isOpen, setOpen] = useState(false)
  const { favourites } = profile
  const mayEdit = profile.viewerCan.edit
  if (favourites.length === 0 && !mayEdit) return null
  return (
    <Section
      title="Favourites"
      className="mt-0!"
      action={
        mayEdit &&
        favourites.length > 0 && (
          <button type="button" onClick={() => setOpen(true)}>
            Edit<span className="visually-hidden"> favourites</span>
          </button>
        )
      }
    >
      {favourites.length > 0 ? (
        <PosterGrid label="Favourites" className="grid-cols-4! gap-2! md:gap-4!">
          {favourites.map((game) => (
            <GamePoster key={game.id} game={game} eager />
          ))}
        </PosterGrid>
      ) : (
        <EmptyState
          title={FAVOURITES_TEXTS.emptyTitle}
          text={FAVOURITES_TEXTS.empty}
          action={<Button onClick={() => setOpen(true)}>Choose favourites</Button>}
        />
      )}
      {isOpen && (
        <Suspense>
          <FavouritesDialog profile={profile} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}
