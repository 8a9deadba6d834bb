import { plainPage } from '#server/plain-page.ts'
import type { RequestContext } from '#server/routes.ts'
import { escaped } from '#server/xml.ts'
import { type AccountsDeps, csrfToken } from '../accounts.service.ts'
import type { MailCodePurpose } from '../codes/codes.queries.ts'
import { MAIL_LINK_PAGE_TEXTS } from './mail-link-page.texts.ts'

/** A link of a mail that changes something when it is followed. A reset link changes nothing before the new password. */
export interface ChangingLink {
  type: Exclude<MailCodePurpose, 'recovery'>
  code: string
}

/** Returns the link that a query or a form names; null for every other one. */
export function changingLinkOf({ type, code }: Record<string, string | undefined>): ChangingLink | null {
  return code && (type === 'signup' || type === 'email-old' || type === 'email-new') ? { type, code } : null
}

/**
 * Returns the page whose one button uses the link, also without JavaScript. Its form carries the CSRF token (G09), because
 * a form cannot set a header.
 */
export function mailLinkPage(
  deps: AccountsDeps,
  { type, code }: ChangingLink,
  request: RequestContext,
  status: 200 | 403,
): Response {
  const { heading, button } = MAIL_LINK_PAGE_TEXTS[type]
  const { token, cookie } = csrfToken(deps, request)
  const title = `${heading} · ${deps.config.productName}`
  const fields = { type, code, csrf: token }
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  )
  const html = plainPage({
    title,
    body: `<h1>${heading}</h1><p>${MAIL_LINK_PAGE_TEXTS.nothingYet}</p><form method="post" action="/auth/callback">${inputs.join('')}<button>${button}</button></form>`,
  })
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'set-cookie': cookie,
      'cache-control': 'no-store',
      // Hides the code. With no-referrer, browsers would send the form with the origin `null`.
      'referrer-policy': 'strict-origin',
    },
  })
}
