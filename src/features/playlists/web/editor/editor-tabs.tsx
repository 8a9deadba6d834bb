import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { EDITOR_TABS, type EditorTab } from './editor-fields.ts'

/**
 * Renders the three tabs with their panels (R-PLED-01). Arrow keys, Home and End move between the tabs. Hidden panels
 * stay in the document, so that their fields keep their text and can show errors.
 */
export function EditorTabs(props: {
  current: EditorTab
  onSelect: (tab: EditorTab) => void
  /** The tabs with a wrong field. */
  wrong: readonly EditorTab[]
  games: number
  panels: Record<EditorTab, ReactNode>
}) {
  return (
    <Tabs.Root value={props.current} onValueChange={(tab: EditorTab) => props.onSelect(tab)}>
      <Tabs.List className="tabs" aria-label="Parts of the playlist">
        {EDITOR_TABS.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
            {id === 'games' && props.games > 0 && <span className="num">{props.games}</span>}
            {props.wrong.includes(id) && (
              <>
                <Icon name="alert" className="ml-1.5 inline-block text-danger" />
                <span className="visually-hidden">, to be corrected</span>
              </>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {EDITOR_TABS.map(({ id }) => (
        <Tabs.Panel key={id} value={id} keepMounted tabIndex={-1} className="pt-6 outline-none">
          {props.panels[id]}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
