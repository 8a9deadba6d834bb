import { MailError, openSmtp } from '../mail.ts'
import { CHECK_LABELS, MAIL_TEXTS } from './doctor.texts.ts'
import { failing, type HealthCheck, ok, warning } from './health-check.ts'

/** Sends one mail, to the address of the admin or else of the sender. */
export const mailCheck: HealthCheck = {
  name: 'mail',
  label: CHECK_LABELS.mail,
  isOutside: true,
  async run({ config }) {
    const { smtp, adminEmail, productName, baseUrl } = config
    if (smtp === null) return warning(...MAIL_TEXTS.off)
    const to = adminEmail ?? /[^\s<]+@[^\s>]+/.exec(smtp.from)?.[0] ?? smtp.from
    const text = MAIL_TEXTS.body(baseUrl ?? productName)
    try {
      await openSmtp(smtp)({ to, subject: MAIL_TEXTS.subject(productName), text, html: `<p>${text}</p>` })
      return ok(MAIL_TEXTS.taken(to))
    } catch (error) {
      if (!(error instanceof MailError)) throw error
      return failing(...MAIL_TEXTS.refused(error.detail))
    }
  },
}
