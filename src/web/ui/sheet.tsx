import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './class-names.ts'

/**
 * A native modal <dialog>: focus trap, Esc, top layer and inertness are the browser's, so it costs almost no script.
 * For the search and the poster sheet; forms use dialog.tsx.
 */
export function Sheet(props: {
  open: boolean
  onClose: () => void
  label: string
  className?: string
  children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    if (props.open && !dialog.open) dialog.showModal()
    if (!props.open && dialog.open) dialog.close()
  }, [props.open])
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
