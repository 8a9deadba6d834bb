import type { KeyboardEvent, ReactNode } from 'react'
import { TabBar, TabLabel } from './tabs.tsx'

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
 * Tabs of a page whose panel is named by the hash of the address. Arrow keys, Home and End move the focus, Enter and Space open.
 * `onSelect` navigates; the panel is `role="tabpanel"` with the ids above. A tab links to `path` with its hash, because a hash
 * alone would be a link to a part of this page that does not exist.
 */
export function TabList(props: {
  label: string
  path: string
  items: readonly TabItem[]
  current: string
  onSelect: (id: string) => void
  className?: string
}) {
  const { items, current } = props
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const tabs = [...event.currentTarget.querySelectorAll('a')]
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
    <TabBar
      as="div"
      role="tablist"
      aria-label={props.label}
      className={props.className}
      current={current}
      onKeyDown={moveFocus}
    >
      {items.map(({ id, ...item }) => {
        const isCurrent = id === current
        return (
          <a
            key={id}
            id={tabId(id)}
            role="tab"
            href={`${props.path}#${id}`}
            aria-selected={isCurrent}
            aria-controls={isCurrent ? panelId(id) : undefined}
            tabIndex={isCurrent ? 0 : -1}
            onClick={(event) => {
              event.preventDefault()
              props.onSelect(id)
            }}
          >
            <TabLabel {...item} />
          </a>
        )
      })}
    </TabBar>
  )
}
