import type { createBrowserRouter } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

/** The link that the person opened last, if it was in the content of the page. */
let opened: { pathname: string; isTab: boolean } | null = null

/** Returns whether the person came here through one of several tabs in the content, which this page shows as well. */
export const isOpenedByTab = (pathname: string): boolean => opened?.pathname === pathname && opened.isTab

/** Makes plain `<a>` links navigate in the app. */
export function connectLinks(router: Router): void {
  document.addEventListener('click', (event) => {
    const url = innerLink(event)
    if (!url || event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    if (url.pathname === location.pathname && url.search === location.search && url.hash) return
    event.preventDefault()
    opened = { pathname: url.pathname, isTab: (event.target as Element).closest('main nav') !== null }
    void router.navigate(url.pathname + url.search + url.hash)
  })
}

/** Returns the address of the link that the event is on, if a page of the app opens there. */
export function innerLink(event: Event): URL | null {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  // A link in a drawing has no `target` and no `href` as text.
  if (!link || link.getAttribute('target') === '_blank' || link.hasAttribute('download')) return null
  const url = new URL(link.getAttribute('href') as string, location.href)
  if (url.origin !== location.origin || url.pathname.startsWith('/api/')) return null
  return url
}
