import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import type { SelectOption } from './select.tsx'

/** A select that always opens the system's own list: for phones, and in place of tabs. */
export function NativeSelect({
  label,
  options,
  className,
  ...rest
}: { label: string; options: readonly SelectOption[] } & ComponentProps<'select'>) {
  return (
    <select aria-label={label} {...rest} className={cx('select input', className)}>
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
