import { type ReactNode, useRef } from 'react'
import { cx } from './class-names.ts'
import { NativeSelect } from './native-select.tsx'

export interface Tab {
  href: string
  label: string
  count?: ReactNode
  current?: boolean
}

/**
 * Links in a bar that scrolls. `phone: 'select'` makes them one select under 768 px. `onSelect` may take a choice over
 * (call `preventDefault` on its event); without it the link is followed.
 */
export function Tabs(props: {
  label: string
  items: readonly Tab[]
  phone?: 'select' | 'scroll'
  onSelect?: (href: string, event: { preventDefault: () => void }) => void
  className?: string
}) {
  const nav = useRef<HTMLElement>(null)
  const asSelect = props.phone === 'select'
  return (
    <>
      {asSelect && (
        <NativeSelect
          className="tabs-select"
          label={props.label}
          value={props.items.find((item) => item.current)?.href ?? ''}
          options={props.items.map((item) => ({ value: item.href, label: item.label }))}
          // The link does the rest: the page's own listener navigates.
          onChange={(event) => {
            const at = props.items.findIndex((item) => item.href === event.target.value)
            nav.current?.querySelectorAll('a')[at]?.click()
          }}
        />
      )}
      <nav ref={nav} className={cx('tabs', asSelect && 'tabs-wide', props.className)} aria-label={props.label}>
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
    </>
  )
}
