import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail extends Email {
  /** The recipients in the envelope. */
  recipients: string[]
  source: string
}

export interface MailServer {
  url: string
  mails: ReceivedMail[]
  /** The number of declined attempts. */
  declined: number
  /** Declines the next attempts with this code, such as 451. */
  decline: (times: number, code: number) => void
  /** Waits for the next mail to this address; each mail is returned once. */
  next: (to: string) => Promise<ReceivedMail>
  close: () => Promise<void>
}

/** Starts a real mail server on a free port. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  let toDecline = { times: 0, code: 451 }
  const taken = new Set<ReceivedMail>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.onAuth ? [] : ['AUTH', 'STARTTLS'],
    ...options,
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      if (toDecline.times > 0) {
        toDecline.times -= 1
        box.declined += 1
        return done(Object.assign(new Error('not now'), { responseCode: toDecline.code }))
      }
      const source = Buffer.concat(chunks).toString()
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      box.mails.push({ ...(await PostalMime.parse(source)), recipients, source })
      done()
    },
  })
  // Ignores clients that disconnect in the middle of a mail.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const box: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails: [],
    declined: 0,
    decline: (times, code) => {
      toDecline = { times, code }
    },
    async next(to) {
      for (const end = Date.now() + 30_000; Date.now() < end; ) {
        const mail = box.mails.find((one) => one.recipients.includes(to) && !taken.has(one))
        if (mail) {
          taken.add(mail)
          return mail
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`no mail to ${to} within 30 seconds`)
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return box
}

/** Returns the address behind the button of the mail. */
export function linkIn(mail: { text?: string | undefined }): string {
  const [link] = /https?:\/\/\S+\/auth\/callback\S+/.exec(mail.text ?? '') ?? []
  if (!link) throw new Error('there is no link in this mail')
  return link
}
