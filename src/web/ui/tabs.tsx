import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './class-names.ts'

export interface Tab {
  href: string
  label: string
  count?: ReactNode
  current?: boolean
}

/**
 * A bar of tabs that scrolls, with the current tab in its middle, as far as it can. It does not move under the finger of a person who
 * scrolled it before this code was loaded.
 */
export function TabBar({
  as,
  current,
  className,
  ...rest
}: { as: 'nav' | 'div'; current: string | undefined } & ComponentProps<'nav'>) {
  // Both have the same properties.
  const Bar = as as 'nav'
  const bar = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tab
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current], [aria-selected=true]')
    const isScrolled = isFirst.current && bar.current?.scrollLeft !== 0
    isFirst.current = false
    if (!bar.current || !tab || isScrolled) return
    bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return <Bar {...rest} ref={bar} className={cx('tabs', className)} />
}

/** What a tab says: its label, and the number of what it has. */
export const TabLabel = ({ label, count }: Pick<Tab, 'label' | 'count'>) => (
  <>
    {label}
    {count !== undefined && count !== null && <span className="num">{count}</span>}
  </>
)

/**
 * Links in a bar, each to its own page; for panels of one page see tab-list.tsx. `onSelect` may handle a choice itself (call
 * `preventDefault` on its event); otherwise the browser follows the link.
 */
export function Tabs(props: {
  label: string
  items: readonly Tab[]
  onSelect?: (href: string, event: { preventDefault: () => void }) => void
  className?: string
}) {
  return (
    <TabBar
      as="nav"
      aria-label={props.label}
      className={props.className}
      current={props.items.find((item) => item.current)?.href}
    >
      {props.items.map((item) => (
        <a
          key={item.href}
          href={item.href}
          aria-current={item.current ? 'page' : undefined}
          onClick={props.onSelect && ((event) => props.onSelect?.(item.href, event))}
        >
          <TabLabel {...item} />
        </a>
      ))}
    </TabBar>
  )
}
