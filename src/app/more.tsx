import { useRef, useState } from 'react'
import { allDestinations } from '#web/feature-pages.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { loadSheet, Sheet } from '#web/ui/sheet.tsx'
import { useIsHydrated } from '#web/use-env.ts'
import { useMatchesQuery } from '#web/use-matches-query.ts'
import { moreLinks, ownLinks } from './navigation.ts'

const isHere = (pathname: string, href: string) => pathname === href || pathname.startsWith(`${href}/`)

/** The links of a member's header for which this window is too narrow. */
export function MoreMenu({ pathname }: { pathname: string }) {
  const isSide = useMatchesQuery('(width >= 56.25rem)')
  const links = moreLinks(allDestinations()).filter(({ from }) => from === 'side' && !isSide)
  return (
    <MenuButton
      className="top-more"
      align="end"
      data-current={links.some(({ href }) => isHere(pathname, href)) || undefined}
      items={links}
    >
      More
      <Icon name="down" />
    </MenuButton>
  )
}

/**
 * The end of a member's bottom bar: a sheet with every place that is not in the bar. Before its code has loaded it is a link to
 * the profile, which has the same places as tabs.
 */
export function MoreSheet({ pathname, isForMembers }: { pathname: string; isForMembers: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLAnchorElement>(null)
  const close = () => setOpen(false)
  const isHydrated = useIsHydrated()
  const destinations = allDestinations()
  const groups = [moreLinks(destinations), ownLinks(destinations)]
  // The profile of another member, /profile/{id}, is a page for visitors too.
  const isElsewhere = groups.flat().some(({ href }) => isHere(pathname, href) && (isForMembers || href !== '/profile'))
  return (
    <>
      <a
        ref={opener}
        href="/profile"
        {...(isHydrated && { role: 'button', 'aria-haspopup': 'dialog', 'aria-expanded': isOpen })}
        data-current={(isElsewhere && !isHere(pathname, '/profile/games')) || undefined}
        onPointerEnter={() => void loadSheet().catch(() => {})}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          setOpen(true)
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <Icon name="dots" size={20} />
        <span>More</span>
      </a>
      <Sheet open={isOpen} onClose={close} label="More" opener={opener} className="sheet-foot">
        <nav className="more-places" aria-label="More places">
          {groups.map((links) => (
            <ul key={links[0]?.href}>
              {links.map(({ href, label, icon }) => (
                <li key={href}>
                  <a
                    className="menu-item"
                    href={href}
                    aria-current={pathname === href ? 'page' : undefined}
                    onClick={close}
                  >
                    <Icon name={icon} size={20} />
                    <span>{label}</span>
                  </a>
                </li>
              ))}
            </ul>
          ))}
        </nav>
      </Sheet>
    </>
  )
}
