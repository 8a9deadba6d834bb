import { ACCOUNT_PAGES } from '#features/accounts/account-pages.texts.ts'
import { ForgotScreen } from '#features/accounts/web/forgot-screen.tsx'
import { Head } from '#web/head.tsx'

export function Page() {
  return (
    <>
      <Head
        title="Forgot password"
        description={ACCOUNT_PAGES.forgotPassword}
        path="/forgot-password"
        isIndexed={false}
      />
      <ForgotScreen />
    </>
  )
}
