import { startTransition, useContext, useEffect, useState } from 'react'
import { EnvContext, type PageEnv } from './page.ts'

export function useEnv(): PageEnv {
  const env = useContext(EnvContext)
  if (!env) throw new Error('useEnv outside of a page')
  return env
}

const HALF_MINUTE_MS = 30_000

/**
 * Returns the current time for relative times: first the time of the rendering, then the real time, updated every half
 * minute. The updates are transitions, because a page may show the time in a hundred places: React renders them in slices.
 */
export function useNow(): Date {
  const { renderedAt } = useEnv()
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    const update = () => startTransition(() => setNow(Date.now()))
    // A page that was rendered just now is not rendered again.
    if (Math.abs(Date.now() - renderedAt) >= HALF_MINUTE_MS) update()
    const timer = setInterval(update, HALF_MINUTE_MS)
    return () => clearInterval(timer)
  }, [renderedAt])
  return new Date(now)
}

/** False on the server and until hydration has finished. */
export function useIsHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => startTransition(() => setHydrated(true)), [])
  return isHydrated
}
