import { localDay } from '#shared/dates.ts'
import { useIsHydrated, useNow } from '#web/use-env.ts'

/** Returns the member's day 'YYYY-MM-DD': first that of the server's rendering in UTC, then that of this device. */
export function useToday(): string {
  const now = useNow()
  return useIsHydrated() ? localDay(now) : now.toISOString().slice(0, 10)
}
