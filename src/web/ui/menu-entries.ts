import type { IconName } from './icon.tsx'
import type { Status } from './status.tsx'

export interface MenuItem {
  label: string
  icon?: IconName
  /** Shows the shape and colour of a status before the label. */
  status?: Status
  /** A link instead of an action. */
  href?: string
  onSelect?: () => void
  danger?: boolean
  disabled?: boolean
  /** For one of several choices, or on and off: true shows the tick. */
  checked?: boolean
}

export interface MenuHeading {
  heading: string
}

export type MenuEntry = MenuItem | MenuHeading | 'separator'
