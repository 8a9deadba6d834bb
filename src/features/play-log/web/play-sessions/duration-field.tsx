import { durationText } from '#shared/dates.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { PLAY_LOG_TEXTS } from '../../play-log.texts.ts'
import { MAX_MINUTES, MIN_MINUTES, minutesOf } from '../../play-sessions.rules.ts'
import { HOW_LONG, SESSION_TEXTS } from '../../play-sessions.texts.ts'

/** Returns the error of a typed duration, null when it is valid for a session. */
export function durationProblem(text: string): string | null {
  if (text.trim() === '') return HOW_LONG
  const minutes = minutesOf(text)
  if (minutes === null) return PLAY_LOG_TEXTS.durationForm
  if (minutes < MIN_MINUTES) return SESSION_TEXTS.tooShort
  return minutes > MAX_MINUTES ? PLAY_LOG_TEXTS.inMinutes : null
}

/** Renders a field for a duration as people write it, and shows how it was parsed. */
export function DurationField(props: {
  value: string
  onChange: (text: string) => void
  /** True after the first attempt to save. */
  showsProblem: boolean
  disabled: boolean
}) {
  const problem = durationProblem(props.value)
  return (
    <Field
      label="Duration"
      hint={PLAY_LOG_TEXTS.durationHint}
      error={(props.showsProblem && problem) || undefined}
      ok={problem === null ? durationText(minutesOf(props.value) as number) : undefined}
    >
      <TextInput
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        placeholder="1h 30m"
        autoComplete="off"
        disabled={props.disabled}
      />
    </Field>
  )
}
