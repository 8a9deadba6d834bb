import { type Route, route } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import * as contract from '../public-api.contract.ts'
import { appsRoutes } from './apps/apps.routes.ts'
import type { AppsDeps } from './apps/apps.service.ts'
import { tokensRoutes } from './tokens/tokens.routes.ts'
import type { TokensDeps } from './tokens/tokens.service.ts'
import { gamesRoutes } from './v1/games.routes.ts'
import { libraryRoutes } from './v1/library.routes.ts'
import { type MembersDeps, membersRoutes } from './v1/members.routes.ts'
import { meView } from './v1/views.ts'
import { webhooksApiRoutes } from './v1/webhooks-api.routes.ts'
import { writingRoutes } from './v1/writing.routes.ts'
import { webhooksRoutes } from './webhooks/webhooks.routes.ts'
import type { WebhooksDeps } from './webhooks/webhooks.service.ts'

export const publicApiRoutes = (deps: MembersDeps & WebhooksDeps & TokensDeps & AppsDeps): Route[] => [
  ...tokensRoutes(deps),
  ...appsRoutes(deps),
  ...webhooksRoutes(deps),
  route(contract.getMe, async ({ viewer, request }) => {
    const { token, origin } = request
    // The server dispatches this endpoint only with a token.
    return token ? meView(viewer, token, origin) : refuse('unauthenticated', 'token_required', 'Not authenticated')
  }),
  ...gamesRoutes(deps),
  ...libraryRoutes(deps),
  ...membersRoutes(deps),
  ...writingRoutes(deps),
  ...webhooksApiRoutes(deps),
]
