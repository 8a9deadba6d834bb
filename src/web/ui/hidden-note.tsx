import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { HIDDEN_NOTE } from './hidden-note.texts.ts'
import { Icon } from './icon.tsx'

/** Marks content that the team has hidden, for the people who still see it. `children` stand after the words. */
export function HiddenNote({ className, children }: { className?: string; children?: ReactNode }) {
  return (
    <span className={cx('flex items-start gap-1.5 text-12 text-text-2', className)}>
      <Icon name="eye-off" className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {HIDDEN_NOTE} {children}
      </span>
    </span>
  )
}
