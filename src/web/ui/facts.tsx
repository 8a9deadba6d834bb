import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** A list of facts with their labels; omits facts without a value. */
export function Facts(props: { items: readonly (readonly [label: string, value: ReactNode])[]; className?: string }) {
  const known = props.items.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  )
  return (
    <dl className={cx('facts', props.className)}>
      {known.map(([label, value]) => (
        <div key={label}>
          <dt className="fact">{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A number with its label; `hint` explains in small print what the number counts. */
export type FigureItem = readonly [label: string, value: ReactNode, href?: string | undefined, hint?: string]

/** Large numbers with their labels below (the head of a profile). */
export function Figures(props: { items: readonly FigureItem[]; className?: string }) {
  return (
    <ul className={cx('figs', props.className)}>
      {props.items.map(([label, value, href, hint]) => {
        const inside = (
          <>
            <b>{value}</b>
            <span className="fact">{label}</span>
            {hint && <span className="block text-12 text-text-3">{hint}</span>}
          </>
        )
        return <li key={label}>{href ? <a href={href}>{inside}</a> : inside}</li>
      })}
    </ul>
  )
}
