import { Children, type CSSProperties, isValidElement, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './class-names.ts'

/**
 * Posters in the columns of the catalogue (3, 5, 6, 8 by width); `columns` sets the maximum. Arrow keys go to the
 * neighbour poster, Home and End to the first and last.
 */
export function PosterGrid(props: { children: ReactNode; columns?: number; label?: string; className?: string }) {
  return (
    <ul
      className={cx('pg', props.className)}
      aria-label={props.label}
      style={props.columns ? ({ '--cols-max': props.columns } as CSSProperties) : undefined}
      onKeyDown={moveBetweenPosters}
    >
      {items(props.children)}
    </ul>
  )
}

/** One row that scrolls sideways and extends beyond a phone's right edge. 9 columns at most, 6 beside a side column. */
export function PosterStrip(props: { children: ReactNode; columns?: 6 | 9; label?: string; className?: string }) {
  return (
    <ul
      className={cx('strip bleed', props.columns === 6 && 'strip-6', props.className)}
      aria-label={props.label}
      onKeyDown={moveBetweenPosters}
    >
      {items(props.children)}
    </ul>
  )
}

function items(children: ReactNode) {
  return Children.map(children, (child) => (isValidElement(child) ? <li>{child}</li> : child))
}

/** Moves the focus within a list: ← → to the neighbour, ↑ ↓ to the poster above or below, Home and End to the ends. */
function moveBetweenPosters(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const target = event.target as Element
  const current = target.closest('.poster')
  if (!current || target.closest('[role=menu], [role=slider], [role=dialog], input')) return
  const posters = [...event.currentTarget.querySelectorAll<HTMLElement>('.poster')]
  const at = posters.indexOf(current as HTMLElement)
  const to = nextPoster(event.key, at, posters)
  if (to === undefined) return
  event.preventDefault()
  const link = posters[Math.max(0, Math.min(posters.length - 1, to))]?.querySelector<HTMLElement>('a, button')
  link?.focus()
  link?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}

function nextPoster(key: string, at: number, posters: HTMLElement[]): number | undefined {
  const last = posters.length - 1
  if (key === 'ArrowRight') return Math.min(at + 1, last)
  if (key === 'ArrowLeft') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const boxes = posters.map((poster) => poster.getBoundingClientRect())
  const here = boxes[at]!
  const middleOf = ({ left, width }: DOMRect) => left + width / 2
  // The rows of a grid may have different numbers of posters, so the neighbour is the nearest in the next row.
  const beyond = boxes
    .map((box, i) => ({
      i,
      rows: key === 'ArrowDown' ? box.top - here.top : here.top - box.top,
      aside: Math.abs(middleOf(box) - middleOf(here)),
    }))
    .filter(({ rows }) => rows > 1)
    .sort((a, b) => (Math.abs(a.rows - b.rows) > 1 ? a.rows - b.rows : a.aside - b.aside))
  // Without one, and with a single row (or a strip), up and down scroll the page.
  return beyond[0]?.i
}
