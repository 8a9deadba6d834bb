import { fullDate } from '#shared/dates.ts'
import { commentTime } from '#shared/relative-time.ts'
import { useNow } from '#web/use-env.ts'
import type { AuditLogEntry } from '../admin.contract.ts'

/** An entry of the audit log: who did what to which item, why, and what changed. */
export function AuditLogItem({ entry }: { entry: AuditLogEntry }) {
  const now = useNow()
  const at = new Date(entry.at)
  const about = <b className="text-text">{shortOf(entry.about)}</b>
  return (
    <li className="grid gap-1 border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <span className="min-w-0 wrap-anywhere text-text-2">
          <b className="text-text">{entry.by ?? 'The command line'}</b> {entry.words}{' '}
          {entry.href && entry.about !== null ? (
            <a href={entry.href} className="underline-offset-3 hover:underline">
              {about}
            </a>
          ) : (
            about
          )}
          {entry.reason && <>: {entry.reason}</>}
        </span>
        <time dateTime={entry.at} title={fullDate(at)} className="text-13 whitespace-nowrap text-text-3 sm:ml-auto">
          {commentTime(at, now)}
        </time>
      </div>
      {entry.changes.length > 0 && (
        <dl className="grid gap-0.5 text-13 text-text-2">
          {entry.changes.map(({ field, before, after }) => (
            <div key={field} className="flex flex-wrap gap-x-2 wrap-anywhere">
              <dt className="text-text-3">{field}</dt>
              <dd className="min-w-0">
                <span className="visually-hidden">before: </span>
                <del className="decoration-text-3">{before || 'nothing'}</del>
                <span aria-hidden="true"> → </span>
                <span className="visually-hidden">, now: </span>
                <ins className="text-text no-underline">{after || 'nothing'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}

const shortOf = (about: AuditLogEntry['about']) =>
  about === null ? 'a deleted member' : about.length > 80 ? `${about.slice(0, 79)}…` : about
