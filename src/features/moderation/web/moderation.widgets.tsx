import type { ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Hold } from '../moderation.schemas.ts'
import { holdSentence } from '../moderation.texts.ts'

/**
 * Says to the author why others do not see a text: it waits for a moderator, or one has declined it. `children` stand after the
 * words of a declined one.
 */
export function HoldNote(props: { hold: NonNullable<Hold>; className?: string; children?: ReactNode }) {
  const { hold, className, children } = props
  return (
    <span className={cx('flex items-start gap-1.5 text-13 text-text-2', className)}>
      <Icon name={hold.state === 'waiting' ? 'clock' : 'eye-off'} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere" dir="auto">
        {holdSentence(hold)} {hold.state === 'declined' && children}
      </span>
    </span>
  )
}
