import { namesOf } from '../../notifications.rules.ts'
import type { NotificationLine, NotificationsDeps } from '../notifications.service.ts'
import { viewLine } from '../notifications.view.ts'

/** Returns what a line says and where it leads, for pushes and mails; null for a type that no feature has any more. */
export function lineWords({ notificationKinds, subjects }: NotificationsDeps, found: NotificationLine) {
  const kind = notificationKinds.find(({ type }) => type === found.row.type)
  if (!kind) return null
  const line = viewLine(found)
  const subject = subjects.find(line.subject?.type ?? '')?.kind
  const predicate = kind.predicateOf(line, subject)
  const names = namesOf(line)
  return {
    kind,
    line,
    sentence: names === '' ? predicate : `${names} ${predicate}`,
    href: kind.hrefOf(line, subject) ?? '/notifications',
  }
}
