import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { OwnAppId } from '#shared/ids.ts'
import { TOKEN_SCOPES } from '#shared/token-scopes.ts'
import * as endpoints from './apps.endpoints.ts'
import { APP_KINDS } from './apps.rules.ts'
import { AppChange, AppDraft } from './apps.schemas.ts'

/** An app that the viewer has registered. `client_id` is what the app sends; its secret is shown once. */
export const OwnApp = z.object({
  id: OwnAppId,
  client_id: z.string(),
  name: z.string(),
  kind: z.enum(APP_KINDS),
  redirect_uris: z.array(z.string()),
  created_at: z.string(),
})
export type OwnApp = z.infer<typeof OwnApp>

export const listApps = contract(endpoints.listApps, {
  access: 'member',
  summary: 'List the apps that the viewer has registered, newest first, without their secrets',
  response: z.object({ apps: z.array(OwnApp) }),
})

export const createApp = contract(endpoints.createApp, {
  access: 'member',
  summary: 'Register an app that asks members for access with OAuth 2.1; only this response has its secret',
  body: AppDraft,
  response: z.object({ app: OwnApp, secret: z.nullable(z.string()) }),
  status: 201,
  refusals: { 409: ['too_many_apps'] },
  budget: 'token',
})

export const changeApp = contract(endpoints.changeApp, {
  access: 'member',
  summary:
    'Change the name and the redirect addresses of one of the viewer’s apps; its id, its secret and its accesses stay',
  params: z.object({ appId: OwnAppId }),
  body: AppChange,
  response: z.object({ app: OwnApp }),
  refusals: { 404: ['app_not_found'] },
  budget: 'token',
})

export const removeApp = contract(endpoints.removeApp, {
  access: 'member',
  summary: 'Delete one of the viewer’s apps, with the access that members gave it',
  params: z.object({ appId: OwnAppId }),
  response: NoContent,
  status: 204,
  refusals: { 404: ['app_not_found'] },
})

/** What an app asks the viewer for. */
const AppQuestion = z.object({
  /** The request with the signature of this site, for the decision. */
  signed: z.string(),
  name: z.string(),
  /** The username of the member who has registered the app. */
  made_by: z.nullable(z.string()),
  redirect_uri: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** The access lasts until the viewer revokes it; otherwise for an hour. */
  is_lasting: z.boolean(),
})
export type AppQuestion = z.infer<typeof AppQuestion>

const AppRequest = z.object({
  question: z.nullable(AppQuestion),
  /** With a problem of a known app: the viewer may follow this link to the app, which then learns of its mistake. */
  back_to: z.nullable(z.string()),
  /** Why the viewer is not asked. */
  problem: z.nullable(z.string()),
})
export type AppRequest = z.infer<typeof AppRequest>

export const readAppRequest = contract(endpoints.readAppRequest, {
  access: 'member',
  summary: 'Check the request of an app for access to the viewer’s account (RFC 6749, 4.1.1)',
  query: z.object({
    /** The search of the page’s address, as the app has made it. */
    search: z._default(z.string().check(z.maxLength(4000)), ''),
  }),
  response: AppRequest,
})

export const decideAppRequest = contract(endpoints.decideAppRequest, {
  access: 'member',
  summary: 'Allow or deny the request of an app; returns the address that the browser goes to',
  body: z.object({ signed: z.string().check(z.minLength(1), z.maxLength(8000)), allow: z.boolean() }),
  response: z.object({ url: z.string() }),
  refusals: { 400: ['app_request_over'] },
  budget: 'write',
})
