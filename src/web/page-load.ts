import { startTransition, useEffect, useState } from 'react'
import { useLoaderData, useNavigationType } from 'react-router'

/** The loader data of a page that the browser shows before its `load` has ended. */
export interface PageLoad {
  loading: Promise<unknown>
}

/**
 * Returns false while the page that a click has opened shows skeletons because its `load` has not ended. Back shows at once what
 * is cached, so that it can restore the position.
 */
export function useIsLoaded(): boolean {
  const { loading } = (useLoaderData() ?? {}) as Partial<PageLoad>
  const isBack = useNavigationType() === 'POP'
  const [ended, setEnded] = useState<Promise<unknown>>()
  useEffect(() => {
    const end = () => startTransition(() => setEnded(loading))
    loading?.then(end, end)
  }, [loading])
  return loading === undefined || isBack || ended === loading
}

/**
 * Returns how many of the first parts of a page have loaded, so that it shows each part when those above it are there: a part that
 * came before them would move. Without `parts` all are there.
 */
export function useArrived(parts: readonly Promise<unknown>[] | null): number {
  const [arrived, setArrived] = useState(0)
  useEffect(() => {
    let isShown = true
    const show = async () => {
      for (const [at, part] of (parts ?? []).entries()) {
        // A part that failed says so itself.
        await part.catch(() => {})
        if (isShown) startTransition(() => setArrived(at + 1))
      }
    }
    void show()
    return () => {
      isShown = false
    }
  }, [parts])
  return parts ? arrived : Number.POSITIVE_INFINITY
}
