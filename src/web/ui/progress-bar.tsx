import type { CSSProperties } from 'react'
import { cx } from './class-names.ts'
import { type Status, statusInfo } from './status.tsx'

/** 4 px in the status colour; `own` is 6 px and yellow (challenges). The number belongs beside it, never inside. */
export function ProgressBar(props: {
  /** 0 to 100 */
  value: number
  label: string
  status?: Status
  own?: boolean
  className?: string
}) {
  const value = Math.max(0, Math.min(100, props.value))
  const tone = statusInfo(props.status ?? 'playing').tone
  return (
    <div
      className={cx('bar', props.own && 'bar-own', props.className)}
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
      style={{ '--v': `${value}%`, '--c': `var(--${tone})` } as CSSProperties}
    >
      <i />
    </div>
  )
}
