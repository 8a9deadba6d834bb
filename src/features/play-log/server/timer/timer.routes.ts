import type * as z from 'zod/mini'
import { ensureGame } from '#features/catalogue/server/catalogue.service.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { entryView } from '#features/library/server/library.service.ts'
import { runOnce } from '#server/once/once.ts'
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
  route(contract.startTimer, ({ viewer, body, request, reply }) =>
    runOnce(
      deps,
      { request, reply, body },
      {
        address: 'POST timer',
        prepare: () => ensureGame(deps, body.game_id, deps.clock(), viewer.id),
        async write(inside, doneAt) {
          const { timer, entry } = await startTimer(inside, viewer, body, doneAt)
          return { timer: timerView(timer), entry: entryView(entry) }
        },
      },
    ),
  ),
  route(contract.changeTimer, ({ viewer, body, request, reply }) =>
    runOnce(
      deps,
      { request, reply, body: { ...body, game_id: undefined } },
      {
        address: 'PATCH timer',
        write: async (inside, doneAt) => ({ timer: timerView(await changeTimer(inside, viewer, body, doneAt)) }),
      },
    ),
  ),
  route(contract.stopTimer, ({ viewer, body, request, reply }) =>
    runOnce(
      deps,
      { request, reply, body: { ...body, game_id: undefined } },
      {
        address: 'POST timer/stop',
        async write(inside, doneAt) {
          const { session, entry } = await stopTimer(inside, viewer, body, doneAt)
          return { session: session && playSessionView(session), entry: entry && entryView(entry) }
        },
      },
    ),
  ),
  route(contract.discardTimer, async ({ viewer, query, request, reply }) => {
    const write = (inside: LibraryDeps) => discardTimer(inside, viewer, query.game_id)
    await runOnce(deps, { request, reply, body: null }, { address: 'DELETE timer', write })
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
