import { useContext, useEffect, useState } from 'react'
import { EnvContext, type PageEnv } from './page.ts'

export function useEnv(): PageEnv {
  const env = useContext(EnvContext)
  if (!env) throw new Error('useEnv outside of a page')
  return env
}

/**
 * Returns the current time for relative times: first the time of the rendering, then the real time, updated every half
 * minute.
 */
export function useNow(): Date {
  const { renderedAt } = useEnv()
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return new Date(now)
}

/** False on the server and until hydration has finished. */
export function useIsHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return isHydrated
}
