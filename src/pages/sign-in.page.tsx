import { useQuery } from '@tanstack/react-query'
import { ACCOUNT_PAGES } from '#features/accounts/account-pages.texts.ts'
import { AuthScreen } from '#features/accounts/web/auth-screen.tsx'
import { providersQuery } from '#features/accounts/web/providers.api.ts'
import { redirectMembers } from '#features/accounts/web/redirect-members.ts'
import { registrationQuery } from '#features/registration/web/registration.api.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

export async function load(context: LoadContext) {
  await redirectMembers(context)
  await Promise.all([
    // Without the providers there is no button, and the form works.
    context.client.prefetchQuery(providersQuery()),
    context.client.prefetchQuery(registrationQuery()),
  ])
}

export function Page() {
  const { data } = useQuery(registrationQuery())
  const mode = data?.registration ?? 'open'
  return (
    <>
      <Head title="Sign in" description={ACCOUNT_PAGES.signIn} path="/signin" />
      <AuthScreen mode="signin" isSignUpOffered={mode === 'open' || mode === 'request'} />
    </>
  )
}
