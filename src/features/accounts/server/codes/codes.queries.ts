import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#db/db.ts'

/** The purpose of the link in a mail. */
export type MailCodePurpose = 'signup' | 'recovery' | 'email-old' | 'email-new'

/** Of a link in a mail, or of the token that a refused sign-in gives for an appeal. */
export type CodePurpose = MailCodePurpose | 'appeal'

/** `subject` is additional data of the code: a redirect target or an email address. */
export interface CodeMeaning {
  userId: string
  subject: string
}

/**
 * Inserts a code of 32 random bytes, of which the database stores only the hash (G01). The row is in better-auth's
 * table of verifications; its identifier is the purpose with the hash.
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

/**
 * Consumes a code and returns its meaning. Of simultaneous uses exactly one succeeds. The code stays stored as used
 * until its original expiry.
 */
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

/** Returns whether a code of this purpose and meaning was used and has not expired. */
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

/** Deletes all codes of a member for these purposes. */
export async function deleteCodes(db: Db, purposes: readonly CodePurpose[], userId: string): Promise<void> {
  await db
    .deleteFrom('verification')
    .where('value', 'like', `${userId} %`)
    .where((is) =>
      is.or(
        purposes.flatMap((purpose) => [
          is('identifier', 'like', `${purpose}:%`),
          // This also cancels an email change that only one of the two addresses has confirmed.
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
