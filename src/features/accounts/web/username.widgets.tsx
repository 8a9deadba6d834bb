import type { UseFormRegisterReturn } from 'react-hook-form'
import { call } from '#web/call.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { checkUsername } from '../accounts.endpoints.ts'
import { isReservedUsername, usernameProblem } from '../accounts.rules.ts'
import { FIELD_TEXTS } from '../accounts.texts.ts'
import { useAvailability } from './use-availability.ts'

/** The same debounce as in the sign-up (R-AUTH-42). */
const CHECK_MS = 600

/**
 * The field for choosing or changing a username, with the checks of the sign-up. The member's own username never counts
 * as taken.
 */
export function UsernameField(props: {
  input: UseFormRegisterReturn
  value: string
  own: string | null
  error: string | undefined
  /** Shown while there is no other text. */
  hint?: string
  /** True while the username may not be changed. */
  isFixed?: boolean
}) {
  const name = props.value.trim()
  const isOwn = name.toLowerCase() === props.own?.toLowerCase()
  const isAsked = !isOwn && usernameProblem(name) === null && !isReservedUsername(name)
  const check = useAvailability(
    isAsked ? name : null,
    CHECK_MS,
    async (username, signal) => {
      const { available, reason } = await call(checkUsername, { body: { username } }, { signal })
      return available ? null : (reason ?? FIELD_TEXTS.usernameTaken)
    },
    // The server decides when the form is saved.
    () => {},
  )
  return (
    <Field
      label="Username"
      error={props.error ?? (check.is === 'taken' ? check.reason : undefined)}
      ok={check.is === 'free' ? FIELD_TEXTS.usernameFree : undefined}
      hint={check.is === 'checking' ? 'Checking…' : (props.hint ?? FIELD_TEXTS.usernameHint)}
    >
      <TextInput
        {...props.input}
        required
        readOnly={props.isFixed}
        autoComplete="nickname"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}
