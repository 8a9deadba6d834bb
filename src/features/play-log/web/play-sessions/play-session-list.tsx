import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { dayText, durationText } from '#shared/dates.ts'
import type { PlaySessionId } from '#shared/ids.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toasts.ts'
import { PLAY_LOG_TEXTS } from '../../play-log.texts.ts'
import type { PlaySession, Playthrough } from '../../play-sessions.contract.ts'
import { mergeProblem } from '../../play-sessions.rules.ts'
import { MERGE_PROBLEMS } from '../../play-sessions.texts.ts'
import type { Acting } from '../game-actions.api.ts'
import { runForProblem } from '../run-for-problem.api.ts'
import { playLogQuery, playSessionsQuery } from './play-log.api.ts'
import { deleteSession, mergeSessions, saveSession } from './play-log-changes.ts'
import { PlaySessionForm } from './play-session-form.tsx'
import { playthroughName } from './playthrough-name.ts'

/** Renders the dated sessions of a game, latest first, with actions to add, edit, delete and merge. */
export function PlaySessionList({ acting, playthroughs }: { acting: Acting; playthroughs: readonly Playthrough[] }) {
  const { client, gameId } = acting
  const list = useInfiniteQuery(playSessionsQuery(gameId))
  const [form, setForm] = useState<{ session: PlaySession | null } | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<PlaySessionId> | null>(null)
  const [isMerging, setMerging] = useState(false)
  const section = useRef<HTMLElement>(null)
  const leaving = useRef(new Set<PlaySessionId>())
  // The button that had the focus disappears with its row or its mode.
  const takeFocus = () => section.current?.focus({ preventScroll: true })
  const sessions = list.data?.pages.flatMap(({ data }) => data) ?? []
  const picked = sessions.filter(({ id }) => chosen?.has(id))
  const problem = chosen && mergeProblem(picked)
  const minutes = picked.reduce((sum, session) => sum + session.minutes, 0)

  const remove = async (session: PlaySession) => {
    // A second press on a slow line would be refused, and its toast would hide the Undo of the first.
    if (leaving.current.has(session.id)) return
    leaving.current.add(session.id)
    const { played_on, minutes, note, playthrough_id } = session
    const balance = client.getQueryData(playLogQuery(gameId).queryKey)?.totals.undated_hours ?? 0
    const back = { played_on, minutes, note, playthrough_id, correct: true, undated_hours: Math.min(0, balance) }
    const failed = await runForProblem(acting, () => deleteSession(client, gameId, session.id), true)
    leaving.current.delete(session.id)
    if (failed !== null) return
    takeFocus()
    toast({
      title: `${acting.gameName}: ${durationText(minutes)} deleted`,
      undo: () => void runForProblem(acting, () => saveSession(client, gameId, null, back), true),
    })
  }
  const merge = async () => {
    let undo = async () => {}
    setMerging(true)
    const failed = await runForProblem(
      acting,
      async () => {
        undo = await mergeSessions(
          client,
          gameId,
          picked.map(({ id }) => id),
        )
      },
      true,
    )
    setMerging(false)
    if (failed !== null) return
    setChosen(null)
    takeFocus()
    toast({
      title: PLAY_LOG_TEXTS.merged(acting.gameName, durationText(minutes)),
      description: PLAY_LOG_TEXTS.mergedHow,
      undo: () => void runForProblem(acting, undo, true),
    })
  }

  return (
    <section ref={section} tabIndex={-1} aria-labelledby="sessions" className="grid gap-1 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id="sessions" className="text-16 font-[700]">
          Sessions
        </h3>
        <span className="flex gap-1">
          {sessions.length > 1 && (
            <Button
              kind="quiet"
              aria-pressed={chosen !== null}
              onClick={() => setChosen(chosen === null ? new Set() : null)}
            >
              {chosen === null ? 'Merge…' : 'Cancel merging'}
            </Button>
          )}
          {chosen === null && (
            <Button icon="plus" onClick={() => setForm({ session: null })}>
              Add a session
            </Button>
          )}
        </span>
      </div>
      {chosen !== null && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-surface-2 px-3 py-2">
          <p className="text-13 text-text-2" aria-live="polite">
            {problem ? MERGE_PROBLEMS[problem] : `${picked.length} sessions become one of ${durationText(minutes)}`}
          </p>
          <Button
            kind="solid"
            disabled={problem !== null}
            busy={isMerging}
            busyLabel="Merging…"
            onClick={() => void merge()}
          >
            Merge
          </Button>
        </div>
      )}
      {list.isPending ? (
        <Rows />
      ) : list.isError ? (
        <p className="flex items-baseline justify-between py-3 text-13 text-text-2" role="alert">
          {PLAY_LOG_TEXTS.sessionsNotLoaded}
          <button type="button" className="linkish" onClick={() => void list.refetch()}>
            Try again
          </button>
        </p>
      ) : sessions.length === 0 ? (
        <p className="py-3 text-text-2">{PLAY_LOG_TEXTS.noSessions}</p>
      ) : (
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <Row
              key={session.id}
              session={session}
              playthrough={nameOf(playthroughs, session)}
              isChosen={chosen?.has(session.id) ?? null}
              onChoose={(isOn) => {
                const next = new Set(chosen)
                if (isOn) next.add(session.id)
                else next.delete(session.id)
                setChosen(next)
              }}
              onEdit={() => setForm({ session })}
              onDelete={() => void remove(session)}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          kind="line"
          className="mx-auto mt-2"
          busy={list.isFetchingNextPage}
          busyLabel="Loading…"
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {form && (
        <PlaySessionForm
          acting={acting}
          session={form.session}
          playthroughs={playthroughs}
          onClose={() => setForm(null)}
        />
      )}
    </section>
  )
}

/** Returns the name of the session's playthrough, when there are several. */
function nameOf(playthroughs: readonly Playthrough[], { playthrough_id }: PlaySession): string | null {
  const at = playthroughs.findIndex(({ id }) => id === playthrough_id)
  const found = playthroughs[at]
  return found && playthroughs.length > 1 ? playthroughName(found, at) : null
}

function Row(props: {
  session: PlaySession
  playthrough: string | null
  /** Null outside selection mode. */
  isChosen: boolean | null
  onChoose: (isOn: boolean) => void
  onEdit: () => void
  onDelete: () => void
}) {
  const { session, playthrough } = props
  const day = dayText(session.played_on)
  const length = durationText(session.minutes)
  const name = `${length} on ${day}`
  const summary = (
    <span className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[104px_minmax(0,1fr)]">
      <span className="num text-13 leading-[21px] text-text-2">{day}</span>
      <span className="min-w-0">
        <span className="num font-[650]">{length}</span>
        {playthrough && <span className="pl-2 text-13 text-text-3">{playthrough}</span>}
        {session.origin === 'steam' && <span className="pl-2 text-13 text-text-3">From Steam</span>}
        {session.note && (
          <span className="block text-13 wrap-anywhere whitespace-pre-line text-text-2">{session.note}</span>
        )}
      </span>
    </span>
  )
  return (
    <li className="flex min-h-13 items-center gap-3 py-1.5">
      {props.isChosen === null ? (
        <>
          {summary}
          <span className="-mr-2 flex *:text-text-3">
            <IconButton icon="pen" label={`Edit ${name}`} onClick={props.onEdit} />
            <IconButton icon="trash" label={`Delete ${name}`} onClick={props.onDelete} />
          </span>
        </>
      ) : (
        <Checkbox
          className="flex-1"
          checked={props.isChosen}
          onChange={(event) => props.onChoose(event.target.checked)}
          label={summary}
        />
      )}
    </li>
  )
}

function Rows() {
  return (
    <div role="status" className="grid gap-3 py-3">
      <span className="visually-hidden">Loading</span>
      {[0, 1, 2].map((at) => (
        <Skeleton key={at} className="h-8 w-full" />
      ))}
    </div>
  )
}
