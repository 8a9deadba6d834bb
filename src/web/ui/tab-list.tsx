import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cx } from './class-names.ts'
import { NativeSelect } from './native-select.tsx'

export interface TabItem {
  id: string
  label: string
  count?: ReactNode
}

/**
 * Ids by which a tab and its panel refer to each other. The panel's id must differ from the hash, or browsers would
 * scroll to it.
 */
export const tabId = (id: string) => `tab-${id}`
export const panelId = (id: string) => `panel-${id}`

/**
 * Tabs of a page whose panel is named by the hash of the address: a bar that scrolls, and a select below 768 px. Arrow
 * keys, Home and End move the focus, Enter and Space open. `onSelect` navigates; the panel is `role="tabpanel"` with
 * the ids above.
 */
export function TabList(props: {
  label: string
  items: readonly TabItem[]
  current: string
  onSelect: (id: string) => void
  className?: string
}) {
  const { items, current } = props
  const list = useRef<HTMLDivElement>(null)
  const moveFocus = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const tabs = [...(list.current?.querySelectorAll('a') ?? [])]
    const at = tabs.indexOf(event.target as HTMLAnchorElement)
    if (at < 0) return
    if (event.key === ' ') {
      event.preventDefault()
      tabs[at]?.click()
      return
    }
    const last = tabs.length - 1
    const to = { ArrowRight: at < last ? at + 1 : 0, ArrowLeft: at > 0 ? at - 1 : last, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    tabs[to]?.focus()
  }
  return (
    <div className={props.className}>
      <NativeSelect
        className="tabs-select"
        label={props.label}
        value={current}
        options={items.map(({ id, label }) => ({ value: id, label }))}
        onChange={(event) => props.onSelect(event.target.value)}
      />
      <div ref={list} role="tablist" aria-label={props.label} className={cx('tabs', 'tabs-wide')} onKeyDown={moveFocus}>
        {items.map(({ id, label, count }) => {
          const isCurrent = id === current
          return (
            <a
              key={id}
              id={tabId(id)}
              role="tab"
              href={`#${id}`}
              aria-selected={isCurrent}
              aria-controls={isCurrent ? panelId(id) : undefined}
              tabIndex={isCurrent ? 0 : -1}
              onClick={(event) => {
                event.preventDefault()
                props.onSelect(id)
              }}
            >
              {label}
              {count !== undefined && count !== null && <span className="num">{count}</span>}
            </a>
          )
        })}
      </div>
    </div>
  )
}
