import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminKeys } from '#features/admin/web/admin.api.ts'
import { call } from '#web/call.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { ADMIN_CONTACT_TEXTS } from '../admin-contact.texts.ts'
import type { ContactMessage } from '../info.contract.ts'
import { setContactMessageStatus } from '../info.endpoints.ts'
import { type ContactStatus, contactMessagesQuery } from './info.api.ts'

/** The messages to the operator (G18, G20). */
export function AdminContact({ status }: { status: ContactStatus }) {
  const list = useInfiniteQuery(contactMessagesQuery(status))
  const messages = [
    ...new Map(list.data?.pages.flatMap((page) => page.messages).map((message) => [message.id, message])).values(),
  ]
  return (
    <>
      <div className="flex">
        <Segmented
          label="Status"
          value={status}
          options={[
            { value: 'open', label: 'Open', href: '/admin/contact' },
            { value: 'closed', label: 'Closed', href: '/admin/contact?status=closed' },
          ]}
        />
      </div>
      <PagedList
        list={list}
        isEmpty={messages.length === 0}
        failed={ADMIN_CONTACT_TEXTS.notLoaded}
        empty={
          <EmptyState
            level={2}
            title={status === 'open' ? 'No open messages' : 'No closed messages'}
            text={ADMIN_CONTACT_TEXTS.none}
            link={
              status === 'open'
                ? { href: '/admin/contact?status=closed', label: 'Show closed ones' }
                : { href: '/admin/contact', label: 'Show open ones' }
            }
          />
        }
      >
        <ul className="grid gap-3" aria-label="Messages">
          {messages.map((message) => (
            <li key={message.id}>
              <MessagePanel message={message} />
            </li>
          ))}
        </ul>
      </PagedList>
    </>
  )
}

function MessagePanel({ message }: { message: ContactMessage }) {
  const { isBusy, setStatus } = useStatusOf(message)
  const isOpen = message.status === 'open'
  return (
    <article className="panel gap-4" aria-label={`${message.topic}, from ${message.name}`}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Chip edge>{message.topic}</Chip>
        <b className="min-w-0 text-15 break-words" dir="auto">
          {message.name}
        </b>
        {message.member !== null && (
          <a className="linkish text-14" href={`/profile/${message.member}`}>
            @{message.member}
          </a>
        )}
        <Ago at={message.created_at} isShort className="ml-auto text-13 text-text-3" />
      </header>
      <p className="max-w-[64ch] text-16 break-words whitespace-pre-line" dir="auto">
        {message.message}
      </p>
      <footer className="flex flex-wrap items-center gap-3">
        <ButtonLink kind="mine" href={replyTo(message)}>
          Reply by email
        </ButtonLink>
        <Button
          kind="plain"
          icon={isOpen ? 'check' : 'retry'}
          busy={isBusy}
          onClick={() => void setStatus(isOpen ? 'closed' : 'open')}
        >
          {isOpen ? 'Close' : 'Open again'}
        </Button>
        <span className="min-w-0 text-14 break-all text-text-2">{message.email}</span>
      </footer>
    </article>
  )
}

/** Opens the operator's mail program with the message quoted. */
function replyTo({ email, topic, message }: ContactMessage): string {
  const quoted = message
    .slice(0, 1000)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${topic}`)}&body=${encodeURIComponent(`\n\n${quoted}`)}`
}

/** Changes the status of a message, with an undo in the toast. */
function useStatusOf(message: ContactMessage) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)

  async function setStatus(status: ContactStatus): Promise<void> {
    setBusy(true)
    try {
      await call(setContactMessageStatus, { params: { messageId: message.id }, body: { status } })
      toast({
        title: status === 'closed' ? 'Closed' : 'Open again',
        description: `${message.topic}, from ${message.name}`,
        undo: () => void setStatus(status === 'closed' ? 'open' : 'closed'),
      })
    } catch (error) {
      showFailure('Nothing was changed', error)
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: adminKeys.all })
    }
  }

  return { isBusy, setStatus }
}
