import { useQuery } from '@tanstack/react-query'
import { hoursText } from '#features/library/library.rules.ts'
import { counted } from '#shared/counted.ts'
import { durationText } from '#shared/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.ts'
import { PLAY_LOG_TEXTS } from '../../play-log.texts.ts'
import type { PlayTotals } from '../../play-sessions.contract.ts'
import { hoursOfMinutes } from '../../play-sessions.rules.ts'
import type { Acting, ActionGame } from '../game-actions.api.ts'
import { log } from '../progress.api.ts'
import { runForProblem } from '../run-for-problem.api.ts'
import { playLogQuery } from './play-log.api.ts'
import { PlaySessionList } from './play-session-list.tsx'

/** Renders the parts of a game's hours: dated sessions, and undated hours. */
export function PlayLogDialog(props: { game: ActionGame; acting: Acting; onClose: () => void }) {
  const { acting, game } = props
  const { data, isPending, refetch } = useQuery(playLogQuery(game.id))
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && props.onClose()} title={`Sessions of ${game.name}`}>
      {data ? (
        <div className="grid gap-7">
          <Totals totals={data.totals} acting={acting} />
          <PlaySessionList acting={acting} playthroughs={data.playthroughs} />
        </div>
      ) : isPending ? (
        <div role="status" className="grid gap-7">
          <span className="visually-hidden">Loading</span>
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      ) : (
        <p className="flex items-baseline justify-between text-text-2" role="alert">
          {PLAY_LOG_TEXTS.notLoaded}
          <button type="button" className="linkish" data-first onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
    </Dialog>
  )
}

/**
 * Renders the total and its two parts. When the total is less than the sum of the sessions, it says so and offers to
 * use the sum.
 */
function Totals({ totals, acting }: { totals: PlayTotals; acting: Acting }) {
  const { play_time, session_count, session_minutes, undated_hours } = totals
  const isBelow = undated_hours < 0
  const sessions = counted(session_count, 'session')
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['Total', hoursText(play_time)],
    [sessions, hoursText(session_minutes / 60)],
    isBelow ? ['Set aside', `−${hoursText(-undated_hours)}`] : ['Without a date', hoursText(undated_hours)],
  ]
  const takeSessionTotal = async () => {
    const failed = await runForProblem(
      acting,
      () => log(acting.client, acting.gameId, { play_time: hoursOfMinutes(session_minutes) }),
      true,
    )
    if (failed === null) toast({ title: `The total is ${durationText(session_minutes)} now` })
  }
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-3 gap-x-4 border-y border-line py-4">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="fact">{name}</dt>
            <dd className="num text-22 leading-tight font-[700]">{value}</dd>
          </div>
        ))}
      </dl>
      {isBelow && (
        <p className="flex flex-wrap items-center justify-between gap-3 text-13 text-text-2">
          {PLAY_LOG_TEXTS.smallerTotal}
          <Button onClick={() => void takeSessionTotal()}>Use the sessions’ total</Button>
        </p>
      )}
    </div>
  )
}
