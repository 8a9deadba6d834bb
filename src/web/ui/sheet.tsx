import { type ReactNode, type RefObject, useState } from 'react'
import { lazyLoaded } from '../lazy-hydration.tsx'
import { cx } from './class-names.ts'
import { LazyPopup } from './popup-trigger.tsx'

export const loadSheet = () => import('./modal.tsx')
const Modal = lazyLoaded(loadSheet, 'Modal')

/** A sheet, for the search and the actions of a poster; forms use dialog.tsx. Its code loads when it is first opened. */
export function Sheet(props: {
  open: boolean
  onClose: () => void
  label: string
  /** Gets the focus back; by default what had it before. */
  opener?: RefObject<HTMLElement | null>
  className?: string
  children: ReactNode
}) {
  const [isNeeded, setNeeded] = useState(props.open)
  if (props.open && !isNeeded) setNeeded(true)
  if (!isNeeded) return null
  const { className, ...rest } = props
  return (
    <LazyPopup>
      <Modal {...rest} className={cx('sheet', className)} />
    </LazyPopup>
  )
}
