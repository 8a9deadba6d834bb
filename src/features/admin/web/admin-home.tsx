import { useQuery } from '@tanstack/react-query'
import { fullDate } from '#shared/dates.ts'
import { commentTime } from '#shared/relative-time.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Figures } from '#web/ui/facts.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { Section } from '#web/ui/section.tsx'
import { useNow } from '#web/use-env.ts'
import type { AuditLogEntry } from '../admin.contract.ts'
import { statsQuery } from './admin.api.ts'

/** Shows counts and the admins' latest actions. */
export function AdminHome() {
  const { data, isError, refetch } = useQuery(statsQuery())
  const now = useNow()
  if (isError && !data)
    return <ErrorState text="The counts could not be loaded." onRetry={() => void refetch()} level={2} />
  if (!data) return <RowsSkeleton count={5} />
  const number = (count: number) => count.toLocaleString('en')
  return (
    <>
      <Figures
        // The tabs already have a border here.
        className="border-t-0 pt-0"
        items={[
          ['Members', number(data.members), '/admin/users'],
          ['Joined this week', number(data.new_members), '/admin/users'],
          ['Games', number(data.games), '/all-games'],
          ['Open reports', number(data.open_reports), '/admin/reports'],
          ['Open messages', number(data.open_contact_messages), '/admin/contact'],
          ['Open errors', number(data.open_errors), '/admin/errors'],
          ['Mails in the outbox', number(data.outbox), '/admin/outbox'],
        ]}
      />
      <Section title="Done lately">
        {data.audit_log.length === 0 ? (
          <p className="text-text-2">Nothing yet. Changes that admins make appear here.</p>
        ) : (
          <ul>
            {data.audit_log.map((entry) => (
              <li
                key={entry.id}
                className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-t border-line py-3 first:border-t-0"
              >
                <span className="min-w-0 break-words text-text-2">
                  <b className="text-text">{entry.by ?? 'The command line'}</b> {WORDS[entry.action] ?? entry.action}{' '}
                  <b className="text-text">{shortOf(entry.about)}</b>
                  {entry.reason && <>: {entry.reason}</>}
                </span>
                <time dateTime={entry.at} title={fullDate(new Date(entry.at))} className="fact ml-auto">
                  {commentTime(new Date(entry.at), now)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  )
}

const WORDS: Record<string, string> = {
  disable: 'disabled',
  enable: 'enabled',
  make_admin: 'granted the admin role to',
  take_admin: 'revoked the admin role of',
  resolve_error: 'resolved the error',
  reopen_error: 'reopened the error',
  reset_link: 'created a reset link for',
  keep_reported: 'kept reported content of',
  hide_content: 'hid content of',
  put_back: 'restored content of',
  warn: 'warned',
  create_challenge: 'created the challenge',
  change_challenge: 'changed the challenge',
  delete_challenge: 'deleted the challenge',
  close_contact: 'closed a contact message:',
  reopen_contact: 'reopened a contact message:',
}

const shortOf = (about: AuditLogEntry['about']) =>
  about === null ? 'a deleted member' : about.length > 80 ? `${about.slice(0, 79)}…` : about
