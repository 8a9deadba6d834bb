import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { CopiesButton } from '#features/copies/web/copies-button.widgets.tsx'
import { WrongGame } from '#features/entry-moves/web/wrong-game.widgets.tsx'
import { entryQuery } from '#features/library/web/library.api.ts'
import { timerText } from '#features/play-log/play-sessions.rules.ts'
import type { Acting, ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { PlaythroughList } from '#features/play-log/web/play-sessions/playthrough-list.widgets.tsx'
import { useTimer } from '#features/play-log/web/play-sessions/use-timer.widgets.ts'
import { GameShelvesRow } from '#features/shelves/web/game-shelves-row.widgets.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'

const loadSignIn = () => import('#features/play-log/web/game-actions.api.ts')
const loadActions = () => import('#features/play-log/web/play-sessions/timer-actions.api.ts')
const loadLog = () => import('#features/play-log/web/play-sessions/play-log-dialog.widgets.tsx')
const PlayLogDialog = lazyLoaded(loadLog, 'PlayLogDialog')
const HowLongDialog = lazyLoaded(
  () => import('#features/play-log/web/play-sessions/how-long-dialog.widgets.tsx'),
  'HowLongDialog',
)

export { GameBookmark } from '#features/play-log/web/play-sessions/playthrough-list.widgets.tsx'

/**
 * Renders the last rows of a game's panel: the button of the play log, the timer, the viewer's shelves, copies and
 * playthroughs. The height of the first one is the same with and without a timer.
 */
export function PlayLogRow({ game }: { game: ActionGame }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const [open, setOpen] = useState<'log' | 'how long' | null>(null)
  const any = useTimer()
  const timer = any?.game.id === game.id ? any : null
  const acting: Acting = { client, viewer, gameId: game.id, gameName: game.name, openLog: () => {} }
  const run = (work: (actions: Awaited<ReturnType<typeof loadActions>>) => unknown) => void loadActions().then(work)
  const openLog = () =>
    viewer
      ? setOpen('log')
      : void loadSignIn().then(({ askToSignIn }) => askToSignIn(acting, 'add', () => setOpen('log')))
  const stop = () =>
    run(async (actions) => {
      if ((await actions.stopPlayTimer(acting)) === 'forgotten') setOpen('how long')
    })
  return (
    <>
      <div
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-2"
        onPointerEnter={() => void loadLog()}
      >
        <Button kind="quiet" icon="calendar" onClick={openLog}>
          Sessions
        </Button>
        {timer ? (
          <span className="flex items-center justify-end">
            <span className="num mr-auto pl-2 font-[650] text-playing" role="timer" aria-label="Timer">
              {timerText(timer.ms)}
            </span>
            <IconButton
              icon={timer.isRunning ? 'pause' : 'play'}
              label={timer.isRunning ? 'Pause timer' : 'Resume timer'}
              onClick={() => run((actions) => actions.setTimerRunning(acting, !timer.isRunning))}
            />
            <IconButton icon="stop" label="Stop timer" onClick={stop} />
          </span>
        ) : (
          <Button kind="quiet" icon="clock" onClick={() => run((actions) => actions.startPlayTimer(acting))}>
            Start timer
          </Button>
        )}
        {open === 'log' && (
          <Suspense>
            <PlayLogDialog game={game} acting={acting} onClose={() => setOpen(null)} />
          </Suspense>
        )}
        {open === 'how long' && (
          <Suspense>
            <HowLongDialog acting={acting} ms={timer?.ms ?? 0} onClose={() => setOpen(null)} />
          </Suspense>
        )}
      </div>
      <EntryRows game={game} acting={acting} />
    </>
  )
}

function EntryRows({ game, acting }: { game: ActionGame; acting: Acting }) {
  const { data: entry } = useQuery({ ...entryQuery(game.id), enabled: acting.viewer !== null })
  return (
    <>
      <div className="flex gap-2">
        <GameShelvesRow game={game} />
        <CopiesButton game={game} />
      </div>
      {acting.viewer && entry && <PlaythroughList acting={acting} />}
      <WrongGame game={game} />
    </>
  )
}
