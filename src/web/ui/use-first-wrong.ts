import { type RefObject, useEffect, useRef, useState } from 'react'
import { whenThere } from '../when-there.ts'

const WRONG = '[aria-invalid=true]:not(:disabled)'

/**
 * Leads from a refused form to its first wrong field, so that the person hears what is wrong. Call `check` in the event that sends
 * the form. The errors may come with it, or later from the server.
 */
export function useFirstWrong(): { form: RefObject<HTMLFormElement | null>; check: () => void } {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries === 0) return
    return whenThere(
      () => form.current?.querySelector<HTMLElement>(WRONG),
      (field) => field.focus(),
    )
  }, [tries])
  return { form, check: () => setTries((before) => before + 1) }
}
