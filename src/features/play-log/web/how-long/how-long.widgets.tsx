import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, Suspense, useId, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { Game } from '#features/catalogue/catalogue.contract.ts'
import type { TimedLevel } from '#features/catalogue/time-to-beat.rules.ts'
import { entryQuery } from '#features/library/web/library.api.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { firstLevel, minutesLeft, ownMinutes, timeText, typicalMinutes } from '../../how-long.rules.ts'
import { HOW_LONG_TEXTS as TEXTS } from '../../how-long.texts.ts'
import { paceQuery } from './how-long.api.ts'

const loadBars = () => import('./how-long-bars.tsx')
const HowLongBars = lazyLoaded(loadBars, 'HowLongBars')

/**
 * One line that says how long a game takes, and the viewer; opened, the bars of this site and what the source says. While the
 * viewer plays it, what is left. Nothing if nothing is known. The page's `load` fetches the entry and `loadPace`.
 */
export function HowLong({ game }: { game: Game }) {
  const viewer = useViewer()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { data: entry = null } = useQuery({ ...entryQuery(game.id), enabled: viewer !== null })
  const { data: pace = null } = useQuery({ ...paceQuery(), enabled: viewer !== null })
  const first = firstLevel(game)
  if (!first) return null
  const known = typicalMinutes(game, first) as number
  const all = first === 'completionist' ? null : typicalMinutes(game, 'completionist')
  // A finished game shows the hours that it took.
  const own = viewer && entry?.status !== 'completed' ? ownMinutes(game, pace) : null
  const left = entry && minutesLeft(entry, own ?? known)
  return (
    <div className="how-long">
      <button
        type="button"
        className="how-long-line num"
        aria-expanded={isOpen}
        aria-controls={id}
        onPointerEnter={() => void loadBars()}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="visually-hidden">{TEXTS.label} </span>
        <Time level={first} minutes={known} />
        {all !== null && all >= known && (
          <>
            <Dot />
            <Time level="completionist" minutes={all} />
          </>
        )}
        {own !== null && (
          <>
            <Dot />
            <span className="how-long-own">{TEXTS.yours(timeText(own))}</span>
          </>
        )}
        <Icon name={isOpen ? 'up' : 'down'} />
      </button>
      {left !== null && <Left minutes={left} expected={own ?? known} />}
      <div id={id}>
        {isOpen && (
          <Suspense>
            <HowLongBars game={game} own={own} pace={pace} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

const Time = ({ level, minutes }: { level: TimedLevel; minutes: number }) => (
  <span>
    {TEXTS.levels[level]} <b>{timeText(minutes)}</b>
  </span>
)

const Dot = () => <span aria-hidden="true"> · </span>

function Left({ minutes, expected }: { minutes: number; expected: number }) {
  const done = Math.max(0, Math.min(100, 100 - (100 * minutes) / expected))
  return (
    <div className="how-long-left">
      <p className="num">{TEXTS.left(timeText(minutes))}</p>
      <div className="how-long-rest" aria-hidden="true" style={{ '--v': `${done}%` } as CSSProperties}>
        <i />
      </div>
    </div>
  )
}
