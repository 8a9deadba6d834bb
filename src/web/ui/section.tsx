import { type ReactNode, useId } from 'react'
import { numberText } from '#shared/counted.ts'
import { cx } from './class-names.ts'

/**
 * A section with head and content, 48 px from the next one (32 on phones). `more` is the link at the right, `action`
 * any other element there.
 */
export function Section(props: {
  title: string
  more?: { href: string; label: string }
  action?: ReactNode
  /** Beside the title: a count or a chip. */
  aside?: ReactNode
  level?: 2 | 3
  /** The first section of a page has a title of 28 px. */
  opening?: boolean
  id?: string
  className?: string
  children: ReactNode
}) {
  const made = useId()
  const id = props.id ?? made
  const Heading = props.level === 3 ? 'h3' : 'h2'
  return (
    <section className={cx('section', props.className)} aria-labelledby={id}>
      <div className={cx('section-head', props.opening && 'section-opening')}>
        <Heading id={id}>{props.title}</Heading>
        {props.aside}
        {props.more && (
          <a className="section-more" href={props.more.href}>
            {props.more.label}
          </a>
        )}
        {props.action && <span className="section-more">{props.action}</span>}
      </div>
      {props.children}
    </section>
  )
}

/** The h1 of a page with an optional count. */
export function PageTitle(props: {
  title: string
  count?: number | string | undefined
  action?: ReactNode
  className?: string
}) {
  const count = typeof props.count === 'number' ? numberText(props.count) : props.count
  return (
    <div className={cx('page-title', props.className)}>
      <h1 className="title">{props.title}</h1>
      {count !== undefined && <span className="num">{count}</span>}
      {props.action && <div className="ml-auto self-center">{props.action}</div>}
    </div>
  )
}
