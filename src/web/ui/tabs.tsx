import { type ReactNode, useEffect, useRef } from 'react'
import { cx } from './class-names.ts'

export interface Tab {
  href: string
  label: string
  count?: ReactNode
  current?: boolean
}

/**
 * Links in a bar that scrolls, each to its own page; for panels of one page see tab-list.tsx. `onSelect` may handle a
 * choice itself (call `preventDefault` on its event); otherwise the browser follows the link.
 */
export function Tabs(props: {
  label: string
  items: readonly Tab[]
  onSelect?: (href: string, event: { preventDefault: () => void }) => void
  className?: string
}) {
  const bar = useRef<HTMLElement>(null)
  const current = props.items.find((item) => item.current)?.href
  const isFirst = useRef(true)
  // On phones the bar scrolls the current tab to the middle, as far as it can. It does not move under the finger of a
  // person who scrolled it before this code was loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each tab
  useEffect(() => {
    const tab = bar.current?.querySelector<HTMLElement>('[aria-current]')
    const isScrolled = isFirst.current && bar.current?.scrollLeft !== 0
    isFirst.current = false
    if (!bar.current || !tab || isScrolled) return
    bar.current.scrollLeft = tab.offsetLeft - (bar.current.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={bar} className={cx('tabs', props.className)} aria-label={props.label}>
      {props.items.map((item) => (
        <a
          key={item.href}
          href={item.href}
          aria-current={item.current ? 'page' : undefined}
          onClick={props.onSelect && ((event) => props.onSelect?.(item.href, event))}
        >
          {item.label}
          {item.count !== undefined && item.count !== null && <span className="num">{item.count}</span>}
        </a>
      ))}
    </nav>
  )
}
