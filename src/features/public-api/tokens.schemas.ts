import * as z from 'zod/mini'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import { TOKEN_LIFETIMES, TOKEN_NAME_LENGTH } from './tokens.rules.ts'
import { TOKEN_TEXTS } from './tokens.texts.ts'

const name = z
  .string(TOKEN_TEXTS.nameRequired)
  .check(z.trim(), z.minLength(1, TOKEN_TEXTS.nameRequired), z.maxLength(TOKEN_NAME_LENGTH, TOKEN_TEXTS.nameTooLong))

/** A new access token. */
export const TokenDraft = z.object({
  name,
  scopes: z.pipe(
    z
      .array(z.enum(TOKEN_SCOPES), TOKEN_TEXTS.scopeRequired)
      .check(z.minLength(1, TOKEN_TEXTS.scopeRequired), z.maxLength(TOKEN_SCOPES.length)),
    z.transform((given) => TOKEN_SCOPES.filter((scope) => given.includes(scope))),
  ),
  /** Null for a token that does not expire. */
  days: z.nullable(z.literal(TOKEN_LIFETIMES.filter((days) => days !== null))),
})
export type TokenDraft = z.infer<typeof TokenDraft>
