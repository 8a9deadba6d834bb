/** Addresses of scripts that did not arrive. A browser keeps the failure of an import under its address until the page is left. */
const failed = new Set<string>()

if (!import.meta.env.SSR)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[])
      if (/\.js$/.test(entry.name) && (entry.responseStatus === 0 || entry.responseStatus >= 400))
        failed.add(entry.name)
  }).observe({ type: 'resource', buffered: true })

const FIRST_WAIT_MS = 1000

/**
 * Loads a module, and tries again if that fails: when the network is back, otherwise so often, each time after a longer wait and
 * from another address. `name` is an export of the module.
 */
export async function loadCode<Module>(
  load: () => Promise<Module>,
  name: keyof Module & string,
  tries = 6,
): Promise<Module> {
  try {
    return await load()
  } catch (error) {
    return await loadAgain(load, name, { left: tries - 1, waitMs: FIRST_WAIT_MS, error })
  }
}

async function loadAgain<Module>(
  load: () => Promise<Module>,
  name: keyof Module & string,
  { left, waitMs, error }: { left: number; waitMs: number; error: unknown },
): Promise<Module> {
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  else if (left === 0) throw error
  else await new Promise((resolve) => setTimeout(resolve, waitMs))
  for (const address of failed) {
    const module = (await import(/* @vite-ignore */ `${address}?${Date.now()}`).catch(() => null)) as Module | null
    if (module && Object.hasOwn(module, name)) {
      failed.delete(address)
      return module
    }
  }
  return load().catch((again: unknown) => loadAgain(load, name, { left: left - 1, waitMs: 2 * waitMs, error: again }))
}
