import * as z from 'zod/mini'
import { appNameProblem, readAppName } from './app-names.rules.ts'
import { APP_KINDS, isRedirectAddress, linesOf, MAX_REDIRECTS, REDIRECT_LENGTH } from './apps.rules.ts'
import { OWN_APP_TEXTS } from './apps.texts.ts'
import { TOKEN_NAME_LENGTH } from './tokens.rules.ts'

const address = z
  .string(OWN_APP_TEXTS.redirectWrong)
  .check(
    z.trim(),
    z.maxLength(REDIRECT_LENGTH, OWN_APP_TEXTS.redirectWrong),
    z.refine(isRedirectAddress, OWN_APP_TEXTS.redirectWrong),
  )

/** What the member can change of an app. */
export const AppChange = z.object({
  name: z.string(OWN_APP_TEXTS.nameRequired).check(
    // Other members read it when they decide.
    z.overwrite(readAppName),
    z.minLength(1, OWN_APP_TEXTS.nameRequired),
    z.maxLength(TOKEN_NAME_LENGTH, OWN_APP_TEXTS.nameTooLong),
    z.check((payload) => {
      const message = payload.value === '' ? null : appNameProblem(payload.value)
      if (message !== null) payload.issues.push({ code: 'custom', message, input: payload.value })
    }),
  ),
  redirect_uris: z
    .array(address, OWN_APP_TEXTS.redirectRequired)
    .check(z.minLength(1, OWN_APP_TEXTS.redirectRequired), z.maxLength(MAX_REDIRECTS, OWN_APP_TEXTS.tooManyRedirects)),
})
export type AppChange = z.infer<typeof AppChange>

/** A new app of a member. Its kind stays, because a secret belongs to it. */
export const AppDraft = z.extend(AppChange, { kind: z.enum(APP_KINDS) })
export type AppDraft = z.infer<typeof AppDraft>

/** The fields of an app's form: the addresses are lines of one text. */
export const AppForm = z.object({
  name: AppDraft.shape.name,
  kind: AppDraft.shape.kind,
  redirect_uris: z.string().check(
    z.refine((text) => linesOf(text).length > 0, OWN_APP_TEXTS.redirectRequired),
    z.refine((text) => linesOf(text).length <= MAX_REDIRECTS, OWN_APP_TEXTS.tooManyRedirects),
    z.refine((text) => linesOf(text).every(isRedirectAddress), OWN_APP_TEXTS.redirectWrong),
  ),
})
