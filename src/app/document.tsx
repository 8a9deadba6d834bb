import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
  useRouteError,
} from 'react-router'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { useIsViewerLoading, useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { preferencesQuery } from '#features/preferences/web/preferences.api.ts'
import { BetaBanner, Consent } from '#features/preferences/web/preferences.widgets.tsx'
import { IncompleteProfile } from '#features/profiles/web/edit/profile-edit.widgets.tsx'
import { DEFAULT_THEME } from '#shared/theme.ts'
import { networkTextOf } from '#web/call.ts'
import { allDestinations } from '#web/feature-pages.ts'
import { lazyHydrated } from '#web/lazy-hydration.tsx'
import { keyOfPosition, SCROLL_POSITIONS } from '#web/scroll-positions.ts'
import { contributionsTo, SlotContent } from '#web/slots.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { BareShell, Shell } from '#web/ui/shell.tsx'
import { useEnv, useIsHydrated } from '#web/use-env.ts'
import { everyPage, headerTools } from '#web/web.slots.ts'
import { PAGE_BROKEN } from './app.texts.ts'
import { navigationOf } from './navigation.ts'
import { notFoundMessage, unavailableMessage } from './not-found.ts'
import type { PageEntry } from './routes.tsx'

/** The search, the keyboard shortcuts that work on every page, and the dialogs that shortcuts and the header open. */
const loadSearch = () => import('./global-search.tsx')
const GlobalSearch = lazyHydrated(loadSearch, 'GlobalSearch')

const AccountMenu = lazyHydrated(() => import('./account-menu.tsx'), 'AccountMenu')
const loadMore = () => import('./more.tsx')
const MoreMenu = lazyHydrated(loadMore, 'MoreMenu')
const MoreSheet = lazyHydrated(loadMore, 'MoreSheet')
const CommunityRow = lazyHydrated(() => import('./community.tsx'), 'CommunityRow')
const SiteFooter = lazyHydrated(() => import('./site-footer.tsx'), 'SiteFooter')

/** Its code is there before an address is found to have no page. */
const MissingPage = lazyHydrated(() => import('./missing-page.tsx'), 'MissingPage')

const loadLater = () => import('./after-hydration.tsx')
const DocumentLater = lazyHydrated(loadLater, 'DocumentLater')
const FrameLater = lazyHydrated(loadLater, 'FrameLater')

/** The whole HTML document. ssr.tsx writes the build's styles and scripts into the head. */
export function Root() {
  return (
    <Document>
      <Frame>
        <Outlet />
      </Frame>
    </Document>
  )
}

function Document({ children }: { children: React.ReactNode }) {
  const { client } = useEnv()
  const isHydrated = useIsHydrated()
  const { pathname, search } = useLocation()
  const [first] = useState(pathname)
  return (
    // For visitors theme-boot.js sets the theme before the first paint, and also hides closed notices.
    <html lang="en" {...themeAttributes(client)} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        <meta name="theme-color" content="#0e1618" media="(prefers-color-scheme: dark)" />
      </head>
      <body>
        <NavigationLine />
        <QueryClientProvider client={client}>
          {/* First in the document, so that the keyboard reaches it first. */}
          <Consent />
          {children}
          <SlotContent slot={everyPage} />
          <DocumentLater pathname={pathname} search={search} first={first} />
        </QueryClientProvider>
        {/* On the server it would write an inline script, which the security policy forbids. */}
        {isHydrated && <ScrollRestoration storageKey={SCROLL_POSITIONS} getKey={keyOfPosition} />}
      </body>
    </html>
  )
}

/**
 * Returns the theme attributes. A page for a member has the member's theme; in the browser the document keeps its
 * attributes in every later rendering.
 */
function themeAttributes(client: QueryClient): Record<`data-${string}`, string | undefined> {
  if (!import.meta.env.SSR) {
    const { theme, beta } = document.documentElement.dataset
    return { 'data-theme': theme, 'data-beta': beta }
  }
  const preferences = client.getQueryData(preferencesQuery().queryKey)
  return preferences && preferences.updated_at !== null
    ? { 'data-theme': preferences.theme, 'data-theme-of': 'member' }
    : { 'data-theme': DEFAULT_THEME }
}

/**
 * Confirms a click while the next page loads and has no skeleton to show. While another page loads, and not only another list of
 * this one, the styles also dim the old page.
 */
function NavigationLine() {
  const { pathname } = useLocation()
  const next = useNavigation().location
  const busy = next && (next.pathname === pathname ? 'list' : 'page')
  return <div className="nav-line" data-busy={busy} aria-hidden="true" />
}

function Frame({ children }: { children: React.ReactNode }) {
  const { productName, isForMembers = false } = useEnv()
  const { pathname } = useLocation()
  const user = useViewer()
  const { client } = useEnv()
  const isUnsure = useIsViewerLoading()
  // On a page that failed to render, not even the session may have been read.
  const isUnknown = client.getQueryData(sessionQuery().queryKey) === undefined
  // Some pages have no header and footer.
  const entry = useMatches().at(-1)?.handle as PageEntry | undefined
  if (entry?.isFrameless) return children
  const isOutside = isForMembers && user === null
  if (entry?.isBare || (isOutside && pathname === '/'))
    return (
      <BareShell>
        <main id="main">{children}</main>
      </BareShell>
    )
  return (
    <Shell
      productName={productName}
      current={pathname}
      {...navigationOf(isOutside ? [] : allDestinations(), { isMember: user !== null, pathname })}
      more={user && <MoreMenu pathname={pathname} />}
      barMore={user && <MoreSheet pathname={pathname} isForMembers={entry?.isForMembers === true} />}
      search={!isOutside && <GlobalSearch />}
      tools={user && <HeaderTools />}
      userMenu={isUnsure || isUnknown ? 'loading' : user && <AccountMenu viewer={user} />}
      hasOwnYellow={pathname === '/' || pathname.startsWith('/game/')}
      // A link, so that it works before its code has loaded.
      logHref="/all-games"
      onLog={() => void loadSearch().then(({ openLog }) => openLog(user))}
      footer={<SiteFooter pathname={pathname} isOutside={isOutside} />}
    >
      <BetaBanner />
      {user && !(user.username && user.display_name) && <IncompleteProfile viewer={user} />}
      <CommunityRow pathname={pathname} />
      {children}
      <FrameLater />
      {entry?.isForMembers && <MembersOnly isMember={user !== null} />}
    </Shell>
  )
}

function HeaderTools() {
  const tools = contributionsTo(headerTools).sort((a, b) => a.order - b.order)
  return tools.map(({ order, Tool }) => <Tool key={order} />)
}

/** When the session ends, the page's own loader redirects to the sign-in, which leads back here. */
function MembersOnly({ isMember }: { isMember: boolean }) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isMember) void revalidate()
  }, [isMember, revalidate])
  return null
}

/** Shown instead of a page that does not exist or failed to render. */
export function ErrorPage() {
  const error = useRouteError()
  const isGame = useLocation().pathname.startsWith('/game/')
  const missing = notFoundMessage(error)
  return (
    <Document>
      <Frame>
        <div className="page page-short py-8">
          <title>{missing ?? 'Something went wrong'}</title>
          {missing !== null ? (
            <MissingPage title={missing} isGame={isGame} />
          ) : (
            <ErrorState
              level={1}
              text={networkTextOf(error) ?? unavailableMessage(error) ?? PAGE_BROKEN}
              onRetry={() => window.location.reload()}
            />
          )}
        </div>
      </Frame>
    </Document>
  )
}
