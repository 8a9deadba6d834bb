import * as z from 'zod/mini'
import { Email } from '#features/accounts/credentials.schemas.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { CONTACT_MESSAGE_MAX, CONTACT_MESSAGE_MIN, CONTACT_NAME_MAX, CONTACT_TOPICS } from './info.rules.ts'
import { CONTACT_TEXTS } from './info.texts.ts'

/** Normalised text of `min` to `max` code points. */
const textOf = (min: number, tooShort: string, max: number, tooLong: string) =>
  z.pipe(z.string(tooShort), z.transform(readText)).check(
    z.refine((text) => lengthOf(text) >= min, tooShort),
    z.refine((text) => lengthOf(text) <= max, tooLong),
  )

/** The contact form (G18). */
export const ContactForm = z.object({
  name: textOf(1, CONTACT_TEXTS.nameRequired, CONTACT_NAME_MAX, CONTACT_TEXTS.nameTooLong).check(
    // The name stands in the subject of a mail, which has one line.
    z.overwrite((name) => name.replace(/[\s\p{Cc}]+/gu, ' ')),
  ),
  email: Email,
  topic: z.enum(CONTACT_TOPICS, CONTACT_TEXTS.topicRequired),
  message: textOf(
    CONTACT_MESSAGE_MIN,
    CONTACT_TEXTS.messageTooShort,
    CONTACT_MESSAGE_MAX,
    CONTACT_TEXTS.messageTooLong,
  ),
  /** The honeypot: an input that people do not see. A program that fills every input gives itself away. */
  website: z._default(z.string(), ''),
})
export type ContactForm = z.infer<typeof ContactForm>
