import { type Route, route } from '#server/routes.ts'
import type { TokenScope } from '#shared/token-scopes.ts'
import * as contract from '../../tokens.contract.ts'
import type { TokenRow } from './tokens.queries.ts'
import * as service from './tokens.service.ts'

export const tokensRoutes = (deps: service.TokensDeps): Route[] => [
  route(contract.listTokens, async ({ viewer }) => ({
    tokens: (await service.listTokens(deps, viewer)).map(viewToken),
  })),
  route(contract.createToken, async ({ viewer, body }) => {
    const { row, secret } = await service.createToken(deps, viewer, body)
    return { token: viewToken(row), secret }
  }),
  route(contract.revokeToken, async ({ viewer, params }) => {
    await service.revokeToken(deps, viewer, params.tokenId)
    return undefined
  }),
]

const viewToken = ({ id, name, scopes, created_at, expires_at, last_used_at }: TokenRow) => ({
  id,
  name,
  scopes: scopes as TokenScope[],
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
})
