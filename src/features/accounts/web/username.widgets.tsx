import type { UseFormRegisterReturn } from 'react-hook-form'
import { call } from '#web/call.ts'
import { Field, TextInput } from '#web/ui/field.tsx'
import { checkUsername } from '../accounts.contract.ts'
import { FIELD_TEXTS, isReservedUsername, usernameProblem } from '../accounts.rules.ts'
import { useAvailability } from './use-availability.ts'

/** R-AUTH-42: as long as the sign-up waits. */
const CHECK_MS = 600

/** A username that is being chosen or changed, with the same checks as at the sign-up. The own one is never taken. */
export function UsernameField(props: {
  input: UseFormRegisterReturn
  value: string
  own: string | null
  error: string | undefined
  /** Said while there is nothing else to say. */
  hint?: string
  /** It may not be changed now. */
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
    // The server has the last word when it is saved.
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
