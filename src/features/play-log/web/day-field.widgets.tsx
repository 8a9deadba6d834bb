import { useRef, useState } from 'react'
import { PARTIAL_DAY_HINT } from '#features/library/library.texts.ts'
import { ChipButton } from '#web/ui/chip.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { FIRST_DAY, firstDayOf, type PartialDay, partialDayFrom, partialDayText } from '../play-sessions.rules.ts'
import { SESSION_TEXTS } from '../play-sessions.texts.ts'

/** Returns the validation error of a typed date (null: it is not a date), undefined when it is valid. */
export function partialDayProblem(day: PartialDay | null, today: string): string | undefined {
  if (day === null) return SESSION_TEXTS.dateForm
  if (day < FIRST_DAY.slice(0, 4)) return SESSION_TEXTS.dateTooEarly
  return firstDayOf(day) > today ? SESSION_TEXTS.dayInFuture : undefined
}

/**
 * Renders a field for a year, a month or a day, with a button for today, or with chips for the end of a game: today, this
 * year, earlier, and what an empty field means.
 */
export function DayField(props: {
  label: string
  value: string
  onChange: (value: string) => void
  today: string
  hint?: string
  error?: string | undefined
  disabled?: boolean
  /** What an empty field means; it is the last chip. */
  chips?: 'Unknown' | 'No change' | undefined
}) {
  const { value, today, chips } = props
  const day = partialDayFrom(value)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Field label={props.label} error={props.error} hint={day ? partialDayText(day) : (props.hint ?? PARTIAL_DAY_HINT)}>
      <span className={chips ? 'grid gap-2' : 'flex gap-2'}>
        {chips && <DayChips {...props} empty={chips} onEarlier={() => input.current?.focus()} />}
        <TextInput
          ref={input}
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
        {!chips && (
          <button
            type="button"
            className="btn flex-none"
            aria-pressed={day === today}
            onClick={() => props.onChange(today)}
            disabled={props.disabled}
          >
            Today
          </button>
        )}
      </span>
    </Field>
  )
}

/** 'Earlier' empties the field and leads to it, so that any other date can be typed. */
function DayChips(props: {
  label: string
  value: string
  today: string
  empty: string
  onChange: (value: string) => void
  onEarlier: () => void
  disabled?: boolean
}) {
  const { value, today } = props
  const year = today.slice(0, 4)
  const [isTyping, setTyping] = useState(false)
  const isOther = value !== '' && value !== today && value !== year
  const choices = [
    { label: 'Today', isChosen: value === today, day: today },
    { label: 'This year', isChosen: value === year, day: year },
    { label: 'Earlier', isChosen: isOther || (value === '' && isTyping), day: isOther ? value : '' },
    { label: props.empty, isChosen: value === '' && !isTyping, day: '' },
  ]
  return (
    <span className="flex flex-wrap gap-1.5" role="group" aria-label={props.label}>
      {choices.map(({ label, isChosen, day }) => (
        <ChipButton
          key={label}
          edge
          chosen={isChosen}
          disabled={props.disabled}
          onClick={() => {
            const isEarlier = label === 'Earlier'
            setTyping(isEarlier)
            props.onChange(day)
            if (isEarlier) props.onEarlier()
          }}
        >
          {label}
        </ChipButton>
      ))}
    </span>
  )
}
