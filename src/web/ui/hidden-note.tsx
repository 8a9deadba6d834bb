import { cx } from './class-names.ts'
import { HIDDEN_NOTE } from './hidden-note.texts.ts'
import { Icon } from './icon.tsx'

/** Marks content that the team has hidden, for the people who still see it. */
export function HiddenNote({ className }: { className?: string }) {
  return (
    <span className={cx('flex items-center gap-1.5 text-12 text-text-2', className)}>
      <Icon name="eye-off" />
      {HIDDEN_NOTE}
    </span>
  )
}
