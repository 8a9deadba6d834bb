import { type ComponentType, createContext, startTransition, use, useEffect, useState } from 'react'
import { type ErrorResponse, useLoaderData, useNavigate, useNavigationType } from 'react-router'
import type { PageModule } from './page.ts'

/** The loader data of a page that the browser shows before its `load` has ended. */
export interface PageLoad {
  loading: Promise<unknown>
}

/** A click shows the next page or its skeleton within this time. */
const SKELETON_AFTER_MS = 100

/** Returns null if the page has loaded within a moment, else what its skeleton waits for. */
export function loadedSoon(loading: Promise<unknown>): Promise<PageLoad | null> {
  // The skeleton handles a later failure.
  loading.catch(() => {})
  return Promise.race([
    loading.then(() => null),
    new Promise<PageLoad>((resolve) => setTimeout(() => resolve({ loading }), SKELETON_AFTER_MS)),
  ])
}

/** Returns the component of a page's route: the page, or its skeleton while its data load. */
export function withSkeleton({ Page, Skeleton }: Pick<PageModule, 'Page' | 'Skeleton'>): ComponentType {
  if (!Skeleton) return Page
  return function PageOrSkeleton() {
    const isLoaded = useLoading()
    // Of the same type when a page is its own skeleton: React then keeps its elements, and the focus stays.
    const Shown = isLoaded ? Page : Skeleton
    return (
      <IsLoaded value={isLoaded}>
        <Shown />
      </IsLoaded>
    )
  }
}

const IsLoaded = createContext(true)

/** Returns false while the page that calls this is its own skeleton. */
export const useIsLoaded = (): boolean => use(IsLoaded)

/**
 * Returns false while the `load` of the page that a click has opened has not ended. Back shows at once what is cached, so that it
 * can restore the position. A redirect replaces the address, and a missing page is thrown to the router; the page itself shows any
 * other failure, because it uses the same queries.
 */
function useLoading(): boolean {
  const { loading } = (useLoaderData() ?? {}) as Partial<PageLoad>
  const isBack = useNavigationType() === 'POP'
  const navigate = useNavigate()
  const [ended, setEnded] = useState<{ loading: Promise<unknown>; missing?: ErrorResponse | undefined }>()
  useEffect(() => {
    if (!loading) return
    let isShown = true
    const end = (missing?: ErrorResponse) => {
      if (isShown) startTransition(() => setEnded({ loading, missing }))
    }
    loading.then(
      () => end(),
      async (error: unknown) => {
        const address = error instanceof Response ? error.headers.get('location') : null
        if (address === null) end(error instanceof Response ? await missingPage(error) : undefined)
        else if (isShown) void navigate(address, { replace: true })
      },
    )
    return () => {
      isShown = false
    }
  }, [loading, navigate])
  if (ended && ended.loading === loading && ended.missing) throw ended.missing
  return loading === undefined || isBack || ended?.loading === loading
}

/** As the router passes on a response that a loader throws. */
const missingPage = async (response: Response): Promise<ErrorResponse> =>
  ({ status: response.status, statusText: '', data: await response.text(), internal: false }) as ErrorResponse
