import type { KeyboardEvent } from 'react'
import { cx } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export type Status = 'want_to_play' | 'playing' | 'completed' | 'dropped'

export interface StatusInfo {
  value: Status
  label: string
  short: string
  icon: IconName
  /** The name in classes and tokens. */
  tone: 'want' | 'playing' | 'completed' | 'dropped'
}

/** The four statuses, in their order. Colour alone never identifies a status: each has its shape. */
export const STATUSES: readonly StatusInfo[] = [
  { value: 'want_to_play', label: 'Want to Play', short: 'Want', icon: 'want', tone: 'want' },
  { value: 'playing', label: 'Currently Playing', short: 'Playing', icon: 'playing', tone: 'playing' },
  { value: 'completed', label: 'Completed', short: 'Completed', icon: 'completed', tone: 'completed' },
  { value: 'dropped', label: 'Dropped', short: 'Dropped', icon: 'dropped', tone: 'dropped' },
]

export function statusInfo(status: Status): StatusInfo {
  return STATUSES.find((s) => s.value === status)!
}

/** Shape and words in the status colour. `tinted` makes it a chip on its own tint, `short` uses the short word. */
export function StatusMark(props: { status: Status; tinted?: boolean; short?: boolean; className?: string }) {
  const info = statusInfo(props.status)
  return (
    <span className={cx('status', `status-${info.tone}`, props.tinted && 'chip status-tinted', props.className)}>
      <Icon name={info.icon} />
      {props.short ? info.short : info.label}
    </span>
  )
}

const STEP: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** Four equal segments, of which one or none is chosen. Arrow keys choose, as in radio buttons, unless `manual`. */
export function StatusControl(props: {
  value: Status | null
  onChange: (value: Status) => void
  label?: string
  /** Arrow keys only move the focus, Space and Enter choose; for a choice that is saved at once. */
  manual?: boolean
  /** A subset of the four. */
  only?: readonly Status[]
  disabled?: boolean
  className?: string
}) {
  const { only } = props
  const offered = only ? STATUSES.filter((s) => only.includes(s.value)) : STATUSES
  const chosen = offered.findIndex((s) => s.value === props.value)
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEP[event.key]
    const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')]
    const at = radios.indexOf(event.target as HTMLElement)
    if (!step || at < 0 || props.disabled) return
    event.preventDefault()
    const next = (at + step + offered.length) % offered.length
    radios[next]?.focus()
    if (!props.manual) props.onChange(offered[next]!.value)
  }
  return (
    <div
      className={cx('status4', props.className)}
      style={only && { gridTemplateColumns: `repeat(${offered.length}, minmax(0, 1fr))` }}
      role="radiogroup"
      aria-label={props.label ?? 'Status'}
      aria-disabled={props.disabled || undefined}
      onKeyDown={onKeyDown}
    >
      {offered.map((s, i) => (
        <button
          key={s.value}
          type="button"
          role="radio"
          aria-checked={i === chosen}
          aria-label={s.label}
          tabIndex={i === Math.max(chosen, 0) ? 0 : -1}
          disabled={props.disabled}
          className={cx('status4-one', i === chosen && `status-${s.tone}`)}
          onClick={() => props.onChange(s.value)}
        >
          <Icon name={s.icon} size={20} />
          <span>{s.short}</span>
        </button>
      ))}
    </div>
  )
}
