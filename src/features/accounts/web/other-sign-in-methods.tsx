import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AUTH_FORM_TEXTS } from '../account-screens.texts.ts'
import { appealTokenIn, suspensionOf } from './auth-failure.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { providersQuery } from './providers.api.ts'
import { SocialButtons } from './social-button.tsx'
import { SuspendedNotice } from './suspended-notice.tsx'
import type { AuthMode } from './use-auth-flow.ts'

/** The sign-in methods without a password, below the form. Without a form the provider comes first. */
export function OtherSignInMethods(props: {
  mode: AuthMode
  target: string | null
  /** For a new account. */
  invitation?: string | null | undefined
  onSuccess?: () => void
}) {
  const { data: providers } = useQuery(providersQuery())
  const isSignIn = props.mode === 'signin'
  const hasForm = providers?.password !== false
  const [suspended, setSuspended] = useState<ReturnType<typeof suspensionOf>>(null)
  // Before the page takes the error out of the address.
  useEffect(() => {
    const token = appealTokenIn(location.hash)
    if (token) setSuspended({ sentence: AUTH_FORM_TEXTS.suspended, token })
  }, [])
  const passkey = isSignIn && (
    <PasskeyButton
      target={props.target}
      onSuccess={props.onSuccess}
      onFailure={(error) => setSuspended(suspensionOf(error))}
    />
  )
  return (
    <>
      {hasForm && (isSignIn || providers?.google) && (
        <p className="flex items-center gap-3 text-13 text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      )}
      {isSignIn && suspended && <SuspendedNotice {...suspended} />}
      {hasForm && passkey}
      <SocialButtons target={props.target} invitation={props.invitation} kind={hasForm ? 'line' : 'solid'} />
      {!hasForm && passkey}
    </>
  )
}
