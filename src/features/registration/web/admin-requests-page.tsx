import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { adminKeys, loadAdminPage } from '#features/admin/web/admin.api.ts'
import { AdminFrame } from '#features/admin/web/admin-frame.widgets.tsx'
import { fullDate } from '#shared/dates.ts'
import { commentTime } from '#shared/relative-time.ts'
import { call } from '#web/call.ts'
import type { LoadContext } from '#web/page.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useNow } from '#web/use-env.ts'
import { showFailure } from '#web/write-failure.ts'
import { ADMIN_REGISTRATION_TEXTS as TEXTS } from '../admin-registration.texts.ts'
import type { AccountRequest } from '../registration.contract.ts'
import { decideAccountRequest } from '../registration.endpoints.ts'
import { requestStatusOf, requestsQuery } from './registration.api.ts'

export const load = ({ client, url }: LoadContext) =>
  loadAdminPage(client, client.prefetchInfiniteQuery(requestsQuery(requestStatusOf(url.searchParams))))

/** The requests of people who have no account. */
export function Page() {
  const status = requestStatusOf(new URLSearchParams(useLocation().search))
  const list = useInfiniteQuery(requestsQuery(status))
  const requests = list.data?.pages.flatMap((page) => page.requests) ?? []
  return (
    <AdminFrame path="/admin/requests" title="Requests" text={TEXTS.requests}>
      <div className="flex">
        <Segmented
          label="Status"
          value={status}
          options={[
            { value: 'open', label: 'Open', href: '/admin/requests' },
            { value: 'accepted', label: 'Accepted', href: '/admin/requests?status=accepted' },
            { value: 'declined', label: 'Declined', href: '/admin/requests?status=declined' },
          ]}
        />
      </div>
      <PagedList
        list={list}
        isEmpty={requests.length === 0}
        failed={TEXTS.requestsNotLoaded}
        empty={
          <EmptyState
            level={2}
            title={status === 'open' ? TEXTS.noneOpen : TEXTS.noneDecided}
            text={TEXTS.noRequestsText}
          />
        }
      >
        <ul className="grid gap-3" aria-label="Requests">
          {requests.map((request) => (
            <li key={request.id}>
              <RequestPanel request={request} />
            </li>
          ))}
        </ul>
      </PagedList>
    </AdminFrame>
  )
}

function RequestPanel({ request }: { request: AccountRequest }) {
  const now = useNow()
  const { isBusy, decide } = useDecision(request)
  const at = new Date(request.created_at)
  return (
    <article className="panel gap-4" aria-label={request.email}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <b className="min-w-0 text-15 break-all">{request.email}</b>
        <time
          className="ml-auto text-13 whitespace-nowrap text-text-3"
          dateTime={request.created_at}
          title={fullDate(at)}
        >
          {commentTime(at, now)}
        </time>
      </header>
      <p className="max-w-[64ch] text-16 break-words whitespace-pre-line" dir="auto">
        {request.message}
      </p>
      {request.status === 'open' ? (
        <footer className="flex flex-wrap items-center gap-3">
          <Button kind="mine" icon="check" busy={isBusy} onClick={() => void decide('accept')}>
            Accept
          </Button>
          <Button kind="plain" icon="x" busy={isBusy} onClick={() => void decide('decline')}>
            Decline
          </Button>
        </footer>
      ) : (
        request.decided_at !== null && (
          <p className="text-14 text-text-2">
            {request.status === 'accepted' ? 'Accepted' : 'Declined'} {fullDate(new Date(request.decided_at))}
            {request.decided_by !== null && ` by @${request.decided_by}`}
          </p>
        )
      )}
    </article>
  )
}

function useDecision({ id, email }: AccountRequest) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  async function decide(decision: 'accept' | 'decline'): Promise<void> {
    setBusy(true)
    try {
      await call(decideAccountRequest, { params: { requestId: id }, body: { decision } })
      toast({ title: decision === 'accept' ? TEXTS.accepted : TEXTS.declined, description: email })
    } catch (error) {
      showFailure(TEXTS.notDecided, error)
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: adminKeys.all })
    }
  }
  return { isBusy, decide }
}
