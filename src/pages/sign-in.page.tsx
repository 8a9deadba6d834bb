import { ACCOUNT_PAGES } from '#features/accounts/account-pages.texts.ts'
import { AuthScreen } from '#features/accounts/web/auth-screen.tsx'
import { providersQuery } from '#features/accounts/web/providers.api.ts'
import { redirectMembers } from '#features/accounts/web/redirect-members.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

export async function load(context: LoadContext) {
  await redirectMembers(context)
  // Without the providers there is no button, and the form works.
  await context.client.prefetchQuery(providersQuery())
}

export function Page() {
  return (
    <>
      <Head title="Sign in" description={ACCOUNT_PAGES.signIn} path="/signin" />
      <AuthScreen mode="signin" />
    </>
  )
}
