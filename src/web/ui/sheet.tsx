import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import { useModal } from './use-modal.ts'

/**
 * A native modal <dialog>: the browser provides focus trap, Esc, top layer and inertness, so it costs almost no script.
 * For the search and the poster sheet; forms use dialog.tsx.
 */
export function Sheet(props: {
  open: boolean
  onClose: () => void
  label: string
  className?: string
  children: ReactNode
}) {
  const ref = useModal(props.open)
  return (
    <dialog
      ref={ref}
      className={cx('sheet', props.className)}
      aria-label={props.label}
      onClose={props.onClose}
      onClick={(event) => event.target === event.currentTarget && props.onClose()}
    >
      {props.open && props.children}
    </dialog>
  )
}
