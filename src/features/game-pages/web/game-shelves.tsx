import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useRef } from 'react'
import type { Game, GameCard } from '#features/catalogue/catalogue.contract.ts'
import { factsQuery } from '#features/catalogue/web/game-facts.api.ts'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { marksQuery } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import { playedOfText, SHELVES, shelfLabel, shelfNameText } from '../game-shelves.texts.ts'

/** The columns of a shelf on a wide screen: a short one stands beside others. */
const COLUMNS = 6
const MIN_COLUMNS = 2

/** The related games of a game, by kind: what it belongs to, its parts, its series, its franchise. */
export function GameShelves({ game }: { game: Game }) {
  const { data: facts } = useQuery(factsQuery(game.id as GameId))
  if (!facts) return null
  const { relations, series, franchise } = facts
  if (relations.length === 0 && !series && !franchise) return null
  return (
    <div className="shelves section">
      {relations.map(({ kind, role, total, games }) => (
        <Shelf key={`${role} ${kind}`} label={shelfLabel(kind, role, total)} total={total} games={games} />
      ))}
      {series && <Shelf label={SHELVES.series} {...series} current={game.id} />}
      {franchise && <Shelf label={SHELVES.franchise} {...franchise} current={game.id} />}
    </div>
  )
}

function Shelf(props: { label: string; name?: string; total: number; games: readonly GameCard[]; current?: string }) {
  const { label, name, total, games, current } = props
  const { data: played = 0 } = useQuery({
    ...marksQuery(),
    enabled: false,
    select: (marks) => games.filter(({ id }) => isPlayed(marks[id]?.status)).length,
  })
  const shelf = useRef<HTMLElement>(null)
  // A long shelf shows the present game, with the one before it.
  useEffect(() => {
    const present = shelf.current?.querySelector<HTMLElement>('.shelf-current')?.parentElement
    const strip = present?.parentElement
    if (present && strip) strip.scrollLeft = present.offsetLeft - present.offsetWidth - strip.offsetLeft
  }, [])
  const isAlone = total === 1 && played === 0
  const count = playedOfText(played, total)
  const columns = games.length >= COLUMNS / 2 ? COLUMNS : Math.max(MIN_COLUMNS, games.length)
  return (
    <section ref={shelf} className="shelf" style={{ '--columns': columns } as CSSProperties} aria-label={name ?? label}>
      <div className="shelf-head">
        <h2>{label}</h2>
        {!isAlone && <span className="num">{name ? shelfNameText(name, count) : count}</span>}
      </div>
      <PosterStrip label={name ?? label} columns={6}>
        {games.map((each) => (
          <GamePoster key={each.id} game={each} {...(each.id === current && { className: 'shelf-current' })} />
        ))}
      </PosterStrip>
    </section>
  )
}

const isPlayed = (status: string | null | undefined) => status != null && status !== 'want_to_play'
