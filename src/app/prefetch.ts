import type { QueryClient } from '@tanstack/react-query'
import { loadParts } from '#web/lazy-hydration.tsx'
import { innerLink } from '#web/links.ts'
import type { LoadContext, PageModule } from '#web/page.ts'

const INTENT_MS = 60

/**
 * Prefetches the code and the data of a page that a person is about to open: the pointer or the focus rests on its link, or a
 * finger touches it. `findPage` loads the code of the page of an address.
 */
export function prefetchOnIntent(
  findPage: (url: URL) => Promise<{ page: PageModule; params: LoadContext['params'] }> | undefined,
  client: QueryClient,
): void {
  let timer: number | undefined
  let last = ''
  const intend = (event: Event) => {
    window.clearTimeout(timer)
    const url = innerLink(event)
    if (!url || url.href === last) return
    timer = window.setTimeout(() => {
      last = url.href
      findPage(url)
        ?.then(({ page, params }) => Promise.all([page.load?.({ client, params, url }), loadParts()]))
        // The navigation itself will show the error.
        .catch(() => {})
    }, INTENT_MS)
  }
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, intend, { passive: true })
}
