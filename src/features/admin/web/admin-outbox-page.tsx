import { useQuery } from '@tanstack/react-query'
import { outboxQuery } from '#features/accounts/web/outbox.api.ts'
import { OutboxMail } from '#features/accounts/web/outbox-mail.widgets.tsx'
import type { LoadContext } from '#web/page.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { OUTBOX_TEXTS } from '../admin-pages.texts.ts'
import { loadAdminPage } from './admin.api.ts'
import { AdminFrame } from './admin-frame.widgets.tsx'

export const load = ({ client }: LoadContext) => loadAdminPage(client, client.prefetchQuery(outboxQuery()))

/** Mails that are stored because no mail server is configured (G57). */
export function Page() {
  const { data, isError, refetch } = useQuery(outboxQuery())
  return (
    <AdminFrame
      path="/admin/outbox"
      title="Outbox"
      text={
        <>
          {data?.is_sending ? (
            OUTBOX_TEXTS.sent
          ) : (
            <>
              {OUTBOX_TEXTS.notSentBecause} <code>SMTP_URL</code> is not set. They are stored for 30 days.
            </>
          )}{' '}
          {OUTBOX_TEXTS.onlyOwn} <code>npm run admin -- outbox</code>{' '}
          <code className="whitespace-nowrap">--show ID</code> prints any of them on the machine itself.
        </>
      }
    >
      {isError && !data && <ErrorState text={OUTBOX_TEXTS.notLoaded} onRetry={() => void refetch()} level={2} />}
      {!isError && !data && <RowsSkeleton />}
      {data?.mails.length === 0 && (
        <EmptyState
          title="Nothing here"
          text={data.is_sending ? OUTBOX_TEXTS.triedAgain : OUTBOX_TEXTS.none}
          action={
            data.is_sending && (
              <ButtonLink kind="mine" href="/admin/jobs">
                Jobs
              </ButtonLink>
            )
          }
          level={2}
        />
      )}
      {data && data.mails.length > 0 && (
        <ul className="grid gap-3">
          {data.mails.map((mail) => (
            <li key={mail.id}>
              <OutboxMail mail={mail} />
            </li>
          ))}
        </ul>
      )}
    </AdminFrame>
  )
}
