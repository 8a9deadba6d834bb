import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { useField } from './field.tsx'

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

/**
 * A native select: it costs no script, works in a form before hydration and opens the system's picker on a phone. Where
 * the browser can style the list (`appearance: base-select`), it looks like our menus.
 */
export function Select({
  options,
  placeholder,
  look = 'input',
  className,
  ...rest
}: {
  options: readonly SelectOption[]
  /** The label of a first, empty choice. */
  placeholder?: string
  /** `chip`: 36 px, for filter bars. */
  look?: 'input' | 'chip'
} & ComponentProps<'select'>) {
  return (
    <select {...useField()} {...rest} className={cx('select', look === 'chip' ? 'select-chip' : 'input', className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
