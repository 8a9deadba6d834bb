import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { shortDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { MEMBERS_FAILED } from '#shared/sentences.ts'
import { CallError, call } from '#web/call.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { toast } from '#web/ui/toasts.ts'
import { ADMIN_BADGE_TEXTS } from '../admin-badges.texts.ts'
import type { AdminBadge, BadgeOwner as Owner } from '../badges.contract.ts'
import { giveBadge, takeBadge } from '../badges.endpoints.ts'
import { badgeKeys, ownersQuery } from './badges.api.ts'

/** Lists the members who have a badge. An admin gives it and takes it away here. */
export function OwnersDialog({ badge, onClose }: { badge: AdminBadge; onClose: () => void }) {
  const list = useInfiniteQuery(ownersQuery(badge.id))
  const [handle, setHandle] = useState('')
  const { problem, busyWith, change } = useOwnerChange(badge)
  // A row disappears with its button, so the keyboard focus moves to the list.
  const here = useRef<HTMLDivElement>(null)
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []

  const give = async (event: FormEvent) => {
    event.preventDefault()
    const who = handle.trim().replace(/^@/, '')
    if (busyWith !== null || who === '') return
    if (!(await change(giveBadge, who))) return
    setHandle('')
    toast({ title: `${badge.name} given to ${who}` })
  }
  const take = async ({ user }: Owner) => {
    if (!(await change(takeBadge, user.id))) return
    here.current?.focus()
    toast({ title: `${badge.name} taken from ${memberName(user)}`, undo: () => void change(giveBadge, user.id) })
  }

  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onClose()} title={badge.name}>
      <div ref={here} tabIndex={-1} className="grid gap-5 outline-0">
        <form onSubmit={(event) => void give(event)} className="flex flex-wrap items-start gap-3">
          <Field label="Give it to" hint={ADMIN_BADGE_TEXTS.memberHint} error={problem} className="min-w-50 flex-1">
            <TextInput value={handle} autoCapitalize="none" onChange={(event) => setHandle(event.target.value)} />
          </Field>
          <Button type="submit" kind="solid" className="mt-7" busy={busyWith === handle && handle !== ''}>
            Give
          </Button>
        </form>
        <PagedList
          list={list}
          isEmpty={rows.length === 0}
          failed={MEMBERS_FAILED}
          empty={<EmptyState title="Nobody has it yet" text={ADMIN_BADGE_TEXTS.noOwners} />}
        >
          <ul aria-label={`Members with ${badge.name}`}>
            {rows.map((owner) => (
              <OwnerRow
                key={owner.user.id}
                badge={badge}
                owner={owner}
                isBusy={busyWith === owner.user.id}
                onTake={() => void take(owner)}
              />
            ))}
          </ul>
        </PagedList>
      </div>
    </Dialog>
  )
}

function useOwnerChange(badge: AdminBadge) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [busyWith, setBusyWith] = useState<string | null>(null)
  /** Returns whether the change was saved. */
  async function change(endpoint: typeof giveBadge | typeof takeBadge, who: string): Promise<boolean> {
    setBusyWith(who)
    setProblem(undefined)
    try {
      await call(endpoint, { params: { badgeId: badge.id, handle: who } }, { client })
      await client.invalidateQueries({ queryKey: badgeKeys.admin })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
      return false
    } finally {
      setBusyWith(null)
    }
  }
  return { problem, busyWith, change }
}

function OwnerRow(props: { badge: AdminBadge; owner: Owner; isBusy: boolean; onTake: () => void }) {
  const { badge, owner } = props
  const { user, earned_at } = owner
  const name = memberName(user)
  return (
    <li className="grid grid-cols-[36px_minmax(0,1fr)_auto] items-center gap-3 border-t border-line py-2.5 first:border-t-0">
      <MemberLink member={user} isRepeated>
        <Avatar id={user.id} name={name} src={user.avatar_url} size={36} />
      </MemberLink>
      <p className="min-w-0">
        <MemberLink member={user} className="font-[650] wrap-anywhere underline-offset-3 hover:underline">
          {name}
        </MemberLink>
        <span className="num block text-13 text-text-2">{shortDate(new Date(earned_at))}</span>
      </p>
      <Button
        kind="danger"
        aria-label={`Take away ${badge.name} from ${name}`}
        busy={props.isBusy}
        onClick={props.onTake}
      >
        Take away
      </Button>
    </li>
  )
}
