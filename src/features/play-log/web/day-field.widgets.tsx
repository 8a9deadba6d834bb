import { PARTIAL_DAY_HINT } from '#features/library/library.texts.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { FIRST_DAY, firstDayOf, type PartialDay, partialDayFrom, partialDayText } from '../play-sessions.rules.ts'
import { SESSION_TEXTS } from '../play-sessions.texts.ts'

/** Returns the validation error of a typed date (null: it is not a date), undefined when it is valid. */
export function partialDayProblem(day: PartialDay | null, today: string): string | undefined {
  if (day === null) return SESSION_TEXTS.dateForm
  if (day < FIRST_DAY.slice(0, 4)) return SESSION_TEXTS.dateTooEarly
  return firstDayOf(day) > today ? SESSION_TEXTS.dayInFuture : undefined
}

/** Renders a field for a year, a month or a day, with a button for today. */
export function DayField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  today: string
  hint?: string
  error?: string | undefined
  disabled?: boolean
}) {
  const { value, today } = props
  const day = partialDayFrom(value)
  return (
    <Field label={props.label} error={props.error} hint={day ? partialDayText(day) : (props.hint ?? PARTIAL_DAY_HINT)}>
      <span className="flex gap-2">
        <TextInput
          className="num min-w-0 flex-1"
          // Phones then show digits and a point, which separates year, month and day like a dash.
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          maxLength={10}
          placeholder="2012 or 2012-05-17"
          value={value}
          onChange={(event) => props.onChange(event.target.value)}
          onBlur={() => day && day !== value && props.onChange(day)}
          disabled={props.disabled}
        />
        <button
          type="button"
          className="btn flex-none"
          aria-pressed={day === today}
          onClick={() => props.onChange(today)}
          disabled={props.disabled}
        >
          Today
        </button>
      </span>
    </Field>
  )
}
