import { useEffect, useRef, useState } from 'react'

/** The arrow keys save a rating after this pause. */
const REST_MS = 400

/**
 * Returns the stars and a setter that saves. A click saves at once. Arrow keys pass through half stars that the member
 * does not intend, so they save only the value at which they pause.
 */
export function useRating(
  saved: number | null,
  save: (stars: number | null) => Promise<void>,
): [stars: number | null, onRate: (stars: number | null) => void] {
  const [typed, setTyped] = useState<{ stars: number | null } | null>(null)
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null)

  // When the component unmounts during the pause, the rating is still saved.
  useEffect(
    () => () => {
      clearTimeout(pending.current?.timer)
      pending.current?.send()
    },
    [],
  )

  const onRate = (stars: number | null) => {
    clearTimeout(pending.current?.timer)
    pending.current = null
    if (!isByKeyboard()) {
      setTyped(null)
      void save(stars)
      return
    }
    const mine = { stars }
    setTyped(mine)
    const send = () => {
      pending.current = null
      void save(stars).finally(() => setTyped((current) => (current === mine ? null : current)))
    }
    pending.current = { timer: setTimeout(send, REST_MS), send }
  }
  return [typed ? typed.stars : saved, onRate]
}

const isByKeyboard = () => document.activeElement?.matches('[role=slider]:focus-visible') ?? false
