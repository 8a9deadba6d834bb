import { useQuery } from '@tanstack/react-query'
import { PasskeyButton } from './passkey-button.tsx'
import { providersQuery } from './providers.api.ts'
import { SocialButtons } from './social-button.tsx'
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
  const passkey = isSignIn && (
    <PasskeyButton target={props.target} {...(props.onSuccess && { onSuccess: props.onSuccess })} />
  )
  return (
    <>
      {hasForm && (isSignIn || providers?.google) && (
        <p className="flex items-center gap-3 text-13 text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      )}
      {hasForm && passkey}
      <SocialButtons target={props.target} invitation={props.invitation} kind={hasForm ? 'line' : 'solid'} />
      {!hasForm && passkey}
    </>
  )
}
