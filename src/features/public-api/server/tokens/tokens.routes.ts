import { type Route, route } from '#server/routes.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
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

const viewToken = ({
  id,
  name,
  scopes,
  created_at,
  expires_at,
  last_used_at,
  client_id,
  made_by,
  app_name,
}: TokenRow) => ({
  id,
  name: app_name ?? name,
  scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
  app:
    client_id === null
      ? null
      : { made_by: made_by ?? null, allowed_as: app_name == null || app_name === name ? null : name },
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
})
