import type { UserId } from '#shared/ids.ts'
import { onlyActor } from '#shared/notification.ts'
import { readDelivery } from '../../delivery.rules.ts'
import type { PushPayload } from '../../push.rules.ts'
import { lineWords } from '../delivery/line-words.ts'
import { findUnreadLine, type NotificationsDeps } from '../notifications.service.ts'
import type { viewLine } from '../notifications.view.ts'

/** A push has room for about 3,000 bytes; nobody reads more than this many characters. */
const TITLE_LENGTH = 150
const BODY_LENGTH = 240

/**
 * Composes the push of a notification: the words and the address of its line. Returns null if it was read or withdrawn, or if a
 * later notification of the same line says it already.
 */
export async function composePush(
  deps: NotificationsDeps,
  { to, id, settings, isShort }: { to: UserId; id: string; settings: unknown; isShort: boolean },
): Promise<PushPayload | null> {
  const { line: found, unread } = await findUnreadLine(deps, to, id)
  const words = found && lineWords(deps, found)
  if (!words) return null
  const { kind, line, sentence, href } = words
  const from = onlyActor(line) as UserId | null
  const mayShow = !isShort && readDelivery(settings, []).shows_messages
  const text = mayShow && from !== null ? await kind.push?.privateTextOf?.(deps.db, to, from) : null
  return {
    title: cut(sentence, TITLE_LENGTH),
    ...(text && { body: cut(text, BODY_LENGTH) }),
    href,
    tag: tagOf(line),
    unread,
    actions: isShort ? [] : (kind.push?.actionsOf?.(line) ?? []),
  }
}

/** One line of the list is one push, which the next one of the same thing replaces; without a thing, of the same member. */
function tagOf({ id, type, subject, actors }: ReturnType<typeof viewLine>): string {
  return `${type}:${subject?.id ?? actors[0]?.id ?? id}`
}

function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text
}
