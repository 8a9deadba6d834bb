import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import * as endpoints from './registration.endpoints.ts'
import { REQUEST_STATUSES } from './registration.endpoints.ts'
import { INVITATION_STATES, REGISTRATION_MODES, VISIBILITIES } from './registration.rules.ts'
import { AccountRequestForm, AddressBlockForm, InvitationForm, SiteSettingsForm } from './registration.schemas.ts'

const Cursor = { cursor: z.optional(z.string()) }

const Done = z.object({ success: z.literal(true) })

/** A member as an invitation names one. */
const Inviter = z.object({
  id: UserId,
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
})

export const getRegistration = contract(endpoints.getRegistration, {
  access: 'anyone',
  summary: 'Get who may create an account here',
  response: z.object({
    registration: z.enum(REGISTRATION_MODES),
    visibility: z.enum(VISIBILITIES),
    /** A sentence of the operator; null without one. */
    sentence: z.nullable(z.string()),
    /** Signing in through the provider creates an account although the form does not. */
    provider_sign_up: z.boolean(),
    members_invite: z.boolean(),
  }),
  isSharedByVisitors: true,
  beforeSignIn: true,
})

export const getInvitation = contract(endpoints.getInvitation, {
  access: 'anyone',
  summary: 'Get whether an invitation is valid, and who invites',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  response: z.object({
    state: z.enum(INVITATION_STATES),
    /** Null if the invitation is not valid, or the member has left. */
    by: z.nullable(Inviter),
    note: z.nullable(z.string()),
  }),
  budget: 'availability',
  beforeSignIn: true,
})

export const askForAccount = contract(endpoints.askForAccount, {
  access: 'anyone',
  summary: 'Ask for an account; the response does not reveal whether the address has one',
  body: AccountRequestForm,
  response: Done,
  refusals: { 400: ['mail_domain_refused'], 403: ['address_blocked', 'requests_closed'], 429: ['rate_limit_exceeded'] },
  budget: 'contact',
  beforeSignIn: true,
})

export const Invitation = z.object({
  id: z.string(),
  state: z.enum(INVITATION_STATES),
  uses: z.number(),
  note: z.nullable(z.string()),
  created_at: z.string(),
  ends_at: z.string(),
  by: z.nullable(Inviter),
  /** The members who came by it, the latest first; at most twenty. */
  guests: z.array(Inviter),
  /** Also those who have left. */
  used: z.number(),
})
export type Invitation = z.infer<typeof Invitation>

export const listOwnInvitations = contract(endpoints.listOwnInvitations, {
  access: 'member',
  summary: 'List your invitations, the newest first, and how many people you may still invite this month',
  response: z.object({
    invitations: z.array(Invitation),
    /** Null for admins, who have no limit. */
    left: z.nullable(z.number()),
    per_month: z.number(),
    /** Who invited you. */
    invited_by: z.nullable(Inviter),
  }),
})

export const createInvitation = contract(endpoints.createInvitation, {
  access: 'member',
  summary: 'Create an invitation; its link is shown only in this response',
  body: InvitationForm,
  status: 201,
  response: z.object({ id: z.string(), url: z.string(), ends_at: z.string() }),
  refusals: { 400: ['validation_failed'], 403: ['invitations_off', 'no_invitations_left'] },
})

export const revokeInvitation = contract(endpoints.revokeInvitation, {
  access: 'member',
  summary: 'Revoke an invitation of your own, or as an admin any; the accounts that came by it stay',
  params: z.object({ invitationId: z.uuid('This is no id') }),
  response: Done,
  refusals: { 404: ['not_found'] },
})

export const getSiteSettings = contract(endpoints.getSiteSettings, {
  access: 'admin',
  summary: 'Get the settings of registration and visibility',
  response: z.object({
    settings: SiteSettingsForm,
    /** The settings that the environment fixes, by the name of their variable. */
    fixed: z.array(z.enum(['registration', 'visibility', 'provider_sign_up'])),
    provider: z.nullable(z.string()),
  }),
})

export const saveSiteSettings = contract(endpoints.saveSiteSettings, {
  access: 'admin',
  summary: 'Save the settings of registration and visibility; they apply at once',
  body: SiteSettingsForm,
  response: Done,
})

export const AddressBlock = z.object({
  id: z.string(),
  /** In the notation of CIDR. */
  network: z.string(),
  is_closed: z.boolean(),
  note: z.string(),
  created_at: z.string(),
  /** Null for good. */
  ends_at: z.nullable(z.string()),
})
export type AddressBlock = z.infer<typeof AddressBlock>

export const listAddressBlocks = contract(endpoints.listAddressBlocks, {
  access: 'admin',
  summary: 'List the blocked addresses and networks, the newest first',
  query: z.object(Cursor),
  response: z.object({ blocks: z.array(AddressBlock), nextCursor: z.nullable(z.string()) }),
})

export const blockAddress = contract(endpoints.blockAddress, {
  access: 'admin',
  summary: 'Refuse sign-ups from an address or a network, or also sign-ins and what visitors write',
  body: AddressBlockForm,
  status: 201,
  response: AddressBlock,
  refusals: { 409: ['already_blocked'] },
})

export const unblockAddress = contract(endpoints.unblockAddress, {
  access: 'admin',
  summary: 'Remove the block of an address or a network',
  params: z.object({ blockId: z.uuid('This is no id') }),
  response: Done,
  refusals: { 404: ['not_found'] },
})

export const listInvitations = contract(endpoints.listInvitations, {
  access: 'admin',
  summary: 'List all invitations, the newest first, with who came by each',
  query: z.object(Cursor),
  response: z.object({ invitations: z.array(Invitation), nextCursor: z.nullable(z.string()) }),
})

export const AccountRequest = z.object({
  id: z.string(),
  email: z.string(),
  message: z.string(),
  status: z.enum(REQUEST_STATUSES),
  created_at: z.string(),
  decided_at: z.nullable(z.string()),
  /** The username of the admin; null if nobody has decided, or the admin has left. */
  decided_by: z.nullable(z.string()),
})
export type AccountRequest = z.infer<typeof AccountRequest>

export const listAccountRequests = contract(endpoints.listAccountRequests, {
  access: 'admin',
  summary: 'List the requests for an account, the oldest open one first, decided ones the latest first',
  query: z.object({ status: z.catch(z._default(z.enum(REQUEST_STATUSES), 'open'), 'open'), ...Cursor }),
  response: z.object({ requests: z.array(AccountRequest), nextCursor: z.nullable(z.string()) }),
})

export const decideAccountRequest = contract(endpoints.decideAccountRequest, {
  access: 'admin',
  summary: 'Accept a request, which mails an invitation, or decline it, which mails that',
  params: z.object({ requestId: z.uuid('This is no id') }),
  body: z.object({ decision: z.enum(['accept', 'decline']) }),
  response: Done,
  refusals: { 404: ['not_found'], 409: ['already_decided'] },
})
