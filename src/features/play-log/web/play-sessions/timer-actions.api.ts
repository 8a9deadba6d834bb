import type { QueryClient } from '@tanstack/react-query'
import { hoursText } from '#features/library/library.rules.ts'
import { currentEntry, currentMark, libraryKeys } from '#features/library/web/library.api.ts'
import { write } from '#features/library/web/library-changes.api.ts'
import { durationText, localDay } from '#shared/dates.ts'
import { isWaiting } from '#shared/outbox.ts'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import { PLAY_LOG_TEXTS } from '../../play-log.texts.ts'
import type { PlaySession } from '../../play-sessions.contract.ts'
import { SESSION_TEXTS } from '../../play-sessions.texts.ts'
import type { PlayTimer } from '../../timer.contract.ts'
import { changeTimer, discardTimer, startTimer, stopTimer } from '../../timer.endpoints.ts'
import { type Acting, askToSignIn, guarded } from '../game-actions.api.ts'
import { shareWithFriends } from '../share-with-friends.ts'
import { type FetchedTimer, timerQuery, withFetchTime } from './play-log.api.ts'
import { deleteSession } from './play-log-changes.ts'

const put = (client: QueryClient, timer: PlayTimer | null) =>
  client.setQueryData<FetchedTimer>(libraryKeys.timer, withFetchTime(timer))

/** Starts the timer. It shares an activity only when the game becomes playing, as '+ 30 min' does. */
export async function startPlayTimer(acting: Acting): Promise<void> {
  const { client, viewer, gameId } = acting
  if (!viewer) return askToSignIn(acting, 'add', startPlayTimer)
  await guarded(acting, 'add', startPlayTimer, async () => {
    const before = (await currentMark(client, gameId))?.status ?? null
    try {
      const entry = await write(client, gameId, {}, PLAY_LOG_TEXTS.timerNotStarted, async () => {
        await client.cancelQueries({ queryKey: libraryKeys.timer })
        const answer = await call(startTimer, { body: { game_id: gameId } }, { client })
        put(client, answer.timer)
        return answer.entry
      })
      const hasStarted = entry !== null && entry.status !== before
      const posted = await shareWithFriends(acting, hasStarted ? 'started_playing' : null)
      toast({
        title: posted.failed ? `Timer started, but ${posted.failed}` : `${acting.gameName}: timer started`,
        status: 'playing',
      })
    } catch (error) {
      const cause = error instanceof Error ? error.cause : null
      if (!(cause instanceof CallError) || cause.code !== 'timer_exists') throw error
      const { timer } = await client.fetchQuery({ ...timerQuery(), staleTime: 0 })
      if (timer && timer.game.id !== gameId)
        toast({
          title: PLAY_LOG_TEXTS.timerRuns(timer.game.name),
          description: SESSION_TEXTS.stopOther,
          action: { label: 'Go there', href: `/game/${timer.game.id}` },
        })
    }
  })
}

export async function setTimerRunning(acting: Acting, isRunning: boolean): Promise<void> {
  await onTimer(acting, async () => {
    put(acting.client, (await call(changeTimer, { body: { isRunning } }, { client: acting.client })).timer)
  })
}

export type StopResult = 'done' | 'forgotten'

/**
 * Stops the timer and confirms what was logged. Returns 'forgotten' when it ran so long that the player must state the
 * real duration; the caller then calls again with the minutes.
 */
export async function stopPlayTimer(acting: Acting, minutes?: number): Promise<StopResult> {
  const { client, gameId } = acting
  let outcome: StopResult = 'done'
  await onTimer(acting, async () => {
    const startedAt = client.getQueryData<FetchedTimer>(libraryKeys.timer)?.timer?.started_at
    try {
      const body = {
        ...(minutes !== undefined && { minutes }),
        ...(startedAt && { played_on: localDay(new Date(startedAt)) }),
      }
      let session = null
      const send = async () => {
        const answer = await call(stopTimer, { body }, { client })
        session = answer.session
        put(client, null)
        return answer.entry ?? (await currentEntry(client, gameId))
      }
      const entry = await write(client, gameId, {}, PLAY_LOG_TEXTS.timerNotStopped, send, { isProgress: true })
      showLogged(acting, session, entry?.play_time ?? 0)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : null
      if (!(cause instanceof CallError) || cause.code !== 'timer_forgotten') throw error
      outcome = 'forgotten'
    }
  })
  return outcome
}

function showLogged(acting: Acting, session: PlaySession | null, hours: number): void {
  if (!session) {
    toast({ title: PLAY_LOG_TEXTS.tooShort })
    return
  }
  toast({
    title: `${acting.gameName}: ${durationText(session.minutes)} logged`,
    description: `${hoursText(hours)} in all`,
    status: 'playing',
    // What waits for a network has no session yet.
    ...(!isWaiting(session) && {
      undo: () =>
        void guarded(
          acting,
          'status',
          () => {},
          () => deleteSession(acting.client, acting.gameId, session.id),
        ),
    }),
  })
}

/** Discards the timer, after the member has confirmed it. */
export async function discardPlayTimer(acting: Acting): Promise<void> {
  await onTimer(acting, async () => {
    await call(discardTimer, {}, { client: acting.client })
    put(acting.client, null)
    toast({ title: `${acting.gameName}: timer discarded` })
  })
}

/**
 * Runs a timer action. When another tab has stopped the timer, that is no failure: this tab then shows the stopped
 * state too.
 */
async function onTimer(acting: Acting, work: () => Promise<void>): Promise<void> {
  const { client } = acting
  await client.cancelQueries({ queryKey: libraryKeys.timer })
  await guarded(
    acting,
    'status',
    () => {},
    async () => {
      try {
        await work()
      } catch (error) {
        const failure = error instanceof Error && error.cause instanceof CallError ? error.cause : error
        if (!(failure instanceof CallError) || failure.code !== 'timer_not_found') throw error
        put(client, null)
        toast({ title: PLAY_LOG_TEXTS.stoppedElsewhere })
      }
    },
  )
}
