import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { AccessTokenId } from '#shared/ids.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import * as endpoints from './tokens.endpoints.ts'
import { TokenDraft } from './tokens.schemas.ts'

/** An access token of the viewer, without the token itself. Instants are ISO 8601 in UTC. */
export const AccessToken = z.object({
  id: AccessTokenId,
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  created_at: z.string(),
  expires_at: z.nullable(z.string()),
  last_used_at: z.nullable(z.string()),
})
export type AccessToken = z.infer<typeof AccessToken>

export const listTokens = contract(endpoints.listTokens, {
  access: 'member',
  summary: 'List the viewer’s access tokens, newest first, without the tokens themselves',
  response: z.object({ tokens: z.array(AccessToken) }),
})

export const createToken = contract(endpoints.createToken, {
  access: 'member',
  summary: 'Create an access token for the public API; only this response has it',
  body: TokenDraft,
  response: z.object({ token: AccessToken, secret: z.string() }),
  status: 201,
  refusals: ['too_many_tokens'],
  budget: 'token',
})

export const revokeToken = contract(endpoints.revokeToken, {
  access: 'member',
  summary: 'Revoke one of the viewer’s access tokens',
  params: z.object({ tokenId: AccessTokenId }),
  response: NoContent,
  status: 204,
  refusals: ['token_not_found'],
})
