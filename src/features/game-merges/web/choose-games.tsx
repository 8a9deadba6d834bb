import { useQuery } from '@tanstack/react-query'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Section } from '#web/ui/section.tsx'
import { MERGE_TEXTS } from '../game-merges.texts.ts'

/** Finds the first game, or the second one when the first is chosen. */
export function ChooseGames({ first }: { first: GameId | null }) {
  const { data: chosen } = useQuery({ ...gameQuery(first as GameId), enabled: first !== null })
  const addressOf = (id: string) => `/admin/merges?first=${first ?? id}${first ? `&second=${id}` : ''}`
  return (
    <Section title={first ? MERGE_TEXTS.second : MERGE_TEXTS.first}>
      {/* On a page, unlike in a dialog, results need no room before they are there. */}
      <div className="grid max-w-[640px] gap-4 [&_ul:empty]:min-h-0">
        {first && (
          <p className="text-text-2">
            The first game is <a href={`/game/${first}`}>{chosen?.name ?? first}</a>.{' '}
            <a className="linkish" href="/admin/merges">
              {MERGE_TEXTS.other}
            </a>
          </p>
        )}
        <GameFinder
          label="Search all games"
          action={(game) =>
            game.id !== first && (
              <ButtonLink className="ml-auto" href={addressOf(game.id)} aria-label={`Choose ${game.name}`}>
                Choose
              </ButtonLink>
            )
          }
        />
      </div>
    </Section>
  )
}
