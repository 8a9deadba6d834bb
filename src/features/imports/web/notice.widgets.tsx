import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

/** A sentence that nobody should miss. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-14 text-text-2">
      <Icon name="info" />
      <span>{children}</span>
    </p>
  )
}
