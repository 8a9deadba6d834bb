import { ResetScreen } from '#features/accounts/web/reset-screen.tsx'
import { Head } from '#web/head.tsx'

export function Page() {
  return (
    <>
      <Head title="New password" description="Set a new password." path="/reset-password" isIndexed={false} />
      <ResetScreen />
    </>
  )
}
