import { type ReactNode, useState } from 'react'
import { ENTRIES_SAFE } from '#shared/sentences.ts'
import { Button, ButtonLink } from './button.tsx'
import { cx } from './class-names.ts'
import { LIST_FAILED } from './error-texts.ts'
import { Logo } from './logo.tsx'

type Level = 1 | 2 | 3

function Face(props: {
  title: string
  text: ReactNode
  level: Level
  role?: 'alert'
  className?: string | undefined
  children: ReactNode
}) {
  const Heading = `h${props.level}` as const
  return (
    <div className={cx('empty-state', props.className)} role={props.role}>
      <Logo size={40} outline />
      <Heading className="title">{props.title}</Heading>
      <p>{props.text}</p>
      {props.children && <div className="empty-state-actions">{props.children}</div>}
    </div>
  )
}

/** An empty state: one title, one sentence, and the next step: a `link`, or an `action` (a Button of kind mine). */
export function EmptyState(props: {
  title: string
  text: ReactNode
  link?: { href: string; label: string }
  action?: ReactNode
  level?: Level
  className?: string
}) {
  return (
    <Face title={props.title} text={props.text} level={props.level ?? 3} className={props.className}>
      {props.link ? (
        <ButtonLink kind="mine" href={props.link.href}>
          {props.link.label}
        </ButtonLink>
      ) : (
        props.action
      )}
    </Face>
  )
}

/**
 * An error state in place of a list that failed to load: says that nothing is lost, and offers "Try again". `details`
 * (a request id) can be copied.
 */
export function ErrorState(props: {
  title?: string
  text?: ReactNode
  onRetry?: () => void
  details?: string | undefined
  level?: Level
  className?: string
}) {
  const [isCopied, setCopied] = useState(false)
  const { details } = props
  return (
    <Face
      title={props.title ?? 'Something went wrong'}
      text={props.text ?? `${ENTRIES_SAFE} ${LIST_FAILED}`}
      level={props.level ?? 3}
      role="alert"
      className={props.className}
    >
      {props.onRetry && (
        <Button kind="solid" onClick={props.onRetry}>
          Try again
        </Button>
      )}
      {details && (
        <Button
          kind="quiet"
          onClick={() =>
            void navigator.clipboard.writeText(details).then(
              () => setCopied(true),
              () => {},
            )
          }
        >
          {isCopied ? 'Copied' : 'Copy details'}
        </Button>
      )}
    </Face>
  )
}
