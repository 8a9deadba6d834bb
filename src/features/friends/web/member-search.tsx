import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { counted } from '#shared/counted.ts'
import { noResultsText, SEARCH_ERROR } from '#shared/sentences.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { SEARCH_MAX_LENGTH } from '../people.endpoints.ts'
import { memberSearchQuery } from './friends.api.ts'
import { MemberRow } from './people-lists.tsx'

/** The debounce of the search field. */
const DEBOUNCE_MS = 250

/** Searches members by name, from two characters on (G45); `initial` is searched at once. */
export function MemberSearch({ id, initial = '' }: { id?: string; initial?: string }) {
  const made = useId()
  const [text, setText] = useState(initial.slice(0, SEARCH_MAX_LENGTH))
  const wanted = useDebouncedText(text.trim())
  const query = memberSearchQuery(wanted)
  const { data, isError, isPending, isPlaceholderData, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  return (
    <div role="search" aria-label="People">
      <Field label="Find people" id={id ?? made}>
        <TextInput
          type="search"
          autoComplete="off"
          placeholder="Name or @username"
          maxLength={SEARCH_MAX_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {query.enabled && (
        <div className="pt-2" aria-busy={isPending || isPlaceholderData}>
          {isError && <ErrorState level={2} text={SEARCH_ERROR} onRetry={() => void refetch()} />}
          {isPending && !isError && <RowsSkeleton count={3} />}
          {data && (
            <>
              <p
                className={data.data.length > 0 ? 'visually-hidden' : 'py-3 text-14 wrap-anywhere text-text-2'}
                role="status"
              >
                {data.data.length === 0
                  ? noResultsText(wanted.replace(/^@/, ''))
                  : counted(data.data.length, 'person', 'people')}
              </p>
              <ul aria-label="People found">
                {data.data.map((person) => (
                  <MemberRow key={person.id} person={person} />
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </div>
  )
}

/** Returns the debounced text. */
function useDebouncedText(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
