import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { timerQuery } from './play-log.api.ts'

/**
 * Returns the member's timer with its time updated every second while it runs; null when there is none or it is not
 * loaded.
 */
export function useTimer() {
  const isMember = useViewer() !== null
  const { data } = useQuery({ ...timerQuery(), enabled: isMember })
  const timer = (isMember && data?.timer) || null
  const [now, setNow] = useState(0)
  const isRunning = timer?.isRunning ?? false
  useEffect(() => {
    if (!isRunning) return
    setNow(Date.now())
    const tick = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(tick)
  }, [isRunning])
  if (!timer || !data) return null
  const since = isRunning ? Math.max(0, now - data.fetchedAt) : 0
  return { ...timer, ms: timer.elapsed_ms + since }
}
