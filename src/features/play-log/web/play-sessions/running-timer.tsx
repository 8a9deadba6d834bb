import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { timerText } from '../../play-sessions.rules.ts'
import { useTimer } from './use-timer.widgets.ts'

/** Renders the member's timer in the header of every page, as a link to its game. */
export function RunningTimer() {
  const timer = useTimer()
  if (!timer) return null
  const text = timerText(timer.ms)
  const state = timer.isRunning ? 'running' : 'paused'
  return (
    <a
      className={cx('chip edge font-[600]', timer.isRunning && 'text-playing!')}
      href={`/game/${timer.game.id}`}
      data-tip={`${timer.game.name}, ${state}`}
    >
      <Icon name={timer.isRunning ? 'playing' : 'pause'} />
      <span className="visually-hidden">{`Timer of ${timer.game.name}, ${state}:`}</span>
      <span className="num">
        {text.slice(0, -3)}
        {/* Phones have no room for seconds. */}
        <span className="max-md:hidden">{text.slice(-3)}</span>
      </span>
    </a>
  )
}
