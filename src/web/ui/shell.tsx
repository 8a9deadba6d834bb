import type { ReactNode } from 'react'
import { lazyHydrated } from '../lazy-hydration.tsx'
import { ButtonLink } from './button.tsx'
import { cx } from './class-names.ts'
import { Icon, type IconName, IconSprite } from './icon.tsx'
import { Wordmark } from './logo.tsx'
import { Skeleton } from './skeleton.tsx'

// The first rendering needs neither toasts nor tooltips.
const ToastsAndTooltips = lazyHydrated(() => import('./toasts-and-tooltips.tsx'), 'ToastsAndTooltips')

export interface NavItem {
  href: string
  label: string
  current?: boolean
  /** The breakpoint from which the header shows the link; below it the link is in `more`. */
  from?: 'side'
}

export interface BarItem extends NavItem {
  icon: IconName
}

export interface ShellProps {
  /** Only pages that exist. */
  nav: readonly NavItem[]
  /** After the navigation, where the window is too narrow for all of it. */
  more?: ReactNode
  /** The bottom bar on phones, with the Log button in the middle. Without it there is no bar. */
  bar?: readonly BarItem[]
  /** At the end of the bottom bar. */
  barMore?: ReactNode
  /** The address of the page. */
  current?: string | undefined
  search?: ReactNode
  /** Bell, messages. */
  tools?: ReactNode
  /** The member's avatar with its menu; null for a visitor, 'loading' until the session is known (R-UI-01). */
  userMenu: ReactNode | null
  /** The Log button: a link that works without scripts and that `onLog` takes over. Without it there is no button. */
  logHref?: string
  onLog?: () => void
  /** A `FooterContent`. */
  footer?: ReactNode
  /** The page itself has the one yellow button that a view may have, so the header's button is plain. */
  hasOwnYellow?: boolean
  productName?: string
  children: ReactNode
}

/** The elements that every document needs once: icons, toasts, tooltips. For pages without the frame (sign-in). */
export function BareShell({ children }: { children: ReactNode }) {
  return (
    <>
      <IconSprite />
      {children}
      <ToastsAndTooltips />
    </>
  )
}

/** The frame of every page: skip link, header, content, footer, bottom bar on phones. */
export function Shell(props: ShellProps) {
  const { userMenu, bar = [] } = props
  const isLoading = userMenu === 'loading'
  const hasLog = Boolean(userMenu && !isLoading && props.logHref)
  return (
    <BareShell>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className={cx('shell', bar.length > 0 && 'has-bar')} data-current={props.current}>
        <header className="top">
          <div className="page top-in">
            <HomeLink name={props.productName} className="tap top-brand" />
            <nav className="top-nav" aria-label="Main">
              {props.nav.map((item) => (
                <a
                  key={item.href}
                  href={item.href}
                  className={item.from && `top-from-${item.from}`}
                  aria-current={item.current ? 'page' : undefined}
                >
                  {item.label}
                </a>
              ))}
              {props.more}
            </nav>
            <div className="top-search">{props.search}</div>
            <div className="top-tools">
              {!isLoading && props.tools}
              {hasLog && <LogButton {...props} className="btn top-log" />}
              {isLoading ? (
                <HeaderSkeleton />
              ) : userMenu ? (
                <span className="top-you">{userMenu}</span>
              ) : (
                <SignInLinks {...props} />
              )}
            </div>
          </div>
        </header>
        <main id="main" tabIndex={-1}>
          {props.children}
        </main>
        {/* The key makes React create a new footer for another page instead of moving the old one there. */}
        <footer key={props.current} className="foot">
          {props.footer}
        </footer>
        {bar.length > 0 && <Bar {...props} bar={bar} hasLog={hasLog} />}
      </div>
    </BareShell>
  )
}

export function HomeLink(props: { name: string | undefined; className?: string; logoSize?: number }) {
  const { name = 'Savepoint', logoSize } = props
  return (
    <a className={props.className} href="/" aria-label={`${name}, home`}>
      <Wordmark name={name} {...(logoSize && { logoSize })} />
    </a>
  )
}

/** Shown in the header until the session is known. */
export function HeaderSkeleton() {
  return (
    <span className="top-skeleton" role="status">
      <span className="visually-hidden">Loading</span>
      <Skeleton className="top-skeleton-button" />
      <Skeleton round className="size-9" />
    </span>
  )
}

function LogButton(props: Pick<ShellProps, 'logHref' | 'onLog'> & { className: string; bare?: boolean }) {
  const { logHref, onLog, bare } = props
  return (
    <a
      className={props.className}
      href={logHref}
      aria-label={bare ? 'Log a game' : undefined}
      onClick={(event) => {
        if (!onLog || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onLog()
      }}
    >
      {bare ? (
        <i>
          <Icon name="plus" size={20} />
        </i>
      ) : (
        <>
          <Icon name="plus" className="y" />
          Log
        </>
      )}
    </a>
  )
}

function SignInLinks(props: ShellProps) {
  return (
    <>
      <ButtonLink kind="quiet" className="top-in-link" href="/signin">
        Sign In
      </ButtonLink>
      <ButtonLink kind={props.hasOwnYellow ? 'plain' : 'mine'} href="/signup">
        Sign Up
      </ButtonLink>
    </>
  )
}

function Bar(props: ShellProps & { bar: readonly BarItem[]; hasLog: boolean }) {
  const middle = Math.ceil((props.bar.length + (props.barMore ? 1 : 0)) / 2)
  const link = (item: BarItem) => (
    <a key={item.href} href={item.href} aria-current={item.current ? 'page' : undefined}>
      <Icon name={item.icon} size={20} />
      <span>{item.label}</span>
    </a>
  )
  return (
    <nav className="bottom" aria-label="Main, at the bottom">
      {props.bar.slice(0, middle).map(link)}
      {props.hasLog && <LogButton {...props} className="bottom-log" bare />}
      {props.bar.slice(middle).map(link)}
      {props.barMore}
    </nav>
  )
}
