import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '#web/call.ts'
import { formResolver } from '#web/form-resolver.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorState } from '#web/ui/empty-state.tsx'
import { SETTINGS_MISSING } from '#web/ui/error-texts.ts'
import { EmailInput, Field, PasswordInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useAsked } from '#web/use-asked.ts'
import { usePersistedForm } from '#web/use-persisted-form.ts'
import { linkSocial, requestReset, unlinkSocial, updatePassword } from '../accounts.endpoints.ts'
import { OTHER_SESSIONS_SIGNED_OUT } from '../accounts.texts.ts'
import { ChangeEmail, PasswordForm } from '../credentials.schemas.ts'
import { changeEmail } from '../security.endpoints.ts'
import { DELETE_ACCOUNT_TEXTS, SIGN_IN_SETTINGS } from '../settings.texts.ts'
import { accountsKeys } from './accounts.api.ts'
import { useViewer } from './accounts.widgets.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { type Provider, providersQuery } from './providers.api.ts'
import { settingsKeys, signInMethodsQuery } from './settings.api.ts'
import { SettingsPart, showRefusal, toastFailure } from './settings-part.tsx'

const ProviderDialog = lazyLoaded(() => import('./provider-dialog.tsx'), 'ProviderDialog')

const EMAIL_RESOLVER = formResolver(ChangeEmail)
const PASSWORD_RESOLVER = formResolver(PasswordForm)

/** The member's email address, password and provider (G08). */
export function SettingsAccount() {
  const viewer = useViewer()
  const { data: methods, isError, refetch } = useQuery(signInMethodsQuery())
  const { data: providers } = useQuery(providersQuery())
  if (isError) return <ErrorState text={SETTINGS_MISSING} onRetry={() => void refetch()} level={2} />
  if (!viewer || !methods) return null
  const hasPasswords = providers?.password !== false
  return (
    <>
      <EmailPart email={viewer.email} hasPassword={methods.password} isFixed={!hasPasswords} />
      {!hasPasswords ? null : methods.password ? (
        <PasswordPart email={viewer.email} />
      ) : (
        <FirstPasswordPart email={viewer.email} />
      )}
      {methods.providers.map((provider) => (
        <ProviderPart
          key={provider.id}
          provider={provider}
          hasPassword={methods.password}
          hasOther={methods.password || methods.providers.some(({ id, linked_at }) => linked_at && id !== provider.id)}
          isOnlyWay={!hasPasswords}
        />
      ))}
      <SettingsPart title="Delete account" text={DELETE_ACCOUNT_TEXTS.about}>
        <ButtonLink kind="line" className="justify-self-start" href="/settings/data">
          {DELETE_ACCOUNT_TEXTS.open}
        </ButtonLink>
      </SettingsPart>
    </>
  )
}

function EmailPart(props: { email: string; hasPassword: boolean; isFixed: boolean }) {
  const { email, hasPassword, isFixed } = props
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const form = useForm<ChangeEmail>({ resolver: EMAIL_RESOLVER, mode: 'onBlur' })
  const discard = usePersistedForm(form, 'change-email', ['email'])
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async (draft) => {
    try {
      await call(changeEmail, { body: draft })
      setAskedFor(draft.email)
      discard()
      form.reset({ email: '', password: '' })
    } catch (error) {
      showRefusal(form, error, ['email', 'password'])
    }
  })
  return (
    <SettingsPart
      title="Email"
      text={
        <>
          <b className="break-all text-text">{email}</b>
          {!isFixed && (
            <>
              <br />
              {SIGN_IN_SETTINGS.emailChange}
            </>
          )}
        </>
      }
    >
      {askedFor !== null && (
        <p role="status" className="panel text-14">
          <span className="min-w-0">
            {SIGN_IN_SETTINGS.linkSentTo} <b className="break-all">{email}</b> and one to{' '}
            <b className="break-all">{askedFor}</b>. Open both within 24 hours.
          </span>
        </p>
      )}
      {isFixed ? null : hasPassword ? (
        <form method="post" noValidate className="grid gap-4" onSubmit={submit} aria-busy={isSubmitting}>
          <Field label="New email" error={errors.email?.message}>
            <EmailInput {...form.register('email')} required />
          </Field>
          <Field label="Your password" error={errors.password?.message}>
            <PasswordInput {...form.register('password')} required autoComplete="current-password" />
          </Field>
          <Button type="submit" kind="solid" className="justify-self-start" busy={isSubmitting} busyLabel="Sending…">
            Change email
          </Button>
        </form>
      ) : (
        <p className="text-14 text-text-2">{SIGN_IN_SETTINGS.passwordFirst}</p>
      )}
    </SettingsPart>
  )
}

function PasswordPart({ email }: { email: string }) {
  const client = useQueryClient()
  const form = useForm<PasswordForm>({ resolver: PASSWORD_RESOLVER, mode: 'onBlur' })
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(async ({ current_password, password }) => {
    try {
      await call(updatePassword, { body: { current_password, password } })
      form.reset({ current_password: '', password: '', again: '' })
      toast({ title: 'Password updated', description: OTHER_SESSIONS_SIGNED_OUT })
      // The event USER_UPDATED (R-SESS-04).
      await client.invalidateQueries({ queryKey: accountsKeys.session })
      await client.invalidateQueries({ queryKey: settingsKeys.sessions })
    } catch (error) {
      showRefusal(form, error, ['current_password', 'password'])
    }
  })
  return (
    <SettingsPart title="Password" text={SIGN_IN_SETTINGS.passwordChange}>
      <form method="post" noValidate className="grid gap-4" onSubmit={submit} aria-busy={isSubmitting}>
        {/* Identifies the account to password managers. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label="Current password" error={errors.current_password?.message}>
          <PasswordInput {...form.register('current_password')} required autoComplete="current-password" />
        </Field>
        <NewPasswordFields form={form} />
        <Button type="submit" kind="solid" className="justify-self-start" busy={isSubmitting} busyLabel="Saving…">
          Change password
        </Button>
      </form>
    </SettingsPart>
  )
}

/** For members who signed up through a provider: the reset link sets their first password. */
function FirstPasswordPart({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false)
  async function send(): Promise<void> {
    setBusy(true)
    try {
      await call(requestReset, { body: { email } })
      toast({ title: 'Check your email', description: SIGN_IN_SETTINGS.linkSent })
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <SettingsPart title="Password" text={SIGN_IN_SETTINGS.noPassword}>
      <Button className="justify-self-start" busy={isBusy} busyLabel="Sending…" onClick={() => void send()}>
        {SIGN_IN_SETTINGS.sendLink}
      </Button>
    </SettingsPart>
  )
}

function ProviderPart(props: {
  provider: Provider & { linked_at: string | null }
  hasPassword: boolean
  /** Whether the member could sign in without this provider. */
  hasOther: boolean
  isOnlyWay: boolean
}) {
  const { hasPassword, hasOther, isOnlyWay } = props
  const { id, name } = props.provider
  const isLinked = props.provider.linked_at !== null
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { asked, ask, close } = useAsked<'password'>()

  async function act(proof: { password?: string }): Promise<void> {
    const body = { ...proof, provider: id }
    if (isLinked) {
      await call(unlinkSocial, { body })
      toast({ title: `${name} unlinked` })
      await client.invalidateQueries({ queryKey: settingsKeys.ways })
    } else window.location.assign((await call(linkSocial, { body })).url)
  }

  /** A member without a password must have signed in recently. */
  async function begin(): Promise<void> {
    if (hasPassword) return ask('password')
    setBusy(true)
    try {
      await act({})
    } catch (error) {
      toastFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <SettingsPart title={name} text={isLinked ? SIGN_IN_SETTINGS.withProvider(name) : SIGN_IN_SETTINGS.linkFirst(name)}>
      {isLinked && !hasOther ? (
        !isOnlyWay && <p className="text-14 text-text-2">{SIGN_IN_SETTINGS.onlyProvider}</p>
      ) : (
        <Button className="justify-self-start" busy={isBusy} busyLabel="One moment…" onClick={() => void begin()}>
          {isLinked ? `Unlink ${name}` : `Link ${name}`}
        </Button>
      )}
      {asked && (
        <Suspense>
          <ProviderDialog
            key={asked.turn}
            name={name}
            isLinked={isLinked}
            onPassword={(password) => act({ password })}
            onClose={close}
          />
        </Suspense>
      )}
    </SettingsPart>
  )
}
