import { AuthScreen } from '#features/accounts/web/auth-screen.tsx'
import { sendOnMembers } from '#features/accounts/web/send-on-members.ts'
import { Head } from '#web/head.tsx'

export const load = sendOnMembers

export function Page() {
  return (
    <>
      <Head title="Sign up" description="Make an account and log your first game within a minute." path="/signup" />
      <AuthScreen mode="signup" />
    </>
  )
}
