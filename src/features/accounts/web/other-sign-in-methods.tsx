import { useQuery } from '@tanstack/react-query'
import { providersQuery } from './accounts.api.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SocialButton } from './social-button.tsx'
import type { AuthMode } from './use-auth-flow.ts'

/** The sign-in methods without a password, below the form. */
export function OtherSignInMethods(props: { mode: AuthMode; target: string | null; onSuccess?: () => void }) {
  const { data: providers } = useQuery(providersQuery())
  const isSignIn = props.mode === 'signin'
  return (
    <>
      {(isSignIn || providers?.google) && (
        <p className="flex items-center gap-3 text-13 text-text-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          or
        </p>
      )}
      {isSignIn && <PasskeyButton target={props.target} {...(props.onSuccess && { onSuccess: props.onSuccess })} />}
      <SocialButton target={props.target} />
    </>
  )
}
