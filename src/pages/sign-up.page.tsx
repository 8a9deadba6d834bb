import { ACCOUNT_PAGES } from '#features/accounts/account-pages.texts.ts'
import { AuthScreen } from '#features/accounts/web/auth-screen.tsx'
import { providersQuery } from '#features/accounts/web/providers.api.ts'
import { redirectMembers } from '#features/accounts/web/redirect-members.ts'
import { SocialButtons } from '#features/accounts/web/social-button.tsx'
import { SignUpDoor } from '#features/registration/web/door.tsx'
import { invitationQuery, registrationQuery } from '#features/registration/web/registration.api.ts'
import { Head } from '#web/head.tsx'
import type { LoadContext } from '#web/page.ts'

export async function load(context: LoadContext) {
  await redirectMembers(context)
  const { client, url } = context
  const invitation = url.searchParams.get('invitation')
  await Promise.all([
    // Without the providers there is no button, and the form works.
    client.prefetchQuery(providersQuery()),
    client.prefetchQuery(registrationQuery()),
    invitation !== null && client.prefetchQuery(invitationQuery(invitation)),
  ])
}

export function Page() {
  return (
    <>
      <Head title="Sign up" description={ACCOUNT_PAGES.signUp} path="/signup" />
      <SignUpDoor
        form={(invitation, invited) => <AuthScreen mode="signup" invitation={invitation} above={invited} />}
        provider={<SocialButtons target={null} />}
      />
    </>
  )
}
