import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { shortDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_FAILED } from '#web/ui/error-texts.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { Select } from '#web/ui/select.tsx'
import { MUTE_TEXTS, MUTED_LIST_TEXTS, SPAN_TEXTS } from '../mute-dialog.texts.ts'
import type { Mute } from '../mutes.contract.ts'
import { MUTE_SPANS, type MuteSpan, readMutedWord } from '../mutes.rules.ts'
import { MUTE_REFUSALS } from '../mutes.texts.ts'
import { labelOf, targetOfMute } from './mute-labels.ts'
import { mutesQuery, muteTarget, unmute } from './mutes.api.ts'

/** Lists what the viewer has muted with its end, in the settings, and mutes words. */
export function MutedList() {
  const list = useInfiniteQuery(mutesQuery())
  const mutes = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <WordForm />
      {list.isError && !list.data ? (
        <ErrorState text={`${MUTED_LIST_TEXTS.safe} ${LIST_FAILED}`} onRetry={() => void list.refetch()} />
      ) : mutes.length > 0 ? (
        <div className="grid gap-4">
          <ul className="panel gap-0 p-0">
            {mutes.map((mute) => (
              <MutedRow key={mute.id} mute={mute} />
            ))}
          </ul>
          <MoreButton list={list} />
        </div>
      ) : (
        list.data && <p className="text-14 text-text-2">{MUTED_LIST_TEXTS.none}</p>
      )}
    </>
  )
}

const SPANS = MUTE_SPANS.map((value) => ({ value, label: SPAN_TEXTS[value] }))

function WordForm() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [span, setSpan] = useState<MuteSpan>('ever')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const word = readMutedWord(input.current?.value ?? '')
    setError(word === null ? MUTE_REFUSALS.word : undefined)
    if (word === null) return input.current?.focus()
    setBusy(true)
    const isDone = await muteTarget(client, { kind: 'word', word }, span, MUTE_TEXTS.wordOf(word))
    setBusy(false)
    if (isDone && input.current) input.current.value = ''
  }
  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <Field label={MUTED_LIST_TEXTS.word} hint={MUTED_LIST_TEXTS.wordHint} error={error}>
        <div className="flex flex-wrap gap-2">
          <TextInput
            ref={input}
            name="word"
            className="basis-full sm:flex-1"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={80}
          />
          <SpanSelect value={span} onChange={setSpan} />
          <Button type="submit" busy={isBusy} busyLabel={MUTE_TEXTS.muting} aria-label={MUTED_LIST_TEXTS.muteWord}>
            {MUTE_TEXTS.mute}
          </Button>
        </div>
      </Field>
    </form>
  )
}

/** The time of a mute. An error of the form is about the word alone. */
const SpanSelect = (props: { value: MuteSpan; onChange: (span: MuteSpan) => void }) => (
  <Select
    id="mute-word-span"
    aria-label={MUTE_TEXTS.howLong}
    aria-invalid={false}
    aria-describedby={undefined}
    className="flex-1 sm:w-32 sm:flex-none"
    options={SPANS}
    value={props.value}
    onChange={({ target }) => props.onChange(target.value as MuteSpan)}
  />
)

const ICONS: Record<Exclude<Mute['kind'], 'member'>, IconName> = {
  game: 'games',
  genre: 'tag',
  theme: 'tag',
  word: 'chat',
  feed: 'clock',
}

function MutedRow({ mute }: { mute: Mute }) {
  const client = useQueryClient()
  const label = labelOf(mute)
  const target = targetOfMute(mute)
  const { member } = mute
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-3 first:border-t-0">
      {member ? (
        <Avatar id={member.id} name={memberName(member)} src={member.avatar_url} size={40} />
      ) : (
        <span className="grid size-10 flex-none place-items-center text-text-3">
          <Icon name={ICONS[mute.kind === 'member' ? 'feed' : mute.kind]} size={20} />
        </span>
      )}
      <div className="grid min-w-0 flex-1">
        <p className="text-15 font-semibold wrap-anywhere" dir="auto">
          {label}
        </p>
        <p className="text-13 text-text-2">
          {mute.ends_at ? MUTE_TEXTS.until(shortDate(new Date(mute.ends_at))) : MUTE_TEXTS.ever}
        </p>
      </div>
      <Button aria-label={MUTED_LIST_TEXTS.unmuteOf(label)} onClick={() => void unmute(client, mute, target, label)}>
        {MUTED_LIST_TEXTS.unmute}
      </Button>
    </li>
  )
}
