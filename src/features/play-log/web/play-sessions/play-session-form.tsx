import { useState } from 'react'
import { FormFoot } from '#features/library/web/form-foot.widgets.tsx'
import { currentMark } from '#features/library/web/library.api.ts'
import { isDay } from '#shared/calendar-days.ts'
import { durationText, localDay } from '#shared/dates.ts'
import type { PlaythroughId } from '#shared/ids.ts'
import { ONLY_YOU_CAN_READ } from '#shared/sentences.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextArea, TextInput } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { PlaySession, Playthrough } from '../../play-sessions.contract.ts'
import { FIRST_DAY, hoursToType, minutesOf, SESSION_NOTE_LENGTH } from '../../play-sessions.rules.ts'
import { SESSION_TEXTS } from '../../play-sessions.texts.ts'
import type { Acting } from '../game-actions.api.ts'
import { runForProblem, useProblemForm } from '../run-for-problem.api.ts'
import { shareWithFriends } from '../share-with-friends.ts'
import { DurationField, durationProblem } from './duration-field.tsx'
import { deleteSession, saveSession } from './play-log-changes.ts'
import { playthroughName } from './playthrough-name.ts'

/** Returns the validation error of a day, undefined when it is valid. */
function dayProblem(day: string, today: string): string | undefined {
  if (!isDay(day)) return 'Choose a day'
  if (day < FIRST_DAY) return SESSION_TEXTS.dayTooEarly
  return day > today ? SESSION_TEXTS.dayInFuture : undefined
}

/** Renders the form of a new or existing session: day, duration, playthrough, note. */
export function PlaySessionForm(props: {
  acting: Acting
  session: PlaySession | null
  playthroughs: readonly Playthrough[]
  onClose: () => void
}) {
  const { acting, session, playthroughs, onClose } = props
  const { client, gameId } = acting
  const today = localDay(new Date())
  const [day, setDay] = useState(session?.played_on ?? today)
  const [before] = useState({ duration: session ? hoursToType(session.minutes / 60) : '', note: session?.note ?? '' })
  const [duration, setDuration] = useState(before.duration)
  const [note, setNote] = useState(before.note)
  const [playthrough, setPlaythrough] = useState<string>(session?.playthrough_id ?? playthroughs.at(-1)?.id ?? '')
  const { isTried, isSaving, problem, submit } = useProblemForm()
  // A day that was saved in an eastern time zone may be tomorrow here; it stays valid.
  const dayError = day === session?.played_on ? undefined : dayProblem(day, today)

  const isWrong = Boolean(dayError) || durationProblem(duration) !== null || note.length > SESSION_NOTE_LENGTH
  const save = async () => {
    const before = (await currentMark(client, gameId))?.status ?? null
    const saved = await saveSession(client, gameId, session?.id ?? null, {
      played_on: day,
      minutes: minutesOf(duration) as number,
      note: note.trim() || null,
      ...(playthrough && { playthrough_id: playthrough as PlaythroughId }),
    })
    const hasStarted = !session && (await currentMark(client, gameId))?.status !== before
    const posted = await shareWithFriends(acting, hasStarted ? 'started_playing' : null)
    const done = session ? 'session saved' : `${durationText(saved.minutes)} logged`
    toast({
      title: posted.failed ? `${done}, but ${posted.failed}` : `${acting.gameName}: ${done}`,
      ...(!session && {
        undo: () => void runForProblem(acting, () => deleteSession(client, gameId, saved.id), true),
      }),
    })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={session ? 'Edit session' : 'Add a session'}
      size="question"
      isTyped={note !== before.note || duration !== before.duration}
      isSaving={isSaving}
      onSubmit={(event) => void submit(event, isWrong, () => runForProblem(acting, save))}
      footer={<FormFoot label="Save session" problem={problem} isSaving={isSaving} onClose={onClose} />}
    >
      <div className="grid gap-5">
        <div className="grid grid-cols-2 gap-4">
          <DurationField value={duration} onChange={setDuration} showsProblem={isTried} disabled={isSaving} />
          <Field label="Day" error={(isTried && dayError) || undefined}>
            <TextInput
              type="date"
              className="num"
              min={FIRST_DAY}
              max={today}
              value={day}
              onChange={(event) => setDay(event.target.value)}
              disabled={isSaving}
            />
          </Field>
        </div>
        {playthroughs.length > 1 && (
          <Field label="Playthrough">
            <Select
              value={playthrough}
              onChange={(event) => setPlaythrough(event.target.value)}
              options={playthroughs.map((one, at) => ({ value: one.id, label: playthroughName(one, at) }))}
              disabled={isSaving}
            />
          </Field>
        )}
        <Field
          label="Note"
          hint={ONLY_YOU_CAN_READ}
          error={note.length > SESSION_NOTE_LENGTH ? SESSION_TEXTS.noteTooLong(SESSION_NOTE_LENGTH) : undefined}
          counter={<span className="num">{`${note.length} / ${SESSION_NOTE_LENGTH}`}</span>}
        >
          <TextArea rows={2} value={note} onChange={(event) => setNote(event.target.value)} disabled={isSaving} />
        </Field>
      </div>
    </Dialog>
  )
}
