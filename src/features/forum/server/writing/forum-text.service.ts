import type { Db } from '#db/db.ts'
import { notify } from '#features/notifications/server/notifications.service.ts'
import { linkMentions, mentionedIds, mentionedNames, safeHtml } from '#server/safe-html.ts'
import type { UserId } from '#shared/ids.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { refuse } from '#shared/refusal.ts'
import type { SubjectKind } from '#shared/subject.ts'
import { subjectRef } from '#shared/subject.ts'
import { readText } from '#shared/text.ts'
import { NEW_MENTION } from '../../forum.notifications.ts'
import { MENTIONS_MAX, QUOTE_SHOWN } from '../../forum.rules.ts'
import { findMentioned, insertMentions } from './forum-mentions.queries.ts'

/** Names beyond this number in one text become no links, so that one text costs one short lookup. */
const MAX_NAMES = 100

export interface ReadyText {
  source: string
  html: string
  /** The beginning of the plain text, for quotes. */
  excerpt: string
  /** The members that the text mentions, in the order of the text; without members in a block with the author. */
  mentioned: UserId[]
}

/**
 * Sanitises a text, links its addresses, and links `@name` to the profile of each member that the author may address.
 * Refuses with 400 a text that is empty without its tags.
 */
export async function readyText(
  db: Db,
  authorId: UserId,
  source: string,
  field: { name: string; sentence: string },
): Promise<ReadyText> {
  const clean = safeHtml(source, { hasLinks: true })
  const plain = readText(plainTextOf(clean))
  if (plain === '')
    refuse('invalid', 'validation_failed', field.sentence, { details: { [field.name]: field.sentence } })
  const names = mentionedNames(clean).slice(0, MAX_NAMES)
  const found = new Map((await findMentioned(db, authorId, names)).map(({ id, name }) => [name, id]))
  return {
    source,
    html: linkMentions(clean, found),
    excerpt: excerptOf(plain),
    mentioned: names.flatMap((name) => found.get(name) ?? []),
  }
}

/** Returns the members that the stored HTML of a text mentions, in the order of the text. */
export const mentionedIn = (html: string) => mentionedIds(html) as UserId[]

function excerptOf(plain: string): string {
  const characters = [...plain.replace(/\s+/g, ' ')]
  return characters.length > QUOTE_SHOWN ? `${characters.slice(0, QUOTE_SHOWN - 1).join('')}…` : characters.join('')
}

/**
 * Notifies the members that a text mentions: at most ten for each text, once each, also after edits, and never the
 * author (G16). `notify` leaves out members in a block with the author.
 */
export async function notifyMentioned(
  db: Db,
  item: { type: 'thread' | 'post'; id: string; kind: SubjectKind; authorId: UserId },
  mentioned: readonly UserId[],
  at: Date,
): Promise<void> {
  const others = mentioned.filter((id) => id !== item.authorId)
  const added = await insertMentions(db, item, others, { most: MENTIONS_MAX, at })
  for (const to of added.toSorted())
    await notify(db, { to, type: NEW_MENTION.type, actor: item.authorId, ...subjectRef(item.kind, item.id), at })
}
