import { useEffect, useRef, useState } from 'react'

/** How long the arrow keys must rest on the stars before the rating is saved. */
const REST_MS = 400

/**
 * The stars of a rating that is saved as it is set. A click is saved at once; arrow keys pass through halves that nobody
 * means, so there only the half on which they rest is saved.
 */
export function useRating(
  saved: number | null,
  save: (stars: number | null) => Promise<void>,
): [stars: number | null, onRate: (stars: number | null) => void] {
  const [typed, setTyped] = useState<{ stars: number | null } | null>(null)
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null)

  // Whoever leaves in between has still said it.
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
      void save(stars).finally(() => setTyped((known) => (known === mine ? null : known)))
    }
    pending.current = { timer: setTimeout(send, REST_MS), send }
  }
  return [typed ? typed.stars : saved, onRate]
}

const isByKeyboard = () => document.activeElement?.matches('[role=slider]:focus-visible') ?? false
