import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { shortDate } from '#shared/dates.ts'
import type { UserId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { call } from '#web/call.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_FAILED } from '#web/ui/error-texts.ts'
import { MoreButton } from '#web/ui/more-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import type { BlockedMember } from '../blocks.contract.ts'
import { blockMember, unblockMember } from '../blocks.endpoints.ts'
import { BLOCK_TEXTS } from '../blocks.texts.ts'
import { blocksQuery } from './blocks.api.ts'

const ConfirmDialog = lazyLoaded(() => import('#web/ui/dialog.tsx'), 'ConfirmDialog')

/** Asks for confirmation, because unblocking does not restore a friendship that the block ends (G21). */
export function BlockDialog(props: { userId: UserId; name: string; onClose: () => void; onBlocked?: () => void }) {
  const { userId, name, onClose } = props
  const client = useQueryClient()
  return (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={`Block ${name}?`}
        text={BLOCK_TEXTS.question}
        confirmLabel="Block"
        busyLabel="Blocking…"
        danger
        onConfirm={async () => {
          try {
            await call(blockMember, { body: { user_id: userId } })
            toast({ title: `${name} is blocked` })
            props.onBlocked?.()
          } catch (error) {
            showFailure(`${name} is not blocked`, error)
          }
          // Any cached list of people may contain the blocked member.
          await client.invalidateQueries()
        }}
      />
    </Suspense>
  )
}

/** Lists the members that the viewer has blocked, in the settings (G21). */
export function BlockedMembers() {
  const list = useInfiniteQuery(blocksQuery())
  if (list.isError && !list.data)
    return <ErrorState text={`${BLOCK_TEXTS.blocksSafe} ${LIST_FAILED}`} onRetry={() => void list.refetch()} />
  if (!list.data) return null
  const members = list.data.pages.flatMap(({ data }) => data)
  if (members.length === 0) return <p className="text-14 text-text-2">{BLOCK_TEXTS.none}</p>
  return (
    <div className="grid gap-4">
      <ul className="panel gap-0 p-0">
        {members.map((member) => (
          <BlockedRow key={member.id} member={member} />
        ))}
      </ul>
      <MoreButton list={list} />
    </div>
  )
}

/** Removes the viewer's block. */
export function UnblockButton({ userId, name }: { userId: UserId; name: string }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const unblock = async () => {
    setBusy(true)
    try {
      await call(unblockMember, { params: { userId } })
      toast({ title: `${name} is no longer blocked` })
    } catch (error) {
      showFailure(`${name} is still blocked`, error)
    }
    await client.invalidateQueries()
    setBusy(false)
  }
  return (
    <Button busy={isBusy} busyLabel="Unblocking…" aria-label={`Unblock ${name}`} onClick={() => void unblock()}>
      Unblock
    </Button>
  )
}

function BlockedRow({ member }: { member: BlockedMember }) {
  const name = memberName(member)
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <Avatar id={member.id} name={name} src={member.avatar_url} size={40} />
      <div className="grid min-w-0 flex-1">
        <p className="truncate text-15 font-semibold">{name}</p>
        <p className="text-13 text-text-2">since {shortDate(new Date(member.blocked_at))}</p>
      </div>
      <UnblockButton userId={member.id} name={name} />
    </li>
  )
}
