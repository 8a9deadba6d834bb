import * as z from 'zod/mini'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract } from '#shared/contract.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import type { SubjectKind } from '#shared/subject.ts'
import { Decision, FactForm, PutBackForm, ReportForm } from './report-form.schemas.ts'
import * as endpoints from './reports.endpoints.ts'
import { REPORT_LISTS } from './reports.endpoints.ts'
import { OUTCOMES, REASONS } from './reports.rules.ts'
import { CANNOT_BE_REPORTED } from './reports.texts.ts'

/** The type of a subject; `endpointsFor` narrows it to the types that features have registered. */
const ItemType = z.string(CANNOT_BE_REPORTED)
const ItemId = z.uuid('This is no id')
/** Kinds whose facts are reported may have other ids. */
const AnyItemId = z.string('This is no id').check(z.regex(/^[\w-]{1,64}$/, 'This is no id'))

export const createReport = contract(endpoints.createReport, {
  access: 'member',
  summary: 'Report an item to the admins; once per member until an admin decides',
  body: z.extend(ReportForm, { item_type: ItemType, item_id: ItemId }),
  response: z.object({
    report: z.object({
      id: z.string(),
      item_type: ItemType,
      item_id: z.string(),
      reason: z.enum(REASONS),
      text: z.nullable(z.string()),
      status: z.literal('open'),
      /** ISO 8601, UTC. */
      created_at: z.string(),
    }),
  }),
  status: 201,
  /** In addition to the refusals of each kind of subject. */
  refusals: { 400: ['own_item'], 403: ['42501'], 409: ['already_reported'] },
  budget: 'report',
  signInMessage: SIGN_IN_TO_REPORT,
})

export const reportFact = contract(endpoints.reportFact, {
  access: 'member',
  summary: 'Report a wrong fact of an item, such as the release date of a game; once per member until an admin decides',
  body: z.extend(FactForm, { item_type: ItemType, item_id: AnyItemId }),
  response: z.object({
    report: z.object({
      id: z.string(),
      item_type: ItemType,
      item_id: z.string(),
      fact: z.string(),
      text: z.string(),
      source: z.nullable(z.string()),
      status: z.literal('open'),
      /** ISO 8601, UTC. */
      created_at: z.string(),
    }),
  }),
  status: 201,
  refusals: { 409: ['already_reported'] },
  budget: 'report',
  signInMessage: SIGN_IN_TO_REPORT,
})

/** One member's report, visible only to admins. */
const Report = z.object({
  id: z.string(),
  /** Null when the member is deleted. */
  reporter: z.nullable(PublicProfile),
  reason: z.enum(REASONS),
  /** The wrong fact; null in a report with a reason. */
  fact: z.nullable(z.string()),
  text: z.nullable(z.string()),
  /** Where it says so: an address. */
  source: z.nullable(z.string()),
  created_at: z.string(),
})

/** An item with all its open reports, or with those that were handled together. */
export const ReportedItem = z.object({
  item_type: ItemType,
  item_id: z.string(),
  status: z.enum(['open', 'kept', 'removed']),
  count: z.number(),
  /** The most frequent first. */
  reasons: z.array(z.object({ reason: z.enum(REASONS), fact: z.nullable(z.string()), count: z.number() })),
  /** The first reports; `count` is the number of all. */
  reports: z.array(Report),
  /** The owner of the item; null when the owner is deleted. */
  author: z.nullable(z.extend(PublicProfile, { disabled: z.boolean() })),
  /** The current content; null when it has been deleted. */
  content: z.nullable(
    z.object({ title: z.nullable(z.string()), text: z.string(), href: z.nullable(z.string()), hidden: z.boolean() }),
  ),
  /** Null while it is open; `by` is null when the admin is deleted. */
  handled: z.nullable(
    z.object({
      by: z.nullable(z.string()),
      at: z.string(),
      outcome: z.enum(OUTCOMES),
      note: z.nullable(z.string()),
      /** Null unless the hidden content has been put back. */
      putBack: z.nullable(z.object({ by: z.nullable(z.string()), at: z.string() })),
    }),
  ),
  viewerCan: z.object({
    correct: z.boolean(),
    hide: z.boolean(),
    warn: z.boolean(),
    disable: z.boolean(),
    putBack: z.boolean(),
  }),
})
export type ReportedItem = z.infer<typeof ReportedItem>

export const listReports = contract(endpoints.listReports, {
  access: 'moderator',
  summary:
    'List reported items, for a moderator those of the forum: open ones by waiting time, or handled ones, latest first',
  query: z.object({
    show: z.catch(z._default(z.enum(REPORT_LISTS), 'open'), 'open'),
    cursor: z.optional(z.string()),
  }),
  response: z.object({ items: z.array(ReportedItem), nextCursor: z.nullable(z.string()) }),
})

export const handleReports = contract(endpoints.handleReports, {
  access: 'moderator',
  summary:
    'Decide all open reports of an item: keep it, say that it is corrected, hide it, warn its author, or disable the author’s account',
  params: z.object({ itemType: ItemType, itemId: AnyItemId }),
  body: Decision,
  response: z.object({ success: z.literal(true) }),
  refusals: {
    400: ['cannot_correct', 'cannot_hide'],
    403: ['42501'],
    409: ['already_handled', 'content_gone', 'author_gone', 'own_account', 'last_admin'],
  },
})

export const putContentBack = contract(endpoints.putContentBack, {
  access: 'moderator',
  summary: 'Restore a hidden item for everybody who could see it before, and notify its author',
  params: z.object({ itemType: ItemType, itemId: ItemId }),
  body: PutBackForm,
  response: z.object({ success: z.literal(true) }),
  refusals: { 403: ['42501'], 409: ['not_hidden'] },
})

/** Returns the endpoints for exactly these kinds of subjects. */
export function endpointsFor(kinds: readonly SubjectKind[]) {
  const typeOf = (some: readonly SubjectKind[]) =>
    z.enum(
      some.map(({ type }): string => type),
      CANNOT_BE_REPORTED,
    )
  const notFound = (some: readonly SubjectKind[]) => some.map(({ notFoundCode }) => notFoundCode)
  const [withFacts, others] = [kinds.filter(({ facts }) => facts), kinds.filter(({ facts }) => !facts)]
  return {
    createReport: {
      ...createReport,
      body: z.extend(ReportForm, { item_type: typeOf(others), item_id: ItemId }),
      refusals: { ...createReport.refusals, 404: notFound(others) },
    },
    reportFact: {
      ...reportFact,
      body: z.extend(FactForm, { item_type: typeOf(withFacts), item_id: AnyItemId }),
      refusals: { ...reportFact.refusals, 404: notFound(withFacts) },
    },
    handleReports: { ...handleReports, params: z.object({ itemType: typeOf(kinds), itemId: AnyItemId }) },
    putContentBack: { ...putContentBack, params: z.object({ itemType: typeOf(others), itemId: ItemId }) },
  }
}
