import { Icon } from './icon.tsx'
import { WAITS } from './waiting-mark.texts.ts'

/** The small clock of what is done here and waits to be sent. */
export const WaitingMark = () => (
  <span className="inline-flex items-center gap-1 text-text-2">
    <Icon name="clock" />
    {WAITS}
  </span>
)
