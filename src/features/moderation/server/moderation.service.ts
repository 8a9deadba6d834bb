import type { Db } from '#db/db.ts'
import type { Clock } from '#server/clock.ts'
import type { Viewer } from '#server/session.ts'
import { isModerator } from '#shared/roles.ts'
import { type HoldReason, type HoldRules, holdReason, type WrittenText } from '../moderation.rules.ts'
import { findJoined, hasFewerTexts } from './holding/holding.queries.ts'
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
  if (rules.first_days === 0 && rules.link_days === 0 && rules.words.length === 0) return null
  return holdReason(rules, written, {
    joinedAt: await findJoined(db, author.id),
    now: clock(),
    isNewcomer: () => hasFewerTexts(db, author.id, except, rules.first_texts),
  })
}
