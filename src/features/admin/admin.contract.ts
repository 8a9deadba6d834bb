import * as z from 'zod/mini'
import { LEVELS } from '#features/error-log/error-log.endpoints.ts'
import { contract } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import { ROLES } from '#shared/roles.ts'
import * as endpoints from './admin.endpoints.ts'
import { ADMIN_FIGURES, USER_FILTERS } from './admin.endpoints.ts'
import { EnableMember, ErrorStatus, MemberStatus } from './member-status.schemas.ts'

const Done = z.object({ success: z.literal(true) })

/** An action of an admin or of the command line. */
export const AuditLogEntry = z.object({
  id: z.string(),
  /** The admin's username; null for the command line, and for a deleted admin. */
  by: z.nullable(z.string()),
  action: z.string(),
  /** The action in words, between the admin and the item: 'disabled'. */
  words: z.string(),
  /** The item in words: a username, an error's message, a title; null when it is deleted. */
  about: z.nullable(z.string()),
  /** The page of the item; null if it has none. */
  href: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The facts that the action changed. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  at: z.string(),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

export const getAdminStats = contract(endpoints.getAdminStats, {
  access: 'admin',
  summary: 'Get the figures and the latest audit log entries of the admin home',
  response: z.object({
    members: z.number(),
    new_members: z.number(),
    games: z.number(),
    outbox: z.number(),
    /** Figures above 10,000, which nothing counts: an estimate, and of `new_members` a number that is exceeded. */
    estimated: z.array(z.enum(ADMIN_FIGURES)),
    audit_log: z.array(AuditLogEntry),
  }),
})

export const listAdminPages = contract(endpoints.listAdminPages, {
  access: 'moderator',
  summary: 'List the admin pages that the viewer may open, with what waits there',
  response: z.object({
    groups: z.array(
      z.object({
        name: z.string(),
        pages: z.array(
          z.object({
            path: z.string(),
            label: z.string(),
            /** Null if nothing can wait there. `words` follow the number: 'open reports'. */
            waiting: z.nullable(z.object({ count: z.number(), words: z.string() })),
          }),
        ),
      }),
    ),
  }),
})

/** A member as admins see them, without the email address, which is the member's own (C75). */
export const AdminUser = z.object({
  id: UserId,
  username: z.nullable(z.string()),
  display_name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  role: z.enum(ROLES),
  created_at: z.string(),
  last_seen_at: z.nullable(z.string()),
  disabled_at: z.nullable(z.string()),
  disabled_reason: z.nullable(z.string()),
  disabled_until: z.nullable(z.string()),
  disabled_message: z.nullable(z.string()),
  /** Admins cannot change their own role and status. */
  viewerCan: z.object({ disable: z.boolean(), changeRole: z.boolean() }),
})
export type AdminUser = z.infer<typeof AdminUser>

export const listUsers = contract(endpoints.listUsers, {
  access: 'admin',
  summary: 'List members, newest first; search by part of a name or by a whole email address',
  query: z.object({
    search: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    show: z.catch(z._default(z.enum(USER_FILTERS), 'all'), 'all'),
    cursor: z.optional(z.string()),
  }),
  response: z.object({ users: z.array(AdminUser), nextCursor: z.nullable(z.string()) }),
  budget: 'search',
})

const OneUser = z.object({ userId: UserId })

export const setMemberStatus = contract(endpoints.setMemberStatus, {
  access: 'admin',
  summary: 'Disable an account for good or until a date, which ends its sessions at once, or enable it again',
  params: OneUser,
  body: z.discriminatedUnion('disabled', [MemberStatus, EnableMember]),
  response: Done,
  refusals: { 400: ['validation_failed'], 404: ['not_found'], 409: ['last_admin', 'own_account'] },
})

export const setRole = contract(endpoints.setRole, {
  access: 'admin',
  summary: 'Grant or revoke the admin role; refused for your own account and for the last admin',
  params: OneUser,
  body: z.object({ role: z.enum(ROLES, 'The role is user, moderator or admin') }),
  response: Done,
  refusals: { 404: ['not_found'], 409: ['last_admin', 'own_account'] },
})

export const ErrorGroup = z.object({
  id: z.string(),
  level: z.enum(LEVELS),
  name: z.string(),
  message: z.string(),
  path: z.string(),
  occurrences: z.number(),
  members: z.number(),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
  status: ErrorStatus,
})
export type ErrorGroup = z.infer<typeof ErrorGroup>

export const ErrorOccurrence = z.object({
  id: z.string(),
  message: z.string(),
  stack: z.string(),
  component_info: z.string(),
  url: z.string(),
  user_agent: z.string(),
  username: z.nullable(z.string()),
  at: z.string(),
})
export type ErrorOccurrence = z.infer<typeof ErrorOccurrence>

export const listErrors = contract(endpoints.listErrors, {
  access: 'admin',
  summary: 'List the errors that browsers reported, grouped, latest first',
  query: z.object({
    level: z.catch(z.optional(z.enum(LEVELS)), undefined),
    status: z.catch(z._default(z.enum(['open', 'resolved', 'all']), 'open'), 'open'),
    cursor: z.optional(z.string()),
  }),
  response: z.object({ groups: z.array(ErrorGroup), nextCursor: z.nullable(z.string()) }),
})

const OneError = z.object({ groupId: z.uuid('This is no error') })

export const getError = contract(endpoints.getError, {
  access: 'admin',
  summary: 'Get one group of errors with its latest reports',
  params: OneError,
  response: z.object({ group: ErrorGroup, occurrences: z.array(ErrorOccurrence) }),
  refusals: { 404: ['not_found'] },
})

export const resolveError = contract(endpoints.resolveError, {
  access: 'admin',
  summary: 'Resolve a group of errors or reopen it; a new occurrence reopens it by itself',
  params: OneError,
  body: z.object({ status: ErrorStatus }),
  response: Done,
  refusals: { 404: ['not_found'] },
})
