import { useEffect, useState } from 'react'

export type Availability = { is: 'unknown' } | { is: 'checking' } | { is: 'free' } | { is: 'taken'; reason: string }

const UNKNOWN: Availability = { is: 'unknown' }

/**
 * Calls `check` with `value` once it has not changed for `delay` milliseconds (debounce); null is not checked. A newer
 * value aborts the earlier check silently (R-AUTH-43, R-AUTH-44). `check` returns the reason when the value is taken.
 */
export function useAvailability(
  value: string | null,
  delay: number,
  check: (value: string, signal: AbortSignal) => Promise<string | null>,
  onFailure: (error: unknown) => void,
): Availability {
  const [answer, setAnswer] = useState<{ value: string; availability: Availability } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another value asks another question
  useEffect(() => {
    if (value === null) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      setAnswer({ value, availability: { is: 'checking' } })
      check(value, controller.signal).then(
        (reason) => {
          if (controller.signal.aborted) return
          setAnswer({ value, availability: reason === null ? { is: 'free' } : { is: 'taken', reason } })
        },
        (error: unknown) => {
          if (controller.signal.aborted) return
          setAnswer(null)
          onFailure(error)
        },
      )
    }, delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [value, delay])

  return answer !== null && answer.value === value ? answer.availability : UNKNOWN
}
