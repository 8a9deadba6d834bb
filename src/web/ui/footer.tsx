import { Fragment, type ReactNode, useId } from 'react'
import { HomeLink, type NavItem } from './shell.tsx'

/** What the end of every page contains. */
export function FooterContent(props: {
  productName?: string
  version?: string | undefined
  links?: readonly NavItem[]
  /** The sources of the facts and pictures of games on the page. */
  credits?: readonly { name: string; href: string }[]
  /** The theme switch. */
  children?: ReactNode
}) {
  const { productName, version, links = [], credits = [] } = props
  const id = useId()
  return (
    <div className="page foot-in">
      <HomeLink name={productName} logoSize={18} />
      {links.length > 0 && (
        <nav aria-labelledby={id}>
          <span className="visually-hidden" id={id}>
            More
          </span>
          {links.map((item) => (
            <a key={item.href} href={item.href} aria-current={item.current ? 'page' : undefined}>
              {item.label}
            </a>
          ))}
        </nav>
      )}
      {credits.length > 0 && (
        <p>
          Game data from{' '}
          {credits.map(({ name, href }, at) => (
            <Fragment key={name}>
              {at > 0 && ' and '}
              <a className="foot-credit" href={href} rel="noopener">
                {name}
              </a>
            </Fragment>
          ))}
        </p>
      )}
      {version && (
        <p className="num">
          <span className="visually-hidden">Version </span>
          {version}
        </p>
      )}
      {props.children && <div className="foot-theme">{props.children}</div>}
    </div>
  )
}
