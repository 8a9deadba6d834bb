import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the ref of a native modal `<dialog>` that is open while `isOpen`: the browser provides focus trap, Escape, top
 * layer.
 */
export function useModal(isOpen: boolean): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (isOpen && !dialog?.open) dialog?.showModal()
    if (!isOpen && dialog?.open) dialog.close()
  }, [isOpen])
  return ref
}
