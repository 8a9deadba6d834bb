import type { Db } from '#db/db.ts'
import { send } from '#db/transaction.ts'
import type { HoldRules } from '../../moderation.rules.ts'

const rulesQuery = (db: Db) => db.selectFrom('hold_rules').select(['first_texts', 'first_days', 'link_days', 'words'])

export const readHoldRules = (db: Db) => rulesQuery(db).executeTakeFirstOrThrow()

/** Reads the rules together with the next statement of the transaction. */
export async function sendForHoldRules(db: Db): Promise<() => Promise<HoldRules | undefined>> {
  const sent = await send(db, rulesQuery(db))
  return async () => (await sent.rows())[0]
}

export async function writeHoldRules(db: Db, rules: HoldRules, at: Date): Promise<void> {
  await db
    .updateTable('hold_rules')
    .set({ ...rules, words: [...rules.words], updated_at: at })
    .execute()
}
