import { LIVE } from '#shared/realtime.ts'

/**
 * Collects what is added in quick succession and calls `work` once (R-PLDATA-12); during a burst that does not end it
 * calls it every second. Calls never overlap.
 */
export function debounceBatch<T>(
  work: (items: readonly T[]) => unknown,
  { waitMs, mostMs }: { waitMs: number; mostMs: number } = { waitMs: LIVE.refetchMs, mostMs: LIVE.invalidationMs },
): (item: T) => void {
  const items = new Set<T>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let since = 0
  let isWorking = false

  async function run(): Promise<void> {
    timer = undefined
    const some = [...items]
    items.clear()
    isWorking = true
    try {
      await work(some)
    } finally {
      isWorking = false
      if (items.size > 0) wait()
    }
  }

  function wait(): void {
    if (timer === undefined) since = Date.now()
    clearTimeout(timer)
    timer = setTimeout(() => void run(), Math.max(0, Math.min(waitMs, since + mostMs - Date.now())))
  }

  return (item) => {
    items.add(item)
    if (!isWorking) wait()
  }
}
