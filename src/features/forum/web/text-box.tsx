import { useQuery } from '@tanstack/react-query'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { SEARCH_MIN_LENGTH } from '#features/friends/people.endpoints.ts'
import { memberSearchQuery } from '#features/friends/web/friends.api.ts'
import { memberName, type NamedMember } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { THREAD_TEXTS } from '../thread.texts.ts'
import { caretPlace } from './caret-place.ts'
import {
  applyChange,
  FORMAT_LABELS,
  FORMATS,
  formatChange,
  type MentionStart,
  mentionAt,
  mentionChange,
  type TextChange,
} from './formatting.ts'

/** The debounce of the member search. */
const DEBOUNCE_MS = 200
/** The number of suggested members. */
const SUGGESTED = 6

/**
 * Renders a text box with formatting buttons and completion of member names. The tags are those of reviews; addresses
 * become links.
 */
export function TextBox(props: {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  counter?: ReactNode
  placeholder?: string
  rows?: number
  box: RefObject<HTMLTextAreaElement | null>
}) {
  const { value, onChange, box } = props
  const list = useId()
  const [start, setStart] = useState<MentionStart | null>(null)
  const [active, setActive] = useState(0)
  const [place, setPlace] = useState({ top: 0, left: 0 })
  const letters = useDebouncedValue(start?.letters ?? '', DEBOUNCE_MS)
  const { data } = useQuery({
    ...memberSearchQuery(letters),
    enabled: start !== null && letters.length >= SEARCH_MIN_LENGTH,
  })
  const members =
    start?.letters.startsWith(letters) && letters.length >= SEARCH_MIN_LENGTH
      ? (data?.data ?? []).filter((member) => isLike(member, start.letters)).slice(0, SUGGESTED)
      : []
  const isOpen = members.length > 0
  const chosen = members[Math.min(active, members.length - 1)]
  const optionId = (at: number) => `${list}-${at}`

  const change = (next: TextChange) => {
    const element = box.current
    if (!element) return
    element.focus()
    element.setSelectionRange(next.from, next.to)
    // The browser's own command preserves its undo history.
    if (!insertByCommand(next.insert)) flushSync(() => onChange(applyChange(value, next)))
    element.setSelectionRange(...next.selection)
    setStart(null)
  }
  /** Looks for a mention at the caret. */
  const look = () => {
    const element = box.current
    if (!element) return
    const isCaret = element.selectionStart === element.selectionEnd
    const found = isCaret ? mentionAt(element.value, element.selectionStart) : null
    setStart((before) => (before?.at === found?.at && before?.letters === found?.letters ? before : found))
    if (found && found.at !== start?.at) {
      setActive(0)
      setPlace(caretPlace(element, found.at))
    }
  }
  const complete = (username: string | null) => {
    if (start && username) change(mentionChange(start, username))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Ctrl or Cmd with Enter sends the form.
    if (!isOpen || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setActive((before) => (Math.min(before, members.length - 1) + step + members.length) % members.length)
    } else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
      event.preventDefault()
      complete(chosen?.username ?? null)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setStart(null)
    }
  }
  // The keyboard of a phone may hide the list.
  useEffect(() => {
    if (isOpen) document.getElementById(list)?.scrollIntoView?.({ block: 'nearest' })
  }, [isOpen, list])

  return (
    <Field label={props.label} hint={THREAD_TEXTS.textHint} error={props.error} counter={props.counter}>
      <div className="forum-tools" role="toolbar" aria-label="Formatting">
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            className="forum-tool"
            // The selection stays visible, and the keyboard of a phone open.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => {
              const element = box.current
              if (element) change(formatChange(value, element.selectionStart, element.selectionEnd, format))
            }}
          >
            {FORMAT_LABELS[format]}
          </button>
        ))}
      </div>
      <div className="relative">
        <TextArea
          ref={box}
          rows={props.rows ?? 5}
          dir="auto"
          className="forum-box"
          style={{ '--rows': props.rows ?? 5 } as CSSProperties}
          placeholder={props.placeholder}
          value={value}
          aria-autocomplete="list"
          {...(isOpen && {
            'aria-controls': list,
            'aria-activedescendant': optionId(members.indexOf(chosen as never)),
          })}
          onChange={(event) => {
            onChange(event.target.value)
            look()
          }}
          onKeyDown={onKeyDown}
          onKeyUp={(event) => {
            if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) look()
          }}
          onClick={look}
          onBlur={() => setStart(null)}
        />
        {isOpen && (
          <div
            id={list}
            role="listbox"
            aria-label="Members"
            className="forum-mentions"
            style={{ top: place.top + 4, left: `min(${place.left}px, calc(100% - 248px))` }}
          >
            {members.map((member, at) => (
              <div
                key={member.id}
                id={optionId(at)}
                role="option"
                tabIndex={-1}
                aria-selected={member === chosen}
                className="forum-mention"
                onPointerMove={() => setActive(at)}
                // Before blur: the list must still exist for the click.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => complete(member.username)}
                onKeyDown={onKeyDown}
              >
                <Avatar id={member.id} name={memberName(member)} src={member.avatar_url} size={24} />
                <span className="truncate">
                  <b>{memberName(member)}</b> <span className="text-text-3">@{member.username}</span>
                </span>
              </div>
            ))}
          </div>
        )}
        <span className="visually-hidden" role="status">
          {isOpen ? THREAD_TEXTS.mentionsFound(members.length) : ''}
        </span>
      </div>
    </Field>
  )
}

/** The letters that came after the search narrow its result. A member without a username cannot be mentioned. */
function isLike({ username, display_name }: NamedMember, letters: string): boolean {
  const wanted = letters.toLowerCase()
  return username !== null && [username, display_name].some((name) => name?.toLowerCase().includes(wanted))
}

/** Returns whether the browser has inserted the text at the selection. */
function insertByCommand(text: string): boolean {
  try {
    return document.execCommand('insertText', false, text)
  } catch {
    return false
  }
}
