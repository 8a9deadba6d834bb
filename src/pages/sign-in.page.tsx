import { AuthScreen } from '#features/accounts/web/auth-screen.tsx'
import { sendOnMembers } from '#features/accounts/web/send-on-members.ts'
import { Head } from '#web/head.tsx'

export const load = sendOnMembers

export function Page() {
  return (
    <>
      <Head title="Sign in" description="Sign in to your shelf, your diary and your friends." path="/signin" />
      <AuthScreen mode="signin" />
    </>
  )
}
