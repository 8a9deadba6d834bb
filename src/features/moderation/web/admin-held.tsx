import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { WAITING_FAILED } from '#features/admin/admin.texts.ts'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { ADMIN_HELD_TEXTS as TEXTS } from '../admin-moderation.texts.ts'
import type { HeldText } from '../moderation.contract.ts'
import { decideHeldTexts } from '../moderation.endpoints.ts'
import type { HeldDecision } from '../moderation.schemas.ts'
import { decidedSentence } from '../moderation.texts.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { HeldPanel } from './held-panel.tsx'
import { heldQuery } from './moderation.api.ts'

export type ItemKey = Pick<HeldText, 'type' | 'id'>
const keyOf = ({ type, id }: ItemKey): string => `${type}:${id}`

/** The texts that wait, the longest waiting first, with decisions about one or all that are chosen. */
export function AdminHeld() {
  const list = useInfiniteQuery(heldQuery())
  const items = list.data?.pages.flatMap(({ data }) => data) ?? []
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [declining, setDeclining] = useState<readonly HeldText[]>([])
  const { decide, isBusy } = useDecision(() => setChosen(new Set()))
  const marked = items.filter((item) => chosen.has(keyOf(item)))
  const toggle = (item: HeldText) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(keyOf(item))) after.add(keyOf(item))
      return after
    })
  return (
    <PagedList
      list={list}
      isEmpty={items.length === 0}
      failed={WAITING_FAILED}
      empty={<EmptyState level={2} title="Nothing waits" text={TEXTS.none} />}
    >
      {items.length > 1 && (
        <ChosenBar
          chosen={marked.length}
          all={items.length}
          isBusy={isBusy}
          onAll={() => setChosen(new Set(marked.length === items.length ? [] : items.slice(0, 50).map(keyOf)))}
          onPublish={() => void decide({ decision: 'publish', items: marked.map(({ type, id }) => ({ type, id })) })}
          onDecline={() => setDeclining(marked)}
        />
      )}
      <ul className="grid gap-4" aria-label="Waiting">
        {items.map((item) => (
          <li key={keyOf(item)}>
            <HeldPanel
              item={item}
              isChosen={chosen.has(keyOf(item))}
              isBusy={isBusy}
              onChoose={items.length > 1 ? () => toggle(item) : null}
              onPublish={() => void decide({ decision: 'publish', items: [{ type: item.type, id: item.id }] })}
              onDecline={() => setDeclining([item])}
            />
          </li>
        ))}
      </ul>
      <DeclineDialog
        items={declining}
        onClose={() => setDeclining([])}
        onDecline={(note) =>
          decide({ decision: 'decline', note, items: declining.map(({ type, id }) => ({ type, id })) })
        }
      />
    </PagedList>
  )
}

interface ChosenBarProps {
  chosen: number
  all: number
  isBusy: boolean
  onAll: () => void
  onPublish: () => void
  onDecline: () => void
}

function ChosenBar({ chosen, all, isBusy, onAll, onPublish, onDecline }: ChosenBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-label="Chosen texts">
      <Button kind="quiet" onClick={onAll}>
        {chosen === all ? 'Choose none' : 'Choose all'}
      </Button>
      {chosen > 0 && (
        <>
          <Button kind="solid" busy={isBusy} onClick={onPublish}>
            {`Publish ${chosen}`}
          </Button>
          <Button kind="plain" onClick={onDecline}>
            {`Decline ${chosen}…`}
          </Button>
        </>
      )}
    </div>
  )
}

/** Sends one decision at a time, and reads the list again: another moderator may have decided meanwhile. */
function useDecision(onDone: () => void) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  /** Set at once, because a second press may come before the next rendering. */
  const isDeciding = useRef(false)
  async function decide(decision: HeldDecision): Promise<void> {
    if (isDeciding.current) return
    isDeciding.current = true
    setBusy(true)
    try {
      const { decided, gone } = await call(decideHeldTexts, { body: decision })
      toast({ title: decidedSentence(decision.decision, decided, gone) })
      onDone()
    } catch (error) {
      showFailure(TEXTS.failed, error)
    } finally {
      isDeciding.current = false
      setBusy(false)
      await client.invalidateQueries({ queryKey: adminKeys.all })
    }
  }
  return { decide, isBusy }
}
