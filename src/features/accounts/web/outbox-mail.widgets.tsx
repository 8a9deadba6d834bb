import { useState } from 'react'
import { UtcTime } from '#web/ui/ago.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { OutboxEntry } from '../accounts.contract.ts'

/**
 * A stored mail: what was sent to which address and when, and its rendered contents if it is addressed to the viewer.
 */
export function OutboxMail({ mail }: { mail: OutboxEntry }) {
  const [isOpen, setOpen] = useState(false)
  const { text, html } = mail
  if (text === null || html === null)
    return (
      <div className="panel">
        <MailHead mail={mail} />
      </div>
    )
  return (
    <details className="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      {/* As a flex container, the summary has no disclosure marker. */}
      <summary className="flex cursor-pointer items-start gap-3">
        <MailHead mail={mail} />
        <span className={isOpen ? 'rotate-180 text-text-2' : 'text-text-2'}>
          <Icon name="down" size={20} />
        </span>
      </summary>
      {isOpen && (
        <div className="grid gap-4 pt-4">
          {/* The sandbox runs no scripts; links open in a new tab. The content security policy blocks style
              elements. */}
          <iframe
            title={`Mail: ${mail.subject}`}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            className="h-[560px] w-full rounded-control bg-white"
            srcDoc={html.replace(/<style>[\s\S]*?<\/style>/, '<base target="_blank">')}
          />
          <pre className="overflow-x-auto text-13 whitespace-pre-wrap break-words text-text-2">{text}</pre>
        </div>
      )}
    </details>
  )
}

function MailHead({ mail }: { mail: OutboxEntry }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-1">
      <b className="text-16">{mail.subject}</b>
      <span className="min-w-0 text-14 break-all text-text-2">{mail.to}</span>
      <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1 sm:ml-auto">
        <Chip edge>Not sent</Chip>
        <UtcTime at={mail.stored_at} className="fact" />
      </span>
    </span>
  )
}
