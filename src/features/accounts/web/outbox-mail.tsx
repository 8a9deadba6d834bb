import { useState } from 'react'
import type { KeptMail } from '../accounts.contract.ts'

/** One kept mail, as its reader would see it once it is opened. */
export function OutboxMail({ mail }: { mail: KeptMail }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-1">
        <b className="text-16">{mail.subject}</b>
        <span className="min-w-0 text-14 break-all text-text-2">{mail.to}</span>
        <time className="fact ml-auto" dateTime={mail.sent_at}>
          {mail.sent_at.slice(0, 16).replace('T', ' ')} UTC
        </time>
      </summary>
      {isOpen && (
        <div className="grid gap-4 pt-4">
          {/* Nothing in it runs; links open beside this page. Style elements are what our security policy refuses. */}
          <iframe
            title={`Mail: ${mail.subject}`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            className="h-[560px] w-full rounded-control bg-white"
            srcDoc={mail.html.replace(/<style>[\s\S]*?<\/style>/, '<base target="_blank">')}
          />
          <pre className="overflow-x-auto text-13 whitespace-pre-wrap break-words text-text-2">{mail.text}</pre>
        </div>
      )}
    </details>
  )
}
