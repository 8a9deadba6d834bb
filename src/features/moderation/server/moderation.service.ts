import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/session.ts'
import { isModerator } from '#shared/roles.ts'
import type { SubjectRef } from '#shared/subject.ts'
import { type HoldReason, type HoldRules, holdReason, namesAddress, type WrittenText } from '../moderation.rules.ts'
import { findAuthor, hasFewerTexts, insertHeld } from './holding/holding.queries.ts'
import { readHoldRules } from './rules/hold-rules.queries.ts'

// Queries of subjects read where their texts stand in the same statement.
export { type HoldRow, holdSql, insertHeld as holdText } from './holding/holding.queries.ts'
export { sendForHoldRules } from './rules/hold-rules.queries.ts'

/**
 * Returns why a text that others will read waits for a moderator by the rules of the admins; null if it does not. Texts of
 * moderators never wait. `rules` saves reading them, and `except` is the id of a text that is edited.
 */
export async function reasonToHold(
  { db, clock, rules: known }: { db: Db; clock: Clock; rules?: HoldRules | undefined },
  author: Viewer,
  written: WrittenText,
  except: string | null = null,
): Promise<HoldReason | null> {
  if (isModerator(author)) return null
  const rules = known ?? (await readHoldRules(db))
  if (isOff(rules)) return null
  const { joinedAt } = await findAuthor(db, author.id)
  const isNewcomer = () => hasFewerTexts(db, author.id, except, rules.first_texts)
  return holdReason(rules, written, { joinedAt, now: clock(), isNewcomer })
}

const isOff = ({ first_days, link_days, words }: HoldRules) => first_days === 0 && link_days === 0 && words.length === 0

/**
 * Returns for each of these plain texts whether it would wait by the rules if its author published it now. It reads the rules and
 * the author once. An import asks it, and writes what would wait for the author alone (decision 0135).
 */
export async function wouldWait(
  { db, now }: { db: Db; now: Date },
  authorId: string,
  texts: readonly string[],
): Promise<boolean[]> {
  if (texts.length === 0) return []
  const rules = await readHoldRules(db)
  const { joinedAt, role } = await findAuthor(db, authorId)
  if (isOff(rules) || isModerator({ role })) return texts.map(() => false)
  let answer: Promise<boolean> | undefined
  const isNewcomer = () => (answer ??= hasFewerTexts(db, authorId, null, rules.first_texts))
  const reasons = texts.map((text) => {
    const written = { text, hasLink: namesAddress(text) }
    return holdReason(rules, written, { joinedAt, now, isNewcomer })
  })
  return (await Promise.all(reasons)).map((reason) => reason !== null)
}

/**
 * Makes a plain text wait if it must by the rules. Returns since when and why, or null: others may read it. Its feature keeps it
 * from them.
 */
export async function holdIfNeeded(
  { db, clock }: { db: Db; clock: Clock },
  author: Viewer,
  item: SubjectRef,
  text: string,
): Promise<{ at: Date; reason: HoldReason } | null> {
  const written = { text, hasLink: namesAddress(text) }
  const reason = await reasonToHold({ db, clock }, author, written, item.subjectId)
  if (reason === null) return null
  const at = clock()
  await insertHeld(db, item, { authorId: author.id, reason, at })
  return { at, reason }
}
