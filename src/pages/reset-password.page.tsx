import { ResetScreen } from '#features/accounts/web/reset-screen.tsx'
import { Head } from '#web/head.tsx'
import { ACCOUNT_PAGES } from './account.texts.ts'

export function Page() {
  return (
    <>
      <Head title="New password" description={ACCOUNT_PAGES.resetPassword} path="/reset-password" isIndexed={false} />
      <ResetScreen />
    </>
  )
}
