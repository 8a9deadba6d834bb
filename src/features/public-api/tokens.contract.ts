import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { AccessTokenId } from '#shared/ids.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import * as endpoints from './tokens.endpoints.ts'
import { TokenDraft } from './tokens.schemas.ts'

/**
 * An access token of the viewer, without the token itself, or the access of an app of another member (`app`). Instants are
 * ISO 8601 in UTC.
 */
export const AccessToken = z.object({
  id: AccessTokenId,
  /** Of an app what it is called now. */
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
  app: z.nullable(
    z.object({
      made_by: z.nullable(z.string()),
      /** What it was called when the viewer allowed it, if it has another name now. */
      allowed_as: z.nullable(z.string()),
    }),
  ),
})
export type AccessToken = z.infer<typeof AccessToken>

export const listTokens = contract(endpoints.listTokens, {
  access: 'member',
  summary: 'List the viewer’s access tokens and the apps with access, newest first, without the tokens themselves',
  response: z.object({ tokens: z.array(AccessToken) }),
})

export const createToken = contract(endpoints.createToken, {
  access: 'member',
  summary: 'Create an access token for the public API; only this response has it',
  body: TokenDraft,
  response: z.object({ token: AccessToken, secret: z.string() }),
  status: 201,
  refusals: { 409: ['too_many_tokens'] },
  budget: 'token',
})

export const revokeToken = contract(endpoints.revokeToken, {
  access: 'member',
  summary: 'Revoke one of the viewer’s access tokens, or the access of an app',
  params: z.object({ tokenId: AccessTokenId }),
  response: NoContent,
  status: 204,
  refusals: { 404: ['token_not_found'] },
})
