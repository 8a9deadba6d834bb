import { ACCOUNT_PAGES } from '#features/accounts/account-pages.texts.ts'
import { ResetScreen } from '#features/accounts/web/reset-screen.tsx'
import { Head } from '#web/head.tsx'

export function Page() {
  return (
    <>
      <Head title="New password" description={ACCOUNT_PAGES.resetPassword} path="/reset-password" isIndexed={false} />
      <ResetScreen />
    </>
  )
}
