import { type ComponentProps, createContext, type ReactNode, useContext, useId, useState } from 'react'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'

interface Wiring {
  id: string
  describedBy: string | undefined
  isInvalid: boolean
}

const FieldContext = createContext<Wiring | null>(null)

/** Returns the attributes that connect a custom input with the Field around it. */
export function useField(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const wiring = useContext(FieldContext)
  if (!wiring) return {}
  return {
    id: wiring.id,
    ...(wiring.describedBy && { 'aria-describedby': wiring.describedBy }),
    ...(wiring.isInvalid && { 'aria-invalid': true as const }),
  }
}

/**
 * Label above, one line below: the error if there is one, otherwise the success text, otherwise the hint. The input
 * inside gets its id and description by itself. `group`: several controls under one name (a fieldset).
 */
export function Field(props: {
  label: string
  hint?: ReactNode
  error?: string | undefined
  ok?: string | undefined
  /** At the right of the label row, such as "96 / 500". */
  counter?: ReactNode
  id?: string
  group?: boolean
  className?: string
  children: ReactNode
}) {
  const made = useId()
  const id = props.id ?? made
  const hintId = `${id}-h`
  const note = props.error ?? props.ok ?? props.hint
  const body = (
    <>
      <span className="label-row">
        {props.group ? (
          <span className="label" id={`${id}-l`}>
            {props.label}
          </span>
        ) : (
          <label className="label" htmlFor={id}>
            {props.label}
          </label>
        )}
        {props.counter && <span className="counter">{props.counter}</span>}
      </span>
      <FieldContext value={{ id, describedBy: note ? hintId : undefined, isInvalid: Boolean(props.error) }}>
        {props.children}
      </FieldContext>
      {/* Always rendered, so that screen readers announce a line that appears. */}
      <span className="hint-slot" id={hintId} aria-live="polite">
        {note && (
          <span className={cx('hint', props.error ? 'hint-err' : props.ok && 'hint-ok')}>
            {props.error ? <Icon name="x" /> : props.ok && <Icon name="check" />}
            <span>{note}</span>
          </span>
        )}
      </span>
    </>
  )
  return props.group ? (
    <div className={cx('field', props.className)} role="group" aria-labelledby={`${id}-l`}>
      {body}
    </div>
  ) : (
    <div className={cx('field', props.className)}>{body}</div>
  )
}

/**
 * `unit` is shown inside at the right ("h"); `ref` and the rest are passed to the input, as react-hook-form's `register`
 * requires.
 */
export function TextInput({ unit, className, ...rest }: { unit?: string } & ComponentProps<'input'>) {
  const input = <input type="text" {...useField()} {...rest} className={cx('input', className)} />
  if (!unit) return input
  return (
    <span className="input-in">
      {input}
      <span className="unit" aria-hidden="true">
        {unit}
      </span>
    </span>
  )
}

export function NumberInput(props: { unit?: string } & ComponentProps<'input'>) {
  return <TextInput inputMode="decimal" autoComplete="off" {...props} className={cx('num', props.className)} />
}

/** The input of an email address; `autoComplete` is 'username' where the address names an account. */
export function EmailInput(props: ComponentProps<'input'>) {
  return (
    <TextInput
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type="email"
    />
  )
}

export function PasswordInput({ className, ...rest }: ComponentProps<'input'>) {
  const [isShown, setShown] = useState(false)
  return (
    <span className="input-in">
      <input
        {...useField()}
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={cx('input input-pw', className)}
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        className="icon-btn input-eye"
        aria-label={isShown ? 'Hide password' : 'Show password'}
        data-tip={isShown ? 'Hide password' : 'Show password'}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <Icon name={isShown ? 'eye-off' : 'eye'} size={20} />
      </button>
    </span>
  )
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...useField()} {...rest} className={cx('input', className)} />
}

type ChoiceProps = { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type'>

function Choice({ label, hint, className, ...rest }: ChoiceProps & { type: 'checkbox' | 'radio' }) {
  return (
    <label className={cx('check', className)}>
      <input {...rest} />
      <span>
        {label}
        {hint && <span className="check-hint">{hint}</span>}
      </span>
    </label>
  )
}

export const Checkbox = (props: ChoiceProps) => <Choice type="checkbox" {...props} />
export const Radio = (props: ChoiceProps) => <Choice type="radio" {...props} />

/** A switch takes effect at once (settings); a Checkbox is for values that are saved with a form. */
export function Switch({
  label,
  hint,
  className,
  ...rest
}: { label: ReactNode; hint?: ReactNode } & Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  return (
    <label className={cx('check switch', className)}>
      <span>
        {label}
        {hint && <span className="check-hint">{hint}</span>}
      </span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state */}
      <input type="checkbox" role="switch" {...rest} />
    </label>
  )
}
