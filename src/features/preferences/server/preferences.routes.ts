import { type Route, route } from '#server/routes.ts'
import { countPage, listPageCounts } from '../page-counts.contract.ts'
import { getPreferences, updatePreferences } from '../preferences.contract.ts'
import {
  changePreferences,
  countOpened,
  listOpened,
  loadPreferences,
  type PreferencesDeps,
} from './preferences.service.ts'

export const preferencesRoutes = (deps: PreferencesDeps): Route[] => [
  route(getPreferences, ({ viewer }) => loadPreferences(deps, viewer.id)),
  route(updatePreferences, ({ viewer, body }) => changePreferences(deps, viewer, body)),
  route(countPage, async ({ body, request, reply }) => {
    const setCookie = (cookie: string) => reply.headers.append('set-cookie', cookie)
    await countOpened(deps, { page: body.page, cookies: request.headers.get('cookie'), setCookie })
    return undefined
  }),
  route(listPageCounts, async ({ query }) => ({ counts: await listOpened(deps, query.days) })),
]
