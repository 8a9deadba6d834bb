import type { Config } from '#server/config.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../moderation.contract.ts'
import { decideHeld, type HeldDeps, listHeld } from './queue/held-queue.service.ts'
import { readHoldRules } from './rules/hold-rules.queries.ts'
import { saveHoldRules } from './rules/hold-rules.service.ts'

export const moderationRoutes = (deps: HeldDeps & { config: Config }): Route[] => [
  route(contract.listHeldTexts, ({ query, viewer }) => listHeld(deps, viewer, query.cursor)),
  route(contract.decideHeldTexts, ({ body, viewer }) => decideHeld(deps, viewer, body)),
  route(contract.getHoldRules, async () => ({
    rules: await readHoldRules(deps.db),
    forum_hold_links: deps.config.forumHoldLinks,
  })),
  route(contract.saveHoldRules, async ({ body, viewer }) => {
    await saveHoldRules(deps, viewer, body)
    return { success: true as const }
  }),
]
