import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { ContactForm } from './contact.schemas.ts'
import * as endpoints from './info.endpoints.ts'
import { CONTACT_STATUSES } from './info.endpoints.ts'
import { CONTACT_TOPICS, INFO_PAGES } from './info.rules.ts'

/** A page of the site. All HTML is sanitised. */
export const InfoPage = z.object({
  name: z.enum(INFO_PAGES),
  title: z.string(),
  /** The day of the last change, as YYYY-MM-DD. */
  updated: z.string(),
  /** The text before the first section; may be empty. */
  introduction: z.string(),
  sections: z.array(z.object({ id: z.string(), title: z.string(), html: z.string() })),
})
export type InfoPage = z.infer<typeof InfoPage>

export const getInfoPage = contract(endpoints.getInfoPage, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Get an info page: the operator’s own text, or the built-in one',
  params: z.object({ page: z.enum(INFO_PAGES, 'There is no such page') }),
  response: z.object({ page: InfoPage }),
  isPublic: true,
})

export const sendContactMessage = contract(endpoints.sendContactMessage, {
  access: 'anyone',
  beforeSignIn: true,
  summary: 'Send a message to the operator of the site',
  body: ContactForm,
  response: z.object({ success: z.literal(true) }),
  refusals: { 429: ['rate_limit_exceeded'] },
  budget: 'contact',
})

export const ContactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  topic: z.enum(CONTACT_TOPICS),
  message: z.string(),
  status: z.enum(CONTACT_STATUSES),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  /** The username of the member who was signed in; null for a visitor. */
  member: z.nullable(z.string()),
})
export type ContactMessage = z.infer<typeof ContactMessage>

export const listContactMessages = contract(endpoints.listContactMessages, {
  access: 'admin',
  summary: 'List contact messages, newest first',
  query: z.object({
    status: z.catch(z._default(z.enum(CONTACT_STATUSES), 'open'), 'open'),
    cursor: z.optional(z.string()),
  }),
  response: z.object({ messages: z.array(ContactMessage), nextCursor: z.nullable(z.string()) }),
})

export const setContactMessageStatus = contract(endpoints.setContactMessageStatus, {
  access: 'admin',
  summary: 'Close or reopen a contact message',
  params: z.object({ messageId: z.uuid('This is no id') }),
  body: z.object({ status: z.enum(CONTACT_STATUSES) }),
  response: z.object({ success: z.literal(true) }),
  refusals: { 404: ['not_found'] },
})
