import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { openDestinations } from '#web/feature-pages.ts'
import { useEnv } from '#web/use-env.ts'
import { INFO_PAGES } from '../info-pages.texts.ts'

const PLACES = [
  { href: '/info/about', label: 'About', text: INFO_PAGES.about },
  { href: '/info/faq', label: 'Questions', text: INFO_PAGES.faq },
  { href: '/info/news', label: 'News', text: INFO_PAGES.news },
  { href: '/info/contact', label: 'Contact', text: INFO_PAGES.contact },
  { href: '/info/privacy', label: 'Privacy', text: INFO_PAGES.privacy },
  { href: '/info/terms', label: 'Terms', text: INFO_PAGES.terms },
] as const

export type InfoPath = (typeof PLACES)[number]['href']

/**
 * The navigation of the info pages in its three variants (R-INFO-02): a sidebar, a grid for the index, and a breadcrumb
 * "Home > Info > current page".
 */
export function InfoNavigation({
  variant,
  current,
}: {
  variant: 'sidebar' | 'grid' | 'breadcrumb'
  current?: InfoPath
}) {
  const { productName, isForMembers } = useEnv()
  const isOutside = useViewer() === null && isForMembers
  const places = isOutside ? PLACES.filter(({ href }) => openDestinations().some(({ path }) => path === href)) : PLACES
  if (variant === 'breadcrumb')
    return (
      <nav aria-label="Breadcrumb">
        <ol className="breadcrumb">
          <li>
            <a href="/">Home</a>
          </li>
          <li>{current ? <a href="/info">Info</a> : <span aria-current="page">Info</span>}</li>
          {current && (
            <li>
              <span aria-current="page">{labelOf(current)}</span>
            </li>
          )}
        </ol>
      </nav>
    )
  if (variant === 'grid')
    return (
      <nav aria-label={`About ${productName}`}>
        <ul className="info-grid">
          {places.map(({ href, label, text }) => (
            <li key={href}>
              <a href={href}>
                <b className="title text-22">{label}</b>
                <span className="text-15 text-text-2">{text}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
    )
  return (
    <nav aria-label="Info" className="info-sidebar">
      <ul>
        {places.map(({ href, label }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const labelOf = (path: InfoPath): string => PLACES.find(({ href }) => href === path)?.label ?? ''
