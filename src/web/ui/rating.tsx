import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { starsText } from '#shared/sentences.ts'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'

/** Returns a rating as text: "4½". */
export function ratingText(value: number): string {
  const whole = Math.floor(value)
  return value === whole ? String(whole) : whole ? `${whole}½` : '½'
}

/** Returns a rating for screen readers: "4 and a half". */
export function ratingSpoken(value: number): string {
  const whole = Math.floor(value)
  return value === whole ? String(whole) : whole ? `${whole} and a half` : 'half a star'
}

/** Read-only stars, to the nearest half. 15 in text, 20 in rows, 28 beside a title. */
export function Stars(props: { value: number; size?: 15 | 20 | 28; className?: string }) {
  const halves = Math.max(0, Math.min(10, Math.round(props.value * 2)))
  return (
    <svg
      className={cx('stars', props.size && props.size !== 15 && `stars-${props.size}`, props.className)}
      role="img"
      aria-label={starsText(halves === 1 ? 'Half' : ratingSpoken(halves / 2))}
    >
      <use href={`#r${halves}`} />
    </svg>
  )
}

const KEYS: Record<string, (value: number) => number> = {
  ArrowRight: (v) => v + 0.5,
  ArrowUp: (v) => v + 0.5,
  ArrowLeft: (v) => v - 0.5,
  ArrowDown: (v) => v - 0.5,
  PageUp: (v) => v + 1,
  PageDown: (v) => v - 1,
  Home: () => 0,
  End: () => 5,
  Delete: () => 0,
  Backspace: () => 0,
}

/**
 * An input with five stars in halves: the left half of a star sets the half star. Choosing the current value clears it.
 * `null` is not rated (0 to assistive technology).
 */
export function RatingInput(props: {
  value: number | null
  onChange: (value: number | null) => void
  size?: 19 | 20 | 28 | 44
  label?: string
  disabled?: boolean
  /** The form was refused because of the stars. */
  invalid?: boolean
  /** -1 if the rating can be reached in another way, as on a page with many posters. */
  tabIndex?: 0 | -1
  className?: string
}) {
  const [preview, setPreview] = useState<number | null>(null)
  const value = props.value ?? 0
  const shown = preview ?? value
  const size = props.size ?? 28

  const set = (next: number) => {
    const clamped = Math.max(0, Math.min(5, next))
    if (clamped !== value) props.onChange(clamped || null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = KEYS[event.key]
    if (!move || props.disabled || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    setPreview(null)
    set(move(value))
  }
  const onClick = (event: React.MouseEvent<HTMLElement>) => {
    if (props.disabled) return
    const next = valueAt(event)
    setPreview(null)
    props.onChange(next === value ? null : next)
  }
  const onMove = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' && !props.disabled) setPreview(valueAt(event))
  }
  return (
    <span
      className={cx('rate', `rate-${size}`, preview !== null && 'rate-pre', props.className)}
      role="slider"
      tabIndex={props.disabled ? -1 : (props.tabIndex ?? 0)}
      aria-label={props.label ?? 'Rating'}
      aria-valuemin={0}
      aria-valuemax={5}
      aria-valuenow={value}
      aria-valuetext={value ? `${ratingSpoken(value)} of 5` : 'Not rated'}
      aria-disabled={props.disabled || undefined}
      aria-invalid={props.invalid || undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onPointerMove={onMove}
      onPointerLeave={() => setPreview(null)}
    >
      <StarShapes value={value} shown={shown} />
    </span>
  )
}

function StarShapes({ value, shown }: { value: number; shown: number }) {
  return [1, 2, 3, 4, 5].map((star) => (
    <svg key={star} className={value === star || value === star - 0.5 ? 'pop' : undefined} aria-hidden="true">
      <use href={shown >= star ? '#s-f' : shown === star - 0.5 ? '#s-h' : '#s-e'} />
    </svg>
  ))
}

/** Returns the pointer's position in the five equal cells, rounded up to the next half. */
function valueAt(event: { clientX: number; currentTarget: HTMLElement }): number {
  const box = event.currentTarget.getBoundingClientRect()
  const share = box.width ? (event.clientX - box.left) / box.width : 0
  return Math.max(0.5, Math.min(5, Math.ceil(share * 10) / 2))
}

/** The heart button, filled when the viewer likes it. */
export function Heart(props: {
  liked: boolean
  onChange: (liked: boolean) => void
  label?: string
  disabled?: boolean
  className?: string
}) {
  const label = props.label ?? 'Like'
  return (
    <button
      type="button"
      className={cx('icon-btn heart-btn', props.className)}
      aria-label={label}
      aria-pressed={props.liked}
      data-tip={props.liked ? 'Liked' : label}
      disabled={props.disabled}
      onClick={() => props.onChange(!props.liked)}
    >
      <Icon name="heart" size={20} />
    </button>
  )
}

/** A read-only heart beside stars. */
export function HeartMark() {
  return (
    <span className="heart-mark" role="img" aria-label="Liked">
      <Icon name="heart" />
    </span>
  )
}
