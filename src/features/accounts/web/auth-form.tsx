import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { CallError, call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { Checkbox, EmailInput, Field, PasswordInput, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { usePersistedForm } from '#web/use-persisted-form.ts'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { checkEmail, checkUsername } from '../accounts.endpoints.ts'
import { authErrorText, USERNAME_MIN, usernameProblem } from '../accounts.rules.ts'
import { FIELD_TEXTS } from '../accounts.texts.ts'
import { Email, SignIn, SignUpForm } from '../credentials.schemas.ts'
import { suspensionOf, toastAuthError } from './auth-failure.ts'
import { AuthSubmit } from './auth-submit.tsx'
import { providersQuery } from './providers.api.ts'
import { SignInSlowed } from './sign-in-slowed.tsx'
import { StrengthMeter } from './strength-meter.tsx'
import { type RefusedSuspended, SuspendedNotice } from './suspended-notice.tsx'
import { type AuthDraft, type AuthMode, useAuthFlow } from './use-auth-flow.ts'
import { useAvailability } from './use-availability.ts'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'

const FIELDS = ['email', 'password', 'code', 'username', 'displayName'] as const
type FieldName = (typeof FIELDS)[number]

/** The debounce before a changed field is validated again, and only if it was blurred before (R-AUTH-36). */
const RECHECK_MS = 300
const USERNAME_CHECK_MS = 600
const EMAIL_CHECK_MS = 800

/** The fields that survive a reload; never the password. */
const STORED_FIELDS = {
  signin: ['email', 'rememberMe'],
  signup: ['username', 'displayName', 'email', 'rememberMe'],
} as const

const RESOLVERS = {
  signin: formResolver<AuthDraft>(SignIn),
  signup: formResolver<AuthDraft>(SignUpForm),
}

interface AuthFormProps {
  mode: AuthMode
  target: string | null
  /** The token of the invitation for a new account. */
  invitation?: string | null | undefined
  onSuccess?: () => void
  /** Replaces the navigation to the page that asks for the code. */
  onSecondStep?: () => void
}

/**
 * Sign-in and sign-up are one form with two modes (R-AUTH-01 to 03). `onSuccess` replaces the redirect. There is no form where
 * passwords are off.
 */
export function AuthForm(props: AuthFormProps) {
  const { data: providers } = useQuery(providersQuery())
  return providers?.password === false ? null : <PasswordAuthForm {...props} />
}

function PasswordAuthForm({ mode, target, invitation, onSuccess, onSecondStep }: AuthFormProps) {
  const form = useForm<AuthDraft>({
    resolver: RESOLVERS[mode],
    mode: 'onBlur',
    reValidateMode: 'onBlur',
    // The text fields have no default, so that input from before hydration stays.
    defaultValues: { rememberMe: true },
  })
  const discard = usePersistedForm(form, mode, STORED_FIELDS[mode])
  const { errors, touchedFields, isSubmitted } = form.formState
  const [email = '', username = '', password = ''] = useWatch({
    control: form.control,
    name: ['email', 'username', 'password'],
  })
  const flow = useAuthFlow(mode, target, onSuccess, onSecondStep)
  const isSignUp = mode === 'signup'
  const offerPasskeys = usePasskeyAutofill(!isSignUp, target, {
    onSuccess,
    onRefused: (failure) => showSuspension(failure),
  })
  /** The address whose sign-ins the server slows down, and whether it has refused a code too. */
  const [slowed, setSlowed] = useState<{ email: string; isCodeRefused: boolean } | null>(null)

  const [suspended, setSuspended] = useState<RefusedSuspended | null>(null)

  const name = username.trim()
  const usernameCheck = useAvailability(
    isSignUp && name.length >= USERNAME_MIN && usernameProblem(name) === null ? name : null,
    USERNAME_CHECK_MS,
    async (asked, signal) => {
      const { available, reason } = await call(checkUsername, { body: { username: asked } }, { signal })
      return available ? null : (reason ?? FIELD_TEXTS.usernameTaken)
    },
    (error) => {
      const isLimited = error instanceof CallError && error.status === 429
      toast({
        title: 'Username check failed',
        description: isLimited ? error.message : AUTH_FORM_TEXTS.usernameNotChecked,
      })
    },
  )
  const address = Email.safeParse(email)
  const emailCheck = useAvailability(
    isSignUp && address.success ? address.data : null,
    EMAIL_CHECK_MS,
    async (asked, signal) => {
      const { exists } = await call(checkEmail, { body: { email: asked } }, { signal })
      return exists ? FIELD_TEXTS.emailTaken : null
    },
    () => {},
  )
  const takenField = usernameCheck.is === 'taken' ? 'username' : emailCheck.is === 'taken' ? 'email' : null

  const timers = useRef<Partial<Record<FieldName, ReturnType<typeof setTimeout>>>>({})
  const register = (field: FieldName) =>
    form.register(field, {
      onChange: () => {
        clearTimeout(timers.current[field])
        if (touchedFields[field] || isSubmitted)
          timers.current[field] = setTimeout(() => void form.trigger(field), RECHECK_MS)
      },
    })
  useEffect(() => () => Object.values(timers.current).forEach(clearTimeout), [])

  const submit = form.handleSubmit(async (draft) => {
    if (takenField) return form.setFocus(takenField)
    const failure = await flow.submit({ ...draft, ...(invitation && { invitation }) }, discard)
    if (failure) showFailure(failure)
  })

  /** Returns whether it is one, which the notice says instead of a toast. */
  function showSuspension(failure: CallError): boolean {
    const suspension = suspensionOf(failure)
    if (suspension) setSuspended({ email: form.getValues('email'), ...suspension })
    return suspension !== null
  }

  function showFailure(failure: CallError): void {
    if (failure.code === 'sign_in_slowed')
      setSlowed({ email: form.getValues('email'), isCodeRefused: 'code' in failure.details })
    else if (!showSuspension(failure)) toastAuthError(failure)
    // A code counts once.
    if (failure.code === 'invalid_credentials') form.setValue('code', '')
    if (failure.code === 'email_not_confirmed') flow.toConfirmation(form.getValues('email'))
    const { inline } = authErrorText(failure)
    const fieldErrors = FIELDS.flatMap((field) => {
      const text = inline?.field === field ? inline.text : failure.details[field]
      return typeof text === 'string' ? [{ field, text }] : []
    })
    for (const { field, text } of fieldErrors) form.setError(field, { type: 'server', message: text })
    const [first] = fieldErrors
    // The form disabled the pressed button meanwhile, which lost the focus.
    if (first) form.setFocus(first.field, { shouldSelect: true })
  }

  const isBusy = flow.phase !== 'idle'
  return (
    // POST, so that a submit before hydration does not put the password into the URL.
    <form method="post" noValidate className="grid gap-4.5" onSubmit={submit} aria-busy={isBusy}>
      {isSignUp && (
        <>
          <Field
            label="Username"
            error={errors.username?.message ?? (usernameCheck.is === 'taken' ? usernameCheck.reason : undefined)}
            ok={usernameCheck.is === 'free' ? FIELD_TEXTS.usernameFree : undefined}
            hint={usernameCheck.is === 'checking' ? 'Checking…' : FIELD_TEXTS.usernameHint}
          >
            <TextInput
              {...register('username')}
              required
              autoComplete="nickname"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <Field label="Display name" error={errors.displayName?.message}>
            <TextInput {...register('displayName')} required autoComplete="name" />
          </Field>
        </>
      )}
      <Field
        label="Email"
        error={errors.email?.message ?? (emailCheck.is === 'taken' ? emailCheck.reason : undefined)}
        ok={emailCheck.is === 'free' ? AUTH_FORM_TEXTS.emailFree : undefined}
      >
        <EmailInput
          {...register('email')}
          required
          autoComplete={isSignUp ? 'email' : 'username webauthn'}
          onFocus={offerPasskeys}
        />
      </Field>
      <div className="grid gap-2">
        <Field label="Password" error={errors.password?.message}>
          <PasswordInput
            {...register('password')}
            required
            autoComplete={isSignUp ? 'new-password' : 'current-password'}
          />
        </Field>
        {isSignUp && <StrengthMeter password={password} isProblemShown={errors.password !== undefined} />}
      </div>
      {!isSignUp && slowed?.email === email && (
        <SignInSlowed refusal={slowed}>
          <Field
            label={AUTH_FORM_TEXTS.slowedCodeLabel}
            hint={AUTH_FORM_TEXTS.slowedCodeHint}
            error={errors.code?.message}
          >
            <TextInput {...register('code')} autoComplete="one-time-code" inputMode="numeric" spellCheck={false} />
          </Field>
        </SignInSlowed>
      )}
      {!isSignUp && suspended?.email === email && <SuspendedNotice {...suspended} />}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Checkbox {...form.register('rememberMe')} label="Remember me" />
        {!isSignUp && (
          <a className="linkish tap text-14" href="/forgot-password">
            Forgot password?
          </a>
        )}
      </div>
      <AuthSubmit busy={isBusy} busyLabel={flow.label ?? 'Checking…'}>
        {isSignUp ? 'Sign Up' : 'Sign In'}
      </AuthSubmit>
      <span className="visually-hidden" role="status">
        {flow.label}
      </span>
    </form>
  )
}
