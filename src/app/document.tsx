import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation, useRouteError } from 'react-router'
import { SessionSync, UserMenu, useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { ActivityPoster, type PostActivity } from '#features/library/web/activity-seam.ts'
import { MemberActions } from '#features/profiles/web/member-actions-seam.ts'
import { networkTextOf } from '#web/call.ts'
import { later } from '#web/later.tsx'
import { SCROLL_PLACES } from '#web/scroll-places.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyFace, ErrorFace } from '#web/ui/face.tsx'
import { BareShell, Shell } from '#web/ui/shell.tsx'
import { useEnv, useIsHydrated } from '#web/use-env.ts'
import { whatIsMissing } from './missing.ts'
import type { PageEntry } from './routes.tsx'

const ThemeSwitch = later(() => import('#web/ui/theme-switch.tsx').then((module) => module.ThemeSwitch))
const GlobalSearch = later(() =>
  import('#features/catalogue/web/global-search.tsx').then((module) => module.GlobalSearch),
)

const AboutMember = later(() => import('./about-member.tsx').then((module) => module.AboutMember))

const OfflineNotice = later(() => import('#web/network/offline-notice.tsx').then((module) => module.OfflineNotice))

/** The whole HTML document. The build's styles and scripts are written into the head by ssr.tsx. */
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
  return (
    // The theme is set before the first paint, by theme.js.
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#0e1618" media="(prefers-color-scheme: dark)" />
      </head>
      <body>
        <QueryClientProvider client={client}>
          <Seams>{children}</Seams>
          <OfflineNotice />
        </QueryClientProvider>
        <NavigationLine />
        {/* On the server it would write an inline script, which the security policy refuses. */}
        {isHydrated && <ScrollRestoration storageKey={SCROLL_PLACES} />}
      </body>
    </html>
  )
}

/** Says that a click was taken, while the next page is on its way and has no shape of its own to show. */
function NavigationLine() {
  const isBusy = useNavigation().state !== 'idle'
  return <div className="nav-line" data-busy={isBusy || undefined} aria-hidden="true" />
}

/** Joins features that may not know one another. */
function Seams({ children }: { children: React.ReactNode }) {
  const { client } = useEnv()
  const post = useMemo<PostActivity>(
    () => async (update) => {
      const activity = await import('#features/activity/web/post-activity.ts').catch(() => null)
      return activity ? activity.postActivityWith(client)(update) : { ok: false, waitMinutes: null }
    },
    [client],
  )
  return (
    <ActivityPoster value={post}>
      <MemberActions value={AboutMember}>{children}</MemberActions>
    </ActivityPoster>
  )
}

/** The own pages; a member's is /profile/{id}. */
const OWN_PROFILE = /^\/profile(?:\/(?:games|activity|friends))?$/

function Frame({ children }: { children: React.ReactNode }) {
  const { productName } = useEnv()
  const { pathname } = useLocation()
  const user = useViewer()
  // Some pages stand alone, without header and footer.
  const entry = useMatches().at(-1)?.handle as PageEntry | undefined
  if (entry?.isFrameless) return children
  if (entry?.isBare)
    return (
      <BareShell>
        <main id="main">{children}</main>
      </BareShell>
    )
  const here = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  const isGames = here('/all-games') || here('/game')
  const isOwnProfile = OWN_PROFILE.test(pathname)
  return (
    <Shell
      productName={productName}
      nav={[
        { href: '/all-games', label: 'Games', current: isGames },
        ...(user ? [{ href: '/profile/games', label: 'Library', current: here('/profile/games') }] : []),
      ]}
      bar={[
        { href: '/', label: 'Home', icon: 'home', current: pathname === '/' },
        { href: '/all-games', label: 'Games', icon: 'games', current: isGames },
        ...(user
          ? [{ href: '/profile', label: 'Profile', icon: 'user' as const, current: isOwnProfile }]
          : [{ href: '/signin', label: 'Sign In', icon: 'user' as const }]),
      ]}
      search={<GlobalSearch />}
      userMenu={user && <UserMenu viewer={user} />}
      hasOwnYellow={pathname === '/' || here('/game')}
      {...(user && { logHref: '/all-games' })}
      themeSwitch={<ThemeSwitch />}
    >
      {children}
      <SessionSync />
    </Shell>
  )
}

/** Shown in place of a page that does not exist or could not be made. */
export function ErrorPage() {
  const error = useRouteError()
  const isGame = useLocation().pathname.startsWith('/game/')
  const missing = whatIsMissing(error)
  return (
    <Document>
      <Frame>
        <div className="page py-8">
          <title>{missing ?? 'Something went wrong'}</title>
          {missing !== null ? (
            <EmptyFace
              level={1}
              title={missing}
              text="There is nothing at this address. Search for a game, or go back to the start."
              action={
                <>
                  <ButtonLink kind="mine" href={isGame ? '/all-games' : '/'}>
                    {isGame ? 'Back to Games' : 'Home'}
                  </ButtonLink>
                  {isGame && (
                    <ButtonLink kind="quiet" href="/">
                      Home
                    </ButtonLink>
                  )}
                </>
              }
            />
          ) : (
            <ErrorFace
              level={1}
              text={networkTextOf(error) ?? 'The page could not be shown. What you saved is safe.'}
              onRetry={() => window.location.reload()}
            />
          )}
        </div>
      </Frame>
    </Document>
  )
}
