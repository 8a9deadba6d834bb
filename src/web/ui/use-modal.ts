import { type RefObject, useEffect, useRef } from 'react'

/** A native modal `<dialog>` that is open as long as `isOpen`: focus trap, Escape, top layer are the browser's. */
export function useModal(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (isOpen && !dialog?.open) dialog?.showModal()
    if (!isOpen && dialog?.open) dialog.close()
  }, [isOpen])
  return ref
}
