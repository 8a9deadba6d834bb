import type * as z from 'zod/mini'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { entryView } from '#features/library/server/library.service.ts'
import { type Route, route } from '#server/routes.ts'
import type { PlaythroughId } from '#shared/ids.ts'
import { isForgotten, timedMs } from '../../play-sessions.rules.ts'
import * as contract from '../../timer.contract.ts'
import { playSessionView } from '../play-sessions/play-sessions.view.ts'
import { changeTimer, discardTimer, startTimer, stopTimer, timerOf } from './timer.service.ts'

export const timerRoutes = (deps: LibraryDeps): Route[] => [
  route(contract.getTimer, async ({ viewer }) => {
    const timer = await timerOf(deps, viewer)
    return { timer: timer && timerView(timer) }
  }),
  route(contract.startTimer, async ({ viewer, body }) => {
    const { timer, entry } = await startTimer(deps, viewer, body)
    return { timer: timerView(timer), entry: entryView(entry) }
  }),
  route(contract.changeTimer, async ({ viewer, body }) => ({
    timer: timerView(await changeTimer(deps, viewer, body.isRunning)),
  })),
  route(contract.stopTimer, async ({ viewer, body }) => {
    const { session, entry } = await stopTimer(deps, viewer, body)
    return { session: session && playSessionView(session), entry: entry && entryView(entry) }
  }),
  route(contract.discardTimer, async ({ viewer }) => {
    await discardTimer(deps, viewer)
    return undefined
  }),
]

type Timed = NonNullable<Awaited<ReturnType<typeof timerOf>>>

function timerView({ row, game, now }: Timed): z.input<typeof contract.PlayTimer> {
  return {
    game,
    playthrough_id: row.playthrough_id as PlaythroughId | null,
    started_at: row.started_at.toISOString(),
    isRunning: row.running_since !== null,
    elapsed_ms: timedMs(row, now),
    isForgotten: isForgotten(row, now),
  }
}
