import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { suggestionsQuery } from '#features/catalogue/web/catalogue.api.ts'
import { addressOf, type Filters, queryOf } from '#features/catalogue/web/filters.api.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { listQuery } from '#features/library/web/games-for-me.api.ts'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'

const MAX = 9

/**
 * The next step if a list is empty or failed: games similar to the search, or the games that this browser has opened
 * most often, which need no network.
 */
export function OtherGames(props: { kind: 'alike'; filters: Filters } | { kind: 'opened' }) {
  return props.kind === 'alike' ? <Alike filters={props.filters} /> : <Opened />
}

/** Games with a similar name, without the filters; or with the broadest of the filters alone. */
function Alike({ filters }: { filters: Filters }) {
  const { search, genre, theme, platform, category } = filters
  const named = useQuery({ ...suggestionsQuery(search ?? ''), enabled: search !== undefined })
  const [widest] = Object.entries({ genre, theme, platform, category }).filter(([, value]) => value !== undefined)
  const wider: Filters = widest ? { [widest[0]]: widest[1] } : {}
  const found = useQuery({ ...listQuery(queryOf(wider)), enabled: search === undefined || named.data?.length === 0 })
  const isNamed = search !== undefined && named.data !== undefined && named.data.length > 0
  return (
    <Strip
      title={isNamed ? 'Similar names' : widest ? 'Similar games' : 'What others play'}
      games={(isNamed ? named.data : found.data?.games) ?? []}
      {...(!isNamed && { more: { href: addressOf(wider), label: 'All of them' } })}
    />
  )
}

function Opened() {
  const client = useQueryClient()
  const [games, setGames] = useState<readonly GameCard[]>([])
  useEffect(() => {
    let isHere = true
    // If this code cannot be loaded either, nothing is shown.
    import('#features/catalogue/web/game-cache.api.ts').then(
      ({ mostAccessedGames }) => isHere && setGames(mostAccessedGames(client)),
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [client])
  return <Strip title="Games you open most" games={games} />
}

function Strip(props: { title: string; games: readonly GameCard[]; more?: { href: string; label: string } }) {
  const { title, games, more } = props
  if (games.length === 0) return null
  return (
    <Section title={title} {...(more && { more })}>
      <PosterStrip label={title}>
        {games.slice(0, MAX).map((game) => (
          <GamePoster key={game.id} game={game} />
        ))}
      </PosterStrip>
    </Section>
  )
}
