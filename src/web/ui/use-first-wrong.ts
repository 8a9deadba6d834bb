import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Leads from a refused form to its first wrong field, so that the person hears what is wrong. Call `check` in the event that sends
 * the form, where its errors are set, too.
 */
export function useFirstWrong(): { form: RefObject<HTMLFormElement | null>; check: () => void } {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  return { form, check: () => setTries((before) => before + 1) }
}
