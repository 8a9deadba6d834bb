import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SettingsPart } from '#web/ui/settings-part.tsx'
import { useAsked } from '#web/use-asked.ts'
import { API_DOCS } from '../tokens.rules.ts'

interface Props<Item extends { id: string }, Asked> {
  title: string
  texts: { lead: string; none: string; failed: string }
  list: Pick<UseQueryResult, 'isError' | 'refetch'> & { data: readonly Item[] | undefined }
  row: (item: Item, ask: (wanted: Asked) => void) => ReactNode
  /** The button of a new one, and how many there may be. */
  add?: { label: string; most: number; asked: Asked }
  hasDocs?: boolean
  /** Renders the dialog that a button of the list opens. Its code loads when it opens. */
  dialog: (asked: Asked, onClose: () => void) => ReactNode
}

/** A part of the settings with a list of things that members make for programs: tokens, apps, webhooks. */
export function SettingsList<Item extends { id: string }, Asked>(props: Props<Item, Asked>) {
  const { title, texts, list, row, add, hasDocs = false, dialog } = props
  // Each dialog has a key of its own: the next one may open while the last one is closing.
  const { asked, ask, close } = useAsked<Asked>()
  const { data: items } = list
  if (list.isError) return <ErrorState text={texts.failed} onRetry={() => void list.refetch()} level={2} />
  if (!items) return null
  const canAdd = add !== undefined && items.length < add.most
  return (
    <SettingsPart title={title} text={texts.lead}>
      {items.length > 0 ? (
        <ul className="panel gap-0 p-0" aria-label={title}>
          {items.map((item) => (
            <li key={item.id} className="flex items-start gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
              {row(item, ask)}
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-14 text-text-2">{texts.none}</p>
      )}
      {(canAdd || hasDocs) && (
        <div className="flex flex-wrap gap-2">
          {canAdd && (
            <Button icon="plus" onClick={() => ask(add.asked)}>
              {add.label}
            </Button>
          )}
          {hasDocs && (
            <ButtonLink kind="quiet" href={API_DOCS}>
              About the API
            </ButtonLink>
          )}
        </div>
      )}
      {asked && <Suspense key={asked.turn}>{dialog(asked.for, close)}</Suspense>}
    </SettingsPart>
  )
}
