import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#db/db.ts'

/** What the link in a mail is for. */
export type CodePurpose = 'signup' | 'recovery' | 'email-old' | 'email-new'

/** `subject` is what else the code stands for: where to go, which address. */
export interface CodeMeaning {
  userId: string
  subject: string
}

/**
 * A code of 32 random bytes, of which only the hash is kept (G01): in better-auth's table of verifications, whose
 * identifier is the purpose with the hash.
 */
export async function insertCode(
  db: Db,
  purpose: CodePurpose,
  { userId, subject }: CodeMeaning,
  expiresAt: Date,
): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await db
    .insertInto('verification')
    .values({ identifier: identifierOf(purpose, code), value: `${userId} ${subject}`, expiresAt })
    .execute()
  return code
}

export async function findCode(db: Db, purpose: CodePurpose, code: string, now: Date): Promise<CodeMeaning | null> {
  const row = await db
    .selectFrom('verification')
    .where('identifier', '=', identifierOf(purpose, code))
    .where('expiresAt', '>', now)
    .select('value')
    .executeTakeFirst()
  return row ? meaningOf(row.value) : null
}

/** Of simultaneous uses exactly one gets the meaning. A used code stays known as such until it would have run out. */
export async function useCode(db: Db, purpose: CodePurpose, code: string, now: Date): Promise<CodeMeaning | null> {
  const identifier = identifierOf(purpose, code)
  const row = await db
    .updateTable('verification')
    .set({ identifier: `used ${identifier}` })
    .where('identifier', '=', identifier)
    .where('expiresAt', '>', now)
    .returning('value')
    .executeTakeFirst()
  return row ? meaningOf(row.value) : null
}

export async function isCodeUsed(db: Db, purpose: CodePurpose, code: string): Promise<boolean> {
  const row = await db
    .selectFrom('verification')
    .where('identifier', '=', `used ${identifierOf(purpose, code)}`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a code of this purpose and meaning was used, and has not run out. */
export async function findUsed(
  db: Db,
  purpose: CodePurpose,
  { userId, subject }: CodeMeaning,
  now: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('verification')
    .where('identifier', 'like', `used ${purpose}:%`)
    .where('value', '=', `${userId} ${subject}`)
    .where('expiresAt', '>', now)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** All codes of a member that were made for these purposes. */
export async function deleteCodes(db: Db, purposes: readonly CodePurpose[], userId: string): Promise<void> {
  await db
    .deleteFrom('verification')
    .where('value', 'like', `${userId} %`)
    .where((is) =>
      is.or(
        purposes.flatMap((purpose) => [
          is('identifier', 'like', `${purpose}:%`),
          // Half of a change of address counts no longer either.
          is('identifier', 'like', `used ${purpose}:%`),
        ]),
      ),
    )
    .execute()
}

const identifierOf = (purpose: CodePurpose, code: string) =>
  `${purpose}:${createHash('sha256').update(code).digest('base64url')}`

function meaningOf(value: string): CodeMeaning {
  const at = value.indexOf(' ')
  return { userId: value.slice(0, at), subject: value.slice(at + 1) }
}
