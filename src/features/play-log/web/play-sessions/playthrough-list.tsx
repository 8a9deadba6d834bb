import { useState } from 'react'
import { plural } from '#shared/counted.ts'
import { durationText } from '#shared/dates.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toasts.ts'
import { PLAY_LOG_TEXTS } from '../../play-log.texts.ts'
import type { Playthrough } from '../../play-sessions.contract.ts'
import type { Acting } from '../game-actions.api.ts'
import { runForProblem } from '../run-for-problem.api.ts'
import { deletePlaythrough } from './play-log-changes.ts'
import { PlaythroughForm } from './playthrough-form.tsx'
import { playthroughFacts, playthroughName } from './playthrough-name.ts'

type Open =
  | { kind: 'form'; playthrough: Playthrough | null }
  | { kind: 'delete'; playthrough: Playthrough; name: string }

/** Renders the playthroughs of a game, the latest on top. */
export function PlaythroughList({ acting, playthroughs }: { acting: Acting; playthroughs: readonly Playthrough[] }) {
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    // It takes the focus when a question about a deleted playthrough closes (`finalFocus` of the dialog).
    <section tabIndex={-1} aria-labelledby="playthroughs" className="grid gap-1 outline-none">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h3 id="playthroughs" className="text-16 font-[700]">
          Playthroughs
        </h3>
        <Button kind="quiet" icon="plus" onClick={() => setOpen({ kind: 'form', playthrough: null })}>
          Start a new playthrough
        </Button>
      </div>
      {playthroughs.length === 0 ? (
        <p className="text-13 text-text-3">{PLAY_LOG_TEXTS.noPlaythroughs}</p>
      ) : (
        <ul className="divide-y divide-line">
          {playthroughs
            .map((playthrough, at) => ({ playthrough, name: playthroughName(playthrough, at) }))
            .reverse()
            .map(({ playthrough, name }) => (
              <Row
                key={playthrough.id}
                playthrough={playthrough}
                name={name}
                onEdit={() => setOpen({ kind: 'form', playthrough })}
                onDelete={() => setOpen({ kind: 'delete', playthrough, name })}
              />
            ))}
        </ul>
      )}
      {open?.kind === 'form' && (
        <PlaythroughForm
          acting={acting}
          playthrough={open.playthrough}
          platform={playthroughs.at(-1)?.platform ?? null}
          onClose={close}
        />
      )}
      {open?.kind === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={(isOpen) => !isOpen && close()}
          title={`Delete ${open.name}?`}
          text={deletionText(open.playthrough)}
          confirmLabel="Delete"
          busyLabel="Deleting…"
          danger
          onConfirm={async () => {
            const problem = await runForProblem(
              acting,
              () => deletePlaythrough(acting.client, acting.gameId, open.playthrough.id),
              true,
            )
            if (problem === null) toast({ title: `${acting.gameName}: playthrough deleted` })
          }}
        />
      )}
    </section>
  )
}

function Row(props: { playthrough: Playthrough; name: string; onEdit: () => void; onDelete: () => void }) {
  const { playthrough, name } = props
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-[600] wrap-anywhere">{name}</p>
        <p className="text-13 text-text-2">{playthroughFacts(playthrough)}</p>
        {playthrough.drop_reason && (
          <p className="text-13 text-text-2 wrap-anywhere" dir="auto">
            {playthrough.drop_reason}
          </p>
        )}
      </div>
      {playthrough.session_count > 0 && (
        <span className="num text-text-2">{durationText(playthrough.session_minutes)}</span>
      )}
      <span className="-mr-2 flex *:text-text-3">
        <IconButton icon="pen" label={`Edit ${name}`} onClick={props.onEdit} />
        <IconButton icon="trash" label={`Delete ${name}`} onClick={props.onDelete} />
      </span>
    </li>
  )
}

function deletionText({ session_count, session_minutes }: Playthrough): string {
  if (session_count === 0) return PLAY_LOG_TEXTS.withoutSessions
  const sessions = `Its ${plural(session_count, 'session is', `${session_count} sessions are`)} deleted`
  return PLAY_LOG_TEXTS.withSessions(sessions, durationText(session_minutes))
}
