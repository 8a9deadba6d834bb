import { localDay } from '#shared/dates.ts'
import { useIsHydrated, useNow } from '#web/use-env.ts'

/** Returns today as 'YYYY-MM-DD': the UTC day while hydrating the server's HTML, then the day of this device. */
export function useToday(): string {
  const now = useNow()
  return useIsHydrated() ? localDay(now) : now.toISOString().slice(0, 10)
}
