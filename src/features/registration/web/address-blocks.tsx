import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { fullDate } from '#shared/dates.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useNow } from '#web/use-env.ts'
import { showFailure } from '#web/write-failure.ts'
import { ADDRESS_BLOCK_TEXTS as TEXTS } from '../address-blocks.texts.ts'
import type { AddressBlock } from '../registration.contract.ts'
import { unblockAddress } from '../registration.endpoints.ts'
import { BlockAddressDialog } from './block-address-dialog.tsx'
import { addressBlocksQuery } from './registration.api.ts'

/** The blocked networks, with what each refuses, and the way to block another. */
export function AddressBlocks() {
  const list = useInfiniteQuery(addressBlocksQuery())
  const [isBlocking, setBlocking] = useState(false)
  const blocks = list.data?.pages.flatMap((page) => page.blocks) ?? []
  return (
    <>
      <div className="flex">
        <Button kind="line" icon="plus" onClick={() => setBlocking(true)}>
          {TEXTS.block}
        </Button>
      </div>
      <PagedList
        list={list}
        isEmpty={blocks.length === 0}
        failed={TEXTS.notLoaded}
        empty={<EmptyState level={2} title={TEXTS.none} text={TEXTS.noneText} />}
      >
        <ul className="grid max-w-[720px]" aria-label="Address blocks">
          {blocks.map((block) => (
            <BlockRow key={block.id} block={block} />
          ))}
        </ul>
      </PagedList>
      {isBlocking && <BlockAddressDialog onClose={() => setBlocking(false)} />}
    </>
  )
}

function BlockRow({ block }: { block: AddressBlock }) {
  const now = useNow()
  const { network, note, is_closed, created_at, ends_at } = block
  const end = ends_at === null ? null : new Date(ends_at)
  const isOver = end !== null && end <= now
  const until = end === null ? TEXTS.forGood : (isOver ? TEXTS.ended : TEXTS.untilDay)(fullDate(end))
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line py-4 first:border-t-0">
      <div className="grid min-w-0 flex-1 basis-60 gap-1">
        <p className="num text-16 font-semibold break-all">{network}</p>
        <p className="text-14 text-text-2">
          <b className={isOver ? 'font-normal' : 'text-text'}>{is_closed ? TEXTS.refusesAll : TEXTS.refusesSignUps}</b>
          {` · ${TEXTS.since(fullDate(new Date(created_at)))}, ${until}`}
        </p>
        <p className="text-15 break-words" dir="auto">
          {note}
        </p>
      </div>
      <Remove block={block} />
    </li>
  )
}

function Remove({ block: { id, network } }: { block: AddressBlock }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  async function remove(): Promise<void> {
    try {
      await call(unblockAddress, { params: { blockId: id } })
      toast({ title: TEXTS.removed, description: network })
    } catch (error) {
      showFailure(TEXTS.notRemoved, error)
    } finally {
      await client.invalidateQueries({ queryKey: adminKeys.all })
    }
  }
  return (
    <>
      <Button kind="quiet" aria-label={`${TEXTS.remove}: ${network}`} onClick={() => setAsking(true)}>
        {TEXTS.remove}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={TEXTS.removeTitle(network)}
        text={TEXTS.removeText}
        confirmLabel={TEXTS.remove}
        danger
        onConfirm={remove}
      />
    </>
  )
}
