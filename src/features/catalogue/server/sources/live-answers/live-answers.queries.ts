import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

export interface CachedAnswerRow {
  answer: unknown
  expires_at: Date
}

export function findCachedAnswer(db: Db, question: string): Promise<CachedAnswerRow | undefined> {
  return db
    .selectFrom('catalogue_cache')
    .select(['answer', 'expires_at'])
    .where('question', '=', question)
    .executeTakeFirst() as Promise<CachedAnswerRow | undefined>
}

export async function storeCachedAnswer(
  db: Db,
  stored: { question: string; answer: unknown; now: Date; lifetimeMs: number },
): Promise<void> {
  const { question, now } = stored
  const values = {
    answer: sql<string>`${JSON.stringify(stored.answer)}::jsonb`,
    answered_at: now,
    expires_at: new Date(now.getTime() + stored.lifetimeMs),
  }
  await db
    .insertInto('catalogue_cache')
    .values({ question, ...values })
    .onConflict((conflict) => conflict.column('question').doUpdateSet(values))
    .execute()
}

/** Deletes the responses that expired before `before`, and the oldest beyond `most`. */
export async function pruneCachedAnswers(db: Db, before: Date, most: number): Promise<void> {
  await db.deleteFrom('catalogue_cache').where('expires_at', '<', before).execute()
  await sql`
    delete from catalogue_cache
    where question = any(array(select question from catalogue_cache order by expires_at desc offset ${most}))
  `.execute(db)
}
