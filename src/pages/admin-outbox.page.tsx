import { useQuery } from '@tanstack/react-query'
import { outboxQuery } from '#features/accounts/web/accounts.api.ts'
import { OutboxMail } from '#features/accounts/web/outbox-mail.tsx'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'
import { EmptyFace, ErrorFace } from '#web/ui/face.tsx'

export async function load({ client }: LoadContext) {
  // What fails is shown in its place.
  await client.prefetchQuery(outboxQuery())
}

/** Mails that were kept because no mail server is configured (G57). */
export function Page() {
  const { data, isError, refetch } = useQuery(outboxQuery())
  return (
    <div className="page grid gap-6 py-8 md:py-12">
      <Head title="Outbox" description="Mails that were kept." path="/admin/outbox" isIndexed={false} />
      <header className="grid gap-2">
        <h1 className="title text-28 md:text-40">Outbox</h1>
        <p className="max-w-[65ch] text-16 text-text-2">
          Mails that no mail server has taken, because <code>SMTP_URL</code> is not set. They are kept for 30 days.
          Their links let whoever opens them in.
        </p>
      </header>
      {isError && <ErrorFace text="The mails did not arrive." onRetry={() => void refetch()} level={2} />}
      {data?.mails.length === 0 && (
        <EmptyFace title="Nothing here" text="Reset and confirmation mails appear here." level={2} />
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
    </div>
  )
}
