import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { isTooLong, leftOf, MAX_MESSAGE, readMessage } from '../messages.rules.ts'
import { MESSAGE_TOO_LONG } from '../messages.texts.ts'
import { type ConversationPair, sendDraft, setDraft, useConversationDraft } from './conversation-draft.ts'

/** At this number of remaining characters or fewer, the box shows it. */
const SOON_FULL = 200

/** Renders the box for a message: Enter sends, Shift+Enter starts a new line (G12). The focus stays in it. */
export function MessageBox(props: { pair: ConversationPair; name: string; onSend: () => void }) {
  const { pair } = props
  const client = useQueryClient()
  const { draft } = useConversationDraft(pair)
  const box = useRef<HTMLTextAreaElement>(null)
  const hint = useId()
  // On a phone the keyboard would cover the messages.
  useEffect(() => {
    if (matchMedia('(hover: hover) and (width >= 48rem)').matches) box.current?.focus({ preventScroll: true })
  }, [])

  const send = (event: Pick<FormEvent, 'preventDefault'>) => {
    event.preventDefault()
    const text = readMessage(draft)
    box.current?.focus({ preventScroll: true })
    if (text === '' || isTooLong(text)) return
    sendDraft(client, pair, text)
    props.onSend()
  }
  const left = leftOf(draft)
  return (
    <form className="floor grid gap-1.5 border-t border-line pt-3 pb-3" noValidate onSubmit={send}>
      <div className="flex items-end gap-2">
        <TextArea
          ref={box}
          rows={1}
          dir="auto"
          className="max-h-40 min-h-10.5 min-w-0 flex-1 resize-none [field-sizing:content]"
          aria-label={`Message to ${props.name}`}
          aria-describedby={hint}
          aria-invalid={left < 0 || undefined}
          placeholder="Write a message"
          enterKeyHint="send"
          value={draft}
          onChange={(event) => setDraft(pair, event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) send(event)
          }}
        />
        <Button
          kind="solid"
          type="submit"
          className="min-h-10.5"
          // Without this the keyboard of a phone would close and open again.
          onPointerDown={(event) => event.preventDefault()}
        >
          Send
        </Button>
      </div>
      <Hint id={hint} left={left} />
    </form>
  )
}

/** How the message is sent, and how many letters it may still have. */
function Hint({ id, left }: { id: string; left: number }) {
  return (
    <p id={id} className={left <= SOON_FULL ? 'flex justify-between gap-3 text-12 text-text-2' : 'visually-hidden'}>
      {left < 0 ? (
        <span className="text-danger">{MESSAGE_TOO_LONG}</span>
      ) : (
        <span className="visually-hidden">Enter sends</span>
      )}
      {left <= SOON_FULL && (
        <span className="num ml-auto">
          {MAX_MESSAGE - left} / {MAX_MESSAGE}
        </span>
      )}
    </p>
  )
}
