import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/counted.ts'
import { fullDate } from '#shared/dates.ts'
import { commentTime } from '#shared/relative-time.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LoadingSpinner } from '#web/ui/loading-spinner.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useNow } from '#web/use-env.ts'
import { showFailure } from '#web/write-failure.ts'
import type { ErrorGroup, ErrorOccurrence } from '../admin.contract.ts'
import { resolveError } from '../admin.endpoints.ts'
import { ADMIN_LIST_TEXTS, REPORTS_FAILED } from '../admin.texts.ts'
import { adminKeys, errorQuery } from './admin.api.ts'

const LEVEL_WORDS = { error: 'Error', warning: 'Warning', info: 'Note' } as const

/** Shows an error group with its count; expanded, it shows the single reports. */
export function ErrorGroupPanel({ group }: { group: ErrorGroup }) {
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const times = counted(group.occurrences, 'time')
  const members = group.members === 0 ? '' : ` · ${counted(group.members, 'member')}`
  return (
    <details className="panel gap-0" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="grid cursor-pointer gap-1.5">
        <span className="flex flex-wrap items-center gap-2">
          <Chip edge icon={group.level === 'info' ? 'info' : 'alert'}>
            {LEVEL_WORDS[group.level]}
          </Chip>
          {group.status === 'resolved' && (
            <Chip edge icon="check">
              Resolved
            </Chip>
          )}
          <time
            className="ml-auto text-13 whitespace-nowrap text-text-3"
            dateTime={group.last_seen_at}
            title={fullDate(new Date(group.last_seen_at))}
          >
            {commentTime(new Date(group.last_seen_at), now)}
          </time>
        </span>
        <b className="line-clamp-2 min-w-0 text-15 break-words">{group.message || ADMIN_LIST_TEXTS.noMessage}</b>
        <span className="num text-13 break-words text-text-2">
          {group.name} · {group.path} · {times}
          {members}
        </span>
      </summary>
      {isOpen && <Detail group={group} />}
    </details>
  )
}

function Detail({ group }: { group: ErrorGroup }) {
  const { data, isError, refetch } = useQuery(errorQuery(group.id))
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const isOpen = group.status === 'open'

  async function settle(status: ErrorGroup['status']): Promise<void> {
    setBusy(true)
    try {
      await call(resolveError, { params: { groupId: group.id }, body: { status } })
      toast({
        title: status === 'resolved' ? 'Resolved' : 'Open again',
        description: group.message.slice(0, 80),
        undo: () => void settle(status === 'resolved' ? 'open' : 'resolved'),
      })
    } catch (error) {
      showFailure('Nothing was changed', error)
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: adminKeys.all })
    }
  }

  if (isError && !data) return <ErrorState text={REPORTS_FAILED} onRetry={() => void refetch()} level={3} />
  if (!data) return <LoadingSpinner />
  return (
    <div className="mt-4 grid gap-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind={isOpen ? 'solid' : 'plain'}
          icon={isOpen ? 'check' : 'retry'}
          busy={isBusy}
          onClick={() => void settle(isOpen ? 'resolved' : 'open')}
        >
          {isOpen ? 'Resolve' : 'Open again'}
        </Button>
        <span className="text-13 text-text-2">
          {ADMIN_LIST_TEXTS.firstSeen(
            fullDate(new Date(group.first_seen_at)),
            data.occurrences.length,
            group.occurrences.toLocaleString('en'),
          )}
        </span>
      </div>
      <ul className="grid gap-2">
        {data.occurrences.map((occurrence, at) => (
          <li key={occurrence.id}>
            <Occurrence occurrence={occurrence} isFirst={at === 0} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function Occurrence({ occurrence, isFirst }: { occurrence: ErrorOccurrence; isFirst: boolean }) {
  const at = occurrence.at.slice(0, 16).replace('T', ' ')
  return (
    <details open={isFirst} className="grid gap-3">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-1 text-13">
        <Icon name="clock" />
        <time dateTime={occurrence.at} className="num">
          {at} UTC
        </time>
        <span className="min-w-0 break-all text-text-2">{occurrence.url || 'no address'}</span>
      </summary>
      <div className="grid gap-3 pt-2 pb-3">
        <Facts
          items={[
            ['Seen by', occurrence.username ? `@${occurrence.username}` : 'a visitor'],
            ['Browser', occurrence.user_agent],
          ]}
        />
        <p className="text-14 break-words">{occurrence.message}</p>
        <Trace name="Stack" text={occurrence.stack} />
        <Trace name="Components" text={occurrence.component_info} />
      </div>
    </details>
  )
}

function Trace({ name, text }: { name: string; text: string }) {
  if (text.trim() === '') return null
  return (
    <figure className="grid gap-1.5">
      <figcaption className="fact">{name}</figcaption>
      <pre className="overflow-x-auto rounded-control bg-surface-2 p-3 text-12 whitespace-pre-wrap break-words">
        {text.trim()}
      </pre>
    </figure>
  )
}
