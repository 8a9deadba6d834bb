import type { createBrowserRouter } from 'react-router'
import type { PageModule } from '#web/page.ts'
import type { PageEntry } from './routes.tsx'

/**
 * Prefetches the code of the pages that the open page links to, with their skeletons, so that a click waits for data alone;
 * again after each navigation. Not on connections that save data. `pageOf` finds the page of an address, and `load` loads a file
 * in `pages/`.
 */
export function fetchNextPages(
  router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>,
  pageOf: (pathname: string) => PageEntry | undefined,
  load: (file: string) => Promise<Pick<PageModule, 'loadSkeleton'>> | undefined,
): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return
  const fetched = new Set<string>()
  const fetchNext = () => {
    const kinds = new Map<string, string>()
    for (const { origin, pathname } of document.links)
      if (origin === location.origin) kinds.set(kindOf(pathname), pathname)
    // One by one, because to load a file takes milliseconds on a phone, and a page leads to a dozen kinds of pages.
    const next = [...kinds].filter(([kind]) => !fetched.has(kind)).values()
    const fetchOne = () => {
      const [kind, pathname] = next.next().value ?? []
      if (kind === undefined || pathname === undefined) return
      fetched.add(kind)
      const entry = pageOf(pathname)
      const page = entry && load(entry.file)?.then(({ loadSkeleton }) => loadSkeleton?.())
      page?.catch(() => {})
      whenIdle(fetchOne, 50)
    }
    fetchOne()
  }
  let last = router.state.location.pathname
  whenIdle(fetchNext, 2000)
  router.subscribe(({ navigation, location: { pathname } }) => {
    if (navigation.state !== 'idle' || pathname === last) return
    last = pathname
    whenIdle(fetchNext, 2000)
  })
}

/** `waitMs` is for a browser that does not say when it is idle. */
const whenIdle = (work: () => void, waitMs: number) =>
  'requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, waitMs)

/** The address with a star for each part that has a digit, as ids have: such addresses lead to the same page. */
const kindOf = (pathname: string) => pathname.replace(/[^/]*\d[^/]*/g, '*')
