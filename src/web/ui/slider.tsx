import type { ComponentProps, CSSProperties } from 'react'
import { cx } from './class-names.ts'
import { useField } from './field.tsx'

/** A range with a diamond as its handle. It is the browser's own input, so keys, touch and forms work. */
export function Slider({
  value,
  min = 0,
  max = 100,
  step = 1,
  onChange,
  label,
  valueText,
  className,
  ...rest
}: {
  value: number
  min?: number
  max?: number
  step?: number
  onChange: (value: number) => void
  /** Omit it inside a Field, which names it. */
  label?: string
  /** The value for screen readers: "61 percent". */
  valueText?: string
} & Omit<ComponentProps<'input'>, 'value' | 'min' | 'max' | 'step' | 'onChange' | 'type'>) {
  const share = max > min ? ((value - min) / (max - min)) * 100 : 0
  return (
    <input
      {...useField()}
      {...rest}
      type="range"
      className={cx('slider', className)}
      value={value}
      min={min}
      max={max}
      step={step}
      aria-label={label}
      aria-valuetext={valueText}
      style={{ '--v': `${share}%` } as CSSProperties}
      onChange={(event) => onChange(event.target.valueAsNumber)}
    />
  )
}
